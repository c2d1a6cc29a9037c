// HMAC-SHA-256 under a tag, and comparison in constant time.

import { concat, tag } from '@heliast/verify/parts';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

export const mac = (key: Uint8Array, label: string, ...parts: Uint8Array[]): Uint8Array => hmac(sha256, key, concat(tag(label), ...parts));

/** Whether bytes of one length are equal, comparing all of them, so that the time does not reveal how many agree. */
export function sameSecret(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!;
  return difference === 0;
}
