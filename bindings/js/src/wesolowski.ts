// Wesolowski's proofs and proof files, from their bytes (spec/wesolowski.md).

import { equal, integer, Reader, requireLength } from './bytes.js';
import { checkOutput, recoverOutput } from './delay.js';
import { Invalid, Malformed, Misuse } from './errors.js';
import { type Group, requireGroup } from './group.js';
import { bitsExist, hintBound, level, type Mode, MODES, type Suite } from './hash-to-prime.js';
import { LAST_SYSTEM, refuseOther, WESOLOWSKI } from './other-proofs.js';
import { PRIME_HASHES, readSuite } from './prime-hashes.js';

export { delayInput } from './delay.js';

/** `output` has y and π, `compact` π and the challenge prime; in a hinted suite the hint follows. */
export type Form = 'output' | 'compact';

const FORMS: readonly Form[] = ['output', 'compact'];

/** A delay and its proof. */
export interface Claim {
  /** The delay's input, an encoded element. */
  readonly x: Uint8Array;
  /** Squarings. */
  readonly t: bigint;
  readonly suite: Suite;
  readonly form: Form;
  /** The form's bytes. */
  readonly proof: Uint8Array;
  /** The context to which the proof must be bound, 1 to 255 bytes; a proof that is bound to another context, or to none, is invalid. */
  readonly context?: Uint8Array | undefined;
}

/** A delay that has been proved: y = x^(2^t); x and y are encoded elements. */
export interface Delay {
  readonly x: Uint8Array;
  readonly y: Uint8Array;
  readonly t: bigint;
}

/** The least bits of security of a proof, by default. */
export const MINIMUM_LEVEL = 100;

/** A suite by which challenge primes are drawn: `suite('sieved-full', 'sha-256', 256)` by default. */
export function suite(mode: Mode = 'sieved-full', hash = 'sha-256', bits = 256): Suite {
  const found = PRIME_HASHES.find(({ name }) => name === hash);
  if (found === undefined || !Object.hasOwn(MODES, mode) || !bitsExist(mode, bits)) {
    throw new Misuse(`there is no suite ${mode}, ${hash}, ${bits}`);
  }
  return { mode, hash: found, bits };
}

const CLAIM = "a claim is { x, t, suite, form, proof }: t a bigint, suite of suite(), form 'output' or 'compact'";

/** The delay of a claim that holds, whose input, squarings and suite are the caller's. Throws `Malformed` or `Invalid`. */
export function verify(group: Group, claim: Claim, minimumLevel = MINIMUM_LEVEL): Delay {
  requireGroup(group);
  const { suite, t, form } = claim ?? {};
  if (!(Object.hasOwn(MODES, suite?.mode) && typeof t === 'bigint' && FORMS.includes(form))) throw new Misuse(CLAIM);
  requireLevel(suite, minimumLevel);
  const { context } = claim;
  if (context !== undefined && !isContext(context)) throw new Misuse('a context has from 1 to 255 bytes');
  const x = group.decode(claim.x, 'x');
  const { head, rest, hint } = splitProof(group.length, suite, form, claim.proof);
  const first = group.decode(head, form === 'output' ? 'y' : 'π');
  if (form === 'compact') {
    const y = recoverOutput(group, suite, { x, t }, first, integer(rest), { hint, context });
    return { x: group.encode(x), y: group.encode(y), t };
  }
  checkOutput(group, suite, { x, y: first, t }, group.decode(rest, 'π'), { hint, context });
  return { x: group.encode(x), y: group.encode(first), t };
}

const isContext = (context: Uint8Array): boolean =>
  context instanceof Uint8Array && context.length >= 1 && context.length <= 255;

/** The properties that a caller demands of a proof file, as its prover chose its input, squarings and suite. All but `context` are required. */
export interface Demand {
  /** The input, an encoded element. */
  readonly x: Uint8Array;
  /** Squarings. */
  readonly t: bigint;
  /** The least number of bits of security. A suite has 64 to 256; the usual suites here have 128. */
  readonly level: number;
  /** The context to which the proof must be bound, if any. */
  readonly context?: Uint8Array | undefined;
}

