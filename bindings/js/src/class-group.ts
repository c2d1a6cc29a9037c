// Class groups (spec/class-group.md): the reduced forms of a negative prime discriminant, whose number nobody knows.

import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { ascii, concat, equal, H, integer, requireLength, tag, uint } from './bytes.js';
import { checkDiscriminant, discriminantFromSeed } from './discriminant.js';
import { Invalid, Malformed, Misuse } from './errors.js';
import { bezout, compose, type Form } from './forms.js';
import { type Group, requireBits, requireDomain } from './group.js';
import { bitLength, gcd, jacobi, mod, modPow, root } from './numbers.js';
import { isPrime } from './prime.js';

const [NEGATIVE_B, NEGATIVE_T] = [1, 2];

export class ClassGroup implements Group<Form> {
  readonly kind = 'class';
  /** |D|; the discriminant is its negative. */
  readonly magnitude: bigint;
  readonly bits: number;
  readonly length: number;
  readonly id: Uint8Array;
  readonly identity: Form;
  /** Bytes of a quarter of the bits. */
  readonly #quarter: number;
  /** The fourth root of |D|, the bound at which NUCOMP's remainders end. */
  readonly #root: bigint;
  /** Whether no forms of low order are known; undefined until somebody asks. */
  #isSound: boolean | undefined;

  /** Throws `Malformed` unless -|D| is an admissible discriminant. Only a seed shows that nobody chose it: {@link fromSeed}. */
  constructor(magnitude: bigint, minimumBits = 1024) {
    requireBits(minimumBits);
    if (typeof magnitude !== 'bigint') throw new Misuse('the magnitude of a discriminant is a bigint');
    checkDiscriminant(magnitude, minimumBits);
    this.magnitude = magnitude;
    this.bits = bitLength(magnitude);
    this.#quarter = Math.ceil(this.bits / 32);
    this.#root = root(magnitude, 4);
    this.length = 3 * this.#quarter + 4;
    const size = Math.ceil(this.bits / 8);
    this.id = H(tag('heliast/group/class/v1'), uint(size, 4), uint(magnitude, size));
    this.identity = { a: 1n, b: 1n, c: (1n + magnitude) / 4n };
  }

  /** The group of the discriminant of a seed of at least 32 bytes. To find it takes longer than many rounds; the last few are kept. */
  static fromSeed(seed: Uint8Array, bits: number): ClassGroup {
    return new ClassGroup(discriminantFromSeed(seed, bits), bits);
  }

  encode(f: Form): Uint8Array {
    const size = f.b < 0n ? -f.b : f.b;
    const t = size === f.a ? 0n : shortFactor(f.a, size);
    const length = t < 0n ? -t : t;
    const g = t === 0n ? 1n : gcd(f.a, length);
    const shift = Math.ceil(bitLength(g) / 8) - 1;
    const quotient = g === 1n ? 0n : (size * g) / f.a;
    const values = [f.a / g, length / g, g, quotient];
    const flags = (f.b < 0n ? NEGATIVE_B : 0) + (t < 0n ? NEGATIVE_T : 0);
    return concat(uint(flags, 1), uint(shift, 1), ...this.#widths(shift).map((width, i) => uint(values[i]!, width)));
  }

  /** Bytes of a/g, |t|/g, g and floor(|b|·g/a). */
  #widths(shift: number): [number, number, number, number] {
    return [2 * this.#quarter - shift, this.#quarter - shift, shift + 1, shift + 1];
  }

  decode(bytes: Uint8Array, name = 'element'): Form {
    requireLength(bytes, this.length, name);
    const [flags, shift] = [bytes[0]!, bytes[1]!];
    if (flags > (NEGATIVE_B | NEGATIVE_T) || shift >= this.#quarter) throw new Malformed(`${name}: not canonical`);
    let at = 2;
    const [short, t, g, quotient] = this.#widths(shift).map((width) => integer(bytes.subarray(at, (at += width)))) as [bigint, bigint, bigint, bigint];
    const a = short * g;
    if (a === 0n || 2 * bitLength(a) > this.bits + 1) throw new Malformed(`${name}: not reduced`);
    const size = t === 0n ? short : this.#squareRoot(short, flags & NEGATIVE_T ? -t : t, name) + short * quotient;
    const form = this.#form(a, flags & NEGATIVE_B ? -size : size, name);
    if (!equal(this.encode(form), bytes)) throw new Malformed(`${name}: not canonical`);
    return form;
  }

  /** √(t²·D mod a) / t modulo a. */
  #squareRoot(a: bigint, t: bigint, name: string): bigint {
    const [d, inverse] = bezout(mod(t, a), a);
    if (d !== 1n) throw new Malformed(`${name}: no form of this discriminant`);
    const square = mod(-t * t * this.magnitude, a);
    const found = square === 0n ? 0n : root(square, 2);
    if (found * found !== square) throw new Malformed(`${name}: no form of this discriminant`);
    return mod(found * inverse, a);
  }

  /** The form (a, b, c), which is reduced. */
  #form(a: bigint, b: bigint, name: string): Form {
    if ((b < 0n ? -b : b) > a) throw new Malformed(`${name}: not reduced`);
    const product = b * b + this.magnitude;
    if (product % (4n * a) !== 0n) throw new Malformed(`${name}: no form of this discriminant`);
    const c = product / (4n * a);
    if (a > c || (b < 0n && (a === -b || a === c))) throw new Malformed(`${name}: not reduced`);
    if (gcd(gcd(a, b < 0n ? -b : b), c) !== 1n) throw new Malformed(`${name}: not primitive`);
    return { a, b, c };
  }

