// Delays: primes, groups, hash to prime and Wesolowski's proofs against the vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ClassGroup, fromHex, Invalid, Malformed, Misuse, RsaGroup, toHex, wesolowski } from '@heliast/verify';
import { integer, Reader, uint } from '../dist/bytes.js';
import { challenge, delayInput } from '../dist/delay.js';
import { candidates, coprimeResidue, encodeSuite, hashToPrime, hintedPrime, level } from '../dist/hash-to-prime.js';
import { bitLength, gcd, modPow, modPow2, root } from '../dist/numbers.js';
import { isPrime, isStrongLucasProbablePrime, isStrongProbablePrime } from '../dist/prime.js';
import { readSuite } from '../dist/prime-hashes.js';
import { atLeast, load, ofKind, outcome } from './vectors.mjs';

const number = (hex) => BigInt(`0x${hex}`);

test('primes', () => {
  for (const item of load('prime').cases) {
    const n = BigInt(item.n);
    assert.equal(isPrime(n), item.prime, item.name);
    if (item.strong_base_2 !== undefined) assert.equal(isStrongProbablePrime(n, 2n), item.strong_base_2, item.name);
    if (item.strong_lucas !== undefined) assert.equal(isStrongLucasProbablePrime(n), item.strong_lucas, item.name);
  }
});

test('numbers', () => {
  for (let n = 0n; n < 300n; n++) assert.equal(bitLength(n), n === 0n ? 0 : n.toString(2).length);
  for (const k of [2, 3, 5, 7, 64, 127, 509]) {
    for (const r of [1n, 2n, 3n, 65537n, (1n << 50n) - 1n, 1n << 51n, (1n << 53n) + 1n, 12345678901234567890n, 3n ** 400n]) {
      for (const [n, expected] of [[r ** BigInt(k), r], [(r + 1n) ** BigInt(k) - 1n, r]]) assert.equal(root(n, k), expected, `${r}^${k}`);
    }
  }
  for (const [a, i, b, j, n] of [[3n, 0n, 5n, 0n, 7n], [3n, 10n, 5n, 1n, 1001n], [2n, 1n, 2n, 255n, 997n], [0n, 1n, 5n, 9n, 11n]]) {
    assert.equal(modPow2(a, i, b, j, n), (modPow(a, i, n) * modPow(b, j, n)) % n);
  }
  assert.equal(gcd(12n, 18n), 6n);
});

test('bytes', () => {
  assert.equal(integer(new Uint8Array(0)), 0n);
  assert.throws(() => uint(256, 1), Misuse);
  for (const bad of ['0', 'zz', 'AB', '0x00', null, 12]) assert.throws(() => fromHex(bad), Malformed);
  assert.throws(() => new Reader('HLGN', 'HLGN'), Misuse);
  const buffer = Buffer.from([1, 2, 3]);
  const taken = new Reader(buffer, '').take(3, 'all');
  buffer[0] = 9;
  assert.deepEqual([...taken], [1, 2, 3]);
});

const known = new Map();

function groupOf(vectors, name) {
  const { modulus } = vectors.groups[name];
  if (!known.has(modulus)) known.set(modulus, new RsaGroup(number(modulus), 256));
  return known.get(modulus);
}

test('groups', () => {
  const vectors = load('group');
  for (const item of ofKind(vectors, 'group', 'modulus')) {
    const group = outcome(item, () => new RsaGroup(number(item.modulus), item.minimum_bits));
    if (!item.error) assert.deepEqual([group.bits, group.length, toHex(group.id)], [item.bits, item.length, item.id], item.name);
  }
  for (const item of ofKind(vectors, 'hash')) {
    const group = groupOf(vectors, item.group);
    assert.equal(toHex(group.encode(group.hash(item.dst, fromHex(item.msg)))), item.x, item.name);
  }
  for (const item of ofKind(vectors, 'canonical')) {
    const group = groupOf(vectors, item.group);
    assert.equal(toHex(group.encode(group.canonical(number(item.value)))), item.bytes, item.name);
  }
  for (const item of ofKind(vectors, 'decode')) {
    const group = groupOf(vectors, item.group);
    const decoded = outcome(item, () => {
      const x = group.decode(fromHex(item.bytes));
      group.requireUnits(x);
      return x;
    });
    if (!item.error) assert.equal(decoded, number(item.value), item.name);
  }
  const [group] = known.values();
  for (const domain of ['', 'x'.repeat(201)]) assert.throws(() => group.hash(domain, new Uint8Array(0)), Misuse);
});

const suiteOf = ({ mode, hash, bits }) => wesolowski.suite(mode, hash, bits);

