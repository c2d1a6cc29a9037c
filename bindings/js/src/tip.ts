// What a round is checked by: what its chain fixes, and the state after the round before (spec/round.md).

import type { Keys } from './announcement.js';
import type { Genesis } from './genesis.js';

/** What a chain fixes. */
export interface Fixed {
  readonly genesis: Genesis;
  /** 32 bytes that name the chain: pin them. */
  readonly id: Uint8Array;
}

/** What the next round builds on. */
export interface Tip {
  /** The number of the last round; 0 before round 1. */
  readonly round: bigint;
  /** Its time; null before round 1, and where it is unknown. */
  readonly timeMs: bigint | null;
  /** Q of the next round. */
  readonly seed: Uint8Array;
  /** The participants' keys, and who they are: `keys.members`. */
  readonly keys: Keys;
}
