// The work done for a stamp, so that it continues after a reload of the page. It belongs to one challenge.

import { bytesOf, concat, fromBase64, number, toBase64 } from './bytes.js';
import { type Challenge, encode } from './challenge.js';
import { gammaOf, KAPPA } from './public-form.js';

/** To be kept as it is: it survives JSON. */
export interface State {
  readonly version: 1;
  /** The challenge's bytes in base64. */
  readonly challenge: string;
  /** Squarings that are done. */
  readonly done: number;
  /** The number after them, in base64. */
  readonly x: string;
  /** In the public form: what the proof will be made of, one element behind the other in base64. */
  readonly checkpoints?: string;
}

/** The point at which squaring begins or continues. */
export interface Start {
  done: number;
  x: bigint;
  checkpoints: bigint[];
}

export const stateOf = (challenge: Challenge, { done, x, checkpoints }: Start): State => ({
  version: 1,
  challenge: toBase64(challenge.bytes),
  done,
  x: toBase64(bytesOf(x, challenge.length)),
  ...(challenge.form === 'public' && { checkpoints: toBase64(concat(...checkpoints.map((c) => encode(challenge, c)))) }),
});

/** The point at which a state continues; null for a state of another challenge, or for invalid bytes. */
export function startOf(challenge: Challenge, state: unknown): Start | null {
  try {
    const { version, challenge: text, done, x: last, checkpoints: kept } = state as State;
    const whole = Number.isSafeInteger(done) && done >= 0 && done <= challenge.t;
    if (version !== 1 || text !== toBase64(challenge.bytes) || !whole) return null;
    const [x, ...more] = elements(challenge, last);
    if (x === undefined || more.length > 0) return null;
    if (challenge.form === 'private') return { done, x, checkpoints: [] };
    const checkpoints = elements(challenge, kept!);
    // One before each squaring whose number is a multiple of the spacing.
    return checkpoints.length === Math.ceil(done / (KAPPA * gammaOf(challenge.t))) ? { done, x, checkpoints } : null;
  } catch {
    return null;
  }
}

function elements({ length, modulus }: Challenge, text: string): bigint[] {
  const bytes = fromBase64(text);
  if (bytes.length % length) throw new RangeError();
  return Array.from({ length: bytes.length / length }, (_, i) => {
    const x = number(bytes.subarray(i * length, (i + 1) * length));
    if (x >= modulus) throw new RangeError();
    return x;
  });
}
