// Powers of a base that never changes, with exponents of 256 bits.

import type { RsaGroup } from '@heliast/verify';

const PLACES = 32;
const DIGITS = 256;

/**
 * base^(d·2^(8i)) for every byte d of every place i: 32 products give a power. The table has 32·256 numbers, 2 MB at 2048 bits and some
 * more for their objects, and takes 8,160 products and 256 squarings to make.
 */
export class FixedBase {
  readonly #group: RsaGroup;
  /** One table for each place, from the lowest. */
  readonly #places: readonly (readonly bigint[])[];

  constructor(group: RsaGroup, base: bigint) {
    this.#group = group;
    const n = group.modulus;
    let step = base;
    this.#places = Array.from({ length: PLACES }, () => {
      const powers = [1n];
      for (let digit = 1; digit < DIGITS; digit++) powers.push((powers[digit - 1]! * step) % n);
      step = (powers[DIGITS - 1]! * step) % n;
      return powers;
    });
  }

  /** base^exponent, for an exponent of 32 bytes, big-endian. It takes 32 products for each exponent. */
  power(exponent: Uint8Array): bigint {
    const n = this.#group.modulus;
    let product = 1n;
    this.#places.forEach((powers, place) => {
      product = (product * powers[exponent[PLACES - 1 - place]!]!) % n;
    });
    return this.#group.canonical(product);
  }
}
