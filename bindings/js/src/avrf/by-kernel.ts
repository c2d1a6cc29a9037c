// The steps of a verification by the kernel in WebAssembly.

import { COLUMN, COLUMNS, ROWS } from './columns.js';
import type { Pair } from './constraints.js';
import type { Element } from './fields.js';
import { COMMIT, constraintKeys, FACTORS } from './hashes.js';
import type { Kernel } from './kernel.js';
import { BLOCK, COLUMN_HASH, COMMITMENT, type Fields, type Opening, type Parameters, ROW } from './parameters.js';
import type { Evaluated, Steps } from './steps.js';
import { wordsOf } from './words.js';

/** Its state is the kernel's memory: the next one ends it. */
export class ByKernel implements Steps {
  readonly commitment: Uint8Array;
  readonly #kernel: Kernel;
  readonly #memory: Uint8Array;

  constructor(kernel: Kernel, parameters: Parameters, opening: Opening, iv: Uint8Array, proof: Fields) {
    const memory = new Uint8Array(kernel.memory.buffer);
    [this.#kernel, this.#memory] = [kernel, memory];
    memory.set(iv, kernel.iv());
    memory.set(opening.marked, kernel.marked());
    opening.nodes.forEach((node, i) => memory.set(proof.nodes.subarray(BLOCK * i, BLOCK * (i + 1)), kernel.tree() + BLOCK * node));
    kernel.grow(parameters.leaves - 1);
    const factors = this.shake(FACTORS, COMMITMENT * parameters.vectors, iv);
    const hashes = new Uint8Array(32 * parameters.vectors);
    let column = 0;
    opening.hidden.forEach((hidden, i) => {
      const depth = parameters.depths[i]!;
      memory.set(part(factors, COMMITMENT, i), kernel.factor());
      hashes.set(this.#commit(parameters, i, hidden, part(proof.commitments, COMMITMENT, i)), 32 * i);
      kernel.sum(2 ** depth, ROWS + i, hidden, column);
      if (i > 0) {
        memory.set(part(proof.corrections, ROW, i - 1), kernel.correction());
        kernel.correct(column, depth, hidden);
      }
      column += depth;
    });
    kernel.clear(column);
    this.commitment = this.shake(COMMIT, 32, hashes);
  }

  /** The hash of vector i's commitments, of which that of the hidden leaf is given. */
  #commit(parameters: Parameters, i: number, hidden: number, commitment: Uint8Array): Uint8Array {
    const [kernel, memory] = [this.#kernel, this.#memory];
    const [count, half] = [2 ** parameters.depths[i]!, 2 ** (parameters.depth - 1)];
    // As in `Parameters.node`.
    kernel.take(parameters.node(i, 0), parameters.vectors, 0, half);
    if (count > half) kernel.take(parameters.node(i, half), parameters.long, half, count - half);
    kernel.commit(count, parameters.leaves - 1 + i);
    const place = kernel.commitments();
    memory.set(commitment, place + COMMITMENT * hidden);
    memory[place + COMMITMENT * count] = COMMIT;
    return this.#hashed(COMMITMENT * count + 1, 32);
  }

  shake(j: number, length: number, ...parts: Uint8Array[]): Uint8Array {
    const place = this.#kernel.commitments();
    let end = place;
    for (const part of parts) {
      this.#memory.set(part, end);
      end += part.length;
    }
    this.#memory[end] = j;
    return this.#hashed(end + 1 - place, length);
  }

  #hashed(length: number, output: number): Uint8Array {
    this.#kernel.shake(length, output);
    return this.#bytes(this.#kernel.digest(), output);
  }

  columns(): Uint32Array[] {
    const all = this.#words(this.#kernel.columns(), COLUMN * COLUMNS);
    return Array.from({ length: COLUMNS }, (_, c) => all.slice(COLUMN * c, COLUMN * (c + 1)));
  }

  hashColumns(key: Uint8Array): Uint8Array {
    this.#memory.set(key, this.#kernel.column_key());
    this.#kernel.hash_columns();
    return this.#bytes(this.#kernel.hashes(), COLUMN_HASH * COLUMNS);
  }

  evaluate(key: Uint8Array, delta: Element, d: Uint8Array, pairs: readonly Pair[]): Evaluated {
    writeStatement(this.#kernel, key, delta, pairs);
    this.#memory.set(d, this.#kernel.d());
    this.#kernel.cross();
    const masks = this.#words(this.#kernel.masks(), 8);
    this.#kernel.constrain();
    return { hash: this.#words(this.#kernel.hash(), 4), masks: [masks.slice(0, 4), masks.slice(4)] };
  }

  #bytes(place: number, length: number): Uint8Array {
    return this.#memory.slice(place, place + length);
  }

  #words(place: number, length: number): Uint32Array {
    return wordsOf(this.#memory.subarray(place, place + 4 * length));
  }
}

const part = (bytes: Uint8Array, length: number, i: number): Uint8Array => bytes.subarray(length * i, length * (i + 1));

/** The point, the keys of the constraints' hash, and the pairs. */
export function writeStatement(kernel: Kernel, key: Uint8Array, delta: Element, pairs: readonly Pair[]): void {
  const words = new Uint32Array(kernel.memory.buffer, kernel.statement());
  const blocks = pairs.flatMap(({ input, output }) => [wordsOf(input), wordsOf(output)]);
  [delta, ...constraintKeys(key), ...blocks].forEach((element, i) => words.set(element, 4 * i));
}
