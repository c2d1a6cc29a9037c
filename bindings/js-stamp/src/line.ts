// Lines to a solver in a browser.

import type { Connect, Line } from './start.js';
import type { Order, Port, Report } from './worker.js';

/** In a worker. Where its script does not load, because a policy forbids it or it comes from another site, the orders go to a module. */
export const connect: Connect = (place, hear, fail) => {
  if (place === null) return beside('./worker.js', hear, fail);
  const orders: Order[] = [];
  let [worker, other]: [Worker | null, Line | null] = [null, null];
  const fallBack = () => {
    worker?.terminate();
    worker = null;
    other = beside(place ?? './worker.js', hear, fail);
    orders.forEach(other.tell);
  };
  try {
    worker =
      place === undefined
        ? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
        : new Worker(place, { type: 'module' });
    let isHeard = false;
    worker.onmessage = ({ data }) => {
      isHeard = true;
      hear(data as Report);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (isHeard) fail(new Error(event.message));
      else fallBack();
    };
  } catch {
    queueMicrotask(fallBack);
  }
  return {
    tell: (order) => {
      orders.push(order);
      worker?.postMessage(order);
      other?.tell(order);
    },
    close: () => {
      worker?.terminate();
      other?.close();
    },
  };
};

/** A line to a solver that works in slices of some milliseconds where its caller does. */
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
