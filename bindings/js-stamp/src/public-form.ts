// The parts of the public form in addition to squarings: the number to square, the challenge prime, and the digits of the proof
// (spec/group.md, spec/hash-to-prime.md, spec/wesolowski.md).

import { bytesOf, concat, number, tag, utf8 } from './bytes.js';
import { canonical, type Challenge, encode } from './challenge.js';
import { sha256 } from './sha256.js';

/** The suite hinted, SHA-256, 264 bits. */
const SUITE = Uint8Array.of(3, 0, 1, 8);
const PRIME_BITS = 264;
export const PRIME_BYTES = PRIME_BITS / 8;
const HINTS = 8 * PRIME_BITS;

const groupId = ({ length, modulus }: Challenge): Uint8Array =>
  sha256(concat(tag('heliast/group/rsa/v1'), bytesOf(length, 4), bytesOf(modulus, length)));

/** x, to which the terms hash. For a modulus of 1,024 bits the first try is a unit other than ±1. */
export function input(challenge: Challenge): bigint {
  const message = concat(groupId(challenge), bytesOf(0, 4), challenge.terms);
  const domain = utf8('heliast/hash-to-group/rsa/v1/heliast/stamp/input/v1');
  return canonical(challenge, number(expand(message, domain, challenge.length + 16)));
}

/** expand_message_xmd with SHA-256 (RFC 9380, section 5.3.1). */
function expand(message: Uint8Array, domain: Uint8Array, length: number): Uint8Array {
  const end = concat(domain, Uint8Array.of(domain.length));
  const first = sha256(concat(new Uint8Array(64), message, bytesOf(length, 2), Uint8Array.of(0), end));
  const parts: Uint8Array[] = [];
  let before = new Uint8Array(32);
  for (let i = 1; 32 * (i - 1) < length; i++) {
    before = sha256(concat(before.map((byte, at) => byte ^ first[at]!), Uint8Array.of(i), end));
    parts.push(before);
  }
  return concat(...parts).subarray(0, length);
}

/** The first prime candidate l, and its counter. */
export function drawPrime(challenge: Challenge, x: bigint, y: bigint): { l: bigint; counter: number } {
  const statement = concat(bytesOf(challenge.t, 8), bytesOf(challenge.length, 4), encode(challenge, x), encode(challenge, y));
  const transcript = concat(tag('heliast/wesolowski/v1'), SUITE, groupId(challenge), statement);
  const prefix = concat(transcript, new Uint8Array(-transcript.length & 127));
  for (let counter = 0; counter < HINTS; counter++) {
    const l = candidate(prefix, counter);
    if (isPrime(l)) return { l, counter };
  }
  throw new Error('no candidate is prime');
}

/** The primes by which candidates are sieved. */
const SIEVE = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n];
const PRODUCT = SIEVE.reduce((a, p) => a * p);
const TOTIENT = SIEVE.reduce((a, p) => a * (p - 1n), 1n);

function candidate(prefix: Uint8Array, counter: number): bigint {
  const digest = (j: number) => sha256(concat(prefix, bytesOf(counter, 4), Uint8Array.of(j)));
  const stream = concat(digest(0), digest(1), digest(2));
  const c = number(stream.subarray(0, PRIME_BYTES));
  return c - (c % PRODUCT) + coprime(number(stream.subarray(64, 80)) % TOTIENT);
}

/** The residue r with r = a_j mod p_j, where a_j − 1 are the digits of v in mixed radix. */
function coprime(v: bigint): bigint {
  let [r, product] = [0n, 1n];
  for (const p of SIEVE) {
    const a = (1n + (v % (p - 1n))) % p;
    v /= p - 1n;
    while (r % p !== a) r += product;
    product *= p;
  }
  return r;
}

/**
 * A strong probable prime to base 2, of an odd number. The checker runs a Lucas test, too. A number from a hash for
 * which the two tests differ is less likely than a broken computer, and would be refused, not believed.
 */
function isPrime(n: bigint): boolean {
  if (n >> BigInt(PRIME_BITS)) return false;
  let [d, twos] = [n >> 1n, 1];
  for (; !(d & 1n); d >>= 1n) twos += 1;
  let x = power(2n, d, n);
  if (x === 1n) return true;
  for (; twos > 0; twos--, x = (x * x) % n) if (x === n - 1n) return true;
  return false;
}

function power(base: bigint, exponent: bigint, n: bigint): bigint {
  let value = 1n;
  for (const bit of exponent.toString(2)) {
    value = (value * value) % n;
    if (bit === '1') value = (value * base) % n;
  }
  return value;
}

/** The most checkpoints, which a page keeps in its tab's storage. */
const MOST_CHECKPOINTS = 512;
/**
 * Bits of a digit: κ. With so many checkpoints a proof takes t/κ · (1 + 2^(κ+1) / 512) products, the fewest for κ = 6,
 * whatever t is.
 */
export const KAPPA = 6;

/** The parameters of a proof: a checkpoint at each κ·γ squarings. */
export const gammaOf = (t: number): number => Math.ceil(t / (MOST_CHECKPOINTS * KAPPA));

/**
 * The digits b_i of floor(2^t / l) with i = j modulo γ, the lowest first: b_i = floor(2^κ · (2^(t − κ(i+1)) mod l) /
 * l). Taking one j at a time needs no memory that grows with t.
 */
export function quotientDigits(t: number, l: bigint, j: number): number[] {
  const gamma = gammaOf(t);
  const count = Math.ceil((Math.floor(t / KAPPA) - j) / gamma);
  const step = power(2n, BigInt(KAPPA * gamma), l);
  let rest = power(2n, BigInt(t - KAPPA * (j + gamma * (count - 1) + 1)), l);
  const all = new Array<number>(count);
  for (let m = count - 1; m >= 0; m--) {
    all[m] = Number((rest << BigInt(KAPPA)) / l);
    rest = (rest * step) % l;
  }
  return all;
}
