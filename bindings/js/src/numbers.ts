// Arithmetic on integers. Variable time: everything here is public.

export const mod = (a: bigint, n: bigint): bigint => {
  const r = a % n;
  return r < 0n ? r + n : r;
};

/** base^exponent mod n, left to right. */
export function modPow(base: bigint, exponent: bigint, n: bigint): bigint {
  const b = mod(base, n);
  let acc = 1n % n;
  for (const bit of exponent.toString(2)) {
    acc = (acc * acc) % n;
    if (bit === '1') acc = (acc * b) % n;
  }
  return acc;
}

/** a^i · b^j mod n with the squarings of one power (Shamir's trick); 0 <= a, b < n. */
export function modPow2(a: bigint, i: bigint, b: bigint, j: bigint, n: bigint): bigint {
  const factors = [1n, a, b, (a * b) % n] as const;
  const [bits, other] = [i.toString(2), j.toString(2)];
  const length = Math.max(bits.length, other.length);
  const [is, js] = [bits.padStart(length, '0'), other.padStart(length, '0')];
  let acc = 1n % n;
  for (let at = 0; at < length; at++) {
    acc = (acc * acc) % n;
    const digit = Number(is[at]) + 2 * Number(js[at]);
    if (digit > 0) acc = (acc * factors[digit as 1 | 2 | 3]) % n;
  }
  return acc;
}

export function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** Bits of n >= 0. */
export function bitLength(n: bigint): number {
  const hex = n.toString(16);
  return n === 0n ? 0 : 4 * hex.length - Math.clz32(parseInt(hex[0]!, 16)) + 28;
}

/** floor(n^(1/k)) for n >= 1: Newton's method, from above, where a double says that the root lies. */
export function root(n: bigint, k: number): bigint {
  const [exponent, below] = [BigInt(k), BigInt(k - 1)];
  const log = log2(n) / k;
  const shift = Math.max(0, Math.floor(log) - 50);
  let guess = BigInt(Math.ceil(2 ** (log - shift) * (1 + 2 ** -30))) << BigInt(shift);
  for (;;) {
    const next = (below * guess + n / guess ** below) / exponent;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** To some 2^-40. */
function log2(n: bigint): number {
  const shift = Math.max(0, bitLength(n) - 53);
  return Math.log2(Number(n >> BigInt(shift))) + shift;
}

/** The Jacobi symbol (a/n), n odd and positive. */
export function jacobi(a: bigint, n: bigint): -1 | 0 | 1 {
  a = mod(a, n);
  let sign: -1 | 1 = 1;
  const turn = () => {
    sign = sign === 1 ? -1 : 1;
  };
  while (a !== 0n) {
    while ((a & 1n) === 0n) {
      a >>= 1n;
      const r = n & 7n;
      if (r === 3n || r === 5n) turn();
    }
    [a, n] = [n, a];
    if ((a & 3n) === 3n && (n & 3n) === 3n) turn();
    a %= n;
  }
  return n === 1n ? sign : 0;
}
