// Challenges and stamps, from their bytes and to them (spec/stamp.md).

import { bytesOf, concat, Malformed, number } from './bytes.js';

const TERMS = 126;
const HEADER = [72, 76, 83, 84, 1]; // "HLST", version 1
/** Lengths of a seal and of a signature. */
const PROOFS = { private: 16, public: 64 } as const;

/** A challenge as an issuer gives it out. Times are in milliseconds since 1970. */
export interface Challenge {
  readonly form: keyof typeof PROOFS;
  /** Squarings. */
  readonly t: number;
  readonly issued: number;
  /** The latest time at which its stamp is accepted. */
  readonly last: number;
  readonly modulus: bigint;
  /** Bytes of the modulus. */
  readonly length: number;
  /** The beginning of the stamp: the terms, and the seal or signature that authenticates them. */
  readonly head: Uint8Array;
  readonly terms: Uint8Array;
  /** The number to square; in the public form it follows from the terms. */
  readonly x: bigint | null;
  readonly bytes: Uint8Array;
}

/** The challenge of some bytes. It is not checked here that an issuer gave it out. Throws {@link Malformed}. */
export function readChallenge(bytes: Uint8Array): Challenge {
  const form = bytes[5] === 0 ? 'private' : 'public';
  const start = TERMS + PROOFS[form] + 4;
  if (HEADER.some((byte, i) => bytes[i] !== byte) || bytes[5]! > 1 || bytes.length < start) throw new Malformed('this is not a challenge');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [t, issued, last] = [22, 30, 38].map((at) => Number(view.getBigUint64(at))) as [number, number, number];
  if (t < 1 || t >= 2 ** 48 || last < issued || last >= 2 ** 53) throw new Malformed('the terms are out of range');
  const length = view.getUint32(start - 4);
  const end = start + length;
  if (length < 128 || length > 1024 || bytes.length !== (form === 'private' ? end + length : end)) {
    throw new Malformed('the challenge has a wrong length');
  }
  const modulus = number(bytes.subarray(start, end));
  const x = form === 'private' ? number(bytes.subarray(end)) : null;
  const isCanonical = x === null || (x > 0n && 2n * x < modulus);
  if (bytes[start] === 0 || !(bytes[end - 1]! & 1) || !isCanonical) throw new Malformed('its modulus or number is none');
  const [head, terms] = [bytes.slice(0, start - 4), bytes.slice(0, TERMS)];
  return { form, t, issued, last, modulus, length, head, terms, x, bytes: bytes.slice() };
}

/** The smaller member of the class of a number. */
export const canonical = ({ modulus }: Challenge, value: bigint): bigint => {
  const rest = value % modulus;
  return 2n * rest > modulus ? modulus - rest : rest;
};

export const encode = (challenge: Challenge, value: bigint): Uint8Array => bytesOf(canonical(challenge, value), challenge.length);

/** The stamp: of y in the private form, of π, l and its counter in the public form. */
export const stampOf = (challenge: Challenge, element: bigint, ...rest: Uint8Array[]): Uint8Array<ArrayBuffer> =>
  concat(challenge.head, encode(challenge, element), ...rest);

