// The sizes of a proof's parts, and the places of nodes in its tree (spec/avrf.md, "Commitments").

import { Invalid } from '../errors.js';

export const BLOCK = 16;
/** Blocks that one key encrypts in a statement: two of the public key, two of the output. */
export const PAIRS = 4;
/** ℓ in bytes: the key, ten words of round keys, and of each pair five times 8 bytes and four times 16. */
export const WITNESS = BLOCK + 40 + PAIRS * (5 * 8 + 4 * BLOCK);
/** The length of the mask of the hash of columns, and of the hash. */
export const COLUMN_HASH = BLOCK + 2;
/** Bytes of a row, and of a column's bits. */
export const ROW = WITNESS + 2 * BLOCK + COLUMN_HASH;
export const COMMITMENT = 48;

/** The fields of π. */
export interface Fields {
  /** c_1 ‖ … ‖ c_(τ−1) */
  corrections: Uint8Array;
  /** ũ */
  uHash: Uint8Array;
  d: Uint8Array;
  a1: Uint8Array;
  a2: Uint8Array;
  /** Of the hidden leaves. */
  commitments: Uint8Array;
  /** The opened ones, and zeros. */
  nodes: Uint8Array;
  /** chall_3 */
  challenge: Uint8Array;
  /** iv_0 */
  iv: Uint8Array;
  counter: Uint8Array;
}

/** A proof's challenge, and the parts that it opens. */
export interface Opening {
  /** By vector, the leaf that stays hidden. */
  hidden: number[];
  /** By node, 1 if it must stay hidden. */
  marked: Uint8Array;
  /** The nodes that stand in the proof, in its order. */
  nodes: number[];
}

export class Parameters {
  /** By vector, the logarithm of how many leaves it has. */
  readonly depths: readonly number[];
  readonly leaves: number;

  constructor(
    /** τ */
    readonly vectors: number,
    /** τ_1: so many vectors, the first, are long. */
    readonly long: number,
    /** k: a long vector has 2^k leaves, another half as many. */
    readonly depth: number,
    /** T: nodes in a proof. */
    readonly opened: number,
  ) {
    this.depths = Array.from({ length: vectors }, (_, i) => (i < long ? depth : depth - 1));
    this.leaves = this.depths.reduce((sum, bits) => sum + 2 ** bits, 0);
  }

  /** Bytes of π. */
  get proofLength(): number {
    return Object.values(this.#sizes()).reduce((sum, size) => sum + size, 0);
  }

  /** The fields of π, which has its length. */
  split(proof: Uint8Array): Fields {
    let end = 0;
    const fields = Object.entries(this.#sizes()).map(([name, size]) => [name, proof.subarray(end, (end += size))]);
    return Object.fromEntries(fields) as Fields;
  }

  /** In the order of π. */
  #sizes(): Record<keyof Fields, number> {
    return {
      corrections: ROW * (this.vectors - 1),
      uHash: COLUMN_HASH,
      d: WITNESS,
      a1: BLOCK,
      a2: BLOCK,
      commitments: COMMITMENT * this.vectors,
      nodes: BLOCK * this.opened,
      challenge: BLOCK,
      iv: BLOCK,
      counter: 4,
    };
  }

  /** The node that is leaf j of vector i. */
  node(i: number, j: number): number {
    const half = 2 ** (this.depth - 1);
    const at = j < half ? this.vectors * j : this.vectors * half + this.long * (j - half);
    return this.leaves - 1 + at + i;
  }

  /** The parts that a challenge opens. Its bits after those of all vectors are 0; otherwise it is `Invalid`. */
  opening(challenge: bigint): Opening {
    const hidden: number[] = [];
    let rest = challenge;
    for (const bits of this.depths) {
      hidden.push(Number(BigInt.asUintN(bits, rest)));
      rest >>= BigInt(bits);
    }
    if (rest !== 0n) throw new Invalid('the last bits of the challenge are not 0');
    const marked = new Uint8Array(2 * this.leaves - 1);
    hidden.forEach((j, i) => {
      for (let node = this.node(i, j); node > 0; node = (node - 1) >> 1) marked[node] = 1;
    });
    marked[0] = 1;
    const nodes: number[] = [];
    for (let node = marked.length - 1; node > 0; node--) {
      const beside = node % 2 === 0 ? node - 1 : node + 1;
      if (marked[beside] && !marked[node]) nodes.push(node);
    }
    if (nodes.length > this.opened) throw new Invalid('the challenge opens too many nodes');
    return { hidden, marked, nodes };
  }
}

export const SMALL = new Parameters(11, 0, 12, 102);
export const FAST = new Parameters(16, 8, 8, 110);
