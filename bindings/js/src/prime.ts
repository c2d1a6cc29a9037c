// Baillie-PSW (spec/hash-to-prime.md): a strong probable prime to base 2 and a strong Lucas probable prime.

import { jacobi, mod, modPow, root } from './numbers.js';

/** The small primes, by which most composites are found. */
const SMALL_PRIMES = primesBelow(1000);

/** For long numbers, of which powers take much longer than divisions: made when they are needed. */
let morePrimes: number[] | undefined;
const LONG = 1n << 900n;

export function isPrime(n: bigint): boolean {
  if (n < 65536n) return isSmallPrime(Number(n));
  if (smallFactor(n, SMALL_PRIMES) !== undefined) return false;
  if (n > LONG && smallFactor(n, (morePrimes ??= primesBelow(65536).slice(SMALL_PRIMES.length))) !== undefined) return false;
  return isStrongProbablePrime(n, 2n) && isStrongLucasProbablePrime(n);
}

function isSmallPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return n >= 2;
}

/** n = d·2^twos with d odd. */
function oddPart(n: bigint): [d: bigint, twos: number] {
  let twos = 0;
  while ((n & 1n) === 0n) {
    n >>= 1n;
    twos += 1;
  }
  return [n, twos];
}

export function isStrongProbablePrime(n: bigint, base: bigint): boolean {
  const [d, twos] = oddPart(n - 1n);
  let x = modPow(base, d, n);
  if (x === 1n || x === n - 1n) return true;
  for (let i = 1; i < twos; i++) {
    x = (x * x) % n;
    if (x === n - 1n) return true;
  }
  return false;
}

/** With Selfridge's parameters, method A: D is the first of 5, -7, 9, -11, ... with (D/n) = -1; P = 1, Q = (1-D)/4. */
export function isStrongLucasProbablePrime(n: bigint): boolean {
  const discriminant = selfridge(n);
  if (discriminant === null) return false;
  const [d, twos] = oddPart(n + 1n);
  let [u, v, qk] = lucas(n, discriminant, d);
  if (u === 0n || v === 0n) return true;
  for (let i = 1; i < twos; i++) {
    v = mod(v * v - 2n * qk, n);
    if (v === 0n) return true;
    qk = (qk * qk) % n;
  }
  return false;
}

function selfridge(n: bigint): bigint | null {
  for (let size = 5n, sign = 1n; ; size += 2n, sign = -sign) {
    const symbol = jacobi(sign * size, n);
    if (symbol === -1) return sign * size;
    if (symbol === 0 && size % n !== 0n) return null; // a factor of n
    if (size === 25n && root(n, 2) ** 2n === n) return null; // no such D exists for a square
  }
}

/** U_k, V_k and Q^k of the Lucas sequence with P = 1, Q = (1-D)/4, modulo n. */
function lucas(n: bigint, discriminant: bigint, k: bigint): [u: bigint, v: bigint, qk: bigint] {
  const half = (x: bigint) => ((x & 1n) === 0n ? x : x + n) >> 1n;
  const q = mod((1n - discriminant) / 4n, n);
  let [u, v, qk] = [1n, 1n, q];
  for (const bit of k.toString(2).slice(1)) {
    [u, v] = [(u * v) % n, mod(v * v - 2n * qk, n)];
    qk = (qk * qk) % n;
    if (bit === '1') {
      [u, v] = [half(mod(u + v, n)), half(mod(v + discriminant * u, n))];
      qk = (qk * q) % n;
    }
  }
  return [u, v, qk];
}

export function primesBelow(bound: number): number[] {
  const composite = new Uint8Array(bound);
  const primes: number[] = [];
  for (let p = 2; p < bound; p++) {
    if (composite[p]) continue;
    primes.push(p);
    for (let multiple = p * p; multiple < bound; multiple += p) composite[multiple] = 1;
  }
  return primes;
}

/** The first of some primes below 2^16 that divides n. One long division for three of them, whose product fits in a double. */
export function smallFactor(n: bigint, primes: number[]): number | undefined {
  for (let i = 0; i < primes.length; i += 3) {
    const three = primes.slice(i, i + 3);
    const remainder = Number(n % BigInt(three.reduce((a, b) => a * b)));
    const factor = three.find((p) => remainder % p === 0);
    if (factor !== undefined) return factor;
  }
  return undefined;
}
