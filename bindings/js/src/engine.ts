// The data that CometBFT 0.40 hashes and signs (spec/finality.md): protobuf messages and Merkle trees.

import { ascii, concat, H } from './bytes.js';

export const FIELDS = 14;
export const CHAIN_ID = 1;
export const HEIGHT = 2;
export const VALIDATORS_HASH = 7;
export const NEXT_VALIDATORS_HASH = 8;
export const APP_HASH = 10;
const PRECOMMIT = 2n;

/** RFC 6962, section 2.1. */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return H();
  if (leaves.length === 1) return H(Uint8Array.of(0), leaves[0]!);
  let split = 1;
  while (2 * split < leaves.length) split *= 2;
  return H(Uint8Array.of(1), merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)));
}

function varint(value: bigint): Uint8Array {
  const out: number[] = [];
  for (; value >= 128n; value >>= 7n) out.push(Number(value & 127n) | 128);
  return Uint8Array.from([...out, Number(value)]);
}

const NOTHING = new Uint8Array(0);

/** A varint, left out if it is 0. */
export const number = (field: number, value: bigint): Uint8Array => (value === 0n ? NOTHING : concat(varint(BigInt(field << 3)), varint(value)));

/** A message, which is not left out if it is empty. */
const message = (field: number, value: Uint8Array): Uint8Array => concat(varint(BigInt((field << 3) | 2)), varint(BigInt(value.length)), value);

/** Bytes, left out if they are empty. */
export const text = (field: number, value: Uint8Array): Uint8Array => (value.length === 0 ? NOTHING : message(field, value));

/** Eight bytes, left out if they are 0. */
function fixed(field: number, value: bigint): Uint8Array {
  if (value === 0n) return NOTHING;
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, value, true);
  return concat(varint(BigInt((field << 3) | 1)), out);
}

/** A validator in the tree of validators. `field` is that of its key's type. */
export const simpleValidator = (field: number, key: Uint8Array, power: bigint): Uint8Array =>
  concat(message(1, message(field, key)), number(2, power));

/** The height of a header; null if its leaf is not the encoding of one. */
export function heightOf(leaves: readonly Uint8Array[]): bigint | null {
  const leaf = leaves[HEIGHT]!;
  const value = leaf.subarray(1, 10).reduceRight((sum, digit) => (sum << 7n) | BigInt(digit & 127), 0n);
  const expected = number(1, value);
  const isHeight = value >= 1n && value < 1n << 63n && leaf.length === expected.length && leaf.every((byte, i) => byte === expected[i]);
  return isHeight ? value : null;
}

/** The data in a vote about a block, in addition to the block's header. */
export interface Block {
  readonly commitRound: bigint;
  readonly parts: bigint;
  readonly partsHash: Uint8Array;
}

/** The bytes that a validator signs. */
export function vote(leaves: readonly Uint8Array[], block: Block, seconds: bigint, nanoseconds: bigint, chainId: string): Uint8Array {
  const id = concat(text(1, merkleRoot(leaves)), message(2, concat(number(1, block.parts), text(2, block.partsHash))));
  const made = concat(
    number(1, PRECOMMIT),
    fixed(2, heightOf(leaves) ?? 0n),
    fixed(3, block.commitRound),
    message(4, id),
    message(5, concat(number(1, seconds), number(2, nanoseconds))),
    text(6, ascii(chainId)),
  );
  return concat(varint(BigInt(made.length)), made);
}
