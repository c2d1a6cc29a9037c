// Groups of unknown order, and RSA's modulo ±1 (spec/group.md): (Z/N)* / {±1} for a modulus whose factors nobody knows.

import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { concat, H, integer, requireLength, tag, uint } from './bytes.js';
import { Malformed, Misuse } from './errors.js';
import type { Form } from './forms.js';
import { bitLength, gcd, mod, modPow2, root } from './numbers.js';
import { isStrongProbablePrime, primesBelow, smallFactor } from './prime.js';

/** In RSA's group the smaller member of a class, 1 <= x <= (N-1)/2; in a class group a reduced form; of roots a number, 1 <= x <= p-1. */
export type Element = bigint | Form;

/** The group of a delay's elements. Elements of one group have no meaning in another. */
export interface DelayGroup<E extends Element = Element> {
  readonly kind: 'rsa' | 'class' | 'roots';
  /** Of the modulus, the discriminant or the prime. */
  readonly bits: number;
  /** L, bytes of an encoded element. */
  readonly length: number;
  /** 32 bytes that name the group. */
  readonly id: Uint8Array;
  encode(x: E): Uint8Array;
  /** The element of some bytes, or {@link Malformed}. In RSA's group, {@link Group.requireUnits} checks that it is a unit. */
  decode(bytes: Uint8Array, name?: string): E;
}

/** A group in which delays of squarings are proved. */
export interface Group<E extends Element = Element> extends DelayGroup<E> {
  readonly kind: 'rsa' | 'class';
  /** Checks that all of them have inverses. */
  requireUnits(...elements: E[]): void;
  /** Checks that no element of low order is known, with which false proofs could be made: throws `Invalid`. */
  requireSound(): void;
  isEqual(x: E, y: E): boolean;
  isIdentity(x: E): boolean;
  /** x^i · y^j; 0 <= i, j. */
  power2(x: E, i: bigint, y: E, j: bigint): E;
  /** The element that a message hashes to under a domain of 1 to 200 bytes (UTF-8). */
  hash(domain: string, message: Uint8Array): E;
}

export class RsaGroup implements Group<bigint> {
  readonly kind = 'rsa';
  /** N. */
  readonly modulus: bigint;
  readonly bits: number;
  readonly length: number;
  readonly id: Uint8Array;

  /** Throws {@link Malformed} unless the modulus passes for one whose order is unknown, as far as that is cheap to see. */
  constructor(modulus: bigint, minimumBits = 2048) {
    checkModulus(modulus, minimumBits);
    this.modulus = modulus;
    this.bits = bitLength(modulus);
    this.length = Math.ceil(this.bits / 8);
    this.id = H(tag('heliast/group/rsa/v1'), uint(this.length, 4), uint(modulus, this.length));
  }

  /** The element of the class of any integer. */
  canonical(value: bigint): bigint {
    const x = mod(value, this.modulus);
    return 2n * x > this.modulus ? this.modulus - x : x;
  }

  encode(x: bigint): Uint8Array {
    return uint(x, this.length);
  }

  decode(bytes: Uint8Array, name = 'element'): bigint {
    requireLength(bytes, this.length, name);
    const x = integer(bytes);
    if (x === 0n || 2n * x > this.modulus) throw new Malformed(`${name}: not canonical`);
    return x;
  }

  /** One gcd for all of them. */
  requireUnits(...elements: bigint[]): void {
    const product = elements.reduce((a, b) => (a * b) % this.modulus, 1n);
    if (gcd(product, this.modulus) !== 1n) throw new Malformed('not a unit');
  }

  /** A modulus does not reveal elements of low order. */
  requireSound(): void {}

  isEqual(x: bigint, y: bigint): boolean {
    return x === y;
  }

  isIdentity(x: bigint): boolean {
    return x === 1n;
  }

  power2(x: bigint, i: bigint, y: bigint, j: bigint): bigint {
    return this.canonical(modPow2(x, i, y, j, this.modulus));
  }

  hash(domain: string, message: Uint8Array): bigint {
    const full = concat(utf8ToBytes('heliast/hash-to-group/rsa/v1/'), requireDomain(domain));
    for (let counter = 0; ; counter++) {
      const input = concat(this.id, uint(counter, 4), message);
      const x = integer(expand_message_xmd(input, full, this.length + 16, sha256)) % this.modulus;
      if (gcd(x, this.modulus) === 1n && x !== 1n && x !== this.modulus - 1n) return this.canonical(x);
    }
  }
}

/** Checks that something is a group. */
export function requireGroup(group: Group): void {
  if (typeof group?.decode !== 'function') throw new Misuse('a group is an RsaGroup or a ClassGroup');
}

/** The bytes of a domain of {@link Group.hash}. */
export function requireDomain(domain: string): Uint8Array {
  const bytes = utf8ToBytes(domain);
  if (bytes.length < 1 || bytes.length > 200) throw new Misuse('a domain has 1 to 200 bytes');
  return bytes;
}

const SMALL_FACTOR_BITS = 16;

/** Checks that a minimum is a whole number: no comparison with `NaN` is true, so that it would let everything pass. */
export function requireBits(minimumBits: number): void {
  if (!Number.isInteger(minimumBits) || minimumBits < 0) throw new Misuse('the minimum of bits is a whole number');
}

function checkModulus(n: bigint, minimumBits: number): void {
  requireBits(minimumBits);
  if (typeof n !== 'bigint') throw new Misuse('a modulus is a bigint');
  const bits = n < 0n ? 0 : bitLength(n);
  if (bits < 256 || bits > 8192) throw new Malformed(`modulus has ${bits} bits, not 256 to 8192`);
  if ((n & 1n) === 0n) throw new Malformed('modulus is even');
  if (bits < minimumBits) throw new Malformed(`modulus has ${bits} bits, fewer than ${minimumBits}`);
  const primes = primesBelow(2 ** SMALL_FACTOR_BITS);
  const factor = smallFactor(n, primes);
  if (factor !== undefined) throw new Malformed(`modulus has the small factor ${factor}`);
  // Its factors have more than 16 bits, so that exponents are below bits / 16; a power with a composite exponent is one with a prime exponent.
  for (const k of primes.filter((p) => p * SMALL_FACTOR_BITS <= bits)) {
    if (root(n, k) ** BigInt(k) === n) throw new Malformed(`modulus is a power with exponent ${k}`);
  }
  if (isStrongProbablePrime(n, 2n)) throw new Malformed('modulus is prime');
}
