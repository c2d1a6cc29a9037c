// What a challenge is given out for (spec/stamp.md, "Terms").

import { Misuse } from '@heliast/verify';
import { bytesOf, concat, equal, H, integer, tag, uint, utf8 } from './bytes.js';
import { Refusal } from './refusal.js';

export type Form = 'private' | 'public';

/** Squarings, times in milliseconds since 1970, and what a stamp is bound to. */
export interface Terms {
  readonly t: bigint;
  readonly issued: number;
  readonly last: number;
  /** 16 random bytes. */
  readonly nonce: Uint8Array;
  /** 32 bytes: {@link resourceDigest}. */
  readonly resource: Uint8Array;
  /** 32 bytes: {@link clientDigest}. */
  readonly client: Uint8Array;
}

/** What a stamp has to be for. */
export interface Expected {
  /** The name of what is asked for. */
  readonly resource: Uint8Array | string;
  /** What the operator binds stamps to: nothing, a network, an account. */
  readonly client: Uint8Array | string;
  /** Squarings at least. */
  readonly least: bigint;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds by which the clocks of two machines may differ. */
  readonly skew?: number;
}

/** A stamp that holds. It is worth something once it is spent. */
export interface Paid {
  /** 16 bytes by which it is remembered, */
  readonly id: Uint8Array;
  /** until this time in milliseconds since 1970: later it is late. */
  readonly until: number;
  /** When it was checked. */
  readonly now: number;
  readonly terms: Terms;
}

export const TERMS_SIZE = 126;
const MAX_T = 2n ** 48n - 1n;
const MAX_TIME = 2 ** 53;
const FORMS: readonly Form[] = ['private', 'public'];

export const resourceDigest = (name: Uint8Array | string): Uint8Array => H(tag('heliast/stamp/resource/v1'), bytesOf(name));

export const clientDigest = (client: Uint8Array | string): Uint8Array => H(tag('heliast/stamp/client/v1'), bytesOf(client));

/** Terms that are given out at `expected.now`, for so many squarings and milliseconds. */
export function termsFor(expected: Expected, t: bigint, life: number, nonce: Uint8Array = randomNonce()): Terms {
  const { now: issued, resource, client } = expected;
  return { t, issued, last: issued + life, nonce, resource: resourceDigest(resource), client: clientDigest(client) };
}

function randomNonce(): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(16));
}

const isTime = (time: number): boolean => Number.isSafeInteger(time) && time >= 0;

export function encodeTerms(terms: Terms, form: Form, issuer: Uint8Array): Uint8Array {
  const { t, issued, last, nonce, resource, client } = terms;
  if (typeof t !== 'bigint' || t < 1n || t > MAX_T) throw new Misuse('a challenge has 1 to 2^48 − 1 squarings, as a bigint');
  if (!isTime(issued) || !isTime(last) || last < issued) throw new Misuse('times are milliseconds since 1970, the last not before the first');
  if (nonce.length !== 16 || resource.length !== 32 || client.length !== 32) throw new Misuse('a nonce has 16 bytes, a digest 32');
  const numbers = [uint(t, 8), uint(issued, 8), uint(last, 8)];
  return concat(utf8('HLST\x01'), uint(FORMS.indexOf(form), 1), issuer, ...numbers, nonce, resource, client);
}

/** The terms of a stamp; {@link Refusal} where they are none of this form and issuer. */
export function readTerms(bytes: Uint8Array, form: Form, issuer: Uint8Array): Terms {
  if (!equal(bytes.subarray(0, 6), concat(utf8('HLST\x01'), uint(FORMS.indexOf(form), 1)))) throw new Refusal('version');
  if (!equal(bytes.subarray(6, 22), issuer)) throw new Refusal('issuer');
  const t = integer(bytes.subarray(22, 30));
  const [issued, last] = [integer(bytes.subarray(30, 38)), integer(bytes.subarray(38, 46))];
  if (t < 1n || t > MAX_T || issued > last || last >= MAX_TIME) throw new Refusal('terms');
  const [nonce, resource, client] = [bytes.slice(46, 62), bytes.slice(62, 94), bytes.slice(94, 126)];
  return { t, issued: Number(issued), last: Number(last), nonce, resource, client };
}

/** That terms are what is expected. */
export function checkTerms(terms: Terms, expected: Expected): void {
  const skew = expected.skew ?? 0;
  if (!equal(terms.resource, resourceDigest(expected.resource))) throw new Refusal('resource');
  if (!equal(terms.client, clientDigest(expected.client))) throw new Refusal('client');
  if (terms.t < expected.least) throw new Refusal('difficulty');
  if (expected.now + skew < terms.issued) throw new Refusal('early');
  if (expected.now > terms.last + skew) throw new Refusal('late');
}

/** A stamp that holds, with these bytes of terms. */
export function paid(bytes: Uint8Array, terms: Terms, expected: Expected): Paid {
  const id = H(tag('heliast/stamp/id/v1'), bytes).subarray(0, 16);
  return { id, until: terms.last + (expected.skew ?? 0), now: expected.now, terms };
}
