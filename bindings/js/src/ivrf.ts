// iVRF: lots from hash chains on trees (spec/ivrf.md).

import { H, uint } from './bytes.js';
import { Invalid } from './errors.js';
import { sameWords, toWords } from './sha256.js';
import { decodeKey, position, requireProof, type PublicKey, type Turn } from './stateful.js';
import { CHAINS, climb, Hashes, split, walk } from './xmss.js';

export const SCHEME = 0x22;
const NAME = 0x49565246; // "IVRF"
/** The chain after the 67 of WOTS+. */
const CHAIN = CHAINS;

export const decodePublicKey = (bytes: Uint8Array): PublicKey => decodeKey(SCHEME, bytes);

/** Bytes of a proof of a key of this height. */
export const proofLength = (height: number): number => 4 + 32 * (1 + height);

/** The output of a proof that holds for the key, the turn and the input: 32 bytes. Throws `Malformed` or `Invalid`. */
export function verify(publicKey: Uint8Array, turn: Turn, input: Uint8Array, proof: Uint8Array): Uint8Array {
  const key = decodePublicKey(publicKey);
  const steps = key.slots;
  const at = position(key, turn, BigInt(steps) << BigInt(key.height));
  const [leaf, step] = [Number(at / BigInt(steps)), Number(at % BigInt(steps))];
  requireProof(proof, proofLength(key.height), leaf);
  const hashes = new Hashes(key.pubSeed);
  const [node, ...path] = split(proof.subarray(4));
  walk(hashes, leaf, CHAIN, node!, steps - 1 - step, step + 1);
  if (!sameWords(climb(hashes, leaf, node!, path), toWords(key.root))) {
    throw new Invalid('proof does not lead to the root');
  }
  const revealed = proof.subarray(4, 36);
  return H(uint(NAME, 28), uint(key.height, 4), key.root, key.pubSeed, uint(leaf, 32), uint(step, 32), revealed, input);
}
