// Squaring modulo N, one squaring after the other: by floating point with fused operations (fmi) or 16-bit products (dot)
// in WebAssembly, or by BigInt, which every browser has. kernel/src/lib.rs says how the first two work.

import { fromBase64 } from './bytes.js';
import { foldRows, fromDigits, toDigits } from './digits.js';
import { FIRST, MODULES } from './modules.js';

/** The kernels, the fastest one first. */
export const KERNELS = ['fmi', 'dot', 'bigint'] as const;
export type KernelName = (typeof KERNELS)[number];

/** A value that a kernel has kept: any member of its class modulo N. */
export type Kept = bigint | Float64Array;

/** A number modulo N that is squared and multiplied in place. */
export interface Kernel {
  readonly name: KernelName;
  /** 0 <= value < N. */
  set(value: bigint): void;
  /** At least 0 and less than N. */
  get(): bigint;
  square(times: number): void;
  multiply(other: Kept): void;
  keep(): Kept;
  restore(value: Kept): void;
}

/** The longest modulus of the kernels in WebAssembly. */
const MOST_BITS = 4096;
/** The number of squarings in the test of a kernel before it is trusted. */
const TRIAL = 24;

/** The fastest kernel that works here, for numbers of this modulus; or the named one; or null. */
export async function makeKernel(modulus: bigint, name?: KernelName): Promise<Kernel | null> {
  for (const candidate of name ? [name] : KERNELS) {
    const kernel = await MAKERS[candidate](modulus).catch(() => null);
    if (kernel && isRight(kernel, modulus)) return kernel;
  }
  return null;
}

const MAKERS: Record<KernelName, (modulus: bigint) => Promise<Kernel | null>> = {
  fmi: makeFmi,
  dot: makeDot,
  bigint: async (modulus) => makeBigInt(modulus),
};

/** Whether it agrees with BigInt, for full digits and for mixed digits. */
function isRight(kernel: Kernel, modulus: bigint): boolean {
  return [modulus - 1n, modulus >> 1n, modulus / 3n].every((x) => {
    kernel.set(x);
    kernel.square(1);
    kernel.multiply(kernel.keep());
    kernel.square(TRIAL);
    for (let i = 0; i < TRIAL + 2; i++) x = (x * x) % modulus;
    return kernel.get() === x;
  });
}

function makeBigInt(modulus: bigint): Kernel {
  let x = 0n;
  const big = (value: Kept) => value as bigint;
  return {
    name: 'bigint',
    set: (value) => (x = value),
    get: () => x,
    square: (times) => {
      for (; times > 0; times--) x = (x * x) % modulus;
    },
    multiply: (other) => (x = (x * big(other)) % modulus),
    keep: () => x,
    restore: (value) => (x = big(value)),
  };
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  table(): number;
  operand(): number;
  factor(): number;
  square(limbs: number, times: number): void;
  multiply(limbs: number): void;
  madd(a: number, b: number, c: number): number;
}

/** An instance of a module, the bytes from a place on; null where the modulus is too long. Throws if the engine does
 * not support it. */
async function instance(modulus: bigint, start: number, end?: number): Promise<Exports | null> {
  if (modulus >> BigInt(MOST_BITS)) return null;
  const inflated = new Blob([fromBase64(MODULES)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = await new Response(inflated).arrayBuffer();
  return (await WebAssembly.instantiate(bytes.slice(start, end))).instance.exports as unknown as Exports;
}

const bitsOf = (modulus: bigint): number => modulus.toString(2).length;

async function makeFmi(modulus: bigint): Promise<Kernel | null> {
  const r = 51;
  const wasm = await instance(modulus, 0, FIRST);
  // (1 + 2^-30)^2 - 1 - 2^-29 = 2^-60, which a separately rounded product loses.
  if (wasm?.madd(1 + 2 ** -30, 1 + 2 ** -30, -1 - 2 ** -29) !== 2 ** -60) return null;
  // A sum of L + 1 rows has some 56 bits more than N; half of L is 0 or 2 modulo 3.
  let half = Math.ceil((bitsOf(modulus) + 60) / (2 * r));
  if (half % 3 === 1) half += 1;
  const limbs = 2 * half;
  const view = (place: number, rows = 1) => new Float64Array(wasm.memory.buffer, place, rows * limbs);
  const [x, factor] = [view(wasm.operand()), view(wasm.factor())];
  view(wasm.table(), limbs + 1).set(grouped(foldRows(modulus, r, limbs), 6));
  return {
    name: 'fmi',
    set: (value) => x.set(toDigits(value, r, limbs)),
    get: () => fromDigits(x, r, modulus),
    square: (times) => wasm.square(limbs, times),
    multiply: (other) => {
      factor.set(other as Float64Array);
      wasm.multiply(limbs);
    },
    keep: () => x.slice(),
    restore: (value) => x.set(value as Float64Array),
  };
}

async function makeDot(modulus: bigint): Promise<Kernel | null> {
  const r = 12;
  const wasm = await instance(modulus, FIRST);
  if (!wasm) return null;
  // A sum of L + 1 rows has some 19 bits more than N.
  const limbs = 16 * Math.ceil((bitsOf(modulus) + 22) / (16 * r));
  const view = (place: number, rows = 1) => new Int32Array(wasm.memory.buffer, place, rows * limbs);
  const rows = foldRows(modulus, r, limbs);
  // Two rows in one; the last one is alone.
  const pairs = rows.flatMap((low, i) => (i % 2 ? [] : [low.map((digit, at) => (digit & 0xffff) | ((rows[i + 1]?.[at] ?? 0) << 16))]));
  const x = view(wasm.operand());
  view(wasm.table(), pairs.length).set(grouped(pairs, 16));
  // Digits are for squaring only. All other functions use the number, which is valid while it is not null.
  let number: bigint | null = 0n;
  const set = (value: Kept) => (number = value as bigint);
  const get = () => (number ??= fromDigits(x, r, modulus));
  return {
    name: 'dot',
    set,
    get,
    square: (times) => {
      if (number !== null) x.set(toDigits(number, r, limbs));
      number = null;
      wasm.square(limbs, times);
    },
    multiply: (other) => set((get() * (other as bigint)) % modulus),
    keep: get,
    restore: set,
  };
}

/** So many columns of all rows, then as many of all rows again. */
const grouped = (rows: number[][], width: number): number[] => {
  const all: number[] = [];
  for (let column = 0; column < rows[0]!.length; column += width) {
    for (const row of rows) all.push(...row.slice(column, column + width));
  }
  return all;
};