test('hash to prime', () => {
  const vectors = load('hash_to_prime');
  for (const item of ofKind(vectors, 'prime')) {
    const { prime, counter } = hashToPrime(suiteOf(item), fromHex(item.prefix));
    assert.deepEqual([toHex(uint(prime, item.bits / 8)), counter], [item.prime, item.counter], item.name);
  }
  for (const item of ofKind(vectors, 'candidates')) {
    const candidate = candidates(suiteOf(item), fromHex(item.prefix));
    assert.deepEqual([0, 1, 2].map(candidate), item.candidates.map(number), item.name);
  }
  for (const item of ofKind(vectors, 'hint')) {
    const prime = outcome(item, () => hintedPrime(suiteOf(item), fromHex(item.prefix), item.counter));
    if (!item.error) assert.equal(toHex(uint(prime, item.bits / 8)), item.prime, item.name);
  }
  for (const item of ofKind(vectors, 'residue')) assert.equal(coprimeResidue(BigInt(item.v)), BigInt(item.r), item.name);
  for (const item of ofKind(vectors, 'suite')) {
    const suite = outcome(item, () => {
      const reader = new Reader(fromHex(item.bytes), '');
      const suite = readSuite(reader);
      reader.end();
      return suite;
    });
    if (item.error) continue;
    assert.deepEqual([suite.mode, suite.hash.name, suite.bits], [item.mode, item.hash, item.bits], item.name);
    assert.equal(toHex(encodeSuite(suite)), item.bytes);
  }
});

const claimOf = (item, form, proof) => ({ x: fromHex(item.x), t: BigInt(item.t), suite: suiteOf(item), form, proof: fromHex(proof) });

/** The demand that a file meets by its own statements. Its level is 0, which every suite reaches. */
function ownDemand(group, file) {
  const view = Buffer.from(file);
  const length = view.length >= 55 ? view.readUInt32BE(51) : 0;
  const x = length === group.length && view.length >= 55 + length ? file.slice(55, 55 + length) : new Uint8Array(group.length);
  return { x, t: view.length >= 19 ? view.readBigUInt64BE(11) : 0n, level: 0 };
}

test('delay proofs', () => {
  const vectors = load('wesolowski');
  for (const item of ofKind(vectors, 'proof', 'low-order')) {
    const group = groupOf(vectors, item.group);
    assert.equal(toHex(group.encode(delayInput(group, fromHex(item.message)))), item.x, item.name);
    for (const form of ['output', 'compact']) {
      const delay = wesolowski.verify(group, claimOf(item, form, item[form]), 0);
      assert.deepEqual([toHex(delay.x), toHex(delay.y), delay.t], [item.x, item.y, BigInt(item.t)], item.name);
      const demand = { x: fromHex(item.x), t: BigInt(item.t), level: level(suiteOf(item)) };
      assert.deepEqual(wesolowski.verifyFile(group, fromHex(item[`${form}_file`]), demand), delay, item.name);
    }
    const statement = { x: number(item.x), y: number(item.y), t: BigInt(item.t) };
    assert.equal(toHex(uint(challenge(group, suiteOf(item), statement, { hint: item.hint }), item.bits / 8)), item.l, item.name);
  }
});

test('delay proofs that are refused', () => {
  const vectors = load('wesolowski');
  const cases = ofKind(vectors, 'verify');
  atLeast(cases, { valid: 4, malformed: 150, invalid: 129 });
  for (const item of cases) outcome(item, () => wesolowski.verify(groupOf(vectors, item.group), claimOf(item, item.form, item.proof), 0));
});

test('proof files that are refused', () => {
  const vectors = load('wesolowski');
  const cases = ofKind(vectors, 'file');
  atLeast(cases, { malformed: 114, invalid: 30 });
  for (const item of cases) {
    const group = groupOf(vectors, item.group);
    outcome(item, () => wesolowski.verifyFile(group, fromHex(item.file), ownDemand(group, fromHex(item.file))));
  }
});

