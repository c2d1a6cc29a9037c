// Class groups, and chains whose delays are in one, against the vectors; composition against Gauss's.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ANY_CHAIN, Chain, ClassGroup, fromHex, Invalid, Malformed, Misuse, RsaGroup, toHex, wesolowski } from '@heliast/verify';
import { ascii, concat, uint } from '../dist/bytes.js';
import { bezout, compose, reduce } from '../dist/forms.js';
import { discriminantFromSeed } from '../dist/discriminant.js';
import { encodeSuite } from '../dist/hash-to-prime.js';
import { root } from '../dist/numbers.js';
import { load, ofKind, outcome } from './vectors.mjs';

const vectors = load('class_group');
const number = (hex) => BigInt(`0x${hex}`);
const signed = (hex) => (hex.startsWith('-') ? -number(hex.slice(1)) : number(hex));
const groups = new Map(Object.entries(vectors.groups).map(([name, magnitude]) => [name, new ClassGroup(number(magnitude), 256)]));
const groupOf = ({ group }) => groups.get(group);

test('discriminants from seeds', () => {
  const cases = ofKind(vectors, 'discriminant').filter(({ rule }) => rule === 'heliast');
  assert.ok(cases.length >= 10);
  for (const item of cases) {
    const magnitude = outcome(item, () => discriminantFromSeed(fromHex(item.seed), item.bits));
    if (!item.error) assert.equal(magnitude, number(item.magnitude), item.name);
  }
});

test('groups', () => {
  for (const item of ofKind(vectors, 'group')) {
    const group = outcome(item, () => new ClassGroup(number(item.magnitude), item.minimum_bits));
    if (!item.error) assert.deepEqual([group.length, toHex(group.id)], [item.length, item.id], item.name);
  }
  assert.throws(() => new ClassGroup(-7n), Malformed);
});

test('elements that messages hash to', () => {
  for (const item of ofKind(vectors, 'hash')) {
    const group = groupOf(item);
    assert.equal(toHex(group.encode(group.hash(item.dst, fromHex(item.msg)))), item.x, item.name);
  }
  for (const domain of ['', 'd'.repeat(201)]) assert.throws(() => groups.get('class-256').hash(domain, new Uint8Array()), Misuse);
});

test('encodings', () => {
  for (const item of ofKind(vectors, 'decode')) {
    const group = groupOf(item);
    const form = outcome(item, () => group.decode(fromHex(item.bytes)));
    if (item.error) continue;
    assert.deepEqual([form.a, form.b], [signed(item.a), signed(item.b)], item.name);
    assert.equal(toHex(group.encode(form)), item.bytes, item.name);
  }
});

test('products and powers', () => {
  for (const item of ofKind(vectors, 'product')) {
    const group = groupOf(item);
    const [x, y] = [item.x, item.y].map((hex) => group.decode(fromHex(hex)));
    for (const product of [group.multiply(x, y), group.multiply(y, x)]) assert.equal(toHex(group.encode(product)), item.z, item.name);
  }
  for (const item of ofKind(vectors, 'power')) {
    const group = groupOf(item);
    const [x, exponent] = [group.decode(fromHex(item.x)), number(item.exponent)];
    const powers = [group.power2(x, exponent, x, 0n), group.power2(x, 0n, x, exponent), group.power2(x, exponent - 1n, x, 1n)];
    for (const power of powers) assert.equal(toHex(group.encode(power)), item.y, item.name);
  }
});

/** Cohen, algorithm 5.4.7: the product without partial reduction. */
function gauss(f, g) {
  const mod = (a, n) => ((a % n) + n) % n;
  const half = (f.b + g.b) / 2n;
  const [d, y] = bezout(g.a, f.a);
  const [common, x] = bezout(half, d);
  const [v, w] = [f.a / common, g.a / common];
  const r = mod(-y * ((common - x * half) / d) * (g.b - half) - x * g.c, v);
  return reduce({ a: v * w, b: g.b + 2n * w * r, c: (g.c * common + r * (g.b + w * r)) / v });
}

/** All reduced forms of a discriminant. */
function formsOf(magnitude) {
  const forms = [];
  for (let a = 1n; 3n * a * a <= magnitude; a++) {
    for (let b = -a + 1n; b <= a; b++) {
      if ((b * b + magnitude) % (4n * a) !== 0n) continue;
      const c = (b * b + magnitude) / (4n * a);
      if (a < c || (a === c && b >= 0n)) forms.push({ a, b, c });
    }
  }
  return forms;
}

test('whole small groups are composed as by Gauss', () => {
  // Class numbers: Cohen, table B.1.
  for (const [magnitude, size] of [[23n, 3], [47n, 5], [71n, 7], [167n], [1031n], [4999n]]) {
    const forms = formsOf(magnitude);
    assert.ok(forms.length === size || (size === undefined && forms.length % 2 === 1), `${forms.length}`);
    for (const f of forms) for (const g of forms) assert.deepEqual(compose(f, g, root(magnitude, 4)), gauss(f, g), `${magnitude}`);
  }
});

test('forms of all sizes are composed as by Gauss', () => {
  for (const [name, group] of groups) {
    const quarter = root(group.magnitude, 4);
    const two = reduce({ a: 2n, b: 1n, c: (1n + group.magnitude) / 8n });
    let [f, g] = [two, group.hash('heliast/test', new Uint8Array(1))];
    for (let i = 0; i < 150; i++) {
      for (const [x, y] of [[f, g], [f, f], [g, group.invert(f)], [f, group.invert(f)], [two, f], [f, group.identity]]) {
        const product = compose(x, y, quarter);
        assert.deepEqual(product, gauss(x, y), `${name}: ${i}`);
        assert.equal(4n * product.a * product.c - product.b * product.b, group.magnitude);
      }
      [f, g] = [compose(f, f, quarter), compose(f, g, quarter)];
    }
  }
});

