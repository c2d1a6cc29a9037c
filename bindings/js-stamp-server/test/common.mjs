// Common parts of the tests: vectors, and a sender that squares.

import { readFileSync } from 'node:fs';

import { RsaGroup } from '@heliast/verify';

export const load = (name) => JSON.parse(readFileSync(new URL(`../../../vectors/${name}.json`, import.meta.url), 'utf8'));

const moduli = load('moduli');
const groups = new Map();

/** RSA-1024 or RSA-2048. */
export function groupOf(name) {
  if (!groups.has(name)) groups.set(name, new RsaGroup(BigInt(moduli[name].decimal), 1024));
  return groups.get(name);
}

export const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
const integer = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** The private form's fields, read apart from the package's own code. */
export function read(challenge) {
  const bytes = Buffer.from(challenge);
  const length = bytes.readUInt32BE(142);
  const modulus = integer(bytes.subarray(146, 146 + length));
  return { head: bytes.subarray(0, 142), t: Number(bytes.readBigUInt64BE(22)), length, modulus, x: integer(bytes.subarray(146 + length)) };
}

/** The stamp with this number as its answer. */
export const stampOf = ({ head, length }, y) => Buffer.concat([head, Buffer.from(y.toString(16).padStart(2 * length, '0'), 'hex')]);

/** y of a challenge, by squaring. */
export function answerOf({ x, t, modulus }) {
  for (let i = 0; i < t; i++) x = (x * x) % modulus;
  return 2n * x > modulus ? modulus - x : x;
}

/** A stamp in base64, from a challenge in base64. */
export function solve(challenge) {
  const fields = read(Buffer.from(challenge, 'base64url'));
  return stampOf(fields, answerOf(fields)).toString('base64url');
}

/** The challenge in a header `WWW-Authenticate`. */
export const challengeIn = (response) => /^Stamp challenge="(.*)"$/.exec(response.headers.get('www-authenticate'))[1];
