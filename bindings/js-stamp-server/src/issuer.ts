// The issuer gives out challenges and checks stamps: the private form and the public one have one interface.

import type { Expected, Paid, Terms } from './terms.js';

export interface Issuer {
  /** Prepares for delays of these squarings. It lets other work run now and then. */
  prepare(delays: readonly number[]): Promise<void>;
  /** The bytes of the challenge of some terms. Throws `Misuse` if it is not prepared for their delay. */
  challenge(terms: Terms): Uint8Array;
  /** The value of a stamp, which is still to be spent. Throws {@link Refusal}. */
  check(stamp: Uint8Array, expected: Expected): Paid;
}
