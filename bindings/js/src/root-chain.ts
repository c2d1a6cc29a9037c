// Chains of square roots (spec/roots.md), on elements: y = step^t(x) is verified from its end, in segments that do not need each other.

import { Invalid } from './errors.js';
import { type RootField, stepsBack } from './root-field.js';

/** y = step^t(x), if it is true. */
export interface Statement {
  readonly x: bigint;
  readonly y: bigint;
  readonly t: bigint;
}

export const MAX_STEPS = (1n << 40n) - 1n;
export const MAX_SEGMENTS = 256;

/** y_1 to y_(s-1). */
export const decodePoints = (field: RootField, bytes: Uint8Array): bigint[] =>
  Array.from({ length: bytes.length / field.length }, (_, i) => field.decode(bytes.subarray(i * field.length, (i + 1) * field.length), `y_${i + 1}`));

/** Returns if t steps lead from x over y_1 to y_(s-1), which end the segments, to y. */
export function check(field: RootField, { x, y, t }: Statement, points: readonly bigint[]): void {
  checkSteps(t, points.length + 1);
  const ends = [x, ...points, y];
  for (const i of randomOrder(points.length + 1)) {
    const steps = place(t, points.length + 1, i + 1) - place(t, points.length + 1, i);
    if (stepsBack(field.prime, ends[i + 1]!, Number(steps)) !== ends[i]) throw new Invalid('roots: false segment');
  }
}

function checkSteps(t: bigint, segments: number): void {
  if (t < 1n || t > MAX_STEPS) throw new Invalid(`t out of range: ${t}`);
  if (t < segments) throw new Invalid(`${t} steps are too few for ${segments} segments`);
}

/** T_i: the steps before segment i + 1. */
const place = (t: bigint, segments: number, i: number): bigint => (BigInt(i) * t) / BigInt(segments);

/** The numbers below `count`, shuffled: a prover who falsifies one segment cannot make it the last one that is verified. */
function randomOrder(count: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
