// Votes from a VRF output (spec/sortition.md).

import { type Share, votesOf } from './binomial.js';
import { H, integer, tag, uint } from './bytes.js';
import { Misuse } from './errors.js';

export type { Share } from './binomial.js';

/**
 * Votes of an account: the smallest number whose cumulative probability reaches the digest of its VRF output, of 32 or 64 bytes, and key. Throws
 * `Misuse` for anything else than an output, a key and a share of three bigints.
 */
export function votes(output: Uint8Array, publicKey: Uint8Array, share: Share): bigint {
  for (const name of ['stake', 'total', 'expected'] as const) {
    if (typeof share?.[name] !== 'bigint') throw new Misuse(`sortition: ${name} is a bigint, such as 100n`);
  }
  return votesOf(digest(output, publicKey), share);
}

/** D, an integer below 2^256. */
function digest(output: Uint8Array, publicKey: Uint8Array): bigint {
  if (!(output instanceof Uint8Array && [32, 64].includes(output.length))) throw new Misuse('an output is 32 or 64 bytes, a Uint8Array');
  if (!(publicKey instanceof Uint8Array && publicKey.length < 1 << 16)) throw new Misuse('a key is a Uint8Array of at most 65535 bytes');
  const key = [uint(publicKey.length, 2), publicKey];
  return integer(H(tag('heliast/sortition/v1'), uint(output.length, 2), output, ...key));
}