test('a proof file is of the input and the squarings that were asked for', () => {
  const vectors = load('wesolowski');
  const item = ofKind(vectors, 'proof').find(({ group, mode }) => group === 'rsa-2048' && mode !== 'hinted');
  const group = groupOf(vectors, item.group);
  const [file, demand] = [fromHex(item.output_file), { x: fromHex(item.x), t: BigInt(item.t), level: 64 }];
  assert.equal(toHex(wesolowski.verifyFile(group, file, demand).y), item.y);
  // Its prover's own choice is true, and nobody asked for it.
  for (const other of [{ t: demand.t + 1n }, { x: fromHex(item.y) }, { level: level(suiteOf(item)) + 1 }]) {
    assert.throws(() => wesolowski.verifyFile(group, file, { ...demand, ...other }), Invalid);
  }
  for (const name of ['x', 't', 'level']) {
    for (const none of [undefined, null, NaN, '', -1]) assert.throws(() => wesolowski.verifyFile(group, file, { ...demand, [name]: none }), Misuse);
  }
  for (const none of [undefined, null, 100]) {
    assert.throws(() => wesolowski.verifyFile(group, file, none), Misuse);
    assert.throws(() => wesolowski.verifyFile(none, file, demand), Misuse);
    assert.throws(() => wesolowski.verifyFile(group, none, demand), Misuse);
    assert.throws(() => wesolowski.verify(none, none), Misuse);
    assert.throws(() => wesolowski.verify(group, none), Misuse);
    assert.throws(() => new RsaGroup(none), Misuse);
    assert.throws(() => new ClassGroup(none), Misuse);
  }
  const claim = { x: demand.x, t: demand.t, suite: suiteOf(item), form: 'output', proof: file };
  for (const [name, wrong] of [['t', 100], ['suite', 'sha-256'], ['form', 'file'], ['suite', undefined]]) {
    assert.throws(() => wesolowski.verify(group, { ...claim, [name]: wrong }), Misuse);
  }
});

test("a file with Pietrzak's proof or with one in segments is not verified here, and bytes that are not such a file are malformed", () => {
  for (const name of ['pietrzak', 'segments']) {
    const vectors = load(name);
    const proof = ofKind(vectors, 'proof').find((item) => item.file !== undefined);
    const verify = (item) => {
      const group = groupOf(vectors, item.group);
      return wesolowski.verifyFile(group, fromHex(item.file), ownDemand(group, fromHex(item.file)));
    };
    assert.throws(() => verify(proof), Misuse);
    const cases = ofKind(vectors, 'file');
    // Errors in elements or in the claim are not found here, as the proof is not decoded further.
    const isSeen = ({ error, name }) => error === 'malformed' && !/(x|y|y_1|midpoint 2) = 0$/.test(name);
    assert.ok(cases.filter(isSeen).length >= 20);
    for (const item of cases) {
      if (isSeen(item)) outcome(item, () => verify(item));
      else assert.throws(() => verify(item), Misuse, item.name);
    }
  }
});

test('a minimum that is not a number is Misuse', () => {
  const vectors = load('wesolowski');
  const [item] = ofKind(vectors, 'proof');
  const group = groupOf(vectors, item.group);
  for (const none of [null, NaN, '100', -1, 0.5, {}]) {
    assert.throws(() => wesolowski.verify(group, claimOf(item, 'output', item.output), none), Misuse);
    assert.throws(() => new RsaGroup(number(vectors.groups['rsa-2048'].modulus), none), Misuse);
    assert.throws(() => new ClassGroup(7n, none), Misuse);
  }
});

test('suites below the level that is demanded are refused', () => {
  const vectors = load('wesolowski');
  const weak = ofKind(vectors, 'proof').filter((item) => level(suiteOf(item)) < 100);
  assert.ok(weak.length >= 4);
  for (const item of weak) {
    const group = groupOf(vectors, item.group);
    outcome({ ...item, error: 'invalid' }, () => wesolowski.verify(group, claimOf(item, 'output', item.output)));
    const demand = { ...ownDemand(group, fromHex(item.output_file)), level: 100 };
    outcome({ ...item, error: 'invalid' }, () => wesolowski.verifyFile(group, fromHex(item.output_file), demand));
  }
  for (const none of [['plain', 'md5', 256], ['none'], ['toString'], ['plain', 'sha-256', 250], ['hinted', 'sha-256', 256]]) {
    assert.throws(() => wesolowski.suite(...none), Misuse);
  }
});

test('proofs in a context, and those of the suite of contracts', () => {
  const vectors = load('delay_context');
  for (const item of vectors.cases) {
    const group = groupOf(vectors, item.group);
    const context = item.context === '' ? undefined : fromHex(item.context);
    const claim = { x: fromHex(item.x), t: BigInt(item.t), suite: suiteOf(item), form: 'output', proof: fromHex(item.output), context };
    const delay = outcome(item, () => wesolowski.verify(group, claim, 64));
    if (delay && item.y) assert.equal(toHex(delay.y), item.y, item.name);
    for (const bad of [new Uint8Array(0), new Uint8Array(256), 'aa']) {
      assert.throws(() => wesolowski.verify(group, { ...claim, context: bad }, 64), Misuse);
    }
  }
  atLeast(vectors.cases, { valid: 24, malformed: 70, invalid: 90 });
});
