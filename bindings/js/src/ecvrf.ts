// ECVRF-EDWARDS25519-SHA512-TAI and -ELL2 (spec/vrf.md; RFC 9381, sections 5.1 to 5.5).

import { ed25519, ed25519_hasher } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { ascii, concat, equal, requireLength, uint } from './bytes.js';
import { Invalid, Malformed, Misuse } from './errors.js';

/** RFC 9381's suite_string: try and increment. */
export const TAI = 0x03;
/** RFC 9381's suite_string: Elligator 2. */
export const ELL2 = 0x04;
export type Scheme = typeof TAI | typeof ELL2;

export const KEY_LENGTH = 32;
export const PROOF_LENGTH = 80;
export const OUTPUT_LENGTH = 64;

type Point = InstanceType<typeof ed25519.Point>;
const { Point } = ed25519;
const { p: P, n: Q } = Point.CURVE();

/** The output β of a proof that holds: 64 bytes. Throws `Malformed` or `Invalid`. */
export function verify(scheme: Scheme, publicKey: Uint8Array, input: Uint8Array, proof: Uint8Array): Uint8Array {
  if (scheme !== TAI && scheme !== ELL2) throw new Misuse(`there is no ECVRF scheme ${scheme}`);
  const y = decodePublicKey(publicKey);
  const { gamma, challenge, c, s } = decodeProof(proof);
  const h = encodeToCurve(scheme, publicKey, input);
  const u = Point.BASE.multiplyUnsafe(s).subtract(y.multiplyUnsafe(c));
  const v = difference(h, s, gamma, c);
  const points = [h, gamma, u, v].map((point) => point.toBytes());
  const digest = sha512(concat(uint(scheme, 1), uint(2, 1), publicKey, ...points, uint(0, 1)));
  if (!equal(digest.subarray(0, 16), challenge)) throw new Invalid('the challenge is another one');
  return sha512(concat(uint(scheme, 1), uint(3, 1), gamma.clearCofactor().toBytes(), uint(0, 1)));
}

/** Throws `Malformed` unless the key's outputs are unique: canonical, on the curve, not of small order. */
export function checkPublicKey(bytes: Uint8Array): void {
  decodePublicKey(bytes);
}

function decodePublicKey(bytes: Uint8Array): Point {
  const point = decodePoint(bytes, 'public key');
  if (point.isSmallOrder()) throw new Malformed('public key: small order');
  return point;
}

function decodeProof(bytes: Uint8Array): { gamma: Point; challenge: Uint8Array; c: bigint; s: bigint } {
  requireLength(bytes, PROOF_LENGTH, 'proof');
  const gamma = decodePoint(bytes.subarray(0, 32), 'Γ');
  const challenge = bytes.subarray(32, 48);
  const s = bytesToNumberLE(bytes.subarray(48));
  if (s >= Q) throw new Malformed('s: not canonical');
  return { gamma, challenge, c: bytesToNumberLE(challenge), s };
}

function decodePoint(bytes: Uint8Array, name: string): Point {
  requireLength(bytes, 32, name);
  const value = bytesToNumberLE(bytes);
  const [sign, y] = [value >> 255n, value & ((1n << 255n) - 1n)];
  const xIsZero = y === 1n || y === P - 1n;
  if (y >= P || (xIsZero && sign === 1n)) throw new Malformed(`${name}: not canonical`);
  return tryPoint(bytes) ?? refuse(`${name}: not on the curve`);
}

function refuse(reason: string): never {
  throw new Malformed(reason);
}

function tryPoint(bytes: Uint8Array): Point | null {
  try {
    return Point.fromBytes(bytes);
  } catch {
    return null;
  }
}

/** RFC 9381, 5.4.1.1 and 5.4.1.2, with the public key as salt. */
function encodeToCurve(scheme: Scheme, publicKey: Uint8Array, input: Uint8Array): Point {
  if (scheme === TAI) return tryAndIncrement(publicKey, input);
  const DST = concat(ascii('ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_'), uint(scheme, 1));
  return ed25519_hasher.encodeToCurve(concat(publicKey, input), { DST });
}

function tryAndIncrement(publicKey: Uint8Array, input: Uint8Array): Point {
  for (let counter = 0; counter < 256; counter++) {
    const digest = sha512(concat(uint(TAI, 1), uint(1, 1), publicKey, input, uint(counter, 1), uint(0, 1)));
    const point = tryPoint(digest.subarray(0, 32))?.clearCofactor();
    if (point && !point.is0()) return point;
  }
  throw new Invalid('the input has no point: try and increment fails');
}

/** s·h − c·gamma with the doublings of one product: both scalars in digits of 4 bits, most significant first. */
function difference(h: Point, s: bigint, gamma: Point, c: bigint): Point {
  const [hs, gammas] = [multiples(h), multiples(gamma.negate())];
  const digits = s.toString(16).padStart(64, '0');
  const others = c.toString(16).padStart(64, '0');
  let sum = Point.ZERO;
  for (let i = 0; i < 64; i++) {
    sum = sum.double().double().double().double();
    const [a, b] = [parseInt(digits[i]!, 16), parseInt(others[i]!, 16)];
    if (a > 0) sum = sum.add(hs[a]!);
    if (b > 0) sum = sum.add(gammas[b]!);
  }
  return sum;
}

/** 0, 1, ... 15 times a point. */
function multiples(point: Point): Point[] {
  const out = [Point.ZERO];
  for (let i = 1; i < 16; i++) out.push(out[i - 1]!.add(point));
  return out;
}
