// The steps of a verification without the kernel.

import { concat } from '../bytes.js';
import { COLUMN, COLUMNS, reconstruct } from './columns.js';
import { constraints, type Pair } from './constraints.js';
import { add, double, type Element } from './fields.js';
import { ColumnHash, hashConstraints, shake } from './hashes.js';
import { BLOCK, type Fields, type Opening, type Parameters, ROW, WITNESS } from './parameters.js';
import type { Evaluated, Steps } from './steps.js';
import { addTo, wordsOf } from './words.js';

export class Plain implements Steps {
  readonly commitment: Uint8Array;
  readonly #columns: Uint32Array[];
  readonly shake = shake;

  constructor(parameters: Parameters, opening: Opening, iv: Uint8Array, proof: Fields) {
    const { commitment, columns } = reconstruct(parameters, opening, iv, proof);
    correct(parameters, columns, proof.corrections, opening.hidden);
    [this.commitment, this.#columns] = [commitment, columns];
  }

  columns(): Uint32Array[] {
    return this.#columns;
  }

  hashColumns(key: Uint8Array): Uint8Array {
    const hash = new ColumnHash(key);
    return concat(...this.#columns.map((column) => hash.of(column)));
  }

  evaluate(key: Uint8Array, delta: Element, d: Uint8Array, pairs: readonly Pair[]): Evaluated {
    const rows = transpose(this.#columns);
    const isOne = (bit: number) => (d[bit >> 3]! >> (bit & 7)) & 1;
    const witness = rows.slice(0, 8 * WITNESS).map((row, bit) => (isOne(bit) ? add(row, delta) : row));
    const masks = [0, 1].map((i) => powerSum(rows.slice(8 * (WITNESS + BLOCK * i), 8 * (WITNESS + BLOCK * (i + 1)))));
    return { hash: hashConstraints(key, constraints(witness, delta, pairs)), masks: masks as [Element, Element] };
  }
}

/** Adds vector i's correction, of which vector 0 has none, to its columns where the challenge is 1. */
function correct({ depths }: Parameters, columns: Uint32Array[], corrections: Uint8Array, hidden: number[]): void {
  let column = depths[0]!;
  for (let i = 1; i < depths.length; i++) {
    const padded = new Uint8Array(4 * COLUMN);
    padded.set(corrections.subarray(ROW * (i - 1), ROW * i));
    const correction = wordsOf(padded);
    for (let d = 0; d < depths[i]!; d++, column++) if ((hidden[i]! >> d) & 1) addTo(columns[column]!, correction);
  }
}

/** The elements that stand across the columns, one for each bit of the witness and of the two masks of the constraints. */
function transpose(columns: Uint32Array[]): Element[] {
  const rows = Array.from({ length: 8 * (WITNESS + 2 * BLOCK) }, () => new Uint32Array(COLUMNS / 32));
  const square = new Uint32Array(32);
  for (let first = 0; first < rows.length; first += 32) {
    for (let word = 0; word < COLUMNS / 32; word++) {
      for (let i = 0; i < 32; i++) square[i] = columns[32 * word + i]![first / 32]!;
      transposeSquare(square);
      for (let i = 0; i < 32; i++) rows[first + i]![word] = square[i]!;
    }
  }
  return rows;
}

/** 32 words of 32 bits: halves of them are swapped, then halves of these. */
function transposeSquare(square: Uint32Array): void {
  for (let half = 16, mask = 0xffff; half > 0; half >>= 1, mask ^= mask << half) {
    for (let i = 0; i < 32; i++) {
      if (i & half) continue;
      const swapped = ((square[i]! >>> half) ^ square[i + half]!) & mask;
      square[i]! ^= swapped << half;
      square[i + half]! ^= swapped;
    }
  }
}

/** The sum of the elements times x^i. */
function powerSum(elements: Element[]): Element {
  const sum = new Uint32Array(COLUMNS / 32);
  for (const element of elements.reverse()) {
    double(sum);
    addTo(sum, element);
  }
  return sum;
}
