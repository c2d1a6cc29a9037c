// A-VRF: the vectors, changed proofs, and its parts against slow ones.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { test } from 'node:test';

import { shake256 } from '@noble/hashes/sha3.js';
import { avrf, fromHex, Invalid, Malformed, Misuse, toHex } from '@heliast/verify';
import { Cipher, multiplyBytes, power, Streams } from '../dist/avrf/aes.js';
import { writeStatement } from '../dist/avrf/by-kernel.js';
import { constraints } from '../dist/avrf/constraints.js';
import { combine, double, multiply, Times } from '../dist/avrf/fields.js';
import { kernel } from '../dist/avrf/kernel.js';
import { hashConstraints } from '../dist/avrf/hashes.js';
import { FAST, Parameters, ROW, SMALL, WITNESS } from '../dist/avrf/parameters.js';
import { begin } from '../dist/avrf/protocol.js';
import { bytesOf, wordsOf } from '../dist/avrf/words.js';
import { atLeast, edited, load, ofKind, outcome } from './vectors.mjs';

const vectors = load('avrf');
const inputOf = (item) => fromHex(item.x.repeat(item.x_times ?? 1));
const check = (item, proof) => avrf.verify(fromHex(item.public_key), inputOf(item), proof);

test('A-VRF', () => {
  const cases = ofKind(vectors, 'verify').map(edited(vectors));
  atLeast(cases, { valid: 2, invalid: 25, malformed: 20 });
  for (const item of cases) {
    const output = outcome(item, () => check(item, fromHex(item.proof)));
    if (!item.error) assert.equal(toHex(output), item.output, item.name);
  }
});

test('A-VRF keys', () => {
  const cases = ofKind(vectors, 'key');
  atLeast(cases, { valid: 4, malformed: 24 });
  for (const item of cases) {
    const bytes = fromHex(item.public_key);
    const key = outcome(item, () => avrf.decodePublicKey(bytes));
    if (!item.error) assert.deepEqual([key.suite, toHex(key.nonce) + toHex(key.anchored)], [bytes[0], item.public_key.slice(2)], item.name);
  }
  assert.deepEqual([avrf.SMALL, avrf.FAST].map(avrf.proofLength), [7970, 10948]);
});

test('A-VRF: what is not bytes is misuse, and bytes are those of a view', () => {
  const item = ofKind(vectors, 'verify').find(({ name }) => name === 'a-vrf-fast');
  const [key, input, proof] = [fromHex(item.public_key), inputOf(item), fromHex(item.proof)];
  for (const wrong of [undefined, null, item.proof, [...proof], proof.buffer]) {
    for (const args of [[wrong, input, proof], [key, wrong, proof], [key, input, wrong]]) assert.throws(() => avrf.verify(...args), Misuse);
  }
  const views = [key, input, proof].map((bytes) => Buffer.concat([Buffer.from([7]), bytes, Buffer.from([7])]).subarray(1, bytes.length + 1));
  const before = views.map((view) => view.toString('hex'));
  assert.equal(toHex(avrf.verify(...views)), item.output);
  assert.deepEqual(views.map((view) => view.toString('hex')), before);
});

/** Numbers below 2^32 that look random (xorshift), always the same. */
function randomNumbers(seed) {
  return () => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return seed >>> 0;
  };
}

const random = randomNumbers(0x41);
const randomBytes = (length) => Uint8Array.from({ length }, () => random());
const randomWords = (length) => Uint32Array.from({ length }, () => random());

/**
 * The places of bytes to change: one in y, in each field of π, in the nodes that are used and in those that have to be 0, and `others` random
 * ones.
 */
function spots(parameters, proof, others) {
  const fields = parameters.split(proof.subarray(32));
  const used = 16 * parameters.opening(integer(wordsOf(fields.challenge))).nodes.length;
  const parts = [proof.subarray(0, 32), ...Object.values(fields), fields.nodes.subarray(0, used), fields.nodes.subarray(used)];
  const within = parts.filter(({ length }) => length > 0).map((part) => part.byteOffset - proof.byteOffset + (random() % part.length));
  return [...within, ...Array.from({ length: others }, () => random() % proof.length)];
}

