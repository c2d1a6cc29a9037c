// Chains of square roots and their proofs, from their bytes (spec/roots.md).

import { equal, Reader, requireBytes, requireLength } from './bytes.js';
import { Invalid, Misuse } from './errors.js';
import { check, decodePoints, MAX_SEGMENTS } from './root-chain.js';
import { checkTerms, requireField, type RootField } from './root-field.js';

/** A chain of roots and its proof; x and y are encoded elements. */
export interface Claim {
  readonly x: Uint8Array;
  readonly y: Uint8Array;
  /** Steps. */
  readonly t: bigint;
  /** u16(s), and the ends of the segments except the last. */
  readonly proof: Uint8Array;
}

/** A chain of roots that has been verified: t steps lead from x to y, both encoded elements. */
export type Delay = Omit<Claim, 'proof'>;

/** The chain of a claim that holds, whose input and steps are the caller's. Throws `Malformed` or `Invalid`. Takes t squarings. */
export function verify(field: RootField, claim: Claim): Delay {
  requireField(field);
  const { t, proof } = claim ?? {};
  if (typeof t !== 'bigint') throw new Misuse('a claim is { x, y, t, proof }: t a bigint');
  requireBytes(proof, 'proof');
  requireProof(proof, field.length);
  const { x, y, points } = decode(field, claim);
  check(field, { x, y, t }, points);
  return { x: field.encode(x), y: field.encode(y), t };
}

/** The elements of a claim whose proof has the right length. */
function decode(field: RootField, { x, y, proof }: Claim): { x: bigint; y: bigint; points: bigint[] } {
  return { x: field.decode(x, 'x'), y: field.decode(y, 'y'), points: decodePoints(field, proof.subarray(2)) };
}

/** The caller's demands: a proof file's own field, input and steps are its prover's choice. */
export interface Demand {
  /** The input, an encoded element. */
  readonly x: Uint8Array;
  /** Steps. */
  readonly t: bigint;
}

/** The chain that was asked for, if a proof file shows it. Throws `Malformed` or `Invalid`, and `Misuse` for a demand that is incomplete. */
export function verifyFile(field: RootField, bytes: Uint8Array, demand: Demand): Delay {
  requireField(field);
  const { x, t } = demand ?? {};
  if (!(x instanceof Uint8Array) || x.length !== field.length) throw new Misuse(`x is the input that was asked for, ${field.length} bytes`);
  if (typeof t !== 'bigint') throw new Misuse('t is how many steps were asked for, a bigint');
  const { bits, seed, counter, claim } = decodeFile(bytes);
  if (bits !== field.bits || counter !== field.counter || !equal(seed, field.seed)) throw new Invalid('proof for another field');
  if (claim.t !== t) throw new Invalid(`proof of ${claim.t} steps, not ${t}`);
  if (!equal(claim.x, x)) throw new Invalid('proof for another input');
  const elements = decode(field, claim);
  check(field, { ...elements, t }, elements.points);
  return { x: claim.x, y: claim.y, t };
}

function decodeFile(bytes: Uint8Array): { bits: number; seed: Uint8Array; counter: number; claim: Claim } {
  const reader = new Reader(bytes, 'HLRP\x01');
  const [bits, counter, seedLength] = [reader.number(2, 'bits of the prime'), reader.number(4, 'counter'), reader.number(1, 'length of the seed')];
  checkTerms(bits, seedLength, counter);
  const seed = reader.take(seedLength, 'seed');
  const t = reader.integer(8, 't');
  const [x, y] = [reader.take(bits / 8, 'x'), reader.take(bits / 8, 'y')];
  const proof = reader.rest();
  requireProof(proof, bits / 8);
  return { bits, seed, counter, claim: { x, y, t, proof } };
}

/** Checks that a proof has as many bytes as its number of segments demands. */
function requireProof(proof: Uint8Array, length: number): void {
  const reader = new Reader(proof, '');
  const segments = reader.number(2, 'number of segments', 1, MAX_SEGMENTS);
  requireLength(reader.rest(), (segments - 1) * length, 'proof');
}
