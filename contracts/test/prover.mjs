// Delays evaluated and proved by BigInt, from spec/wesolowski.md.
import { createHash } from 'node:crypto';
import { encodeAbiParameters, keccak256 } from 'viem';
import { N, bytes, canonical, isPrime, power } from './oracle.mjs';

const GROUP = Buffer.from('42bc929e24742135f88e18019270bf1daedc6d6ac56aaa723b33ef15b6ba0f54', 'hex');
const PRIMES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n];
const B = PRIMES.reduce((product, p) => product * p);
const IDEMPOTENTS = PRIMES.map((p) => (B / p) * power(B / p, p - 2n, p) || B / p);

const sha = (...blocks) => createHash('sha256').update(Buffer.concat(blocks)).digest();
const buffer = (digits) => Buffer.from(digits.replace(/^0x/, ''), 'hex');
const number = (data) => BigInt(`0x${data.toString('hex')}`);

export function transcript(x, t, y, context) {
  const head = Buffer.concat([Buffer.from('\x15heliast/wesolowski/v1', 'latin1'), buffer('030000f8'), GROUP]);
  const statement = [buffer(bytes(t, 8)), buffer('00000100'), buffer(bytes(x)), buffer(bytes(y))];
  const bound = context.length > 0 ? [Buffer.from([context.length]), context] : [];
  return Buffer.concat([head, ...statement, ...bound]);
}

/** Candidate i of a transcript. */
export function candidate(prefix, i) {
  const padded = Buffer.concat([prefix, Buffer.alloc(-prefix.length & 127)]);
  const digest = (j) => sha(padded, buffer(bytes(BigInt(i), 4)), Buffer.from([j]));
  const c = number(digest(0)) >> 8n;
  let v = number(digest(1)) >> 128n;
  let r = 0n;
  PRIMES.forEach((p, at) => {
    r += IDEMPOTENTS[at] * (1n + (v % (p - 1n)));
    v /= p - 1n;
  });
  return (c / B) * B + (r % B);
}

/** y = x^(2^t). */
export function evaluate(x, t) {
  let y = x;
  for (let i = 0n; i < t; i++) y = (y * y) % N;
  return canonical(y);
}

/** A proof of an output, true or not, for the first prime from a hint on. */
export function prove(x, t, y, context, from = 0) {
  const prefix = transcript(x, t, y, buffer(context));
  let hint = from;
  while (!isPrime(candidate(prefix, hint))) hint += 1;
  const l = candidate(prefix, hint);
  let [pi, remainder] = [1n, 1n];
  for (let i = 0n; i < t; i++) {
    remainder *= 2n;
    pi = (pi * pi) % N;
    if (remainder >= l) [pi, remainder] = [(pi * x) % N, remainder - l];
  }
  return { y, pi: canonical(pi), hint, l };
}

/** y ‖ π ‖ hint. */
export const encode = ({ y, pi, hint }) => bytes(y) + bytes(pi).slice(2) + bytes(BigInt(hint), 2).slice(2);

/** The output form of a true proof. */
export function proof(input, t, context) {
  const x = BigInt(input);
  return encode(prove(x, t, evaluate(x, t), context));
}

const hashed = (...typed) => keccak256(encodeAbiParameters(typed.map(([type]) => ({ type })), typed.map(([, value]) => value)));
/** The first 25 bytes of the hash of an output. */
export const seedOf = (y) => keccak256(bytes(y)).slice(0, 52);
export const wordOf = (seed, id) => hashed(['bytes25', seed], ['uint256', id]);
export const markOf = (claimant, seed) => hashed(['address', claimant], ['bytes25', seed]);
