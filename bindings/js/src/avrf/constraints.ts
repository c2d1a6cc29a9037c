// The constraints of AES at the point Δ (spec/avrf.md, "Constraints"). A committed bit is the value of a polynomial of degree 1, and so is a sum of
// bits, a known one being a multiple of X; degrees are in the comments.

import { multiplyBytes, power } from './aes.js';
import { add, combine, type Element, multiply, Times, ZERO } from './fields.js';

/** The bits of a byte, the lowest first: degree 1. */
type Bits = Element[];

const BYTE = [0, 1, 2, 3, 4, 5, 6, 7];
/** Row i makes the 2^i-th power of a byte from its bits. */
const CONJUGATES = BYTE.map((i) => BYTE.map((bit) => power(1 << bit, 1 << i)));
/** Row i makes the 2^i-th power of an element of GF(2^4) from its coordinates. */
const NORM_CONJUGATES = [0, 1, 2, 3].map((i) => [0x01, 0x50, 0xb0, 0x0c].map((base) => power(base, 1 << i)));
/** SubBytes: 0x63 and the sum of these times the conjugates of the inverse. */
const AFFINE = [0x05, 0x09, 0xf9, 0x25, 0xf4, 0x01, 0xb5, 0x8f];
const AFFINE_CONSTANT = 0x63;
const INVERSE_AFFINE_CONSTANT = 0x05;
const MIX = [2, 3, 1, 1];

const squares = (bytes: number[]): number[] => bytes.map((byte) => multiplyBytes(byte, byte));
const addBits = (...terms: Bits[]): Bits => BYTE.map((bit) => add(...terms.map((bits) => bits[bit]!)));
const element = (bits: Bits): Element => combine(CONJUGATES[0]!, bits);
const square = (bits: Bits): Element => combine(CONJUGATES[1]!, bits);

/** The positions of a state's bytes before ShiftRows, by those behind; and the reverse. */
const SHIFTED = Array.from({ length: 16 }, (_, at) => (5 * at) % 16);
const SHIFTED_BACK = Array.from({ length: 16 }, (_, at) => (13 * at) % 16);

/** A statement's block and its encryption by the key. */
export interface Pair {
  input: Uint8Array;
  output: Uint8Array;
}

/** The values at Δ of all constraints, in order and of degree 3, from those of the witness's bits. */
export function constraints(witness: Element[], delta: Element, pairs: readonly Pair[]): Element[] {
  const circuit = new Circuit(witness, delta);
  const roundKeys = circuit.keySchedule();
  for (const pair of pairs) circuit.encryption(roundKeys, pair);
  return circuit.values;
}

class Circuit {
  readonly values: Element[] = [];
  readonly #witness: Element[];
  readonly #delta: Element;
  readonly #times: Times;
  #taken = 0;

  constructor(witness: Element[], delta: Element) {
    this.#witness = witness;
    this.#delta = delta;
    this.#times = new Times(delta);
  }

