// GF(2^64), GF(2^128) and GF(2^384), and AES's bytes in GF(2^128) (spec/avrf.md, "Fields"). Elements are 2, 4 and 12 words, the lowest first.

import { addTo } from './words.js';

export type Element = Uint32Array;

/** By length, the value of the power of x that the polynomial removes. */
const REDUCTIONS: Record<number, number> = { 2: 0x1b, 4: 0x87, 12: 0x100d };
const WORDS = 4;

/** Of GF(2^128). */
export const ZERO: Element = new Uint32Array(WORDS);

/** The sum of elements of GF(2^128). */
export function add(...terms: Element[]): Element {
  const sum = new Uint32Array(WORDS);
  for (const term of terms) addTo(sum, term);
  return sum;
}

/** Times x, in place. */
export function double(a: Element): void {
  const top = a[a.length - 1]! >>> 31;
  for (let i = a.length - 1; i > 0; i--) a[i] = (a[i]! << 1) | (a[i - 1]! >>> 31);
  a[0] = (a[0]! << 1) ^ (top === 0 ? 0 : REDUCTIONS[a.length]!);
}

/** By digit, its product with the first factor of `multiply`. */
const multiples = new Uint32Array(16 * WORDS);

/** The product of two elements of GF(2^128): Horner's rule in the digits of b, of 4 bits. */
export function multiply(a: Element, b: Element): Element {
  const multiple = a.slice();
  for (let digit = 1; digit < 16; digit *= 2) {
    for (let i = 0; i < digit * WORDS; i++) multiples[digit * WORDS + i] = multiples[i]! ^ multiple[i % WORDS]!;
    double(multiple);
  }
  let [c0, c1, c2, c3] = [0, 0, 0, 0];
  for (let i = WORDS - 1; i >= 0; i--) {
    for (let shift = 28; shift >= 0; shift -= 4) {
      const over = c3 >>> 28;
      const at = WORDS * ((b[i]! >>> shift) & 15);
      c3 = ((c3 << 4) | (c2 >>> 28)) ^ multiples[at + 3]!;
      c2 = ((c2 << 4) | (c1 >>> 28)) ^ multiples[at + 2]!;
      c1 = ((c1 << 4) | (c0 >>> 28)) ^ multiples[at + 1]!;
      c0 = (c0 << 4) ^ over ^ (over << 1) ^ (over << 2) ^ (over << 7) ^ multiples[at]!;
    }
  }
  return Uint32Array.of(c0, c1, c2, c3);
}

/** The products of one element of any of the fields, by a table: what each value of each 4 bits of the other factor adds. */
export class Times {
  readonly #table: Uint32Array;
  readonly #size: number;
  readonly #words: number;

  /** The other factors have so many words. */
  constructor(a: Element, words = a.length) {
    const size = a.length;
    const table = new Uint32Array(8 * words * 16 * size);
    const multiple = a.slice();
    for (let start = 0; start < table.length; start += 16 * size) {
      for (let digit = size; digit < 16 * size; digit *= 2) {
        for (let i = 0; i < digit; i++) table[start + digit + i] = table[start + i]! ^ multiple[i % size]!;
        double(multiple);
      }
    }
    [this.#table, this.#size, this.#words] = [table, size, words];
  }

  /** The product with the words at `from`. */
  of(factor: Uint32Array, from = 0): Element {
    return this.into(new Uint32Array(this.#size), factor, from);
  }

  /** Writes the product to `product`, and returns it. In GF(2^64) and GF(2^128) that may be the factor; in GF(2^384) it may not. */
  into(product: Element, factor: Uint32Array, from = 0): Element {
    if (this.#size === 2) return this.#short(product, factor, from);
    if (this.#size === WORDS) return this.#unrolled(product, factor, from);
    const [table, size, end] = [this.#table, this.#size, from + this.#words];
    product.fill(0);
    for (let start = 0; from < end; from++) {
      for (let digits = factor[from]!, n = 0; n < 8; n++, digits >>>= 4, start += 16 * size) {
        const at = start + size * (digits & 15);
        for (let i = 0; i < size; i++) product[i]! ^= table[at + i]!;
      }
    }
    return product;
  }

  /** Horner's rule: the polynomial whose coefficients are the words, an element's after another's, the highest first, at this element. */
  horner(words: Uint32Array): Element {
    const sum = new Uint32Array(this.#size);
    for (let at = 0; at < words.length; at += sum.length) {
      this.into(sum, sum);
      for (let i = 0; i < sum.length; i++) sum[i]! ^= words[at + i]!;
    }
    return sum;
  }

  /** The same in GF(2^64). */
  #short(product: Element, factor: Uint32Array, from: number): Element {
    const table = this.#table;
    let [a, b] = [0, 0];
    for (let start = 0; start < table.length; from++) {
      for (let digits = factor[from]!, n = 0; n < 8; n++, digits >>>= 4, start += 32) {
        const at = start + 2 * (digits & 15);
        a ^= table[at]!;
        b ^= table[at + 1]!;
      }
    }
    product[0] = a;
    product[1] = b;
    return product;
  }

  /** The same in GF(2^128): this and the one above save a third of a verification. */
  #unrolled(product: Element, factor: Uint32Array, from: number): Element {
    const table = this.#table;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let start = 0; start < table.length; from++) {
      for (let digits = factor[from]!, n = 0; n < 8; n++, digits >>>= 4, start += 16 * WORDS) {
        const at = start + WORDS * (digits & 15);
        a ^= table[at]!;
        b ^= table[at + 1]!;
        c ^= table[at + 2]!;
        d ^= table[at + 3]!;
      }
    }
    product[0] = a;
    product[1] = b;
    product[2] = c;
    product[3] = d;
    return product;
  }
}

/** A root of AES's polynomial: the element of GF(2^128) for the byte 2. */
const ALPHA = Uint32Array.of(0x5560ce0d, 0xa13fe8ac, 0xa9979a1c, 0x053d8555);
const timesAlpha = new Times(ALPHA);

/** The sum of the elements, each times the byte of AES at its place: Horner's rule in α. */
export function combine(bytes: readonly number[], elements: readonly Element[]): Element {
  const sum: Element = new Uint32Array(WORDS);
  for (let bit = 7; bit >= 0; bit--) {
    if (bit < 7) timesAlpha.into(sum, sum);
    for (let i = 0; i < bytes.length; i++) if ((bytes[i]! >> bit) & 1) addTo(sum, elements[i]!);
  }
  return sum;
}
