// Discriminants of class groups, and those that come from a seed (spec/class-group.md).

import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ascii, concat, integer, toHex, uint } from './bytes.js';
import { Malformed } from './errors.js';
import { bitLength } from './numbers.js';
import { isPrime } from './prime.js';

const [MINIMUM_BITS, MAXIMUM_BITS] = [256, 4096];
const MINIMUM_SEED = 32;

/** Those that passed last, the oldest first: finding one takes as long as verifying many rounds. */
const known = new Set<bigint>();
const found = new Map<string, bigint>();
const KEPT = 8;

/** Checks that -magnitude is a negative prime that is 1 modulo 8. */
export function checkDiscriminant(magnitude: bigint, minimumBits: number): void {
  const bits = magnitude < 0n ? 0 : bitLength(magnitude);
  const least = Math.max(MINIMUM_BITS, minimumBits);
  if (bits < least || bits > MAXIMUM_BITS) throw new Malformed(`discriminant has ${bits} bits, not ${least} to ${MAXIMUM_BITS}`);
  if ((magnitude & 7n) !== 7n) throw new Malformed(`discriminant is -${magnitude & 7n} modulo 8, not -7`);
  if (known.has(magnitude)) return;
  if (!isPrime(magnitude)) throw new Malformed('discriminant is composite');
  keep(known, () => known.add(magnitude));
}

/** |D| of this many bits, the first prime that the seed gives. */
export function discriminantFromSeed(seed: Uint8Array, bits: number): bigint {
  if (seed.length < MINIMUM_SEED) throw new Malformed(`seed of ${seed.length} bytes, not ${MINIMUM_SEED} or more`);
  if (!Number.isInteger(bits) || bits % 32 !== 0 || bits < MINIMUM_BITS || bits > MAXIMUM_BITS) throw new Malformed(`no discriminants of ${bits} bits`);
  const name = `${bits} ${toHex(seed)}`;
  const before = found.get(name);
  if (before !== undefined) return before;
  const magnitude = search(seed, bits);
  keep(found, () => found.set(name, magnitude));
  keep(known, () => known.add(magnitude));
  return magnitude;
}

function search(seed: Uint8Array, bits: number): bigint {
  const dst = ascii('heliast/class-discriminant/v1');
  for (let counter = 0; ; counter++) {
    const message = concat(uint(bits, 4), uint(counter, 4), seed);
    const magnitude = integer(expand_message_xmd(message, dst, bits / 8, sha256)) | (1n << BigInt(bits - 1)) | 7n;
    if (isPrime(magnitude)) return magnitude;
  }
}

/** Adds to a cache, from which the oldest entry is removed. */
function keep(cache: Set<bigint> | Map<string, bigint>, add: () => void): void {
  add();
  if (cache.size > KEPT) (cache as { delete(key: unknown): void }).delete(cache.keys().next().value);
}
