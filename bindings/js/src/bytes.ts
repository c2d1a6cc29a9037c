// Bytes and the conventions of spec/README.md: big-endian integers, tags, SHA-256, and a strict reader.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { Malformed, Misuse } from './errors.js';

export { concatBytes as concat, bytesToHex as toHex };

/** Strict: lower-case digits, an even number of them. */
export function fromHex(text: string): Uint8Array {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/.test(text)) throw new Malformed('not lower-case hexadecimal');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** `value` as `width` big-endian bytes. */
export function uint(value: bigint | number, width: number): Uint8Array {
  const out = new Uint8Array(width);
  let rest = BigInt(value);
  for (let i = width - 1; i >= 0; i--) {
    out[i] = Number(rest & 255n);
    rest >>= 8n;
  }
  if (rest !== 0n) throw new Misuse(`${value} does not fit in ${width} bytes`);
  return out;
}

/** The big-endian integer in `bytes`. */
export const integer = (bytes: Uint8Array): bigint => (bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`));

export const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

export const ascii = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** tag(s) = u8(len(s)) ‖ s, for an ASCII string s. */
export const tag = (label: string): Uint8Array => concatBytes(uint(label.length, 1), ascii(label));

/** H: SHA-256 of the concatenation. */
export const H = (...parts: Uint8Array[]): Uint8Array => sha256(concatBytes(...parts));

/** Takes fields off the front of some bytes; missing or surplus bytes are malformed. Results are copies. */
export class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array, magic: string) {
    if (!(bytes instanceof Uint8Array)) throw new Misuse('bytes are a Uint8Array');
    this.#bytes = bytes;
    if (!equal(this.take(magic.length, 'magic'), ascii(magic))) throw new Malformed('wrong magic');
  }

  take(size: number, name: string): Uint8Array {
    const left = this.#bytes.length - this.#at;
    if (left < size) throw new Malformed(`truncated: ${name} needs ${size} bytes, ${left} are left`);
    this.#at += size;
    return new Uint8Array(this.#bytes.subarray(this.#at - size, this.#at));
  }

  /** An integer of at most 4 bytes. */
  number(size: 1 | 2 | 4, name: string, least = 0, most = Infinity): number {
    return Number(this.integer(size, name, least, most));
  }

  integer(size: number, name: string, least: bigint | number = 0, most: bigint | number = Infinity): bigint {
    const value = integer(this.take(size, name));
    if (value < least || value > most) throw new Malformed(`${name} out of range: ${value}`);
    return value;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** All remaining bytes. */
  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#at, 'rest');
  }

  end(): void {
    const left = this.#bytes.length - this.#at;
    if (left > 0) throw new Malformed(`trailing bytes: ${left}`);
  }
}

/** Checks that `bytes` are bytes. */
export function requireBytes(bytes: Uint8Array, name: string): void {
  if (!(bytes instanceof Uint8Array)) throw new Misuse(`${name}: bytes are a Uint8Array`);
}

/** Checks that `bytes` are bytes, and their number. */
export function requireLength(bytes: Uint8Array, length: number, name: string): void {
  requireBytes(bytes, name);
  if (bytes.length !== length) throw new Malformed(`${name}: wrong length: ${bytes.length} bytes, not ${length}`);
}
