// The inverse of the binomial distribution from which votes are drawn (spec/sortition.md), in 128-bit integers.

import { Misuse } from './errors.js';
import { bitLength } from './numbers.js';

/** The total stake is less than this. */
export const TOTAL_LIMIT = 1n << 54n;

/** An account's stake, the total stake, and the average number of votes of a committee. */
export interface Share {
  readonly stake: bigint;
  readonly total: bigint;
  readonly expected: bigint;
}

/** The votes of a digest, an integer below 2^256. */
export function votesOf(digest: bigint, { stake, total, expected }: Share): bigint {
  const fits = stake >= 0n && stake <= total && total < TOTAL_LIMIT && expected >= 0n && expected < 1n << 32n;
  if (!fits) throw new Misuse('sortition: stake, total or expected out of range');
  if (stake === 0n || expected === 0n) return 0n;
  if (expected >= total) return stake;
  const q = total - expected;
  let probability = power(muldiv([1n << 127n, -127], q, total), stake);
  let cumulative = fix(probability);
  let j = 0n;
  while (digest > cumulative && j < stake) {
    probability = muldiv(muldiv(probability, stake - j, q), expected, j + 1n);
    j += 1n;
    const step = fix(probability);
    if (step === 0n && j * total > stake * expected) return j;
    cumulative += step;
  }
  return j;
}

/** [m, e] with 2^127 <= m < 2^128 stands for m·2^e. */
type Scaled = readonly [m: bigint, e: number];

function norm(z: bigint, e: number): Scaled {
  const excess = bitLength(z) - 128;
  return [excess >= 0 ? z >> BigInt(excess) : z << BigInt(-excess), e + excess];
}

const mul = ([m1, e1]: Scaled, [m2, e2]: Scaled): Scaled => norm(m1 * m2, e1 + e2);

export const muldiv = ([m, e]: Scaled, a: bigint, b: bigint): Scaled => norm((m * a * (1n << 64n)) / b, e - 64);

export function power(base: Scaled, exponent: bigint): Scaled {
  let acc = base;
  for (const bit of exponent.toString(2).slice(1)) {
    acc = mul(acc, acc);
    if (bit === '1') acc = mul(acc, base);
  }
  return acc;
}

/** floor(m·2^(e+256)) */
export function fix([m, e]: Scaled): bigint {
  const shift = e + 256;
  if (shift >= 0) return m << BigInt(shift);
  return shift <= -128 ? 0n : m >> BigInt(-shift);
}