for (const [name, parameters, others] of [['a-vrf-fast', FAST, 30], ['a-vrf-small', SMALL, 0]]) {
  const item = ofKind(vectors, 'verify').find((item) => item.name === name);
  const proof = fromHex(item.proof);

  test(`${name}: a changed byte is refused`, () => {
    assert.equal(proof.length, 32 + parameters.proofLength);
    for (const at of spots(parameters, proof, others)) {
      const changed = proof.slice();
      changed[at] ^= 1 + (random() % 255);
      assert.throws(() => check(item, changed), Invalid, `byte ${at}: ${changed[at]}`);
    }
  });

  test(`${name}: noise is refused`, () => {
    const from = proof.length - 36 - 16 * parameters.opened;
    for (let i = 0; i < 3; i++) {
      const noise = randomBytes(proof.length);
      assert.throws(() => check(item, noise), Invalid);
      assert.throws(() => check(item, noise.subarray(0, random() % proof.length)), Malformed);
      // With a challenge and nodes, so that all of the proof is computed with.
      noise.set(proof.subarray(from), from);
      assert.throws(() => check(item, noise), { name: 'Invalid', reason: 'the challenge is another one' });
    }
  });

  test(`${name}: a challenge that opens too much`, () => {
    let refused = 0;
    for (let i = 0; i < 50; i++) {
      const challenge = BigInt(`0x0${toHex(randomBytes(15)).slice(1)}`);
      try {
        const { hidden, nodes } = parameters.opening(challenge);
        assert.ok(nodes.length <= parameters.opened);
        assert.equal(hidden.length, parameters.vectors);
      } catch (error) {
        assert.ok(error instanceof Invalid && error.reason.includes('too many'), error.stack);
        refused += 1;
      }
    }
    assert.ok(refused > 0);
    for (const bit of [127n, BigInt(parameters.depths.reduce((sum, depth) => sum + depth))]) {
      assert.throws(() => parameters.opening(1n << bit), { name: 'Invalid', reason: /last bits/ });
    }
  });
}

test('the opened nodes give all leaves but the hidden ones', () => {
  const toy = new Parameters(3, 2, 3, 12);
  assert.deepEqual([toy.depths, toy.leaves], [[3, 3, 2], 20]);
  const leaves = toy.depths.flatMap((depth, i) => Array.from({ length: 2 ** depth }, (_, j) => toy.node(i, j)));
  assert.deepEqual(leaves.sort((a, b) => a - b), Array.from({ length: 20 }, (_, at) => 19 + at));
  for (let challenge = 0; challenge < 256; challenge++) {
    const { hidden, nodes } = toy.opening(BigInt(challenge));
    assert.deepEqual(hidden, [challenge & 7, (challenge >> 3) & 7, challenge >> 6]);
    assert.deepEqual(nodes, nodes.toSorted((a, b) => b - a));
    const under = (node) => (node < 19 ? [...under(2 * node + 1), ...under(2 * node + 2)] : [node]);
    const given = nodes.flatMap(under);
    const secret = hidden.map((j, i) => toy.node(i, j));
    assert.deepEqual([...given, ...secret].sort((a, b) => a - b), leaves);
  }
});

/** The opening for a random challenge that is allowed in a proof. */
function randomOpening(parameters) {
  const bits = parameters.depths.reduce((sum, depth) => sum + depth);
  for (;;) {
    try {
      return parameters.opening(BigInt.asUintN(bits, integer(randomWords(4))));
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
    }
  }
}

const hasWasm = 'WebAssembly' in globalThis;

test('the kernel in WebAssembly gives what is computed without it', { skip: !hasWasm }, () => {
  const wasm = kernel();
  assert.ok(wasm !== null);
  for (const parameters of [FAST, SMALL, FAST, FAST]) {
    const [fields, iv, opening] = [parameters.split(randomBytes(parameters.proofLength)), randomBytes(16), randomOpening(parameters)];
    const [by, plainly] = [wasm, null].map((engine) => begin(parameters, opening, iv, fields, engine));
    assert.equal(toHex(by.commitment), toHex(plainly.commitment));
    const bits = (steps) => steps.columns().map((column) => toHex(bytesOf(column).subarray(0, ROW)));
    assert.deepEqual(bits(by), bits(plainly));
    const key = randomBytes(88);
    assert.equal(toHex(by.hashColumns(key)), toHex(plainly.hashColumns(key)));
    const pairs = Array.from({ length: 4 }, () => ({ input: randomBytes(16), output: randomBytes(16) }));
    const given = [randomBytes(56), randomWords(4), fields.d, pairs];
    assert.deepEqual(by.evaluate(...given), plainly.evaluate(...given));
    for (const length of [1, 167, 168, 169, 700]) {
      const parts = [randomBytes(length), randomBytes(1)];
      for (const output of [16, 168, 169, 840]) assert.equal(toHex(by.shake(7, output, ...parts)), toHex(plainly.shake(7, output, ...parts)));
    }
  }
});

