// Verifies that somebody knows the key that encrypts some blocks to others (spec/avrf.md, "Verification", steps 4 to 8).

import { bytesToNumberLE } from '@noble/curves/utils.js';
import { concat, equal } from '../bytes.js';
import { Invalid } from '../errors.js';
import { COLUMN, COLUMNS, reconstruct } from './columns.js';
import { constraints, type Pair } from './constraints.js';
import { add, double, type Element, Times } from './fields.js';
import { COLUMN_KEY, ColumnHash, CONSTRAINT_KEY, constraintKeys, FIRST, hashConstraints, IV, SECOND, shake, THIRD } from './hashes.js';
import { kernel } from './kernel.js';
import { BLOCK, type Fields, type Parameters, ROW, WITNESS } from './parameters.js';
import { addTo, bytesOf, wordsOf } from './words.js';

/** μ: what stands for the statement, which is `pairs`, in the challenges. `proof` has its length. Throws `Invalid`. */
export function verifyProof(parameters: Parameters, pairs: readonly Pair[], mu: Uint8Array, proof: Uint8Array): void {
  const part = parameters.split(proof);
  const opening = parameters.opening(bytesToNumberLE(part.challenge));
  if (part.nodes.subarray(BLOCK * opening.nodes.length).some((byte) => byte !== 0)) throw new Invalid('padding behind the nodes');
  const iv = shake(IV, BLOCK, part.iv);
  const { commitment, columns } = reconstruct(parameters, opening, iv, part);
  correct(parameters, columns, part.corrections, opening.hidden);

  const first = shake(FIRST, COLUMN_KEY, mu, commitment, part.corrections, iv);
  const second = shake(SECOND, CONSTRAINT_KEY, first, part.uHash, hashColumns(first, columns, part), part.d);

  const delta = wordsOf(part.challenge);
  const rows = transpose(columns);
  const d = (bit: number) => (part.d[bit >> 3]! >> (bit & 7)) & 1;
  const witness = rows.slice(0, 8 * WITNESS).map((row, bit) => (d(bit) ? add(row, delta) : row));
  const masks = [0, 1].map((i) => powerSum(rows.slice(8 * (WITNESS + BLOCK * i), 8 * (WITNESS + BLOCK * (i + 1)))));
  const hash = constraintHash(second, witness, delta, pairs);

  const timesDelta = new Times(delta);
  const upper = [masks[1]!, wordsOf(part.a1), timesDelta.of(wordsOf(part.a2))];
  const a0 = add(hash, masks[0]!, timesDelta.of(add(...upper)));
  const third = shake(THIRD, BLOCK, second, bytesOf(a0), part.a1, part.a2, part.counter);
  if (!equal(third, part.challenge)) throw new Invalid('the challenge is another one');
}

/** The hash of the constraints' values at Δ, without its mask; by `wasm`, or without it. */
export function constraintHash(key: Uint8Array, witness: Element[], delta: Element, pairs: readonly Pair[], wasm = kernel()): Element {
  if (wasm === null) return hashConstraints(key, constraints(witness, delta, pairs));
  const words = new Uint32Array(wasm.memory.buffer);
  witness.forEach((bit, i) => words.set(bit, wasm.bits() / 4 + 4 * i));
  const [r0, r1, s, t] = constraintKeys(key);
  const blocks = pairs.flatMap(({ input, output }) => [wordsOf(input), wordsOf(output)]);
  [delta, r0, r1, s, t, ...blocks].forEach((element, i) => words.set(element, wasm.statement() / 4 + 4 * i));
  wasm.constrain();
  return words.slice(wasm.hash() / 4, wasm.hash() / 4 + 4);
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

/** ṽ_0 ‖ … ‖ ṽ_127 */
function hashColumns(key: Uint8Array, columns: Uint32Array[], { challenge, uHash }: Fields): Uint8Array {
  const hash = new ColumnHash(key);
  const hashes = columns.map((column, c) => {
    const hashed = hash.of(column);
    return (challenge[c >> 3]! >> (c & 7)) & 1 ? hashed.map((byte, i) => byte ^ uHash[i]!) : hashed;
  });
  return concat(...hashes);
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