test('elements have one encoding', () => {
  const group = groups.get('class-512');
  const good = group.encode(group.multiply(group.hash('heliast/test', new Uint8Array(1)), group.hash('heliast/test', new Uint8Array(2))));
  for (let bit = 0; bit < 8 * good.length; bit++) {
    const changed = good.with(bit >> 3, good[bit >> 3] ^ (1 << (bit & 7)));
    try {
      const form = group.decode(changed);
      assert.deepEqual(group.encode(form), changed);
    } catch (error) {
      assert.ok(error instanceof Malformed, `${bit}: ${error.stack}`);
    }
  }
});

test('the equation holds for true delays alone', () => {
  const group = groups.get('class-256');
  const x = group.hash('heliast/test', new Uint8Array(3));
  assert.ok(group.isIdentity(group.power2(x, 0n, x, 0n)) && group.isIdentity(group.multiply(x, group.invert(x))));
  assert.ok(group.isEqual(group.power2(x, 7n, x, 1n << 70n), group.power2(x, (1n << 70n) + 7n, x, 0n)));
});

test('delays of chains are proofs in all forms', () => {
  const chains = ofKind(load('class_round'), 'chain');
  const residues = new RsaGroup(BigInt(load('moduli')['RSA-1024'].decimal), 1024);
  for (const { genesis, genesis_bytes, rounds } of chains) {
    const { group } = new Chain(fromHex(genesis_bytes), ANY_CHAIN).genesis;
    assert.ok(group instanceof ClassGroup);
    assert.deepEqual([group.bits, group.magnitude], [genesis.discriminant_bits, number(genesis.discriminant_magnitude)]);
    const suite = wesolowski.suite(genesis.prime_mode, 'sha-256', genesis.prime_bits);
    const t = BigInt(genesis.t);
    for (const { x, y, l, proof, entropy } of rounds.slice(0, 2)) {
      assert.equal(toHex(group.encode(wesolowski.delayInput(group, fromHex(entropy)))), x);
      const claim = { x: fromHex(x), t, suite, form: 'output', proof: fromHex(y + proof) };
      const delay = wesolowski.verify(group, claim);
      assert.deepEqual([toHex(delay.x), toHex(delay.y), delay.t], [x, y, t]);
      const compact = { ...claim, form: 'compact', proof: fromHex(proof + l) };
      assert.deepEqual(wesolowski.verify(group, compact), delay);
      assert.deepEqual(wesolowski.verifyFile(group, fileOf(group, suite, t, x, y + proof), { x: claim.x, t: claim.t, level: 100 }), delay);

      for (const wrong of [{ t: t + 1n }, { x: fromHex(y) }, { proof: fromHex(proof + y) }, { x: group.encode(group.identity) }]) {
        assert.throws(() => wesolowski.verify(group, { ...claim, ...wrong }), Invalid);
      }
      for (const wrong of [{ t: t + 1n }, { proof: fromHex(y + l) }, { proof: fromHex(proof + l).with(-1, 0) }]) {
        assert.throws(() => wesolowski.verify(group, { ...compact, ...wrong }), Invalid);
      }
      assert.throws(() => wesolowski.verify(residues, claim), Malformed);
    }
  }
});

/** A proof file in output form. */
function fileOf(group, suite, t, x, proof) {
  const head = concat(ascii('HLVP'), fromHex('010000'), encodeSuite(suite), uint(t, 8), group.id, uint(group.length, 4));
  return concat(head, fromHex(x), fromHex(proof));
}

test("proof files over class groups: Wesolowski's are verified, all others are Misuse", () => {
  const file = load('class_delays');
  const found = new Map(Object.entries(file.groups).map(([name, magnitude]) => [name, new ClassGroup(number(magnitude), 256)]));
  /** The file by what it says itself, where it is long enough. */
  const verify = ({ group: name, file: hex }) => {
    const [group, bytes] = [found.get(name), Buffer.from(fromHex(hex))];
    return wesolowski.verifyFile(group, bytes, { x: Uint8Array.from(bytes.subarray(55, 55 + group.length)), t: bytes.readBigUInt64BE(11), level: 64 });
  };
  const isOther = ({ file: hex }) => fromHex(hex)[6] !== 0;
  const counts = { verified: 0, refused: 0, other: 0 };
  for (const item of ofKind(file, 'proof')) {
    if (isOther(item)) {
      assert.throws(() => verify(item), Misuse, item.name);
      counts.other += 1;
      continue;
    }
    const delay = verify(item);
    const group = found.get(item.group);
    const x = toHex(group.encode(wesolowski.delayInput(group, fromHex(item.message))));
    assert.deepEqual([toHex(delay.x), toHex(delay.y), delay.t], [x, item.y, BigInt(item.t)], item.name);
    counts.verified += 1;
  }
  for (const item of ofKind(file, 'refused-proof')) {
    if (isOther(item)) continue;
    outcome(item, () => verify(item));
    counts.refused += 1;
  }
  assert.ok(counts.verified >= 32 && counts.refused >= 10 && counts.other >= 14, JSON.stringify(counts));
});
