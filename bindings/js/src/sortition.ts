// Votes from a VRF output (spec/sortition.md).

import { type Share, votesOf } from './binomial.js';
import { H, integer, tag, uint } from './bytes.js';
import { Misuse } from './errors.js';

export type { Share } from './binomial.js';

/** Votes of an account: the smallest number whose cumulative probability reaches the digest of its VRF output and key. */
export const votes = (output: Uint8Array, publicKey: Uint8Array, share: Share): bigint => votesOf(digest(output, publicKey), share);

/** D, an integer below 2^256. */
function digest(output: Uint8Array, publicKey: Uint8Array): bigint {
  for (const bytes of [output, publicKey]) {
    const isLength = bytes instanceof Uint8Array && bytes.length < 1 << 16;
    if (!isLength) throw new Misuse('an output and a key have at most 65535 bytes each');
  }
  const key = [uint(publicKey.length, 2), publicKey];
  return integer(H(tag('heliast/sortition/v1'), uint(output.length, 2), output, ...key));
}