/**
 * The delay that was asked for, if a proof file shows it. Throws `Malformed` or `Invalid`, and `Misuse` for a demand that is incomplete, or a
 * file with Pietrzak's proof or one in segments: it is a proof file, and this package can't verify it.
 */
export function verifyFile(group: Group, bytes: Uint8Array, demand: Demand): Delay {
  requireDemand(group, demand);
  const { groupId, claim } = decodeFile(bytes);
  requireLevel(claim.suite, demand.level);
  if (!equal(groupId, group.id)) throw new Invalid('proof for another group');
  if (claim.t !== demand.t) throw new Invalid(`proof of ${claim.t} squarings, not ${demand.t}`);
  if (!equal(claim.x, demand.x)) throw new Invalid('proof for another input');
  return verify(group, { ...claim, context: demand.context }, demand.level);
}

function requireDemand(group: Group, demand: Demand): void {
  requireGroup(group);
  const { x, t, level } = demand ?? {};
  if (!(x instanceof Uint8Array) || x.length !== group.length) throw new Misuse(`x is the input that was asked for, ${group.length} bytes`);
  if (typeof t !== 'bigint') throw new Misuse('t is how many squarings were asked for, a bigint');
  checkLevel(level);
}

/** That a level is a whole number: no comparison with `NaN` is true, and so it would let everything pass. */
function checkLevel(level: number): void {
  if (!Number.isInteger(level) || level < 0) throw new Misuse('a level is a whole number of bits');
}

function requireLevel(suite: Suite, least: number): void {
  checkLevel(least);
  if (level(suite) < least) throw new Invalid(`the suite has ${level(suite)} bits of security, fewer than ${least}`);
}

const MAX_LENGTH = 1024;

/** The fields of a proof file. Throws `Misuse` for one of another proof system than Wesolowski's. */
function decodeFile(bytes: Uint8Array): { groupId: Uint8Array; claim: Claim } {
  const reader = new Reader(bytes, 'HLVP\x01');
  const number = reader.number(1, 'form');
  const system = reader.number(1, 'proof system', 0, LAST_SYSTEM);
  if (system !== WESOLOWSKI) refuseOther(reader, system, number, MAX_LENGTH);
  if (number > 3) throw new Malformed(`form out of range: ${number}`);
  const suite = readSuite(reader);
  const form = FORMS[number % 2]!;
  if (number >= 2 !== (suite.mode === 'hinted')) throw new Malformed(`form ${number} does not fit the suite`);
  const t = reader.integer(8, 't');
  const groupId = reader.take(32, 'group id');
  const length = reader.number(4, 'L', 0, MAX_LENGTH);
  const x = reader.take(length, 'x');
  const proof = reader.take(proofLength(length, suite, form), 'proof');
  reader.end();
  splitProof(length, suite, form, proof);
  return { groupId, claim: { x, t, suite, form, proof } };
}

/** Bytes of a proof in this form, where an element has `length` bytes. */
const proofLength = (length: number, suite: Suite, form: Form): number =>
  length + (form === 'output' ? length : suite.bits / 8) + hintLength(suite);

const hintLength = ({ mode }: Suite): number => (mode === 'hinted' ? 2 : 0);

interface Parts {
  head: Uint8Array;
  rest: Uint8Array;
  hint: number | undefined;
}

/** An element; another one or l; the hint of a hinted suite. */
function splitProof(length: number, suite: Suite, form: Form, proof: Uint8Array): Parts {
  requireLength(proof, proofLength(length, suite, form), 'proof');
  const end = proof.length - hintLength(suite);
  const hint = suite.mode === 'hinted' ? Number(integer(proof.subarray(end))) : undefined;
  if (hint !== undefined && hint >= hintBound(suite)) throw new Malformed(`hint out of range: ${hint}`);
  return { head: proof.subarray(0, length), rest: proof.subarray(length, end), hint };
}
