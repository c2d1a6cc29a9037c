// The hashes of the specification (spec/README.md, group.md, hash-to-prime.md) on WebCrypto's SHA-256.

import { concat, fromBytes, gcd, isPrime, toBytes } from './numbers.js';

const text = new TextEncoder();

export async function sha256(...parts) {
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', concat(...parts)));
}

/** tag(s) = u8(len(s)) ‖ s */
export function tag(label) {
  const bytes = text.encode(label);
  return concat(toBytes(bytes.length, 1), bytes);
}

/** RFC 9380, section 5.3.1, with SHA-256. */
export async function expandMessageXmd(message, dst, length) {
  const blocks = Math.ceil(length / 32);
  if (blocks > 255 || dst.length > 255) throw new RangeError('expand_message_xmd: too long');
  const suffix = concat(dst, toBytes(dst.length, 1));
  const first = await sha256(new Uint8Array(64), message, toBytes(length, 2), toBytes(0, 1), suffix);
  const out = [];
  let block = new Uint8Array(32);
  for (let i = 1; i <= blocks; i++) {
    block = await sha256(first.map((byte, j) => byte ^ block[j]), toBytes(i, 1), suffix);
    out.push(block);
  }
  return concat(...out).slice(0, length);
}

/** A group (Z/N)*\/{±1}: its modulus, encoded length and id. */
export async function rsaGroup(modulus) {
  const length = Math.ceil(modulus.toString(2).length / 8);
  const id = await sha256(tag('heliast/group/rsa/v1'), toBytes(length, 4), toBytes(modulus, length));
  return { modulus, length, id };
}

/** The member of {x, N-x} that encodings hold. */
export const canonical = (group, x) => (2n * x > group.modulus ? group.modulus - x : x);

export async function hashToGroup(group, label, message) {
  const dst = text.encode('heliast/hash-to-group/rsa/v1/' + label);
  for (let counter = 0; ; counter++) {
    const input = concat(group.id, toBytes(counter, 4), message);
    const x = fromBytes(await expandMessageXmd(input, dst, group.length + 16)) % group.modulus;
    if (gcd(x, group.modulus) === 1n && x !== 1n && x !== group.modulus - 1n) return canonical(group, x);
  }
}

const SIEVE = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n];
const PRODUCT = SIEVE.reduce((a, p) => a * p);
const TOTIENT = SIEVE.reduce((a, p) => a * (p - 1n), 1n);

/** Mode 0 is `plain`, mode 2 `sieved-full`; returns the prime and the counter that gave it. */
export async function hashToPrime(mode, bits, prefix) {
  if (mode !== 0 && mode !== 2) throw new RangeError(`hash-to-prime mode ${mode} is reserved`);
  const padded = concat(prefix, new Uint8Array((128 - (prefix.length % 128)) % 128));
  for (let counter = 0; counter < 2 ** 32; counter++) {
    const candidate = await candidateAt(mode, bits, padded, counter);
    if (candidate < 1n << BigInt(bits) && isPrime(candidate)) return { prime: candidate, counter };
  }
  throw new Error('no prime: all counters failed');
}

async function candidateAt(mode, bits, padded, counter) {
  const digest = (j) => sha256(padded, toBytes(counter, 4), toBytes(j, 1));
  const width = Math.ceil(bits / 256);
  const drawn = concat(...(await Promise.all(Array.from({ length: width }, (_, j) => digest(j)))));
  const c = fromBytes(drawn.slice(0, bits / 8));
  if (mode === 0) return c;
  return (c / PRODUCT) * PRODUCT + coprimeResidue(fromBytes((await digest(width)).slice(0, 16)) % TOTIENT);
}

/** The residue r modulo the product of the sieve with r = a_j mod p_j, a_j >= 1 read off `v` in mixed radix. */
function coprimeResidue(v) {
  let r = 0n;
  let product = 1n;
  for (const p of SIEVE) {
    const a = 1n + (v % (p - 1n));
    v /= p - 1n;
    while (r % p !== a) r += product;
    product *= p;
  }
  return r;
}
