// Powers of a base that never changes: 31 products each, after a table of 32 windows of 8 bits.

import type { RsaGroup } from '@heliast/verify';

/** base^e for exponents of 32 bytes. */
export class FixedBase {
  readonly #rows: bigint[][] = [];
  readonly #group: RsaGroup;

  constructor(group: RsaGroup, base: bigint) {
    this.#group = group;
    const n = group.modulus;
    for (let window = 0; window < 32; window++) {
      const row = [1n];
      for (let i = 1; i < 256; i++) row.push((row[i - 1]! * base) % n);
      this.#rows.push(row);
      base = (row[255]! * base) % n;
    }
  }

  /** Of big-endian bytes. Not in constant time: BigInt never is. */
  power(exponent: Uint8Array): bigint {
    let product = 1n;
    for (let window = 0; window < 32; window++) {
      const digit = exponent[31 - window]!;
      if (digit > 0) product = (product * this.#rows[window]![digit]!) % this.#group.modulus;
    }
    return this.#group.canonical(product);
  }
}
