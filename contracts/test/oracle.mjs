// Slow and obvious: numbers, primes and the group, by BigInt.
export const N = 0xc7970ceedcc3b0754490201a7aa613cd73911081c790f5f1a8726f463550bb5b7ff0db8e1ea1189ec72f93d1650011bd721aeeacc2acde32a04107f0648c2813a31f5b0b7765ff8b44b4b6ffc93384b646eb09c7cf5e8592d40ea33c80039f35b4f14a04b51f7bfd781be4d1673164ba8eb991c2c4d730bbbe35f592bdef524af7e8daefd26c66fc02c479af89d64d373f442709439de66ceb955f3ea37d5159f6135809f85334b5cb1813addc80cd05609f10ac6a95ad65872c909525bdad32bc729592642920f24c61dc5b3c3b7923e56b16a4d9d373d8721f24a3fc0f1b3131f55615172866bccc30f95054c824e733a5eb6817f7bc16399d48c6361cc7e5n;

export const mod = (a, n) => ((a % n) + n) % n;

export function power(b, e, n) {
  let result = 1n % n;
  for (b = mod(b, n); e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % n;
    b = (b * b) % n;
  }
  return result;
}

/** The smaller member of a class modulo ±1. */
export const canonical = (a) => (mod(a, N) <= (N - 1n) / 2n ? mod(a, N) : N - mod(a, N));

export const bytes = (value, length = 256) => `0x${value.toString(16).padStart(2 * length, '0')}`;

export function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

export function jacobi(a, n) {
  let sign = 1;
  for (a = mod(a, n); a !== 0n; a %= n) {
    for (; (a & 1n) === 0n; a >>= 1n) if ([3n, 5n].includes(n & 7n)) sign = -sign;
    [a, n] = [n, a];
    if ((a & 3n) === 3n && (n & 3n) === 3n) sign = -sign;
  }
  return n === 1n ? sign : 0;
}

export function strongBase2(n) {
  let d = n - 1n;
  let s = 0;
  for (; (d & 1n) === 0n; d >>= 1n) s += 1;
  let z = power(2n, d, n);
  if (z === 1n || z === n - 1n) return true;
  for (let i = 1; i < s; i++) {
    z = (z * z) % n;
    if (z === n - 1n) return true;
  }
  return false;
}

/** U_d and V_d of (P, Q) = (1, Q) by their recursion, as the specification says it, with Selfridge's parameters. */
export function strongLucas(n) {
  let D = 5n;
  for (;;) {
    const symbol = jacobi(D, n);
    if (symbol === -1) break;
    if (symbol === 0 && gcd(D, n) !== n) return false;
    D = D > 0n ? -D - 2n : -D + 2n;
    if (D > 1000n) return false;
  }
  const Q = (1n - D) / 4n;
  let d = n + 1n;
  let s = 0;
  for (; (d & 1n) === 0n; d >>= 1n) s += 1;
  const half = (a) => mod((a & 1n ? a + n : a) / 2n, n);
  let [U, V, power_] = [0n, 2n, 1n];
  for (const bit of d.toString(2)) {
    [U, V, power_] = [mod(U * V, n), mod(V * V - 2n * power_, n), mod(power_ * power_, n)];
    if (bit === '1') [U, V, power_] = [half(mod(U + V, n)), half(mod(D * U + V, n)), mod(power_ * Q, n)];
  }
  if (U === 0n) return true;
  for (let j = 0; j < s; j++) {
    if (V === 0n) return true;
    [V, power_] = [mod(V * V - 2n * power_, n), mod(power_ * power_, n)];
  }
  return false;
}

export const isPrime = (n) => strongBase2(n) && strongLucas(n);

/** Reproducible numbers: xorshift of 64 bits. */
export class Random {
  constructor(seed) {
    this.state = (BigInt(seed) * 0x9e3779b97f4a7c15n) & (2n ** 64n - 1n) || 1n;
  }

  word() {
    const mask = 2n ** 64n - 1n;
    this.state ^= (this.state << 13n) & mask;
    this.state ^= this.state >> 7n;
    this.state ^= (this.state << 17n) & mask;
    return this.state;
  }

  bits(count) {
    let value = 0n;
    for (let i = 0; i < count; i += 64) value = (value << 64n) | this.word();
    return value & (2n ** BigInt(count) - 1n);
  }

  below(bound) {
    return Number(this.bits(53) % BigInt(bound));
  }
}
