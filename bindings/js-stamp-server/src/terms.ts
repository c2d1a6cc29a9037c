// The terms of a stamp: the issuer of its challenge, its resource, and its time (spec/stamp.md, "Terms").

import { Misuse } from '@heliast/verify';
import { concat, equal, H, integer, tag, uint } from '@heliast/verify/parts';
import { Refusal } from './errors.js';

const MAGIC = Uint8Array.of(0x48, 0x4c, 0x53, 0x54, 1); // HLST, version 1
export const TERMS = 126;
export const FORMS = { private: 0, public: 1 } as const;
export type Form = keyof typeof FORMS;

const MAX_T = 2 ** 48;
const MAX_TIME_MS = 2 ** 53;

/** The terms of a challenge. Times are milliseconds since 1970. */
export interface Terms {
  /** Squarings. */
  readonly t: number;
  readonly issuedMs: number;
  /** The latest time at which the stamp is accepted. */
  readonly lastMs: number;
  /** 16 random bytes. */
  readonly nonce: Uint8Array;
  /** The digests of the names, 32 bytes each: {@link resourceDigest}, {@link clientDigest}. */
  readonly resource: Uint8Array;
  readonly client: Uint8Array;
}

/** The terms that a stamp has to meet. */
export interface Expected {
  /** Digests, as in {@link Terms}. */
  readonly resource: Uint8Array;
  readonly client: Uint8Array;
  /** The least number of squarings. */
  readonly least: number;
  readonly nowMs: number;
  /** The greatest difference between the clocks of two machines, in milliseconds. */
  readonly skewMs: number;
}

/** A valid stamp. It counts only once it is spent. */
export interface Paid {
  /** 16 bytes by which it is remembered. */
  readonly id: Uint8Array;
  readonly terms: Terms;
  /** The time at which it was checked, and the time until which it has to be remembered; milliseconds since 1970. */
  readonly nowMs: number;
  readonly untilMs: number;
  /** The greatest difference between the clocks of two machines. */
  readonly skewMs: number;
}

export const resourceDigest = (name: Uint8Array): Uint8Array => H(tag('heliast/stamp/resource/v1'), name);
export const clientDigest = (name: Uint8Array): Uint8Array => H(tag('heliast/stamp/client/v1'), name);

/** The bytes of terms. Throws `Misuse` where they are out of range. */
export function encodeTerms(terms: Terms, form: Form, issuer: Uint8Array): Uint8Array {
  const { t, issuedMs, lastMs, nonce, resource, client } = terms;
  if (!areInRange(t, issuedMs, lastMs)) throw new Misuse(`terms out of range: ${t} squarings from ${issuedMs} to ${lastMs}`);
  if (nonce.length !== 16 || resource.length !== 32 || client.length !== 32) {
    throw new Misuse('a nonce has 16 bytes, the digests of resource and client have 32');
  }
  const numbers = [t, issuedMs, lastMs].map((number) => uint(number, 8));
  return concat(MAGIC, uint(FORMS[form], 1), issuer, ...numbers, nonce, resource, client);
}

/** The terms in the first bytes of a stamp. Throws {@link Refusal}. */
export function decodeTerms(bytes: Uint8Array, form: Form, issuer: Uint8Array): Terms {
  if (!equal(bytes.subarray(0, 5), MAGIC) || bytes[5] !== FORMS[form]) throw new Refusal('version');
  if (!equal(bytes.subarray(6, 22), issuer)) throw new Refusal('issuer');
  const [t, issuedMs, lastMs] = [22, 30, 38].map((at) => Number(integer(bytes.subarray(at, at + 8)))) as [number, number, number];
  if (!areInRange(t, issuedMs, lastMs)) throw new Refusal('terms');
  return { t, issuedMs, lastMs, nonce: bytes.slice(46, 62), resource: bytes.slice(62, 94), client: bytes.slice(94, TERMS) };
}

/** Checks that the caller's expectations are complete: with a missing number nothing would be early, late or too cheap. Throws `Misuse`. */
function requireExpected(expected: Expected): void {
  const { resource, client, least, nowMs, skewMs } = expected ?? {};
  for (const [name, digest] of Object.entries({ resource, client })) {
    if (!(digest instanceof Uint8Array) || digest.length !== 32) throw new Misuse(`${name} is a digest of 32 bytes`);
  }
  for (const [name, number] of Object.entries({ least, nowMs, skewMs })) {
    if (typeof number !== 'number' || !(number >= 0 && number < Infinity)) throw new Misuse(`${name} is a number, 0 or more, not ${number}`);
  }
}

/** Checks that a stamp of these terms is as expected, but not that it is genuine. Throws {@link Refusal}, and `Misuse`. */
export function checkTerms(terms: Terms, expected: Expected): void {
  requireExpected(expected);
  const { nowMs, skewMs } = expected;
  if (!equal(terms.resource, expected.resource)) throw new Refusal('resource');
  if (!equal(terms.client, expected.client)) throw new Refusal('client');
  if (terms.t < expected.least) throw new Refusal('difficulty');
  if (nowMs + skewMs < terms.issuedMs) throw new Refusal('early');
  if (nowMs > terms.lastMs + skewMs) throw new Refusal('late');
}

/** The facts about a valid stamp. */
export function paid(bytes: Uint8Array, terms: Terms, { nowMs, skewMs }: Expected): Paid {
  return { id: H(tag('heliast/stamp/id/v1'), bytes).slice(0, 16), terms, nowMs, untilMs: terms.lastMs + skewMs, skewMs };
}

/** Numbers from 2^53 on are not exact here, and all of them are out of range. */
function areInRange(t: number, issuedMs: number, lastMs: number): boolean {
  const areWhole = [t, issuedMs, lastMs].every(Number.isInteger);
  return areWhole && t >= 1 && t < MAX_T && issuedMs >= 0 && issuedMs <= lastMs && lastMs < MAX_TIME_MS;
}
