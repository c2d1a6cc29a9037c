// Hash to prime (spec/hash-to-prime.md).

import { sha256 } from '@noble/hashes/sha2.js';
import { concat, integer, uint } from './bytes.js';
import { Invalid, Malformed, Misuse } from './errors.js';
import { isPrime } from './prime.js';

/** The way in which candidates are formed, and the choice among them. */
export const MODES = { plain: 0, sieved: 1, 'sieved-full': 2, hinted: 3 } as const;
export type Mode = keyof typeof MODES;

/** A hash function with which candidates are drawn. */
export interface PrimeHash {
  readonly name: string;
  readonly id: number;
  /** Bytes of a digest. */
  readonly length: number;
  start(): Hashing;
}

/** A hash that is under way. */
export interface Hashing {
  update(bytes: Uint8Array): Hashing;
  clone(): Hashing;
  digest(): Uint8Array;
}

export const SHA_256: PrimeHash = { name: 'sha-256', id: 0, length: 32, start: () => sha256.create() };

/** The parameters of challenge primes: their mode, hash function and bits k. */
export interface Suite {
  readonly mode: Mode;
  readonly hash: PrimeHash;
  readonly bits: number;
}

/** The suite of a mode's and bits' numbers; `hash` belongs to the number between them. */
export function suiteOf(mode: number, hash: PrimeHash, bits: number): Suite {
  const name = (Object.keys(MODES) as Mode[]).find((name) => MODES[name] === mode);
  if (name === undefined) throw new Malformed(`mode out of range: ${mode}`);
  if (!bitsExist(name, bits)) throw new Malformed(`prime bits out of range: ${bits}`);
  return { mode: name, hash, bits };
}

export const bitsExist = (mode: Mode, bits: number): boolean =>
  mode === 'hinted' ? bits >= 136 && bits <= 520 && bits % 16 === 8 : bits >= 128 && bits <= 512 && bits % 8 === 0;

export const encodeSuite = ({ mode, hash, bits }: Suite): Uint8Array =>
  concat(uint(MODES[mode], 1), uint(hash.id, 1), uint(bits, 2));

/** Bits of security. */
export function level({ mode, bits }: Suite): number {
  const lost = { plain: 0, sieved: 56, 'sieved-full': 0, hinted: 8 };
  return (bits - lost[mode]) / 2;
}

/** The upper bound of hints. */
export const hintBound = ({ bits }: Suite): number => 8 * bits;

/** The prime and the counter that gave it. */
export interface Drawn {
  prime: bigint;
  counter: number;
}

/** The first prime candidate. */
export function hashToPrime(suite: Suite, prefix: Uint8Array): Drawn {
  const candidate = candidates(suite, prefix);
  const bound = suite.mode === 'hinted' ? hintBound(suite) : 2 ** 32;
  for (let counter = 0; counter < bound; counter++) {
    const prime = candidate(counter);
    if (isCandidatePrime(suite, prime)) return { prime, counter };
  }
  throw new Invalid('no prime: all counters fail');
}

/** The prime that a prover's hint names. */
export function hintedPrime(suite: Suite, prefix: Uint8Array, hint: number): bigint {
  if (suite.mode !== 'hinted' || hint >= hintBound(suite)) throw new Malformed(`hint out of range: ${hint}`);
  const prime = candidates(suite, prefix)(hint);
  if (!isCandidatePrime(suite, prime)) throw new Invalid('hint names no prime');
  return prime;
}

const isCandidatePrime = ({ bits }: Suite, value: bigint): boolean => value < 1n << BigInt(bits) && isPrime(value);

/** The primes by which candidates are sieved. */
const SIEVE = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n];
const PRODUCT = SIEVE.reduce((a, p) => a * p, 1n);
const TOTIENT = SIEVE.reduce((a, p) => a * (p - 1n), 1n);

/** The candidate of each counter. The prefix is hashed once. */
export function candidates({ mode, hash, bits }: Suite, prefix: Uint8Array): (counter: number) => bigint {
  if (!bitsExist(mode, bits)) throw new Misuse(`there is no suite of ${bits} bits`);
  const start = hash.start().update(prefix).update(new Uint8Array(-prefix.length & 127));
  const at = 32 * Math.ceil(bits / 256);
  const needed = mode === 'plain' || mode === 'sieved' ? bits / 8 : at + 16;
  return (counter) => {
    const stream = new Uint8Array(needed + hash.length);
    for (let j = 0; j * hash.length < needed; j++) {
      stream.set(start.clone().update(concat(uint(counter, 4), uint(j, 1))).digest(), j * hash.length);
    }
    const c = integer(stream.subarray(0, bits / 8));
    if (mode === 'plain') return c;
    const r = mode === 'sieved' ? 1n : coprimeResidue(integer(stream.subarray(at, at + 16)) % TOTIENT);
    return (c / PRODUCT) * PRODUCT + r;
  };
}

/** The residue r modulo the product of the sieve with r = a_j mod p_j, where a_j - 1 are the digits of v in mixed radix. */
export function coprimeResidue(v: bigint): bigint {
  let [r, product] = [0n, 1n];
  for (const p of SIEVE) {
    const a = 1n + (v % (p - 1n));
    v /= p - 1n;
    while (r % p !== a % p) r += product;
    product *= p;
  }
  return r;
}
