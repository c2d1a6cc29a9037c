// Verifies that somebody knows the key that encrypts some blocks to others (spec/avrf.md, "Verification", steps 4 to 8).

import { bytesToNumberLE } from '@noble/curves/utils.js';
import { equal } from '../bytes.js';
import { Invalid } from '../errors.js';
import { ByKernel } from './by-kernel.js';
import type { Pair } from './constraints.js';
import { add, multiply } from './fields.js';
import { COLUMN_KEY, CONSTRAINT_KEY, FIRST, IV, SECOND, shake, THIRD } from './hashes.js';
import { kernel } from './kernel.js';
import { BLOCK, COLUMN_HASH, type Fields, type Opening, type Parameters } from './parameters.js';
import { Plain } from './plain.js';
import type { Steps } from './steps.js';
import { bytesOf, wordsOf } from './words.js';

/** μ represents the statement, which is `pairs`, in the challenges. `proof` has its length. Throws `Invalid`. */
export function verifyProof(parameters: Parameters, pairs: readonly Pair[], mu: Uint8Array, proof: Uint8Array): void {
  const part = parameters.split(proof);
  const opening = parameters.opening(bytesToNumberLE(part.challenge));
  if (part.nodes.subarray(BLOCK * opening.nodes.length).some((byte) => byte !== 0)) throw new Invalid('padding behind the nodes');
  const iv = shake(IV, BLOCK, part.iv);
  const steps = begin(parameters, opening, iv, part);

  const first = steps.shake(FIRST, COLUMN_KEY, mu, steps.commitment, part.corrections, iv);
  const hashes = withMask(steps.hashColumns(first), part);
  const second = steps.shake(SECOND, CONSTRAINT_KEY, first, part.uHash, hashes, part.d);

  const delta = wordsOf(part.challenge);
  const { hash, masks } = steps.evaluate(second, delta, part.d, pairs);
  const upper = add(masks[1], wordsOf(part.a1), multiply(delta, wordsOf(part.a2)));
  const a0 = add(hash, masks[0], multiply(delta, upper));
  const third = steps.shake(THIRD, BLOCK, second, bytesOf(a0), part.a1, part.a2, part.counter);
  if (!equal(third, part.challenge)) throw new Invalid('the challenge is another one');
}

/** The steps by `wasm`, or without it. */
export const begin = (parameters: Parameters, opening: Opening, iv: Uint8Array, proof: Fields, wasm = kernel()): Steps =>
  wasm === null ? new Plain(parameters, opening, iv, proof) : new ByKernel(wasm, parameters, opening, iv, proof);

/** ṽ_0 ‖ … ‖ ṽ_127: the hashes of the columns, plus ũ where the challenge is 1. */
function withMask(hashes: Uint8Array, { challenge, uHash }: Fields): Uint8Array {
  return hashes.map((byte, at) => {
    const c = Math.floor(at / COLUMN_HASH);
    return (challenge[c >> 3]! >> (c & 7)) & 1 ? byte ^ uHash[at % COLUMN_HASH]! : byte;
  });
}
