// Wesolowski's proof over an RSA group (spec/wesolowski.md).

import { concat, fromBytes, gcd, modPow, toBytes } from './numbers.js';
import { canonical, hashToPrime, tag } from './hashing.js';

/** An element's canonical number; throws if the bytes are none. */
export function decodeElement(group, bytes, name) {
  const value = fromBytes(bytes);
  if (bytes.length !== group.length || value === 0n || 2n * value >= group.modulus) throw new Error(`${name} is not canonical`);
  return value;
}

/** One gcd for all elements. */
export function requireUnits(group, elements) {
  const product = elements.reduce((a, b) => (a * b) % group.modulus);
  if (gcd(product, group.modulus) !== 1n) throw new Error('an element shares a factor with the modulus');
}

/** The challenge prime l of y = x^(2^t); `suite` holds `mode` and `bits`. */
export async function challenge(group, { x, y, t }, { mode, bits }) {
  const element = (value) => toBytes(value, group.length);
  const suite = concat(toBytes(mode, 1), toBytes(0, 1), toBytes(bits, 2));
  const statement = concat(toBytes(t, 8), toBytes(group.length, 4), element(x), element(y));
  return hashToPrime(mode, bits, concat(tag('heliast/wesolowski/v1'), suite, group.id, statement));
}

/** π^l · x^r = y as classes modulo ±1, r = 2^t mod l; throws otherwise. */
export async function verifyDelay(group, statement, proof, suite) {
  const { modulus } = group;
  const { prime } = await challenge(group, statement, suite);
  const r = modPow(2n, statement.t, prime);
  const z = (modPow(proof, prime, modulus) * modPow(statement.x, r, modulus)) % modulus;
  if (canonical(group, z) !== statement.y) throw new Error('the delay proof fails: y is not x squared t times');
}