  /** The bits of the 16 bytes of each round key. */
  keySchedule(): Bits[][] {
    const words = [0, 1, 2, 3].map(() => this.#take(4));
    for (let round = 1; round <= 10; round++) {
      const [first, last, word] = [words.at(-4)!, words.at(-1)!, this.#take(4)];
      for (let row = 0; row < 4; row++) {
        const constant = row === 0 ? power(2, round - 1) : 0;
        const a = last[(row + 1) % 4]!;
        const b = this.#inverseAffine(addBits(word[row]!, first[row]!, this.#known(constant)));
        this.#require(this.#lift(add(multiply(square(a), element(b)), this.#lift(element(a)))));
        this.#require(this.#lift(add(multiply(square(b), element(a)), this.#lift(element(b)))));
      }
      words.push(word);
      for (let i = 1; i < 4; i++) words.push(words.at(-4)!.map((bits, row) => addBits(bits, words.at(-1)![row]!)));
    }
    return Array.from({ length: 11 }, (_, i) => words.slice(4 * i, 4 * i + 4).flat());
  }

  encryption(roundKeys: Bits[][], { input, output }: Pair): void {
    let state = roundKeys[0]!.map((key, i) => addBits(key, this.#known(input[i]!)));
    for (let j = 0; j < 10; j += 2) {
      const inverses = this.#inverses(state);
      const [t, tSquared] = this.#middle(inverses, roundKeys[j + 1]!);
      const behind = j < 8 ? this.#take(16) : roundKeys[10]!.map((key, i) => addBits(key, this.#known(output[i]!)));
      SHIFTED_BACK.forEach((from, i) => {
        const b = this.#inverseAffine(behind[from]!);
        const value = element(b);
        this.#require(add(multiply(square(b), t[i]!), this.#lift(this.#lift(value))));
        this.#require(add(multiply(tSquared[i]!, value), this.#lift(t[i]!)));
      });
      if (j < 8) state = mixColumns(behind).map((bits, i) => addBits(bits, roundKeys[j + 2]![i]!));
    }
  }

  /** By byte of the state, the conjugates of its inverse: degree 2. */
  #inverses(state: Bits[]): Element[][] {
    const halves = this.#take(8).flatMap((bits) => [bits.slice(0, 4), bits.slice(4)]);
    return state.map((bits, i) => {
      const x = CONJUGATES.map((row) => combine(row, bits));
      const y = NORM_CONJUGATES.map((row) => combine(row, halves[i]!));
      const z = BYTE.map((k) => multiply(x[(k + 4) % 8]!, y[k % 4]!));
      // z_0 is y_0·x_4.
      this.#require(add(multiply(z[0]!, x[1]!), this.#lift(this.#lift(x[0]!))));
      return z;
    });
  }

  /** The 16 bytes that enter the next SubBytes, and their squares: degree 2. */
  #middle(inverses: Element[][], roundKey: Bits[]): [Element[], Element[]] {
    const keys = roundKey.map(element);
    const turned = inverses.map((z) => [...z.slice(1), z[0]!]);
    return [
      this.#round(inverses, AFFINE, AFFINE_CONSTANT, MIX, keys.map((key) => this.#lift(key))),
      this.#round(turned, squares(AFFINE), multiplyBytes(AFFINE_CONSTANT, AFFINE_CONSTANT), squares(MIX), keys.map((key) => multiply(key, key))),
    ];
  }

  /** SubBytes from the conjugates of inverses, ShiftRows, MixColumns, and the round key: degree 2. */
  #round(inverses: Element[][], affine: number[], constant: number, mix: number[], keys: Element[]): Element[] {
    const known = this.#lift(combine([constant], [this.#delta]));
    const state = SHIFTED.map((from) => add(combine(affine, inverses[from]!), known));
    return keys.map((key, i) => {
      const column = [0, 1, 2, 3].map((row) => state[(i & 12) + ((i + row) & 3)]!);
      return add(combine(mix, column), key);
    });
  }

  /** The inverse, in GF(2^8), of the byte that SubBytes maps to `bits`. */
  #inverseAffine(bits: Bits): Bits {
    const known = this.#known(INVERSE_AFFINE_CONSTANT);
    return BYTE.map((bit) => add(known[bit]!, ...[1, 3, 6].map((back) => bits[(bit - back + 8) % 8]!)));
  }

  #known(byte: number): Bits {
    return BYTE.map((bit) => ((byte >> bit) & 1 ? this.#delta : ZERO));
  }

  /** The next bytes of the witness. */
  #take(bytes: number): Bits[] {
    const start = this.#taken;
    this.#taken += 8 * bytes;
    return Array.from({ length: bytes }, (_, i) => this.#witness.slice(start + 8 * i, start + 8 * i + 8));
  }

  /** Times X. */
  #lift(value: Element): Element {
    return this.#times.of(value);
  }

  #require(value: Element): void {
    this.values.push(value);
  }
}

/** MixColumns, bit by bit. */
function mixColumns(state: Bits[]): Bits[] {
  const doubled = state.map((bits) => BYTE.map((bit) => {
    const shifted = bits[(bit + 7) % 8]!;
    return [1, 3, 4].includes(bit) ? add(shifted, bits[7]!) : shifted;
  }));
  return state.map((_, i) => {
    const at = (row: number) => (i & 12) + ((i + row) & 3);
    return addBits(doubled[at(0)]!, doubled[at(1)]!, state[at(1)]!, state[at(2)]!, state[at(3)]!);
  });
}
