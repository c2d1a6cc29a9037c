// Base64 for URLs, without padding (RFC 4648, section 5).

/** The text of some bytes. */
export function toBase64(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of a text, or nothing. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  // Each byte string has only one text: the bits that are left over are 0.
  return toBase64(bytes) === text ? bytes : undefined;
}
