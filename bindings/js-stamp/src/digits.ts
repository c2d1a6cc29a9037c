// Balanced digits: v = Σ d_i 2^(r·i), −2^(r−1) <= d_i < 2^(r−1).

/** The L digits of a number, which may be negative and must fit. */
export function toDigits(value: bigint, r: number, length: number): number[] {
  const [radix, half] = [BigInt(r), 2 ** (r - 1)];
  // With one half added in each place the digits are those of a positive number.
  let rest = value + (BigInt(half) * ((1n << (radix * BigInt(length))) - 1n)) / ((1n << radix) - 1n);
  return Array.from({ length }, () => {
    const digit = Number(BigInt.asUintN(r, rest)) - half;
    rest >>= radix;
    return digit;
  });
}

/** The number of some digits, at least 0 and less than N. */
export const fromDigits = (digits: ArrayLike<number>, r: number, modulus: bigint): bigint => {
  let value = 0n;
  for (let i = digits.length - 1; i >= 0; i--) value = (value << BigInt(r)) + BigInt(digits[i]!);
  return ((value % modulus) + modulus) % modulus;
};

/** The rows of the table that kernels fold by: 2^(r(F+i)) mod N, balanced, for i = 0 ... L, where F = L − 1. */
export function foldRows(modulus: bigint, r: number, length: number): number[][] {
  let power = (1n << BigInt(r * (length - 1))) % modulus;
  return Array.from({ length: length + 1 }, () => {
    const row = toDigits(2n * power > modulus ? power - modulus : power, r, length);
    power = (power << BigInt(r)) % modulus;
    return row;
  });
}
