// A-VRF: a stateless lot from AES (spec/avrf.md).

import { shake256 } from '@noble/hashes/sha3.js';
import { requireLength, toHex } from './bytes.js';
import { Malformed, Misuse } from './errors.js';
import { BLOCK, FAST as FAST_PARAMETERS, type Parameters, SMALL as SMALL_PARAMETERS } from './avrf/parameters.js';
import { verifyProof } from './avrf/protocol.js';

/** a-vrf-small: proofs of 7,970 bytes. */
export const SMALL = 0x41;
/** a-vrf-fast: proofs of 10,948 bytes, verified five times as fast. */
export const FAST = 0x42;
export type Suite = typeof SMALL | typeof FAST;

export const KEY_LENGTH = 49;
export const OUTPUT_LENGTH = 32;
const Y_LENGTH = 2 * BLOCK;

/** The purposes of the tagged hashes. */
const [INPUT, ANCHOR, OUTPUT, STATEMENT] = [0x10, 0x11, 0x12, 0x14];

const PARAMETERS: Record<Suite, Parameters> = { [SMALL]: SMALL_PARAMETERS, [FAST]: FAST_PARAMETERS };

/** Bytes of a proof string. */
export const proofLength = (suite: Suite): number => Y_LENGTH + PARAMETERS[suite].proofLength;

/** A public key: its suite. */
export interface PublicKey {
  suite: Suite;
  nonce: Uint8Array;
  /** The encryptions, by the key's owner, of two blocks that follow from the nonce. */
  anchored: Uint8Array;
}

/** Throws `Malformed` unless the bytes are a suite's number and 48 bytes; any 48 bytes are a key. */
export function decodePublicKey(bytes: Uint8Array): PublicKey {
  requireLength(bytes, KEY_LENGTH, 'public key');
  const suite = bytes[0]!;
  if (suite !== SMALL && suite !== FAST) throw new Malformed(`public key: no suite 0x${toHex(bytes.subarray(0, 1))}`);
  return { suite, nonce: bytes.slice(1, 1 + BLOCK), anchored: bytes.slice(1 + BLOCK) };
}

/** The output β of a proof string that holds: 32 bytes. Throws `Malformed` or `Invalid`. */
export function verify(publicKey: Uint8Array, input: Uint8Array, proof: Uint8Array): Uint8Array {
  const { suite, nonce, anchored } = decodePublicKey(publicKey);
  requireLength(proof, proofLength(suite), 'proof');
  if (!(input instanceof Uint8Array)) throw new Misuse('an input is a Uint8Array');
  const y = proof.subarray(0, Y_LENGTH);
  const hashed = hash(INPUT, suite, publicKey, le64(input.length), input);
  const inputs = [...halves(hash(ANCHOR, suite, nonce)), ...halves(hashed)];
  const outputs = [...halves(anchored), ...halves(y)];
  const pairs = inputs.map((block, i) => ({ input: block, output: outputs[i]! }));
  verifyProof(PARAMETERS[suite], pairs, hash(STATEMENT, suite, publicKey, hashed, y), proof.subarray(Y_LENGTH));
  return hash(OUTPUT, suite, publicKey, hashed, y);
}

/** Hash(tag, …)[32] */
function hash(tag: number, suite: Suite, ...parts: Uint8Array[]): Uint8Array {
  const state = shake256.create({ dkLen: 32 }).update(Uint8Array.of(tag, suite));
  for (const part of parts) state.update(part);
  return state.digest();
}

function le64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

const halves = (blocks: Uint8Array): [Uint8Array, Uint8Array] => [blocks.subarray(0, BLOCK), blocks.subarray(BLOCK)];
