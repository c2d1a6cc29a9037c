// Binary quadratic forms of a negative discriminant: reduction, and composition by NUCOMP (spec/class-group.md).
//
// Gauss's product of (a1, b1, c1) and (a2, b2, c2), without a common factor of a1, a2 and (b1 + b2)/2, is
//
//   F = (a1·a2, b2 + 2·a2·k, (c2 + b2·k + a2·k²)/a1)    with a2·k ≡ (b1 - b2)/2 modulo a1,
//
// and with r = a1·X + k·Y it is F(X, Y) = (a2·r² + b2·r·Y + c2·Y²)/a1. Euclid's algorithm on a1 and k gives such r and Y, with ever smaller r
// and ever larger Y. Two remainders that follow each other are a basis: what F is on them is an equivalent form. Taken where both r and Y have
// a quarter of the discriminant's bits it is nearly reduced, and no number was longer than the discriminant (Shanks; Cohen, algorithm 5.4.9).

/** a·x² + b·x·y + c·y². */
export interface Form {
  readonly a: bigint;
  readonly b: bigint;
  readonly c: bigint;
}

/** The product of two forms of one discriminant, reduced. `quarter` is about the fourth root of the discriminant's magnitude. */
export function compose(f: Form, g: Form, quarter: bigint): Form {
  if (f.a > g.a) [f, g] = [g, f];
  let { a: a1 } = f;
  let { a: a2, c: c2 } = g;
  const { b } = g;
  const half = (f.b + b) / 2n;
  const [d, y] = bezout(a2 % a1, a1);
  let k = (y * (f.b - b)) / 2n;
  if (d !== 1n) {
    const [common, x] = bezout(half, d);
    k = k * ((common - x * half) / d) - x * c2;
    [a1, a2, c2] = [a1 / common, a2 / common, c2 * common];
  }
  const { r, s, u, v, isOdd } = partialEuclid(a1, modulo(k, a1), quarter);
  const [ar, cu] = [a2 * r, c2 * u];
  const middle = (2n * ar * s + b * (r * v + s * u) + 2n * cu * v) / a1;
  return reduce({
    a: ((ar + b * u) * r + cu * u) / a1,
    b: isOdd ? -middle : middle,
    c: ((a2 * s + b * v) * s + c2 * v * v) / a1,
  });
}

/** The reduced form of a class (Cohen, algorithm 5.4.2). Takes as many steps as the form has bits, at most. */
export function reduce({ a, b, c }: Form): Form {
  for (;;) {
    const q = floorDivide(a - b, 2n * a);
    [b, c] = [b + 2n * q * a, (a * q + b) * q + c];
    if (a < c || (a === c && b >= 0n)) return { a, b, c };
    [a, b, c] = [c, -b, a];
  }
}

/** g = gcd(a, b) and an x with x·a ≡ g modulo b; 0 <= b. */
export function bezout(a: bigint, b: bigint): [g: bigint, x: bigint] {
  const isNegative = a < 0n;
  let [r, s, u, v] = [isNegative ? -a : a, b, 1n, 0n];
  while (s !== 0n) [r, s, u, v] = step(r, s, u, v);
  return [r, isNegative ? -u : u];
}

/** Two remainders that follow each other, r > s, and their cofactors u and v of k; `isOdd`: after an odd number of divisions. */
interface Remainders {
  readonly r: bigint;
  readonly s: bigint;
  readonly u: bigint;
  readonly v: bigint;
  readonly isOdd: boolean;
}

/** Euclid's algorithm on a > k >= 0 until a remainder is at most `bound`. */
function partialEuclid(a: bigint, k: bigint, bound: bigint): Remainders {
  let [r, s, u, v, isOdd] = [a, k, 0n, 1n, false];
  while (s > bound) {
    [r, s, u, v] = step(r, s, u, v);
    isOdd = !isOdd;
  }
  return { r, s, u, v, isOdd };
}

function step(r: bigint, s: bigint, u: bigint, v: bigint): [bigint, bigint, bigint, bigint] {
  const q = r / s;
  return [s, r - q * s, v, u - q * v];
}

const modulo = (a: bigint, n: bigint): bigint => {
  const r = a % n;
  return r < 0n ? r + n : r;
};

const floorDivide = (a: bigint, n: bigint): bigint => (a - modulo(a, n)) / n;
