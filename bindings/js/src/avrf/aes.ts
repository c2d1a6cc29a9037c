// AES-128 (FIPS 197) by tables, and the streams that it makes: all values here are public. Words are little-endian: the four bytes of
// a column, its first row lowest.

import { wordsOf } from './words.js';

/** The product in GF(2^8), modulo x^8 + x^4 + x^3 + x + 1. */
export function multiplyBytes(a: number, b: number): number {
  let sum = 0;
  for (; b > 0; b >>= 1) {
    if (b & 1) sum ^= a;
    a = (a << 1) ^ (a & 0x80 ? 0x11b : 0);
  }
  return sum;
}

/** a^exponent in GF(2^8). */
export function power(a: number, exponent: number): number {
  let product = 1;
  for (let i = 0; i < exponent; i++) product = multiplyBytes(product, a);
  return product;
}

/** SubBytes. */
const S = sBox();
/** SubBytes and MixColumns of a byte of row 0, 1, 2, 3. */
const [T0, T1, T2, T3] = [0, 8, 16, 24].map(mixed) as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];

/** G: the streams E_s(iv'), E_s(iv' + 1), ..., s being a seed and iv' the iv with a number t added to its last word; the counter is its first word. */
export class Streams {
  readonly #iv: Uint32Array;
  readonly #cipher = new Cipher();

  constructor(iv: Uint8Array) {
    this.#iv = wordsOf(iv);
  }

  /** Writes the first `blocks` blocks for the seed in the four words at `from`. */
  write(seeds: Uint32Array, from: number, t: number, blocks: number, out: Uint32Array, at = 0): void {
    const iv = this.#iv;
    this.#cipher.setKey(seeds, from);
    for (let i = 0; i < blocks; i++) this.#cipher.encrypt(iv[0]! + i, iv[1]!, iv[2]!, iv[3]! + t, out, at + 4 * i);
  }
}

export class Cipher {
  readonly #roundKeys = new Uint32Array(44);

  /** Takes the key of the four words at `from`. */
  setKey(words: Uint32Array, from: number): void {
    const keys = this.#roundKeys;
    for (let i = 0; i < 4; i++) keys[i] = words[from + i]!;
    for (let i = 4, constant = 1; i < 44; i += 4, constant = multiplyBytes(constant, 2)) {
      const last = keys[i - 1]!;
      const turned = S[(last >>> 8) & 255]! | (S[(last >>> 16) & 255]! << 8) | (S[last >>> 24]! << 16) | (S[last & 255]! << 24);
      keys[i] = keys[i - 4]! ^ turned ^ constant;
      keys[i + 1] = keys[i - 3]! ^ keys[i]!;
      keys[i + 2] = keys[i - 2]! ^ keys[i + 1]!;
      keys[i + 3] = keys[i - 1]! ^ keys[i + 2]!;
    }
  }

  /** Encrypts the block of four words, each modulo 2^32, to four words at `at`. */
  encrypt(a: number, b: number, c: number, d: number, out: Uint32Array, at: number): void {
    const keys = this.#roundKeys;
    a ^= keys[0]!;
    b ^= keys[1]!;
    c ^= keys[2]!;
    d ^= keys[3]!;
    for (let i = 4; i < 40; i += 4) {
      const e = T0[a & 255]! ^ T1[(b >>> 8) & 255]! ^ T2[(c >>> 16) & 255]! ^ T3[d >>> 24]! ^ keys[i]!;
      const f = T0[b & 255]! ^ T1[(c >>> 8) & 255]! ^ T2[(d >>> 16) & 255]! ^ T3[a >>> 24]! ^ keys[i + 1]!;
      const g = T0[c & 255]! ^ T1[(d >>> 8) & 255]! ^ T2[(a >>> 16) & 255]! ^ T3[b >>> 24]! ^ keys[i + 2]!;
      d = T0[d & 255]! ^ T1[(a >>> 8) & 255]! ^ T2[(b >>> 16) & 255]! ^ T3[c >>> 24]! ^ keys[i + 3]!;
      a = e;
      b = f;
      c = g;
    }
    out[at] = column(a, b, c, d) ^ keys[40]!;
    out[at + 1] = column(b, c, d, a) ^ keys[41]!;
    out[at + 2] = column(c, d, a, b) ^ keys[42]!;
    out[at + 3] = column(d, a, b, c) ^ keys[43]!;
  }
}

/** SubBytes and ShiftRows: a row from each of four columns. */
const column = (a: number, b: number, c: number, d: number): number =>
  S[a & 255]! | (S[(b >>> 8) & 255]! << 8) | (S[(c >>> 16) & 255]! << 16) | (S[d >>> 24]! << 24);

function sBox(): Uint8Array {
  const box = new Uint8Array(256).fill(0x63);
  // 3 generates all but 0, and 0xf6 is its inverse.
  for (let a = 1, inverse = 1, i = 0; i < 255; i++, a = multiplyBytes(a, 3), inverse = multiplyBytes(inverse, 0xf6)) {
    const twice = inverse | (inverse << 8);
    box[a]! ^= inverse ^ (twice >> 4) ^ (twice >> 5) ^ (twice >> 6) ^ (twice >> 7);
  }
  return box;
}

/** By byte, 2, 1, 1 and 3 times what SubBytes makes of it, turned by so many bits. */
function mixed(turn: number): Uint32Array {
  return Uint32Array.from(S, (s) => {
    const word = multiplyBytes(s, 2) | (s << 8) | (s << 16) | (multiplyBytes(s, 3) << 24);
    return (word << turn) | (turn === 0 ? 0 : word >>> (32 - turn));
  });
}
