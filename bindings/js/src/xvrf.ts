// X-VRF: lots from hash trees (spec/xvrf.md).

import { H, uint } from './bytes.js';
import { Invalid } from './errors.js';
import { decodeKey, position, requireProof, type PublicKey, type Turn } from './stateful.js';
import { CHAINS, climb, Hashes, recoverLeaf, split } from './xmss.js';
import { sameWords, toWords } from './sha256.js';

export const SCHEME = 0x21;
const NAME = 0x58565246; // "XVRF"

export const decodePublicKey = (bytes: Uint8Array): PublicKey => decodeKey(SCHEME, bytes);

/** Bytes of a proof of a key of this height. */
export const proofLength = (height: number): number => 4 + 32 * (CHAINS + height);

/** The output of a proof that holds for the key, the turn and the input: 32 bytes. Throws `Malformed` or `Invalid`. */
export function verify(publicKey: Uint8Array, turn: Turn, input: Uint8Array, proof: Uint8Array): Uint8Array {
  const key = decodePublicKey(publicKey);
  const leaf = Number(position(key, turn, 1n << BigInt(key.height)));
  requireProof(proof, proofLength(key.height), leaf);
  const digest = H(uint(2, 32), new Uint8Array(32), key.root, uint(leaf, 32), input);
  const hashes = new Hashes(key.pubSeed);
  const values = split(proof.subarray(4));
  const node = recoverLeaf(hashes, leaf, digest, values.slice(0, CHAINS));
  if (!sameWords(climb(hashes, leaf, node, values.slice(CHAINS)), toWords(key.root))) {
    throw new Invalid('proof does not lead to the root');
  }
  return H(uint(NAME, 28), uint(key.height, 4), key.root, key.pubSeed, proof, input);
}
