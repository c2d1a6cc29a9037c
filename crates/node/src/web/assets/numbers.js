// Integers and bytes for the verifier: plain BigInt, no dependency. Variable time: everything here is public.

const EMPTY = new Uint8Array(0);

export function concat(...parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** `value` as `length` big-endian bytes; throws if it does not fit. */
export function toBytes(value, length) {
  let rest = BigInt(value);
  const out = new Uint8Array(length);
  for (let i = length - 1; i >= 0; i--) {
    out[i] = Number(rest & 255n);
    rest >>= 8n;
  }
  if (rest !== 0n) throw new RangeError(`a number does not fit in ${length} bytes`);
  return out;
}

export const fromBytes = (bytes) => (bytes.length === 0 ? 0n : BigInt('0x' + toHex(bytes)));

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Strict: lower-case digits, an even number of them. */
export function fromHex(text) {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/.test(text)) throw new TypeError('not lower-case hexadecimal');
  if (text === '') return EMPTY;
  return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
}

const mod = (a, n) => ((a % n) + n) % n;

/** base^exponent mod modulus, left to right. */
export function modPow(base, exponent, modulus) {
  const b = mod(base, modulus);
  let acc = 1n % modulus;
  for (const bit of exponent.toString(2)) {
    acc = (acc * acc) % modulus;
    if (bit === '1') acc = (acc * b) % modulus;
  }
  return acc;
}

export function gcd(a, b) {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** Jacobi symbol (a/n), n odd and positive. */
export function jacobi(a, n) {
  a = mod(a, n);
  let sign = 1;
  while (a !== 0n) {
    while ((a & 1n) === 0n) {
      a >>= 1n;
      const r = n & 7n;
      if (r === 3n || r === 5n) sign = -sign;
    }
    [a, n] = [n, a];
    if ((a & 3n) === 3n && (n & 3n) === 3n) sign = -sign;
    a %= n;
  }
  return n === 1n ? sign : 0;
}

/** Baillie-PSW (spec/hash-to-prime.md): base 2 strong probable prime and strong Lucas probable prime. */
export function isPrime(n) {
  if (n < 65536n) return isSmallPrime(Number(n));
  if ((n & 1n) === 0n) return false;
  return isStrongProbablePrime(n, 2n) && isStrongLucasProbablePrime(n);
}

function isSmallPrime(n) {
  if (n < 2) return false;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}

function oddPart(n) {
  let twos = 0;
  while ((n & 1n) === 0n) {
    n >>= 1n;
    twos += 1;
  }
  return [n, twos];
}

export function isStrongProbablePrime(n, base) {
  const [d, twos] = oddPart(n - 1n);
  let x = modPow(base, d, n);
  if (x === 1n || x === n - 1n) return true;
  for (let i = 1; i < twos; i++) {
    x = (x * x) % n;
    if (x === n - 1n) return true;
  }
  return false;
}

/** Selfridge's method A: D is the first of 5, -7, 9, -11, ... with (D/n) = -1; P = 1, Q = (1-D)/4. */
export function isStrongLucasProbablePrime(n) {
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

function selfridge(n) {
  for (let size = 5n, sign = 1n; ; size += 2n, sign = -sign) {
    const symbol = jacobi(sign * size, n);
    if (symbol === -1) return sign * size;
    if (symbol === 0 && size % n !== 0n) return null; // a factor of n
    if (size === 25n && isSquare(n)) return null; // no such D exists for a square
  }
}

function isSquare(n) {
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root * root === n;
    root = next;
  }
}

/** U_k, V_k and Q^k of the Lucas sequence with P = 1, Q = (1-D)/4, modulo n. */
function lucas(n, discriminant, k) {
  const half = (x) => ((x & 1n) === 0n ? x : x + n) >> 1n;
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
