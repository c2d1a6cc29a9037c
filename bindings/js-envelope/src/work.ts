// Locks that are opened by computing a delay: the solver of stamps does it in a worker, with its kernels, progress and
// states.

import { Misuse } from '@heliast/verify';
import { concat, uint } from '@heliast/verify/parts';
import { type Options, type Solving, start } from '@heliast/stamp';
import { type Lock, unwrap } from './lock.js';

/** The length of a challenge's terms with its seal, before the modulus. */
const HEAD = 142;

/** A lock whose delay is being computed. */
export interface Working extends Omit<Solving, 'stamp'> {
  /** The file key. */
  readonly fileKey: Promise<Uint8Array>;
}

/**
 * A challenge of stamps (spec/stamp.md, private form) that asks for this lock's squarings: for `<heliast-stamp challenge="...">`, whose stamp
 * {@link openWithStamp} takes. No issuer gives it out, and no server accepts its stamp.
 */
export function challengeOf(lock: Lock): Uint8Array {
  const { group } = lock.place;
  if (!('modulus' in group)) throw new Misuse('only locks in the group of a modulus are worked off here: take the program');
  const head = new Uint8Array(HEAD);
  head.set([72, 76, 83, 84, 1]);
  head.set(uint(lock.t, 8), 22);
  return concat(head, uint(group.length, 4), uint(group.modulus as bigint, group.length), lock.x);
}

/** The file key, by the stamp of a lock's challenge. */
export const openWithStamp = (lock: Lock, stamp: Uint8Array): Uint8Array => unwrap(lock, stamp.subarray(HEAD));

/** Begins to compute a lock's delay, with the options of stamps: progress, states to resume from, a signal, the
 * worker. */
export function work(lock: Lock, options: Options = {}): Working {
  const solving = start(challengeOf(lock), options);
  return {
    fileKey: solving.stamp.then((stamp) => openWithStamp(lock, stamp)),
    get isPaused() {
      return solving.isPaused;
    },
    pause: () => solving.pause(),
    resume: () => solving.resume(),
  };
}
