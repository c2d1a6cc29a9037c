// The step forward, which this package has no use for: what tests make their own chains of roots with (spec/roots.md).

import { modPow } from '../dist/numbers.js';

/** step(x) modulo p, by a power. */
export function stepOf(p, x) {
  const own = x % 2n === 1n ? x + 1n : x - 1n;
  const root = modPow(own, (p + 1n) / 4n, p);
  const isSquare = (root * root) % p === own;
  return (root % 2n === 0n) === isSquare ? root : p - root;
}

/** x, step(x), ..., step^t(x). */
export function stepsFrom(p, x, t) {
  const ends = [x];
  while (ends.length <= t) ends.push(stepOf(p, ends.at(-1)));
  return ends;
}
