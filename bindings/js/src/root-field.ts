// Fields of square roots modulo a safe prime, and their step backwards (spec/roots.md).
//
// A step is ρ(σ(x)): σ exchanges 1 and 2, 3 and 4, ..., and ρ takes the even root of a square x, and of any other x the odd root of -x. So one
// squaring undoes a step: σ(y²) for even y, σ(-y²) for odd y.

import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ascii, concat, H, integer, requireBytes, requireLength, tag, uint } from './bytes.js';
import { Invalid, Malformed, Misuse } from './errors.js';
import type { DelayGroup } from './group.js';
import { bitLength } from './numbers.js';
import { isPrime } from './prime.js';

/** Bits of a prime. 1024 are for tests: they are too few. */
const SIZES: readonly number[] = [1024, 2048, 3072];
const [MINIMUM_SEED, MAXIMUM_SEED] = [32, 255];
const COUNTERS = 1 << 24;

/** The numbers below a prime p without 0; p is 11 modulo 12, and (p - 1)/2 is prime, too. */
export class RootField implements DelayGroup<bigint> {
  readonly kind = 'roots';
  /** p. */
  readonly prime: bigint;
  readonly bits: number;
  readonly length: number;
  readonly id: Uint8Array;
  /** The seed from which p follows, with {@link counter}. */
  readonly seed: Uint8Array;
  readonly counter: number;

  /** Tests both primes. Throws `Malformed` for bits, a seed or a counter that no field has, `Invalid` where they give no safe prime. */
  constructor(bits: number, seed: Uint8Array, counter: number) {
    requireBytes(seed, 'seed');
    checkTerms(bits, seed.length, counter);
    this.prime = safePrime(bits, seed, counter);
    this.bits = bits;
    this.length = bits / 8;
    this.id = H(tag('heliast/roots/field/v1'), uint(bits, 4), uint(this.prime, this.length));
    this.seed = seed.slice();
    this.counter = counter;
  }

  encode(x: bigint): Uint8Array {
    return uint(x, this.length);
  }

  decode(bytes: Uint8Array, name = 'element'): bigint {
    requireLength(bytes, this.length, name);
    const x = integer(bytes);
    if (x === 0n || x >= this.prime) throw new Malformed(`${name}: not canonical`);
    return x;
  }

  /** The input of the chain of roots that a message fixes. */
  hash(message: Uint8Array): bigint {
    const bytes = expand_message_xmd(concat(this.id, message), ascii('heliast/roots-input/v1'), this.length + 16, sha256);
    return 1n + (integer(bytes) % (this.prime - 1n));
  }
}

/** Checks that a field can have this many bits, a seed of this many bytes and this counter. */
export function checkTerms(bits: number, seedLength: number, counter: number): void {
  if (!SIZES.includes(bits)) throw new Malformed(`no fields of ${bits} bits`);
  const isSeed = seedLength >= MINIMUM_SEED && seedLength <= MAXIMUM_SEED;
  if (!isSeed) throw new Malformed(`seed of ${seedLength} bytes, not ${MINIMUM_SEED} to ${MAXIMUM_SEED}`);
  if (!Number.isInteger(counter) || counter < 0 || counter >= COUNTERS) throw new Malformed(`counter out of range: ${counter}`);
}

function safePrime(bits: number, seed: Uint8Array, counter: number): bigint {
  const u = expand_message_xmd(concat(uint(bits, 4), seed), ascii('heliast/roots-prime/v1'), bits / 8, sha256);
  const b = integer(u) | (1n << BigInt(bits - 1));
  const p = b - (b % 12n) + 11n + 12n * BigInt(counter);
  if (bitLength(p) !== bits) throw new Invalid(`p has ${bitLength(p)} bits, not ${bits}`);
  if (!isPrime(p)) throw new Invalid('p is composite');
  if (!isPrime((p - 1n) / 2n)) throw new Invalid('(p - 1)/2 is composite');
  return p;
}

/** Checks that something is a field of roots. */
export function requireField(field: RootField): void {
  if (!(field instanceof RootField)) throw new Misuse('a field of roots is a RootField');
}

/** σ: exchanges 1 and 2, 3 and 4, ..., p - 2 and p - 1. */
export const sigma = (x: bigint): bigint => ((x & 1n) === 1n ? x + 1n : x - 1n);

/** The number that leads to `y` in this many steps modulo `p`; 0 < y < p. */
export function stepsBack(p: bigint, y: bigint, steps: number): bigint {
  for (let i = 0; i < steps; i++) {
    const square = (y * y) % p;
    y = sigma((y & 1n) === 0n ? square : p - square);
  }
  return y;
}
