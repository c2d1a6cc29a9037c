// SHA-256 (FIPS 180-4), at once and on the spot: browsers have it as a promise only, and only on pages that came over TLS.

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
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

const turn = (x: number, bits: number): number => (x >>> bits) | (x << (32 - bits));

/** Section 6.2.2; the first 16 words of w are the block. */
function compress(state: Int32Array, w: Int32Array): void {
  const at = (i: number) => w[i]!;
  for (let i = 16; i < ROUNDS; i++) {
    const [x, y] = [at(i - 15), at(i - 2)];
    w[i] = at(i - 16) + at(i - 7) + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < ROUNDS; i++) {
    const t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + at(i);
    const t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i]! += word));
}
