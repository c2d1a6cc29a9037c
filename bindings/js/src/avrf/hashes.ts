// The hash functions of A-VRF: SHAKE, and the universal hashes of columns and of constraints (spec/avrf.md, "Hashes and streams").

import { shake128 } from '@noble/hashes/sha3.js';
import { concat } from '../bytes.js';
import { add, type Element, Times } from './fields.js';
import { BLOCK, COLUMN_HASH, ROW } from './parameters.js';
import { bytesOf, wordsOf } from './words.js';

/** The purposes of H_j. */
export const [FACTORS, COMMIT, IV, FIRST, SECOND, THIRD] = [0, 1, 4, 9, 10, 11];
/** Bytes of a column that are hashed: a multiple of 4. */
const HASHED = ROW - COLUMN_HASH;
/** Bytes of the keys of the two universal hashes. */
export const [COLUMN_KEY, CONSTRAINT_KEY] = [5 * BLOCK + 8, 3 * BLOCK + 8];

/** H_j: so many bytes of SHAKE128. */
export const shake = (j: number, length: number, ...parts: Uint8Array[]): Uint8Array =>
  shake128(concat(...parts, Uint8Array.of(j)), { dkLen: length });

/** The hash of a column, of whose bytes the last 18 mask it. */
export class ColumnHash {
  readonly #r: Times[];
  readonly #s: Times;
  readonly #t: Times;

  constructor(key: Uint8Array) {
    const words = wordsOf(key);
    this.#r = [0, 4, 8, 12].map((at) => new Times(words.slice(at, at + 4)));
    this.#s = new Times(words.slice(16, 20));
    this.#t = new Times(words.slice(20));
  }

  of(column: Uint32Array): Uint8Array {
    const body = new Uint32Array(4 * Math.ceil(HASHED / BLOCK));
    body.set(column.subarray(0, HASHED / 4));
    const h0 = this.#s.horner(body);
    const h1 = widened(this.#t.horner(body));
    const [high, low] = [0, 2].map((i) => bytesOf(add(this.#r[i]!.of(h0), this.#r[i + 1]!.of(h1))));
    const mask = bytesOf(column.subarray(HASHED / 4)).subarray(0, COLUMN_HASH);
    return concat(high!, low!).subarray(0, COLUMN_HASH).map((byte, i) => byte ^ mask[i]!);
  }
}

/** The elements r_0, r_1, s, t of a key of the hash of constraints. */
export function constraintKeys(key: Uint8Array): [r0: Element, r1: Element, s: Element, t: Element] {
  const words = wordsOf(key);
  return [words.slice(0, 4), words.slice(4, 8), words.slice(8, 12), widened(words.slice(12))];
}

/** The hash of elements of GF(2^128), without its mask. */
export function hashConstraints(key: Uint8Array, values: Element[]): Element {
  const [r0, r1, s, t] = constraintKeys(key).map((element) => new Times(element));
  const coefficients = new Uint32Array(4 * values.length);
  values.forEach((value, i) => coefficients.set(value, 4 * i));
  return add(r0!.of(s!.horner(coefficients)), r1!.of(t!.horner(coefficients)));
}

/** An element of GF(2^64) as one of GF(2^128). */
const widened = (a: Element): Element => Uint32Array.of(a[0]!, a[1]!, 0, 0);
