// The keys of hash trees that a chain's participants announce: X-VRF or iVRF, as the key itself says.

import { Malformed } from './errors.js';
import * as ivrf from './ivrf.js';
import { MAX_HEIGHT, TERMS_LENGTH, type Turn } from './stateful.js';
import * as xvrf from './xvrf.js';

/** A registered public key with its terms. */
export interface TreeKey {
  readonly scheme: typeof xvrf.SCHEME | typeof ivrf.SCHEME;
  /** The tree has 2^height leaves. */
  readonly height: number;
  readonly slots: number;
  /** The first round. */
  readonly first: bigint;
  /** All 76 of them. */
  readonly bytes: Uint8Array;
}

/** Bytes of the longest proof. */
export const MAX_PROOF_LENGTH = xvrf.proofLength(MAX_HEIGHT);

/** Throws `Malformed` unless the bytes are a key of either scheme. */
export function decodeTreeKey(bytes: Uint8Array): TreeKey {
  const scheme = bytes[0];
  if (scheme !== xvrf.SCHEME && scheme !== ivrf.SCHEME) throw new Malformed('public key: no scheme of a hash tree');
  const { height, slots, first } = (scheme === xvrf.SCHEME ? xvrf : ivrf).decodePublicKey(bytes);
  return { scheme, height, slots, first, bytes };
}

/** Names the tree, whatever its terms: root and PUB_SEED as a string. */
export const treeOf = ({ bytes }: TreeKey): string => String.fromCharCode(...bytes.subarray(TERMS_LENGTH));

/** `x-vrf-10`, say. */
export const nameOf = ({ scheme, height }: TreeKey): string => `${scheme === xvrf.SCHEME ? 'x-vrf' : 'ivrf'}-${height}`;

/** The number of rounds in which every slot has a position. */
export function roundsOf({ scheme, height, slots }: TreeKey): bigint {
  const leaves = 1n << BigInt(height);
  return scheme === ivrf.SCHEME ? leaves : leaves / BigInt(slots);
}

/** The output of a proof that holds. Throws `Malformed` or `Invalid`. */
export const verify = ({ scheme, bytes }: TreeKey, turn: Turn, input: Uint8Array, proof: Uint8Array): Uint8Array =>
  (scheme === xvrf.SCHEME ? xvrf : ivrf).verify(bytes, turn, input, proof);