  /** Every form has an inverse. */
  requireUnits(): void {}

  requireSound(): void {
    this.#isSound ??= !isPowerOfTwoLessSquare(this.magnitude, this.bits);
    if (!this.#isSound) throw new Invalid('elements of low order are known in this group');
  }

  isEqual(f: Form, g: Form): boolean {
    return f.a === g.a && f.b === g.b;
  }

  isIdentity(f: Form): boolean {
    return f.a === 1n;
  }

  multiply(f: Form, g: Form): Form {
    return compose(f, g, this.#root);
  }

  invert(f: Form): Form {
    return f.b === f.a || f.a === f.c ? f : { ...f, b: -f.b };
  }

  power2(f: Form, i: bigint, g: Form, j: bigint): Form {
    const terms = [
      { digits: signedWindows(i), powers: this.#oddPowers(f) },
      { digits: signedWindows(j), powers: this.#oddPowers(g) },
    ];
    let product = this.identity;
    for (let at = Math.max(...terms.map(({ digits }) => digits.length)) - 1; at >= 0; at--) {
      if (!this.isIdentity(product)) product = this.multiply(product, product);
      for (const { digits, powers } of terms) {
        const digit = digits[at] ?? 0;
        const power = powers[Math.abs(digit) >> 1]!;
        if (digit !== 0) product = this.multiply(product, digit < 0 ? this.invert(power) : power);
      }
    }
    return product;
  }

  /** f, f³, ..., as far as windows go. */
  #oddPowers(f: Form): Form[] {
    const square = this.multiply(f, f);
    const powers = [f];
    for (let i = 1; i < 1 << (WINDOW - 2); i++) powers.push(this.multiply(powers.at(-1)!, square));
    return powers;
  }

  hash(domain: string, message: Uint8Array): Form {
    const dst = concat(ascii('heliast/hash-to-group/class/v1/'), requireDomain(domain));
    const bits = Math.min(256, Math.floor((this.bits - 1) / 2) - 1);
    for (let counter = 0; ; counter++) {
      const input = concat(this.id, uint(counter, 4), message);
      const u = expand_message_xmd(input, dst, 1 + Math.ceil(bits / 8), sha256);
      const q = BigInt.asUintN(bits, integer(u.subarray(1))) | 3n;
      if (!isPrime(q) || jacobi(-this.magnitude, q) !== 1) continue;
      const found = modPow(-this.magnitude, (q + 1n) / 4n, q);
      const b = (found & 1n) === 1n ? found : q - found;
      return this.#form(q, (u[0]! & 1) === 1 ? -b : b, 'hash');
    }
  }
}

/**
 * Whether 2^k - |D| is a square b² for a k from n to n + 40, n being the bits of |D|: then (b + √D)/2 has the norm 2^(k-2), and the form (2, 1, c)
 * an order that divides k - 2.
 */
function isPowerOfTwoLessSquare(magnitude: bigint, bits: number): boolean {
  return Array.from({ length: 41 }, (_, i) => (1n << BigInt(bits + i)) - magnitude).some((rest) => rest === 0n || root(rest, 2) ** 2n === rest);
}

/** t of the first remainder r = t·b modulo a with r² < a in Euclid's algorithm; 0 < b < a. */
function shortFactor(a: bigint, b: bigint): bigint {
  let [r, s, t, u] = [b, a, 1n, 0n];
  while (r * r >= a) {
    const q = s / r;
    [s, r, u, t] = [r, s - q * r, t, u - q * t];
  }
  return t;
}

/** Bits of a digit, its sign included. */
const WINDOW = 5;

/** Digits of n >= 0, lowest first: each is 0 or odd and below 2^(WINDOW-1) in size, and of WINDOW in a row one at most is not 0. */
function signedWindows(n: bigint): number[] {
  const size = 1 << WINDOW;
  const digits: number[] = [];
  while (n !== 0n) {
    const low = Number(n & BigInt(size - 1));
    const digit = low % 2 === 0 ? 0 : low >= size / 2 ? low - size : low;
    digits.push(digit);
    n = (n - BigInt(digit)) >> 1n;
  }
  return digits;
}
