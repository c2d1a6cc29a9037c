// Wesolowski's proofs and proof files, from their bytes (spec/wesolowski.md).

import { equal, integer, Reader, requireLength } from './bytes.js';
import { checkOutput, recoverOutput } from './delay.js';
import { Invalid, Malformed, Misuse } from './errors.js';
import type { Group } from './group.js';
import { bitsExist, hintBound, level, type Mode, MODES, type Suite } from './hash-to-prime.js';
import { PRIME_HASHES, readSuite } from './prime-hashes.js';

export { delayInput } from './delay.js';

/** `output` has y and π, `compact` π and the challenge prime; in a hinted suite the hint follows. */
export type Form = 'output' | 'compact';

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
}

/** A delay that has been proved: y = x^(2^t); x and y are encoded elements. */
export interface Delay {
  readonly x: Uint8Array;
  readonly y: Uint8Array;
  readonly t: bigint;
}

/** Bits of security that a proof has at least, unless the caller says otherwise. */
export const MINIMUM_LEVEL = 100;

/** What challenge primes are drawn by: `suite('sieved-full', 'sha-256', 256)` by default. */
export function suite(mode: Mode = 'sieved-full', hash = 'sha-256', bits = 256): Suite {
  const found = PRIME_HASHES.find(({ name }) => name === hash);
  if (found === undefined || !Object.hasOwn(MODES, mode) || !bitsExist(mode, bits)) {
    throw new Misuse(`there is no suite ${mode}, ${hash}, ${bits}`);
  }
  return { mode, hash: found, bits };
}

/** The delay of a claim that holds. Throws `Malformed` or `Invalid`. */
export function verify(group: Group, claim: Claim, minimumLevel = MINIMUM_LEVEL): Delay {
  const { suite, t, form } = claim;
  if (level(suite) < minimumLevel) throw new Invalid(`the suite has ${level(suite)} bits of security, fewer than ${minimumLevel}`);
  const x = group.decode(claim.x, 'x');
  const { head, rest, hint } = splitProof(group.length, suite, form, claim.proof);
  const first = group.decode(head, form === 'output' ? 'y' : 'π');
  if (form === 'compact') {
    const y = recoverOutput(group, suite, { x, t }, first, integer(rest), hint);
    return { x: group.encode(x), y: group.encode(y), t };
  }
  checkOutput(group, suite, { x, y: first, t }, group.decode(rest, 'π'), hint);
  return { x: group.encode(x), y: group.encode(first), t };
}

/** The delay that a proof file shows. It names its suite and group, so the caller says what it demands of them. */
export function verifyFile(group: Group, bytes: Uint8Array, minimumLevel = MINIMUM_LEVEL): Delay {
  const { groupId, claim } = decodeFile(bytes);
  if (!equal(groupId, group.id)) throw new Invalid('proof for another group');
  return verify(group, claim, minimumLevel);
}

const MAX_LENGTH = 1024;
const FORMS: readonly Form[] = ['output', 'compact'];

/** The fields of a proof file. Pietrzak's and segmented ones are not read here. */
function decodeFile(bytes: Uint8Array): { groupId: Uint8Array; claim: Claim } {
  const reader = new Reader(bytes, 'HLVP\x01');
  const number = reader.number(1, 'form', 0, 3);
  reader.number(1, 'proof system', 0, 0);
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
