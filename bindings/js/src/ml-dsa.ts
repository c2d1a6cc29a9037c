// Verification of ML-DSA-65 signatures (FIPS 204), with an empty context. A polynomial has 256 coefficients modulo q; products of two stay
// below 2^53. Names and numbers of algorithms are those of FIPS 204.

import { shake128, shake256 } from '@noble/hashes/sha3.js';
import { concat, equal } from './bytes.js';

const Q = 8380417;
const D = 13;
const TAU = 49;
const GAMMA_1 = 1 << 19;
const GAMMA_2 = (Q - 1) / 32;
const ROWS = 6; // k
const COLUMNS = 5; // l
const BETA = 196;
const OMEGA = 55;
const CHALLENGE = 48; // λ/4
export const KEY_LENGTH = 32 + 320 * ROWS;
export const SIGNATURE_LENGTH = CHALLENGE + 640 * COLUMNS + OMEGA + ROWS;

type Polynomial = Float64Array;

/** Algorithms 3 and 8. */
export function verifies(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== KEY_LENGTH || signature.length !== SIGNATURE_LENGTH) return false;
  const rho = key.subarray(0, 32);
  const challenge = signature.subarray(0, CHALLENGE);
  const z = unpackAll(signature.subarray(CHALLENGE, -OMEGA - ROWS), 20, COLUMNS).map((one) => one.map((value) => GAMMA_1 - value));
  const hint = unpackHint(signature.subarray(-OMEGA - ROWS));
  if (hint === null || z.some((one) => one.some((value) => Math.abs(value) >= GAMMA_1 - BETA))) return false;
  const mu = hash(concat(hash(key, 64), Uint8Array.of(0, 0), message), 64);
  const c = transform(sampleInBall(challenge));
  const response = z.map(transform);
  const rows = unpackAll(key.subarray(32), 10, ROWS).map((t1, row) => {
    const shifted = transform(t1.map((value) => value * 2 ** D));
    const sum = c.map((value, i) => Q - ((value * shifted[i]!) % Q));
    response.forEach((one, column) => {
      const entry = sample(rho, row, column);
      for (let i = 0; i < 256; i++) sum[i] = (sum[i]! + entry[i]! * one[i]!) % Q;
    });
    return pack4(inverseTransform(sum).map((value, i) => useHint(hint[row]![i]!, value)));
  });
  return equal(challenge, hash(concat(mu, ...rows), CHALLENGE));
}

/** Coefficients of `bits` bits, the lowest bit first. */
function unpackAll(bytes: Uint8Array, bits: number, count: number): Polynomial[] {
  return Array.from({ length: count }, (_, i) => unpack(bytes.subarray(32 * bits * i, 32 * bits * (i + 1)), bits));
}

function unpack(bytes: Uint8Array, bits: number): Polynomial {
  const out = new Float64Array(256);
  let [value, held, at] = [0, 0, 0];
  for (let i = 0; i < 256; i++) {
    for (; held < bits; held += 8) value += bytes[at++]! * 2 ** held;
    out[i] = value % 2 ** bits;
    value = Math.floor(value / 2 ** bits);
    held -= bits;
  }
  return out;
}

/** Coefficients of four bits. */
function pack4(values: Polynomial): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, i) => values[2 * i]! + 16 * values[2 * i + 1]!);
}

/** Algorithm 21: 256 bits for each row; null if the bytes are not the one encoding of a hint. */
function unpackHint(bytes: Uint8Array): Uint8Array[] | null {
  const hint = Array.from({ length: ROWS }, () => new Uint8Array(256));
  let index = 0;
  for (let row = 0; row < ROWS; row++) {
    const end = bytes[OMEGA + row]!;
    if (end < index || end > OMEGA) return null;
    const first = index;
    for (; index < end; index++) {
      if (index > first && bytes[index - 1]! >= bytes[index]!) return null;
      hint[row]![bytes[index]!] = 1;
    }
  }
  return bytes.subarray(index, OMEGA).every((byte) => byte === 0) ? hint : null;
}

/** Algorithm 29: TAU coefficients of 1 or -1. */
function sampleInBall(seed: Uint8Array): Polynomial {
  const stream = shake256.create().update(seed);
  const signs = stream.xof(8);
  const c = new Float64Array(256);
  for (let i = 256 - TAU; i < 256; i++) {
    let j: number;
    do j = stream.xof(1)[0]!;
    while (j > i);
    c[i] = c[j]!;
    const bit = i + TAU - 256;
    c[j] = (signs[bit >> 3]! >> (bit & 7)) & 1 ? -1 : 1;
  }
  return c;
}

/** Algorithm 30: an entry of the matrix, transformed. */
function sample(rho: Uint8Array, row: number, column: number): Polynomial {
  const stream = shake128.create().update(rho).update(Uint8Array.of(column, row));
  const out = new Float64Array(256);
  for (let i = 0; i < 256; ) {
    const [a, b, c] = stream.xof(3) as unknown as [number, number, number];
    const value = a + 256 * b + 65536 * (c & 127);
    if (value < Q) out[i++] = value;
  }
  return out;
}

/** Algorithm 40. */
function useHint(bit: number, value: number): number {
  const [high, low] = decompose(value);
  const count = (Q - 1) / (2 * GAMMA_2);
  return bit === 0 ? high : (high + (low > 0 ? 1 : count - 1)) % count;
}

/** Algorithm 36. */
function decompose(value: number): [high: number, low: number] {
  let low = value % (2 * GAMMA_2);
  if (low > GAMMA_2) low -= 2 * GAMMA_2;
  return value - low === Q - 1 ? [0, low - 1] : [(value - low) / (2 * GAMMA_2), low];
}

const ZETAS = zetas();

/** Powers of 1753, the exponents' eight bits reversed. */
function zetas(): Float64Array {
  const powers = [1];
  for (let i = 1; i < 256; i++) powers.push((powers[i - 1]! * 1753) % Q);
  const reversed = (m: number): number => [...m.toString(2).padStart(8, '0')].reduce((sum, bit, i) => sum + Number(bit) * 2 ** i, 0);
  return Float64Array.from({ length: 256 }, (_, m) => powers[reversed(m)]!);
}

const modulo = (value: number): number => ((value % Q) + Q) % Q;

/** Algorithm 41. */
function transform(given: Polynomial): Polynomial {
  const w = given.map(modulo);
  for (let length = 128, m = 1; length > 0; length >>= 1) {
    for (let start = 0; start < 256; start += 2 * length, m++) {
      for (let j = start; j < start + length; j++) {
        const t = (ZETAS[m]! * w[j + length]!) % Q;
        w[j + length] = (w[j]! + Q - t) % Q;
        w[j] = (w[j]! + t) % Q;
      }
    }
  }
  return w;
}

/** Algorithm 42. */
function inverseTransform(given: Polynomial): Polynomial {
  const w = given.map(modulo);
  for (let length = 1, m = 255; length < 256; length <<= 1) {
    for (let start = 0; start < 256; start += 2 * length, m--) {
      for (let j = start; j < start + length; j++) {
        const t = w[j]!;
        w[j] = (t + w[j + length]!) % Q;
        w[j + length] = ((Q - ZETAS[m]!) * ((t + Q - w[j + length]!) % Q)) % Q;
      }
    }
  }
  return w.map((value) => (value * 8347681) % Q); // 256^-1
}

const hash = (bytes: Uint8Array, length: number): Uint8Array => shake256(bytes, { dkLen: length });
