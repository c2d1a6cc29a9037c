// The data by which a round is checked: the parameters of its chain, and the state after the round before (spec/round.md).

import { Keys } from './announcement.js';
import { Misuse } from './errors.js';
import type { Genesis } from './genesis.js';

/** The parameters of a chain. */
export interface Fixed {
  readonly genesis: Genesis;
  /** 32 bytes that name the chain. */
  readonly id: Uint8Array;
}

/** The state on which the next round builds. */
export interface Tip {
  /** The number of the last round; 0 before round 1. */
  readonly round: bigint;
  /** Its time; null before round 1, and where it is unknown. */
  readonly timeMs: bigint | null;
  /** Q of the next round. */
  readonly seed: Uint8Array;
  /** The participants' keys, and the members: `keys.members`. */
  readonly keys: Keys;
}

/** Checks that a caller's tip has all values with which a round is compared: a missing one would be ignored. Throws `Misuse`. */
export function requireTip(tip: Tip): void {
  const { round, timeMs, seed, keys } = tip ?? {};
  const hasTime = timeMs === null || typeof timeMs === 'bigint';
  const isTip = typeof round === 'bigint' && hasTime && seed instanceof Uint8Array && seed.length === 32 && keys instanceof Keys;
  if (!isTip) throw new Misuse('a tip is chain.start, or the tip of a round that was verified');
}
