// The solver behind messages: the script of a worker, or a module that works beside its caller.

import { type Progress, solveTask, type Task } from './solver.js';
import type { State } from './state.js';

export { KERNELS, type Kernel, type KernelName, makeKernel } from './kernels.js';
export type { Progress, Task } from './solver.js';
export type { State } from './state.js';

/** The messages to a solver: first a task. */
export type Order = Task | 'pause' | 'resume' | 'stop';
/** The answers of a solver: its progress, sometimes with a state, and at the end the stamp or the error. */
export type Report = { progress: Progress; state?: State } | { stamp: Uint8Array } | { error: string; name: string };

/** One end of a line between a solver and whom it works for. */
export interface Port {
  post(report: Report): void;
  /** Calls `hear` for each order from now on. */
  listen(hear: (order: Order) => void): void;
}

/** The interval of its reports, and which of the reports have a state. */
const REPORT_MS = 100;
const STATES = 5;

/** Solves the tasks that it gets. */
export function serve(port: Port): void {
  let [paused, isStopped]: [Promise<void> | null, boolean] = [null, false];
  let release = () => {};
  const turns = new MessageChannel();
  const turn = () =>
    new Promise<unknown>((next) => {
      turns.port1.onmessage = next;
      turns.port2.postMessage(0);
    });
  const solve = async (task: Task) => {
    let [told, reports] = [-REPORT_MS, 0];
    try {
      const stamp = await solveTask(task, {
        turn: async () => {
          await turn();
          await paused;
          if (isStopped) throw new Error('stopped');
        },
        progress: (progress, state) => {
          const now = performance.now();
          if (now - told < REPORT_MS) return;
          told = now;
          reports += 1;
          port.post(reports % STATES ? { progress } : { progress, state: state() });
        },
      });
      port.post({ stamp });
    } catch (error) {
      const { message, name } = error as Error;
      port.post({ error: message, name });
    }
    turns.port1.close();
  };
  port.listen((order) => {
    if (order === 'pause') {
      paused ??= new Promise((resolve) => (release = resolve));
    } else if (typeof order === 'string') {
      isStopped ||= order === 'stop';
      paused = null;
      release();
    } else {
      void solve(order);
    }
  });
}

// By its name, since somebody else's worker may import this.
if ('WorkerGlobalScope' in globalThis && self.name === 'heliast-stamp') {
  serve({
    post: (report) => (self as unknown as Worker).postMessage(report),
    listen: (hear) => self.addEventListener('message', ({ data }) => hear(data as Order)),
  });
}
