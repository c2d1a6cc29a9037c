// The verifier's half of the commitments: the tree but for what stays hidden, the commitments of its leaves, the columns Q (spec/avrf.md,
// "Commitments", "Columns").

import { concat } from '../bytes.js';
import { Streams } from './aes.js';
import { Times } from './fields.js';
import { COMMIT, FACTORS, shake } from './hashes.js';
import { type Kernel, kernel } from './kernel.js';
import { BLOCK, COMMITMENT, type Fields, type Opening, type Parameters, ROW } from './parameters.js';
import { addTo, bytesOf, wordsOf } from './words.js';

export const COLUMNS = 128;
/** Words of a column: a whole number of blocks. */
export const COLUMN = 4 * Math.ceil(ROW / BLOCK);
/** What a vector's number is added to for the streams of its rows. */
const ROWS = 2 ** 31;

export interface Reconstructed {
  /** com */
  commitment: Uint8Array;
  /** All 128, before they are corrected; what stands in the words behind a row's bytes means nothing. */
  columns: Uint32Array[];
}

/** From the opened nodes and the commitments of hidden leaves that are in a proof; by `wasm`, or without it. */
export function reconstruct(parameters: Parameters, opening: Opening, iv: Uint8Array, proof: Fields, wasm = kernel()): Reconstructed {
  const vectors = (wasm ? vectorsBy(wasm, parameters, opening, iv, proof) : vectorsPlainly(parameters, opening, iv, proof));
  const factors = shake(FACTORS, COMMITMENT * parameters.vectors, iv);
  const columns: Uint32Array[] = [];
  const hashes = opening.hidden.map((hidden, i) => {
    const commitment = proof.commitments.subarray(COMMITMENT * i, COMMITMENT * (i + 1));
    const vector = vectors(i, hidden, factors.subarray(COMMITMENT * i, COMMITMENT * (i + 1)), commitment);
    columns.push(...vector.columns);
    return vector.hash;
  });
  while (columns.length < COLUMNS) columns.push(new Uint32Array(COLUMN));
  return { commitment: shake(COMMIT, 32, concat(...hashes)), columns };
}

/** The hash of vector i's commitments, and its columns. */
type Vectors = (i: number, hidden: number, factor: Uint8Array, commitment: Uint8Array) => { hash: Uint8Array; columns: Uint32Array[] };

function vectorsBy(wasm: Kernel, parameters: Parameters, { marked, nodes }: Opening, iv: Uint8Array, proof: Fields): Vectors {
  const memory = new Uint8Array(wasm.memory.buffer);
  const [tree, leaves, commitments, columns] = [wasm.tree(), wasm.leaves(), wasm.commitments(), wasm.columns()];
  memory.set(iv, wasm.iv());
  memory.set(marked, wasm.marked());
  nodes.forEach((node, i) => memory.set(proof.nodes.subarray(BLOCK * i, BLOCK * (i + 1)), tree + BLOCK * node));
  wasm.grow(parameters.leaves - 1);
  return (i, hidden, factor, commitment) => {
    const count = 2 ** parameters.depths[i]!;
    for (let j = 0; j < count; j++) {
      const at = tree + BLOCK * parameters.node(i, j);
      memory.copyWithin(leaves + BLOCK * j, at, at + BLOCK);
    }
    memory.set(factor, wasm.factor());
    wasm.commit(count, parameters.leaves - 1 + i);
    memory.set(commitment, commitments + COMMITMENT * hidden);
    memory[commitments + COMMITMENT * count] = COMMIT;
    wasm.shake(COMMITMENT * count + 1);
    const hash = memory.slice(wasm.digest(), wasm.digest() + 32);
    wasm.sum(count, ROWS + i, hidden);
    const summed = parameters.depths[i]!;
    const words = new Uint32Array(wasm.memory.buffer, columns, summed * COLUMN);
    return { hash, columns: Array.from({ length: summed }, (_, d) => words.slice(COLUMN * d, COLUMN * (d + 1))) };
  };
}

function vectorsPlainly(parameters: Parameters, opening: Opening, iv: Uint8Array, proof: Fields): Vectors {
  const streams = new Streams(iv);
  const tree = grow(parameters, streams, opening, wordsOf(proof.nodes));
  return (i, hidden, factor, commitment) => {
    const leaves = leavesOf(parameters, tree, i);
    const commitments = commitLeaves(streams, parameters.leaves - 1 + i, new Times(wordsOf(factor), 4), leaves, hidden);
    commitments.set(commitment, COMMITMENT * hidden);
    return { hash: shake(COMMIT, 32, commitments), columns: sumRows(streams, ROWS + i, leaves, hidden) };
  };
}

/** All nodes but the marked ones, four words each, from those that are given. */
function grow(parameters: Parameters, streams: Streams, { marked, nodes }: Opening, given: Uint32Array): Uint32Array {
  const tree = new Uint32Array(4 * marked.length);
  nodes.forEach((node, i) => tree.set(given.subarray(4 * i, 4 * i + 4), 4 * node));
  for (let node = 0; node < parameters.leaves - 1; node++) {
    if (!marked[node]) streams.write(tree, 4 * node, node, 2, tree, 4 * (2 * node + 1));
  }
  return tree;
}

/** The nodes that are the leaves of vector i. */
function leavesOf(parameters: Parameters, tree: Uint32Array, i: number): Uint32Array {
  const leaves = new Uint32Array(4 * 2 ** parameters.depths[i]!);
  for (let j = 0; 4 * j < leaves.length; j++) {
    const at = 4 * parameters.node(i, j);
    for (let word = 0; word < 4; word++) leaves[4 * j + word] = tree[at + word]!;
  }
  return leaves;
}

/** The commitments of all leaves but the hidden one; each leaf gives its place to its seed. */
function commitLeaves(streams: Streams, number: number, factor: Times, leaves: Uint32Array, hidden: number): Uint8Array {
  const commitments = new Uint32Array(leaves.length * (COMMITMENT / BLOCK));
  const stream = new Uint32Array(16);
  for (let j = 0; 4 * j < leaves.length; j++) {
    if (j === hidden) continue;
    streams.write(leaves, 4 * j, number, 4, stream);
    const product = factor.of(stream);
    for (let i = 0; i < 12; i++) commitments[12 * j + i] = product[i]! ^ stream[4 + i]!;
    for (let i = 0; i < 4; i++) leaves[4 * j + i] = stream[i]!;
  }
  return bytesOf(commitments);
}

/**
 * A vector's columns: d is the sum of the rows j for which bit d of n = j ⊕ δ is 1. n counts up from 1. When all 2^d rows are there that have the
 * bits of this n from d on, and bit d is 1, their sum belongs to column d; with halves[d], that of those before them with bit d 0, it is the sum of
 * the 2^(d + 1) rows that have its bits from d + 1 on.
 */
function sumRows(streams: Streams, number: number, seeds: Uint32Array, hidden: number): Uint32Array[] {
  const count = seeds.length / 4;
  const zeros = () => Array.from({ length: Math.log2(count) }, () => new Uint32Array(COLUMN));
  const [columns, halves] = [zeros(), zeros()];
  const row = new Uint32Array(COLUMN);
  for (let n = 1; n < count; n++) {
    streams.write(seeds, 4 * (n ^ hidden), number, COLUMN / 4, row);
    let d = 0;
    for (; (n >> d) & 1; d++) {
      addTo(columns[d]!, row);
      addTo(row, halves[d]!);
    }
    halves[d]?.set(row);
  }
  return columns;
}
