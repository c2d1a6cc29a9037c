// Bytes, numbers and text.

/** Bytes that are not a challenge, state or stamp with which this package can work. */
export class Malformed extends Error {
  override name = 'Malformed';
}

export const concat = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** tag(s) = u8(length) ‖ s. */
export const tag = (label: string): Uint8Array => concat(Uint8Array.of(label.length), utf8(label));

/** The big-endian number in some bytes. */
export const number = (bytes: Uint8Array): bigint =>
  BigInt('0x0' + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));

/** A number as so many big-endian bytes; it must fit. */
export const bytesOf = (value: bigint | number, length: number): Uint8Array<ArrayBuffer> => {
  const digits = value.toString(16).padStart(2 * length, '0');
  return Uint8Array.from({ length }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
};

/** Base64 for URLs, without padding. */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/[+/=]/g, (char) => ({ '+': '-', '/': '_' })[char] ?? '');
};

/** Decodes either alphabet, with or without padding. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => {
  try {
    const plain = text.trim().replace(/[-_]/g, (char) => (char === '-' ? '+' : '/'));
    return Uint8Array.from(atob(plain), (char) => char.charCodeAt(0));
  } catch {
    throw new Malformed('this is not text in base64');
  }
};