test('the kernel hashes the constraints as they are hashed without it', { skip: !hasWasm }, () => {
  for (let i = 0; i < 3; i++) {
    const witness = Array.from({ length: 8 * WITNESS }, () => randomWords(4));
    const pairs = Array.from({ length: 4 }, () => ({ input: randomBytes(16), output: randomBytes(16) }));
    const [key, delta] = [randomBytes(56), randomWords(4)];
    const words = new Uint32Array(kernel().memory.buffer);
    witness.forEach((bit, at) => words.set(bit, kernel().bits() / 4 + 4 * at));
    writeStatement(kernel(), key, delta, pairs);
    kernel().constrain();
    const hash = words.slice(kernel().hash() / 4, kernel().hash() / 4 + 4);
    assert.deepEqual(hash, hashConstraints(key, constraints(witness, delta, pairs)));
  }
});

// After the others, since a call that traps leaves the kernel's stack where it was.
test('the kernel has room for the longest vector, and for no longer one', { skip: !hasWasm }, () => {
  const most = 2 ** Math.max(...SMALL.depths, ...FAST.depths);
  kernel().commit(most, 1);
  assert.throws(() => kernel().commit(2 * most, 1), WebAssembly.RuntimeError);
  for (const [name, ...args] of [
    ['take', 0, 1, 0, most + 1],
    ['take', 0, 1, 1, most],
    ['take', 2 * SMALL.leaves - 1, 1, 0, 1],
    ['take', 1, SMALL.leaves, 0, 3],
    ['sum', most, 0, 0, 118],
    ['correct', 120, 9, 1],
    ['clear', 129],
    ['shake', 2 ** 17, 32],
    ['shake', 1, 841],
  ]) {
    assert.throws(() => kernel()[name](...args), WebAssembly.RuntimeError, name);
  }
});

test('without WebAssembly the vectors hold as well', { skip: !hasWasm }, () => {
  const args = ['--no-expose-wasm', '--test', '--test-reporter=tap', '--test-name-pattern=^A-VRF$', import.meta.filename];
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^# pass 1$/m);
});

/** E_k, block by block. */
function encrypt(key, bytes) {
  const [cipher, words] = [new Cipher(), wordsOf(bytes)];
  const out = new Uint32Array(words.length);
  cipher.setKey(wordsOf(key), 0);
  for (let at = 0; at < words.length; at += 4) cipher.encrypt(...words.subarray(at, at + 4), out, at);
  return bytesOf(out);
}

const oracle = (key, bytes) => {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return Uint8Array.from(Buffer.concat([cipher.update(bytes), cipher.final()]));
};

test('AES-128: the examples of FIPS 197 (appendices B, C.1), and keys and blocks at random', () => {
  for (const [key, block, expected] of [
    ['2b7e151628aed2a6abf7158809cf4f3c', '3243f6a8885a308d313198a2e0370734', '3925841d02dc09fbdc118597196a0b32'],
    ['000102030405060708090a0b0c0d0e0f', '00112233445566778899aabbccddeeff', '69c4e0d86a7b0430d8cdb78070b4c55a'],
  ]) {
    assert.equal(toHex(encrypt(fromHex(key), fromHex(block))), expected);
  }
  for (let i = 0; i < 200; i++) {
    const [key, blocks] = [randomBytes(16), randomBytes(48)];
    assert.deepEqual(encrypt(key, blocks), oracle(key, blocks));
  }
});

test('evaluation: keys, y and output as in the vectors', () => {
  for (const item of ofKind(vectors, 'evaluate')) {
    const [key, y] = [fromHex(item.public_key), fromHex(item.y)];
    const hash = (tag, ...parts) => shake256(Uint8Array.from([tag, key[0], ...parts.flatMap((part) => [...part])]), { dkLen: 32 });
    const secret = hash(0x13, fromHex(item.seed));
    assert.deepEqual(secret.subarray(0, 16), key.subarray(1, 17), item.name);
    assert.deepEqual(encrypt(secret.subarray(16), hash(0x11, key.subarray(1, 17))), key.subarray(17), item.name);
    assert.deepEqual(encrypt(secret.subarray(16), fromHex(item.hashed_input)), y, item.name);
    assert.equal(toHex(hash(0x12, key, fromHex(item.hashed_input), y)), item.output, item.name);
  }
});

