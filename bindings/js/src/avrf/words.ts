// Words of little-endian bytes.

/** The words of bytes whose number is a multiple of 4. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, true));
}

export function bytesOf(words: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(4 * words.length);
  const view = new DataView(bytes.buffer);
  words.forEach((word, i) => view.setUint32(4 * i, word, true));
  return bytes;
}

/** Adds to `sum`, bit by bit, a term of the same length. */
export function addTo(sum: Uint32Array, term: Uint32Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! ^= term[i]!;
}
