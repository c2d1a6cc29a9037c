// SHA-256 (FIPS 180-4), computed synchronously: browsers have it as a promise only, and only on pages that came over
// TLS.

const ROUNDS = 64;

/** The first 32 bits of the fractional part. */
const fraction = (value: number): number => ((value % 1) * 2 ** 32) | 0;

const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < ROUNDS; n++) if (PRIMES.every((p) => n % p !== 0)) PRIMES.push(n);
/** Of the cube roots of the first 64 primes, and of the square roots of the first eight. */
const K = Int32Array.from(PRIMES, (p) => fraction(Math.cbrt(p)));
const START = Int32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p)));

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = (message.length + 72) >> 6;
  const padded = new Uint8Array(64 * blocks);
  padded.set(message);
  padded[message.length] = 128;
  const view = new DataView(padded.buffer);
  view.setBigUint64(64 * blocks - 8, BigInt(8 * message.length));
  const state = START.slice();
  const w = new Int32Array(ROUNDS);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(64 * block + 4 * i);
    compress(state, w);
  }
  state.forEach((word, i) => view.setInt32(4 * i, word));
  return padded.slice(0, 32);
}

/** The exclusive or of three turns of a word, or of two and a shift. */
const mix = (x: number, a: number, b: number, c: number, isShift = false): number =>
  turn(x, a) ^ turn(x, b) ^ (isShift ? x >>> c : turn(x, c));
const turn = (x: number, bits: number): number => (x >>> bits) | (x << (32 - bits));

/** Section 6.2.2; the first 16 words of w are the block. */
function compress(state: Int32Array, w: Int32Array): void {
  const words = [...state] as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < ROUNDS; i++) {
    if (i > 15) w[i] = w[i - 16]! + w[i - 7]! + mix(w[i - 15]!, 7, 18, 3, true) + mix(w[i - 2]!, 17, 19, 10, true);
    const [a, b, c, d, e, f, g, h] = words;
    const t = h + mix(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!;
    words.pop();
    words.unshift((t + mix(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))) | 0);
    words[4] = (d + t) | 0;
  }
  words.forEach((word, i) => (state[i]! += word));
}
