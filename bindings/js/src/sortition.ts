// Votes from a VRF output (spec/sortition.md).

import { type Share, votesOf } from './binomial.js';
import { H, integer, tag, uint } from './bytes.js';

export type { Share } from './binomial.js';

/** Votes of an account: the smallest number whose cumulative probability reaches the digest of its VRF output and key. */
export const votes = (output: Uint8Array, publicKey: Uint8Array, share: Share): bigint => votesOf(digest(output, publicKey), share);

/** D, an integer below 2^256. */
function digest(output: Uint8Array, publicKey: Uint8Array): bigint {
  const key = [uint(publicKey.length, 2), publicKey];
  return integer(H(tag('heliast/sortition/v1'), uint(output.length, 2), output, ...key));
}
