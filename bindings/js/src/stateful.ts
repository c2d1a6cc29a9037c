// The common parts of the keys of X-VRF and iVRF: terms, positions (spec/xvrf.md, "Key").

import { Reader } from './bytes.js';
import { Invalid, Malformed, Misuse } from './errors.js';

/** The turn at which a key answers: the number of the round, and that of the input in the round. */
export interface Turn {
  round: bigint;
  slot: number;
}

/** Bytes of a registered public key. */
export const KEY_LENGTH = 76;
/** Of these, the scheme and the terms. */
export const TERMS_LENGTH = 12;
export const OUTPUT_LENGTH = 32;
export const MAX_HEIGHT = 27;

/** A registered public key. */
export interface PublicKey {
  /** h: the tree has 2^h leaves. */
  height: number;
  /** S, or with iVRF t: inputs in a round. */
  slots: number;
  /** The first round. */
  first: bigint;
  root: Uint8Array;
  pubSeed: Uint8Array;
}

/** The public key of some bytes whose scheme has this number. */
export function decodeKey(scheme: number, bytes: Uint8Array): PublicKey {
  const reader = new Reader(bytes, String.fromCharCode(scheme));
  const height = reader.number(1, 'height', 1, MAX_HEIGHT);
  const slots = reader.number(2, 'slots', 1);
  const first = reader.integer(8, 'first');
  const [root, pubSeed] = [reader.take(32, 'root'), reader.take(32, 'PUB_SEED')];
  reader.end();
  return { height, slots, first, root, pubSeed };
}

/** (round - first)·slots + slot, if the key has it: it has `capacity` positions. */
export function position(key: PublicKey, turn: Turn, capacity: bigint): bigint {
  const { round, slot } = turn ?? {};
  if (typeof round !== 'bigint' || !Number.isSafeInteger(slot) || slot < 0 || round < 0n) {
    throw new Misuse('a turn is a round, a bigint, and a slot, a number');
  }
  if (slot >= key.slots) throw new Invalid(`slot out of range: ${slot} of ${key.slots}`);
  if (round < key.first) throw new Invalid(`round ${round} is before the key's first, ${key.first}`);
  const at = (round - key.first) * BigInt(key.slots) + BigInt(slot);
  if (at >= capacity) throw new Invalid(`key expired: position ${at} of ${capacity}`);
  return at;
}

/** Checks that a proof has its length and begins with its leaf. */
export function requireProof(proof: Uint8Array, length: number, leaf: number): void {
  if (!(proof instanceof Uint8Array)) throw new Misuse('a proof is a Uint8Array');
  if (proof.length !== length) throw new Malformed(`proof: wrong length: ${proof.length} bytes, not ${length}`);
  const index = new DataView(proof.buffer, proof.byteOffset).getUint32(0);
  if (index !== leaf) throw new Invalid(`proof of leaf ${index}, not ${leaf}`);
}
