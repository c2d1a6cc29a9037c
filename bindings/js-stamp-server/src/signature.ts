// Ed25519 by the strict rules of spec/stamp.md, "Public form": without them an issuer could make signatures on which
// machines disagree.

import { concat, equal } from '@heliast/verify/parts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';

const { Point } = ed25519;
const { n: L } = Point.CURVE();

/** A canonical point of large order, or null. */
export function largePoint(bytes: Uint8Array): InstanceType<typeof Point> | null {
  try {
    const point = Point.fromBytes(bytes);
    return point.isSmallOrder() ? null : point;
  } catch {
    return null;
  }
}

/** Whether S·B = R + k·A, which the library would multiply by the cofactor. */
export function verifies(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const [r, s] = [signature.subarray(0, 32), number(signature.subarray(32))];
  const a = largePoint(key);
  if (a === null || largePoint(r) === null || s >= L) return false;
  const k = number(sha512(concat(r, key, message))) % L;
  return equal(Point.BASE.multiplyUnsafe(s).subtract(a.multiplyUnsafe(k)).toBytes(), r);
}

/** The little-endian integer. */
const number = (bytes: Uint8Array): bigint => bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