test('streams count modulo 2^32 in both numbers', () => {
  const iv = Uint8Array.from([0xfe, 0xff, 0xff, 0xff, 4, 5, 6, 7, 8, 9, 10, 11, 0xff, 0xff, 0xff, 0x7f]);
  for (const t of [0, 1, 3071, 2 ** 31, 2 ** 31 + 15]) {
    const seed = randomBytes(16);
    const out = new Uint32Array(24);
    new Streams(iv).write(wordsOf(Uint8Array.from([...iv, ...seed])), 4, t, 5, out, 2);
    const blocks = [0, 1, 2, 3, 4].map((i) => {
      const block = Buffer.from(iv);
      block.writeUInt32LE((0xfffffffe + i) % 2 ** 32, 0);
      block.writeUInt32LE((0x7fffffff + t) % 2 ** 32, 12);
      return block;
    });
    const expected = Buffer.concat([Buffer.alloc(8), oracle(seed, Buffer.concat(blocks)), Buffer.alloc(8)]);
    assert.equal(toHex(bytesOf(out)), expected.toString('hex'));
  }
});

const DEGREES = { 2: [64, 0x1bn], 4: [128, 0x87n], 12: [384, 0x100dn] };
const integer = (words) => words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);

/** The product of two polynomials, bit by bit, in the field with so many words. */
function product(a, b, words) {
  const [degree, reduction] = DEGREES[words];
  let sum = 0n;
  for (let bit = degree - 1; bit >= 0; bit--) {
    sum <<= 1n;
    if (sum >> BigInt(degree)) sum = BigInt.asUintN(degree, sum) ^ reduction;
    if ((b >> BigInt(bit)) & 1n) sum ^= a;
  }
  return sum;
}

/** Elements that show off-by-ones, and random ones. */
function elements(words) {
  const all = Uint32Array.from({ length: words }, () => 0xffffffff);
  const ends = [0, 31, 32 * words - 32, 32 * words - 1].map((bit) => {
    const word = new Uint32Array(words);
    word[bit >> 5] = 2 ** (bit % 32);
    return word;
  });
  return [new Uint32Array(words), all, ...ends, ...Array.from({ length: 12 }, () => randomWords(words))];
}

test('products in GF(2^64), GF(2^128), GF(2^384)', () => {
  for (const [size, words] of [[2, 2], [4, 4], [12, 12], [12, 4]]) {
    for (const a of elements(size)) {
      const before = a.slice();
      const times = new Times(a, words);
      for (const b of elements(words)) {
        const expected = product(integer(a), integer(b), size);
        assert.equal(integer(times.of(b)), expected);
        assert.equal(integer(times.of(Uint32Array.from([1, ...b, 1]), 1)), expected);
        if (size === 4) assert.equal(integer(multiply(a, b)), expected);
      }
      assert.deepEqual(a, before);
      double(a);
      assert.equal(integer(a), product(integer(before), 2n, size));
    }
  }
});

test('GF(2^8), and its embedding', () => {
  for (let a = 1; a < 256; a++) assert.equal(multiplyBytes(a, power(a, 254)), 1);
  assert.equal(multiplyBytes(0x57, 0x83), 0xc1); // FIPS 197, section 4.2
  const one = Uint32Array.of(1, 0, 0, 0);
  const embed = (byte) => combine([byte], [one]);
  assert.deepEqual(embed(1), one);
  for (let i = 0; i < 500; i++) {
    const [a, b, c] = [random() & 255, random() & 255, random() & 255];
    assert.deepEqual(multiply(embed(a), embed(b)), embed(multiplyBytes(a, b)));
    const [x, y, z] = [0, 0, 0].map(() => randomWords(4));
    const sum = [[a, x], [b, y], [c, z]].reduce((sum, [byte, value]) => sum ^ product(integer(embed(byte)), integer(value), 4), 0n);
    assert.equal(integer(combine([a, b, c], [x, y, z])), sum);
  }
});
