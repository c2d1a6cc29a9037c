// Every kernel passes the same suite, beside BigInt.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';

import { KERNELS, makeKernel } from '../dist/worker.js';

/** Moduli of these lengths, among them the shortest and the longest of a challenge and those at which digits are added. */
const BITS = [1024, 1025, 1027, 1536, 2047, 2048, 2049, 3072, 4096];
const seed = process.env.SEED ?? randomBytes(8).toString('hex');

/** Numbers from the seed: the n-th of so many bits. */
function random(label, bits) {
  let hex = '';
  for (let i = 0; 4 * hex.length < bits; i++) hex += createHash('sha256').update(`${seed} ${label} ${i}`).digest('hex');
  return BigInt(`0x${hex}`) & ((1n << BigInt(bits)) - 1n);
}

const squared = (x, times, modulus) => {
  for (let i = 0; i < times; i++) x = (x * x) % modulus;
  return x;
};

/** Odd numbers of so many bits: the smallest, the largest, sparse ones and some at random. */
const moduli = (bits) => [
  (1n << BigInt(bits - 1)) + 1n,
  (1n << BigInt(bits)) - 1n,
  (1n << BigInt(bits)) - (1n << BigInt(bits >> 1)) + 1n,
  ...[1, 2, 3].map((n) => random(`modulus ${n}`, bits) | (1n << BigInt(bits - 1)) | 1n),
];

/** Operands at the ends, with all digits full in each radix, and some at random. */
function operands(modulus, bits) {
  const alternating = [51n, 12n].flatMap((r) => {
    let [high, low] = [0n, 0n];
    for (let at = 0n; at < BigInt(bits); at += r) {
      high += (1n << (r - 1n)) << at;
      low += ((1n << (r - 1n)) - 1n) << at;
    }
    return [high % modulus, low % modulus];
  });
  const ends = [0n, 1n, 2n, modulus - 1n, modulus - 2n, modulus >> 1n, (modulus >> 1n) + 1n, (1n << BigInt(bits - 1)) - 1n];
  return [...ends, ...alternating, ...[1, 2, 3, 4].map((n) => random(`operand ${n}`, bits) % modulus)];
}

for (const name of KERNELS) {
  test(`${name} squares as BigInt does, at the extremes and at random (SEED=${seed})`, async () => {
    for (const bits of BITS) {
      for (const modulus of moduli(bits)) {
        const kernel = await makeKernel(modulus, name);
        assert.equal(kernel?.name, name, `${bits} bits`);
        for (const x of operands(modulus, bits)) {
          kernel.set(x);
          assert.equal(kernel.get(), x);
          for (const times of [1, 2, 5]) {
            kernel.set(x);
            kernel.square(times);
            assert.equal(kernel.get(), squared(x, times, modulus), `${bits} bits, ${x.toString(16)}, ${times} times`);
          }
        }
      }
    }
  });

  test(`${name} multiplies what it has kept (SEED=${seed})`, async () => {
    for (const bits of [1024, 2048, 4096]) {
      for (const modulus of moduli(bits)) {
        const kernel = await makeKernel(modulus, name);
        const [first, ...others] = operands(modulus, bits);
        let x = first;
        kernel.set(x);
        for (const y of others.reverse()) {
          const before = kernel.keep();
          kernel.set(y);
          const factor = kernel.keep();
          kernel.restore(before);
          kernel.multiply(factor);
          x = (x * y) % modulus;
          assert.equal(kernel.get(), x);
          // Kept values are values: neither squaring nor another number changes them.
          kernel.restore(factor);
          assert.equal(kernel.get(), y);
          kernel.square(3);
          x = squared(y, 3, modulus);
          assert.equal(kernel.get(), x);
        }
      }
    }
  });

  test(`${name} keeps to the chain over thousands of squarings (SEED=${seed})`, async () => {
    for (const bits of [1024, 2048]) {
      const modulus = random('long modulus', bits) | (1n << BigInt(bits - 1)) | 1n;
      const x = random('long operand', bits) % modulus;
      const kernel = await makeKernel(modulus, name);
      kernel.set(x);
      for (let i = 0; i < 40; i++) kernel.square(100);
      assert.equal(kernel.get(), squared(x, 4_000, modulus));
    }
  });
}

test('a modulus that is too long for WebAssembly is squared by BigInt', async () => {
  const modulus = random('very long', 5_000) | (1n << 4_999n) | 1n;
  assert.equal((await makeKernel(modulus)).name, 'bigint');
  assert.equal(await makeKernel(modulus, 'fmi'), null);
});

test('the fastest kernel is taken where nothing is said', async () => {
  assert.equal((await makeKernel(random('some', 2048) | (1n << 2047n) | 1n)).name, 'fmi');
});

/** The name of the kernel that `makeKernel` takes while `change` replaces the exports of each module that is instantiated. */
async function takenWhile(change) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (bytes) => {
    const { instance } = await instantiate(bytes);
    return { instance: { exports: change({ ...instance.exports }) } };
  };
  try {
    return (await makeKernel(random('some', 2048) | (1n << 2047n) | 1n)).name;
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

test('an engine that rounds twice, or that does not know an opcode, gets the next kernel', async () => {
  const unfused = (exports) => (exports.madd ? { ...exports, madd: (a, b, c) => a * b + c } : exports);
  assert.equal(await takenWhile(unfused), 'dot');
  const unknown = (exports) => {
    if (exports.madd) throw new WebAssembly.CompileError('opcode not available');
    return exports;
  };
  assert.equal(await takenWhile(unknown), 'dot');
  const forbidden = () => {
    throw new WebAssembly.CompileError('the policy forbids it');
  };
  assert.equal(await takenWhile(forbidden), 'bigint');
});

test('a kernel that errs is not taken', async () => {
  const errs = (exports) => ({ ...exports, square: (limbs, times) => exports.square(limbs, Math.max(0, times - 1)) });
  assert.equal(await takenWhile(errs), 'bigint');
  const multiplies = (exports) => (exports.multiply ? { ...exports, multiply: () => {} } : exports);
  assert.equal(await takenWhile(multiplies), 'dot');
});

test('kernels trap where digits would not fit', async () => {
  const modules = [];
  await takenWhile((exports) => {
    modules.push(exports);
    throw new Error('not yet');
  });
  for (const { square, multiply } of modules) {
    for (const limbs of [-1, 0, 1, 7, 8, 84, 353, 368, 2 ** 31]) {
      assert.throws(() => square(limbs, 1), WebAssembly.RuntimeError, `${limbs} digits`);
      if (multiply) assert.throws(() => multiply(limbs), WebAssembly.RuntimeError);
    }
  }
  assert.equal(modules.length, 2);
});
