// Lots: ECVRF, X-VRF, iVRF and sortition against the vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ecvrf, fromHex, ivrf, Misuse, sortition, toHex, xvrf } from '@heliast/verify';
import { fix, muldiv, power, votesOf } from '../dist/binomial.js';
import { sameWords, toWords } from '../dist/sha256.js';
import { climb, digits, Hashes, recoverLeaf, split } from '../dist/xmss.js';
import { atLeast, edited, load, ofKind, outcome } from './vectors.mjs';

const SCHEMES = { 'ecvrf-edwards25519-sha512-tai': ecvrf.TAI, 'ecvrf-edwards25519-sha512-ell2': ecvrf.ELL2 };

test('ECVRF', () => {
  const cases = ofKind(load('ecvrf'), 'prove', 'verify');
  atLeast(cases, { valid: 26, invalid: 28, malformed: 24 });
  for (const item of cases) {
    const [key, input, proof] = [item.public_key, item.alpha, item.proof].map(fromHex);
    const output = outcome(item, () => ecvrf.verify(SCHEMES[item.scheme], key, input, proof));
    if (!item.error) assert.equal(toHex(output), item.output, item.name);
  }
});

test('ECVRF keys that are refused', () => {
  const cases = ofKind(load('ecvrf'), 'key');
  atLeast(cases, { malformed: 20 });
  const proof = new Uint8Array(80);
  for (const item of cases) {
    outcome(item, () => ecvrf.checkPublicKey(fromHex(item.public_key)));
    for (const scheme of [ecvrf.TAI, ecvrf.ELL2]) outcome(item, () => ecvrf.verify(scheme, fromHex(item.public_key), proof, proof));
  }
  assert.throws(() => ecvrf.verify(5, new Uint8Array(32), proof, proof), Misuse);
});

for (const [name, scheme, least] of [
  ['xvrf', xvrf, { valid: 24, invalid: 146, malformed: 141 }],
  ['ivrf', ivrf, { valid: 30, invalid: 76, malformed: 138 }],
]) {
  test(name, () => {
    const vectors = load(name);
    const cases = ofKind(vectors, 'verify').map(edited(vectors));
    atLeast(cases, least);
    for (const item of cases) {
      const input = fromHex(item.x.repeat(item.x_times ?? 1));
      const turn = { round: BigInt(item.round), slot: item.slot };
      const output = outcome(item, () => scheme.verify(fromHex(item.public_key), turn, input, fromHex(item.proof)));
      if (!item.error) assert.equal(toHex(output), item.output, item.name);
    }
  });

  test(`${name}: keys`, () => {
    for (const item of ofKind(load(name), 'key')) {
      const key = outcome(item, () => scheme.decodePublicKey(fromHex(item.public_key)));
      if (item.error) continue;
      assert.deepEqual([key.height, key.slots, key.first], [item.height, item.slots, BigInt(`0x${item.first}`)], item.name);
      assert.deepEqual([toHex(key.root), toHex(key.pubSeed)], [item.root, item.pub_seed], item.name);
    }
  });

  test(`${name}: a turn is numbers in range`, () => {
    const item = ofKind(load(name), 'verify').find(({ error, base }) => !error && !base);
    const [key, proof] = [fromHex(item.public_key), fromHex(item.proof)];
    for (const turn of [{ round: 0, slot: 0 }, { round: 0n, slot: 0.5 }, { round: 0n, slot: -1 }, { round: -1n, slot: 0 }, undefined, null, 7]) {
      assert.throws(() => scheme.verify(key, turn, proof, proof), Misuse);
    }
  });
}

const words = (hex) => toWords(fromHex(hex));

test('XMSS: F, H, WOTS+, paths', () => {
  const vectors = load('xmss');
  let hashed = 0;
  for (const item of ofKind(vectors, 'hash')) {
    const [, , , type, a, b, c, purpose] = words(item.adrs ?? '00'.repeat(32));
    const hashes = new Hashes(fromHex(item.pub_seed ?? '00'.repeat(32)));
    const plain = words(item.adrs ?? '00'.repeat(32)).subarray(0, 3).every((word) => word === 0) && purpose === 0;
    if (item.function === 'F' && type === 0 && plain) {
      const value = words(item.value);
      hashes.f(a, b, c, value);
      assert.ok(sameWords(value, words(item.output)), item.name);
      hashed += 1;
    }
    if (item.function === 'H' && plain) {
      assert.ok(sameWords(hashes.node(type, a, b, c, words(item.left), words(item.right)), words(item.output)), item.name);
      hashed += 1;
    }
  }
  assert.ok(hashed >= 8, `${hashed} of F and H`);
  for (const item of ofKind(vectors, 'wots')) {
    assert.equal(digits(fromHex(item.digest)).map((digit) => digit.toString(16)).join(''), item.digits, item.name);
    const node = recoverLeaf(new Hashes(fromHex(item.pub_seed)), item.leaf, fromHex(item.digest), split(fromHex(item.signature)));
    assert.ok(sameWords(node, words(item.node)), item.name);
  }
  for (const item of ofKind(vectors, 'path')) {
    const root = climb(new Hashes(fromHex(item.pub_seed)), item.leaf, words(item.node), split(fromHex(item.path)));
    assert.ok(sameWords(root, words(item.root)), item.name);
  }
});

test('sortition', () => {
  const vectors = load('sortition');
  const shareOf = ({ stake, total, expected }) => ({ stake: BigInt(stake), total: BigInt(total), expected: BigInt(expected) });
  for (const item of ofKind(vectors, 'votes')) {
    const won = sortition.votes(fromHex(item.output), fromHex(item.public_key), shareOf(item));
    assert.equal(won, BigInt(item.votes), item.name);
  }
  for (const item of ofKind(vectors, 'rule')) {
    assert.equal(votesOf(BigInt(`0x${item.digest}`), shareOf(item)), BigInt(item.votes), item.name);
  }
  for (const item of ofKind(vectors, 'power')) {
    const { stake, total, expected } = shareOf(item);
    const base = muldiv([1n << 127n, -127], total - expected, total);
    assert.deepEqual(base, [BigInt(`0x${item.base_m}`), item.base_e], item.name);
    const value = power(base, stake);
    assert.deepEqual(value, [BigInt(`0x${item.m}`), item.e], item.name);
    assert.equal(fix(value), BigInt(`0x${item.fix}`), item.name);
  }
  const drawn = (stake, total, expected) => sortition.votes(new Uint8Array(64), new Uint8Array(32), { stake, total, expected });
  const largest = (1n << 54n) - 1n;
  for (const [stake, expected] of [[0n, 3n], [largest, 0n], [0n, 0n]]) assert.equal(drawn(stake, largest, expected), 0n);
  assert.ok(drawn(largest, largest, 1n) < 100n);
  for (const [stake, total, expected] of [[-1n, 1n, 1n], [2n, 1n, 1n], [1n, 0n, 1n], [1n, largest + 1n, 1n], [1n, 1n, -1n], [0n, 1n, 1n << 32n]]) {
    assert.throws(() => drawn(stake, total, expected), Misuse);
  }
});
