// Bytes, and the conventions of spec/README.md: big-endian integers, tags, SHA-256 and HMAC.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export { concatBytes as concat, utf8ToBytes as utf8 };

/** `value` as `width` big-endian bytes. */
export function uint(value: bigint | number, width: number): Uint8Array {
  const out = new Uint8Array(width);
  let rest = BigInt(value);
  for (let i = width - 1; i >= 0; i--) {
    out[i] = Number(rest & 255n);
    rest >>= 8n;
  }
  return out;
}

/** The big-endian integer in `bytes`. */
export const integer = (bytes: Uint8Array): bigint => (bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`));

/** Text as UTF-8. */
export const bytesOf = (text: Uint8Array | string): Uint8Array => (typeof text === 'string' ? utf8ToBytes(text) : text);

/** tag(s) = u8(len(s)) ‖ s. */
export const tag = (label: string): Uint8Array => concatBytes(uint(label.length, 1), utf8ToBytes(label));

export const H = (...parts: Uint8Array[]): Uint8Array => sha256(concatBytes(...parts));

export const mac = (key: Uint8Array, label: string, ...parts: Uint8Array[]): Uint8Array =>
  hmac(sha256, key, concatBytes(tag(label), ...parts));

/** Whether both are the same, in a time that depends on their lengths only. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ (b[i] ?? 0);
  return difference === 0;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Base64 for URLs, without padding. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const word = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digits = Math.min(4, bytes.length - i + 1);
    for (let d = 0; d < digits; d++) text += ALPHABET[(word >> (18 - 6 * d)) & 63];
  }
  return text;
}

/** The bytes of base64 for URLs; undefined where the text is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [word, bits, at] = [0, 0, 0];
  for (const char of text) {
    const digit = ALPHABET.indexOf(char);
    if (digit < 0) return undefined;
    word = ((word << 6) | digit) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (word >> bits) & 255;
    }
  }
  return (word & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}
