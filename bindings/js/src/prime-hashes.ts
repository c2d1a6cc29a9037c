// The hash functions of hash-to-prime (spec/hash-to-prime.md). Chains have SHA-256 only, so the others stand apart.

import { blake2b } from '@noble/hashes/blake2.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { sha3_512 } from '@noble/hashes/sha3.js';
import type { Reader } from './bytes.js';
import { Malformed } from './errors.js';
import { type PrimeHash, SHA_256, type Suite, suiteOf } from './hash-to-prime.js';

export const SHA_512: PrimeHash = { name: 'sha-512', id: 1, length: 64, start: () => sha512.create() };
export const SHA3_512: PrimeHash = { name: 'sha3-512', id: 2, length: 64, start: () => sha3_512.create() };
export const BLAKE2B_512: PrimeHash = { name: 'blake2b-512', id: 3, length: 64, start: () => blake2b.create({ dkLen: 64 }) };
export const BLAKE3: PrimeHash = { name: 'blake3', id: 4, length: 64, start: () => blake3.create({ dkLen: 64 }) };

/** By their numbers. */
export const PRIME_HASHES: readonly PrimeHash[] = [SHA_256, SHA_512, SHA3_512, BLAKE2B_512, BLAKE3];

/** Any suite that a proof may have. */
export function readSuite(reader: Reader): Suite {
  const [mode, id, bits] = [reader.number(1, 'mode'), reader.number(1, 'hash'), reader.number(2, 'prime bits')];
  const hash = PRIME_HASHES[id];
  if (hash === undefined) throw new Malformed(`hash out of range: ${id}`);
  return suiteOf(mode, hash, bits);
}
