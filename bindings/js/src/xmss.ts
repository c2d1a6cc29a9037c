// The hash trees of XMSS with SHA-256, n = 32, w = 16 (spec/xvrf.md, "Components"; RFC 8391). Values are 8 words.

import { compress, IV, toWords } from './sha256.js';

export const CHAINS = 67;
/** Steps of a chain of WOTS+. */
const LAST = 15;

/** Types of addresses. */
const OTS = 0;
const L_TREE = 1;
const TREE = 2;

/** 8 words. */
export type Value = Uint32Array;

/** The hash functions of one PUB_SEED. Every call has its own key and masks, which follow from its address. */
export class Hashes {
  /** PRF's state after its first block, which is constant: toByte(3, 32) ‖ PUB_SEED. */
  readonly #prf: Uint32Array;
  readonly #address = new Uint32Array(16);
  readonly #block = new Uint32Array(16);
  readonly #state = new Uint32Array(8);
  readonly #derived = new Uint32Array(8);

  constructor(pubSeed: Uint8Array) {
    this.#prf = IV.slice();
    compress(this.#prf, Uint32Array.of(0, 0, 0, 0, 0, 0, 0, 3, ...toWords(pubSeed)));
    finish(this.#address, 8, 96);
  }

  /** F: one step of a chain, in place. */
  f(leaf: number, chain: number, step: number, value: Value): void {
    this.#setAddress(OTS, leaf, chain, step);
    this.#absorbKey(0);
    this.#mask(1, value, 0);
    finish(this.#block, 8, 96);
    compress(this.#state, this.#block);
    value.set(this.#state);
  }

  /** RFC 8391's H: the parent of two nodes. `a`, `b`, `c` are words 4, 5, 6 of the address. */
  node(type: number, a: number, b: number, c: number, left: Value, right: Value): Value {
    this.#setAddress(type, a, b, c);
    this.#absorbKey(1);
    this.#mask(1, left, 0);
    this.#mask(2, right, 8);
    compress(this.#state, this.#block);
    finish(this.#block, 0, 128);
    compress(this.#state, this.#block);
    return this.#state.slice();
  }

  #setAddress(type: number, a: number, b: number, c: number): void {
    const address = this.#address;
    address[3] = type;
    address[4] = a;
    address[5] = b;
    address[6] = c;
  }

  /** The state becomes that after toByte(prefix, 32) ‖ KEY. */
  #absorbKey(prefix: number): void {
    this.#block.fill(0, 0, 7);
    this.#block[7] = prefix;
    this.#derive(0);
    this.#block.set(this.#derived, 8);
    this.#state.set(IV);
    compress(this.#state, this.#block);
  }

  /** The block at `at` becomes value ⊕ mask. */
  #mask(purpose: number, value: Value, at: number): void {
    this.#derive(purpose);
    for (let i = 0; i < 8; i++) this.#block[at + i] = value[i]! ^ this.#derived[i]!;
  }

  /** PRF(PUB_SEED, the address with this purpose). */
  #derive(purpose: number): void {
    this.#address[7] = purpose;
    this.#derived.set(this.#prf);
    compress(this.#derived, this.#address);
  }
}

/** The padding of a message of `length` bytes whose last block has `words` words of it. */
function finish(block: Uint32Array, words: number, length: number): void {
  block.fill(0, words);
  block[words] = 0x80000000;
  block[15] = 8 * length;
}

/** `steps` steps of a chain from `start` on, in place. */
export function walk(hashes: Hashes, leaf: number, chain: number, value: Value, start: number, steps: number): void {
  for (let step = start; step < start + steps; step++) hashes.f(leaf, chain, step, value);
}

/** The leaf's node that a WOTS+ signature (67 values, used up) of a digest leads to. */
export function recoverLeaf(hashes: Hashes, leaf: number, digest: Uint8Array, values: Value[]): Value {
  digits(digest).forEach((digit, chain) => walk(hashes, leaf, chain, values[chain]!, digit, LAST - digit));
  return lTree(hashes, leaf, values);
}

/** The 67 chain lengths of a 32-byte digest: 64 digits to base 16 and the three of the checksum. */
export function digits(digest: Uint8Array): number[] {
  const message = [...digest].flatMap((byte) => [byte >> 4, byte & 15]);
  const checksum = message.reduce((sum, digit) => sum + LAST - digit, 0);
  return [...message, checksum >> 8, (checksum >> 4) & 15, checksum & 15];
}

/** One node from 67: row after row, an odd last one moves up. */
function lTree(hashes: Hashes, leaf: number, nodes: Value[]): Value {
  for (let height = 0; nodes.length > 1; height++) {
    const parents: Value[] = [];
    for (let i = 0; 2 * i + 1 < nodes.length; i++) {
      parents.push(hashes.node(L_TREE, leaf, height, i, nodes[2 * i]!, nodes[2 * i + 1]!));
    }
    nodes = [...parents, ...nodes.slice(2 * parents.length)];
  }
  return nodes[0]!;
}

/** The root that a leaf's node and its path lead to. */
export function climb(hashes: Hashes, leaf: number, node: Value, path: Value[]): Value {
  path.forEach((sibling, height) => {
    const [left, right] = (leaf >>> height) & 1 ? [sibling, node] : [node, sibling];
    node = hashes.node(TREE, 0, height, leaf >>> (height + 1), left, right);
  });
  return node;
}

/** Values of 32 bytes each. */
export const split = (bytes: Uint8Array): Value[] =>
  Array.from({ length: bytes.length / 32 }, (_, i) => toWords(bytes.subarray(32 * i, 32 * i + 32)));
