// Votes from a VRF output (spec/sortition.md): the lottery's binomial distribution in 128-bit integers.

import { fromBytes, toBytes } from './numbers.js';
import { sha256, tag } from './hashing.js';

/** Votes of an account: the smallest j whose cumulative probability reaches the output's digest. */
export async function votes(output, publicKey, stake, total, expected) {
  if (expected >= total) return stake;
  const digest = fromBytes(
    await sha256(tag('heliast/sortition/v1'), toBytes(output.length, 2), output, toBytes(publicKey.length, 2), publicKey),
  );
  const q = total - expected;
  let probability = power(muldiv([1n << 127n, -127], q, total), stake);
  let cumulative = fixed(probability);
  let j = 0n;
  while (digest > cumulative && j < stake) {
    probability = muldiv(muldiv(probability, stake - j, q), expected, j + 1n);
    j += 1n;
    const step = fixed(probability);
    if (step === 0n && j * total > stake * expected) return j;
    cumulative += step;
  }
  return j;
}

/** [m, e] with 2^127 <= m < 2^128 stands for m·2^e. */
function norm(z, e) {
  const excess = z.toString(2).length - 128;
  return [excess >= 0 ? z >> BigInt(excess) : z << BigInt(-excess), e + excess];
}

const mul = ([m1, e1], [m2, e2]) => norm(m1 * m2, e1 + e2);
const muldiv = ([m, e], a, b) => norm((m * a * (1n << 64n)) / b, e - 64);

function power(base, exponent) {
  let acc = base;
  for (const bit of exponent.toString(2).slice(1)) {
    acc = mul(acc, acc);
    if (bit === '1') acc = mul(acc, base);
  }
  return acc;
}

/** floor(m·2^(e+256)) */
function fixed([m, e]) {
  const shift = e + 256;
  if (shift >= 0) return m << BigInt(shift);
  return shift <= -128 ? 0n : m >> BigInt(-shift);
}
