// Lines to a solver in a browser.

import type { Connect, Line } from './start.js';
import type { Order, Port, Report } from './worker.js';

/** In a worker. If its script does not load, because a policy forbids it or it comes from another site, the orders go
 * to a module. */
export const connect: Connect = (place, hear, fail) => {
  const orders: Order[] = [];
  let line: Line = { tell() {}, close() {} };
  const fallBack = () => {
    line.close();
    line = beside(place ?? './worker.js', hear, fail);
    orders.forEach(line.tell);
  };
  try {
    const worker =
      place === undefined
        ? new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'heliast-stamp' })
        : place && new Worker(place, { type: 'module', name: 'heliast-stamp' });
    if (worker) {
      worker.onmessage = ({ data }) => hear(data as Report);
      worker.onerror = fallBack;
      line = { tell: (order) => worker.postMessage(order), close: () => worker.terminate() };
    } else fallBack();
  } catch {
    fallBack();
  }
  return {
    tell: (order) => {
      orders.push(order);
      line.tell(order);
    },
    close: () => line.close(),
  };
};

/** A line to a solver that works in slices of some milliseconds on its caller's thread. */
export function beside(place: URL | string, hear: (report: Report) => void, fail: (error: unknown) => void): Line {
  const orders: Order[] = [];
  let give = (order: Order): unknown => orders.push(order);
  let isOpen = true;
  const port: Port = {
    post: (report) => isOpen && hear(report),
    listen: (listener) => {
      orders.forEach(listener);
      give = listener;
    },
  };
  const url = new URL(place, import.meta.url).href;
  import(/* @vite-ignore */ /* webpackIgnore: true */ url).then(({ serve }) => serve(port), fail);
  return {
    tell: (order) => void give(order),
    close: () => {
      isOpen = false;
      give('stop');
    },
  };
}
