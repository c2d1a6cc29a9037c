// A stamp under way: its options, and the means to stop it.

import { fromBase64, Malformed } from './bytes.js';
import type { KernelName } from './kernels.js';
import type { Progress } from './solver.js';
import type { State } from './state.js';
import type { Order, Report } from './worker.js';

export interface Options {
  /** Told ten times a second how far it is. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Given twice a second what to pass as `resume` after a reload. */
  readonly onState?: ((state: State) => void) | undefined;
  /** Ends it: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** A state of this challenge, to go on from; any other is passed over. */
  readonly resume?: State | null | undefined;
  /** Whether it pauses while the page is hidden; false by default, since people look at other pages while they wait. */
  readonly pauseWhenHidden?: boolean | undefined;
  /** The kernel to take, in place of the fastest one. */
  readonly kernel?: KernelName | undefined;
  /** The address of the worker's script, or null to work in the caller's thread, in slices of some milliseconds. */
  readonly worker?: URL | string | null | undefined;
}

/** A stamp under way. */
export interface Solving {
  /** The stamp's bytes. */
  readonly stamp: Promise<Uint8Array>;
  readonly isPaused: boolean;
  pause(): void;
  resume(): void;
}

/** A line to a solver. */
export interface Line {
  tell(order: Order): void;
  close(): void;
}

/** Opens a line to the solver at a place; `fail` hears what keeps it from working. */
export type Connect = (place: Options['worker'], hear: (report: Report) => void, fail: (error: unknown) => void) => Line;

/** Begins with a challenge at the other end of a line. */
export function begin(connect: Connect, challenge: Uint8Array | string, options: Options): Solving {
  const bytes = typeof challenge === 'string' ? fromBase64(challenge) : challenge;
  const { signal, onProgress, onState } = options;
  const page = options.pauseWhenHidden ? globalThis.document : undefined;
  let [isPaused, isHidden] = [false, false];
  let tell = (_: Order) => {};
  const weigh = () => tell(isPaused || isHidden ? 'pause' : 'resume');
  const look = () => {
    isHidden = page?.hidden === true;
    weigh();
  };
  const stamp = new Promise<Uint8Array>((resolve, reject) => {
    signal?.throwIfAborted();
    let close = () => {};
    const end = (finish: () => void) => {
      close();
      tell = () => {};
      signal?.removeEventListener('abort', abort);
      page?.removeEventListener('visibilitychange', look);
      finish();
    };
    const abort = () => end(() => reject(signal?.reason));
    const hear = (report: Report) => {
      if ('progress' in report) {
        onProgress?.(report.progress);
        if (report.state) onState?.(report.state);
      } else if ('stamp' in report) {
        end(() => resolve(report.stamp));
      } else {
        end(() => reject(report.name === 'Malformed' ? new Malformed(report.error) : new Error(report.error)));
      }
    };
    const line = connect(options.worker, hear, (error) => end(() => reject(error)));
    ({ tell, close } = line);
    tell({ challenge: bytes, state: options.resume, kernel: options.kernel });
    signal?.addEventListener('abort', abort);
    page?.addEventListener('visibilitychange', look);
    if (page?.hidden) look();
  });
  const set = (to: boolean) => {
    isPaused = to;
    weigh();
  };
  return {
    stamp,
    get isPaused() {
      return isPaused;
    },
    pause: () => set(true),
    resume: () => set(false),
  };
}
