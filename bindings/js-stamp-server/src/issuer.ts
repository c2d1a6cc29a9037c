// Who gives out challenges and checks stamps: the private form and the public one have one shape.

import type { Expected, Paid, Terms } from './terms.js';

export interface Issuer {
  /** Makes ready for delays of these squarings. It gives way to other work now and then. */
  prepare(delays: readonly number[]): Promise<void>;
  /** The bytes of the challenge of some terms. Throws `Misuse` where it is not ready for their delay. */
  challenge(terms: Terms): Uint8Array;
  /** What a stamp is worth; it is still to be spent. Throws {@link Refusal}. */
  check(stamp: Uint8Array, expected: Expected): Paid;
}
