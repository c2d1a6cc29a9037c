// The verifier's half of the commitments: the tree without its hidden parts, the commitments of its leaves, the columns Q (spec/avrf.md,
// "Commitments", "Columns").

import { concat } from '../bytes.js';
import { Streams } from './aes.js';
import { Times } from './fields.js';
import { COMMIT, FACTORS, shake } from './hashes.js';
import { BLOCK, COMMITMENT, type Fields, type Opening, type Parameters, ROW } from './parameters.js';
import { addTo, bytesOf, wordsOf } from './words.js';

export const COLUMNS = 128;
/** Words of a column: a whole number of blocks. */
export const COLUMN = 4 * Math.ceil(ROW / BLOCK);
/** The number to which a vector's number is added for the streams of its rows. */
export const ROWS = 2 ** 31;

export interface Reconstructed {
  /** com */
  commitment: Uint8Array;
  /** All 128, before they are corrected; the words behind a row's bytes have no meaning. */
  columns: Uint32Array[];
}

/** From the opened nodes and the commitments of hidden leaves that are in a proof. */
export function reconstruct(parameters: Parameters, opening: Opening, iv: Uint8Array, proof: Fields): Reconstructed {
  const streams = new Streams(iv);
  const tree = grow(parameters, streams, opening, wordsOf(proof.nodes));
  const factors = wordsOf(shake(FACTORS, COMMITMENT * parameters.vectors, iv));
  const columns: Uint32Array[] = [];
  const hashes = opening.hidden.map((hidden, i) => {
    const leaves = leavesOf(parameters, tree, i);
    const factor = new Times(factors.slice((COMMITMENT / 4) * i, (COMMITMENT / 4) * (i + 1)), 4);
    const commitments = commitLeaves(streams, parameters.leaves - 1 + i, factor, leaves, hidden);
    commitments.set(proof.commitments.subarray(COMMITMENT * i, COMMITMENT * (i + 1)), COMMITMENT * hidden);
    columns.push(...sumRows(streams, ROWS + i, leaves, hidden));
    return shake(COMMIT, 32, commitments);
  });
  while (columns.length < COLUMNS) columns.push(new Uint32Array(COLUMN));
  return { commitment: shake(COMMIT, 32, concat(...hashes)), columns };
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
