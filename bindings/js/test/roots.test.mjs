// Chains of square roots: their step against a plain search for roots, and all that is refused, against the vectors.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { fromHex, Invalid, Malformed, Misuse, RootField, RsaGroup, roots, toHex } from '@heliast/verify';
import { concat, uint } from '../dist/bytes.js';
import { modPow } from '../dist/numbers.js';
import { check } from '../dist/root-chain.js';
import { sigma, stepsBack } from '../dist/root-field.js';
import { stepOf } from './forward.mjs';
import { atLeast, load, ofKind, outcome, withEdits } from './vectors.mjs';

const PRIMES = [23n, 47n, 59n, 83n, 107n];
const all = (p) => Array.from({ length: Number(p) - 1 }, (_, i) => BigInt(i + 1));

/** The step, by looking at every number: the even root of σ(x), or the odd root of its negative. */
function searched(p, x) {
  const own = x % 2n === 1n ? x + 1n : x - 1n;
  const found = all(p).filter((y) => (y % 2n === 0n ? (y * y) % p === own : (y * y) % p === p - own));
  assert.equal(found.length, 1, `${p}: ${x}`);
  return found[0];
}

test('in small fields every step is what a search for roots finds, and is undone', () => {
  for (const p of PRIMES) {
    const steps = new Map(all(p).map((x) => [x, searched(p, x)]));
    assert.equal(new Set(steps.values()).size, Number(p) - 1, 'a bijection');
    for (const [x, y] of steps) {
      assert.equal(stepsBack(p, y, 1), x, `${p}: ${y}`);
      assert.equal(stepOf(p, x), y, `${p}: ${x}`);
      let end = x;
      for (let count = 0; count < 40; count++) {
        assert.equal(stepsBack(p, end, count), x);
        end = steps.get(end);
      }
    }
  }
});

test('σ exchanges neighbours, from 1 and 2 to p - 2 and p - 1', () => {
  for (const p of PRIMES) {
    assert.deepEqual([1n, 2n, 3n, p - 2n, p - 1n].map(sigma), [2n, 1n, 4n, p - 1n, p - 2n]);
    for (const x of all(p)) {
      assert.equal(sigma(sigma(x)), x);
      assert.ok(sigma(x) > 0n && sigma(x) < p && sigma(x) !== x);
    }
  }
});

test('in small fields one output alone is accepted, in any number of segments', () => {
  const p = 23n;
  const field = { prime: p };
  for (const t of [1, 2, 5, 7]) {
    for (const x of all(p)) {
      const ends = [x];
      for (let i = 0; i < t; i++) ends.push(searched(p, ends.at(-1)));
      for (let count = 1; count <= t; count++) {
        const points = Array.from({ length: count - 1 }, (_, i) => ends[Math.floor(((i + 1) * t) / count)]);
        for (const y of all(p)) {
          const attempt = () => check(field, { x, y, t: BigInt(t) }, points);
          if (y === ends[t]) attempt();
          else assert.throws(attempt, Invalid);
        }
        for (let i = 0; i < points.length; i++) {
          const changed = points.with(i, (points[i] % (p - 1n)) + 1n);
          assert.throws(() => check(field, { x, y: ends[t], t: BigInt(t) }, changed), Invalid);
        }
      }
      assert.throws(() => check(field, { x, y: ends[t], t: BigInt(t) }, Array(t).fill(x)), Invalid, 'more segments than steps');
    }
  }
});

const vectors = load('roots');
const fields = new Map(Object.entries(vectors.groups).map(([name, { bits, seed, counter }]) => [name, new RootField(bits, fromHex(seed), counter)]));
const number = (hex) => BigInt(`0x${hex}`);

test('fields', () => {
  const cases = ofKind(vectors, 'field');
  atLeast(cases, { valid: 6, malformed: 12, invalid: 11 });
  for (const item of cases) {
    const field = outcome(item, () => new RootField(item.bits, fromHex(item.seed), item.counter));
    if (item.error) continue;
    assert.deepEqual([field.prime, toHex(field.id)], [number(item.p), item.id], item.name);
    assert.deepEqual([field.kind, field.bits, field.length, toHex(field.seed), field.counter], ['roots', item.bits, item.bits / 8, item.seed, item.counter]);
  }
  const { seed, counter } = fields.get('roots-1024');
  for (const none of [undefined, null, 'seed', [72]]) assert.throws(() => new RootField(1024, none, counter), Misuse);
  for (const none of [undefined, null, '1024', NaN]) assert.throws(() => new RootField(none, seed, counter), Malformed);
  for (const none of [undefined, null, '12095', NaN, 0.5, -1]) assert.throws(() => new RootField(1024, seed, none), Malformed);
});

test('the built-in fields are those of the page', () => {
  const page = readFileSync(new URL('../../../spec/roots.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(roots-\d+)` \| ([\d,]+) \| ([\d,]+) \|$/gm)].map(([, name, bits, counter]) => [name, ...[bits, counter].map((text) => Number(text.replaceAll(',', '')))]);
  assert.deepEqual(rows.map(([name]) => name), ['roots-1024', 'roots-2048', 'roots-3072']);
  for (const [name, bits, counter] of rows) {
    const { seed, ...field } = fields.get(name);
    assert.deepEqual([Buffer.from(seed).toString(), field.bits, field.counter], ['Heliast: chains of square roots, built-in field', bits, counter]);
  }
});

test('inputs', () => {
  for (const item of ofKind(vectors, 'input')) {
    const field = fields.get(item.group);
    assert.equal(toHex(field.encode(field.hash(fromHex(item.message)))), item.x, item.name);
  }
});

test('elements', () => {
  const cases = ofKind(vectors, 'element');
  atLeast(cases, { valid: 6, malformed: 7 });
  for (const item of cases) {
    const x = outcome(item, () => fields.get(item.group).decode(fromHex(item.bytes)));
    if (!item.error) assert.equal(x, number(item.x), item.name);
  }
});

test('steps', () => {
  const cases = ofKind(vectors, 'step');
  assert.ok(new Set(cases.map(({ square }) => square)).size === 2);
  for (const item of cases) {
    const { prime } = fields.get(item.group);
    const [x, y] = [number(item.x), number(item.y)];
    assert.equal(stepsBack(prime, y, 1), x, item.name);
    assert.equal((y & 1n) === 0n, item.square, item.name);
    assert.equal(modPow(sigma(x), (prime - 1n) / 2n, prime) === 1n, item.square, item.name);
  }
});

const claimOf = ({ t, x, y, proof }) => ({ t: BigInt(t), x: fromHex(x), y: fromHex(y), proof: fromHex(proof) });
const chains = new Map(ofKind(vectors, 'chain').map((item) => [item.name, item]));

test('chains and their files', () => {
  for (const item of chains.values()) {
    const [field, claim] = [fields.get(item.group), claimOf(item)];
    if (item.message !== undefined) assert.equal(toHex(field.encode(field.hash(fromHex(item.message)))), item.x, item.name);
    const expected = { x: claim.x, y: claim.y, t: claim.t };
    assert.deepEqual(roots.verify(field, claim), expected, item.name);
    assert.deepEqual(roots.verifyFile(field, fromHex(item.file), { x: claim.x, t: claim.t }), expected, item.name);
    assert.equal(Buffer.from(claim.proof).readUInt16BE(), item.count);
  }
});

test('chains of many segments', () => {
  for (const item of ofKind(vectors, 'long-chain')) {
    const { prime, ...field } = fields.get(item.group);
    const [t, ends] = [Number(item.t), [number(item.y)]];
    while (ends.length <= t) ends.unshift(stepsBack(prime, ends[0], 1));
    assert.equal(ends[0], number(item.x), item.name);
    const points = Array.from({ length: item.count - 1 }, (_, i) => uint(ends[Math.floor(((i + 1) * t) / item.count)], field.length));
    const proof = concat(uint(item.count, 2), ...points);
    assert.equal(createHash('sha256').update(proof).digest('hex'), item.proof_sha256, item.name);
    roots.verify(fields.get(item.group), { x: fromHex(item.x), y: fromHex(item.y), t: BigInt(t), proof });
  }
});

/** A refused claim: its base's, but for what is there. */
function refused(item) {
  const base = chains.get(item.base);
  const claim = claimOf({ ...base, ...item, proof: item.proof ?? base.proof });
  return [fields.get(item.group ?? base.group), { ...claim, proof: withEdits(claim.proof, item.edits) }];
}

test('every row of the table of rejections is refused as the page says', () => {
  const page = readFileSync(new URL('../../../spec/roots.md', import.meta.url), 'utf8').split('## Rejections')[1].split('## ')[0];
  const rows = new Map([...page.matchAll(/^\| ([^|]+) \| (false segment|malformed|invalid) \|$/gm)].map(([, attack, kind]) => [attack, kind]));
  assert.equal(rows.size, 9);
  const cases = [...ofKind(vectors, 'verify'), ...ofKind(vectors, 'repeated')].filter(({ attack }) => attack !== undefined);
  assert.deepEqual(new Set(cases.map(({ attack }) => attack)), new Set(rows.keys()));
  for (const { attack, error, reason, name } of cases) {
    const expected = rows.get(attack);
    assert.deepEqual([error, expected === 'false segment'], [expected === 'malformed' ? 'malformed' : 'invalid', reason === 'false segment'], name);
  }
});

test('claims that are refused', () => {
  const cases = ofKind(vectors, 'verify');
  atLeast(cases, { malformed: 57, invalid: 64 });
  for (const item of cases) {
    const [field, claim] = refused(item);
    outcome(item, () => roots.verify(field, claim));
    if (item.reason !== 'false segment') continue;
    // Segments are verified in a random order: each time the same is said.
    for (let i = 0; i < 3; i++) assert.throws(() => roots.verify(field, claim), { kind: 'invalid', reason: 'roots: false segment' });
  }
  for (const item of ofKind(vectors, 'repeated')) {
    const y = fromHex(item.y);
    const proof = concat(uint(item.count, 2), ...Array(item.count - 1).fill(y));
    outcome(item, () => roots.verify(fields.get(item.group), { x: fromHex(item.x), y, t: BigInt(item.t), proof }));
  }
});

/** The demand that a file meets by its own statements, as far as it is long enough to have them. */
function ownDemand(field, file) {
  const view = Buffer.from(file);
  const at = 12 + (view[11] ?? 0);
  const isLong = view.length >= at + 8 + field.length;
  return { t: isLong ? view.readBigUInt64BE(at) : 0n, x: isLong ? file.slice(at + 8, at + 8 + field.length) : new Uint8Array(field.length) };
}

test('files that are refused', () => {
  const cases = ofKind(vectors, 'file');
  atLeast(cases, { malformed: 35, invalid: 18 });
  for (const item of cases) {
    const base = chains.get(item.base);
    const [field, file] = [fields.get(base.group), withEdits(fromHex(base.file), item.edits)];
    outcome(item, () => roots.verifyFile(field, file, ownDemand(field, file)));
  }
  const next = cases.filter(({ name }) => /next counte/.test(name));
  assert.equal(next.length, 2);
  for (const item of next) {
    const file = withEdits(fromHex(chains.get(item.base).file), item.edits);
    const field = new RootField(1024, fields.get('roots-1024').seed, Buffer.from(file).readUInt32BE(7));
    assert.throws(() => roots.verifyFile(field, file, ownDemand(field, file)), { kind: 'invalid', reason: 'roots: false segment' });
  }
});

test('a file is of the field, the input and the steps that were asked for', () => {
  const item = [...chains.values()].find(({ group, count }) => group === 'roots-1024' && count === 3);
  const [field, file] = [fields.get(item.group), fromHex(item.file)];
  const demand = { x: fromHex(item.x), t: BigInt(item.t) };
  assert.equal(toHex(roots.verifyFile(field, file, demand).y), item.y);
  for (const other of [{ t: demand.t + 1n }, { x: fromHex(item.y) }]) assert.throws(() => roots.verifyFile(field, file, { ...demand, ...other }), Invalid);
  assert.throws(() => roots.verifyFile(fields.get('second-1024'), file, demand), Invalid);
  for (const name of ['x', 't']) {
    for (const none of [undefined, null, NaN, '', 7]) assert.throws(() => roots.verifyFile(field, file, { ...demand, [name]: none }), Misuse);
  }
  // The demand is checked before the elements are decoded.
  const zero = file.slice();
  zero.fill(0, zero.length - field.length);
  assert.throws(() => roots.verifyFile(field, zero, { ...demand, t: demand.t + 1n }), Invalid);
  assert.throws(() => roots.verifyFile(field, zero, demand), Malformed);
  assert.throws(() => roots.verifyFile(fields.get('second-1024'), zero, demand), Invalid);
  for (let length = 0; length < file.length; length += 7) assert.throws(() => roots.verifyFile(field, file.slice(0, length), demand), Malformed);
});

test('what a caller has forgotten is Misuse', () => {
  const item = [...chains.values()][0];
  const [field, claim] = [fields.get(item.group), claimOf(item)];
  for (const none of [undefined, null, 100, new RsaGroup(BigInt(load('moduli')['RSA-2048'].decimal))]) {
    assert.throws(() => roots.verify(none, claim), Misuse);
    assert.throws(() => roots.verifyFile(none, fromHex(item.file), { x: claim.x, t: claim.t }), Misuse);
  }
  for (const none of [undefined, null, 7]) {
    assert.throws(() => roots.verify(field, none), Misuse);
    assert.throws(() => roots.verifyFile(field, none, { x: claim.x, t: claim.t }), Misuse);
    assert.throws(() => roots.verifyFile(field, fromHex(item.file), none), Misuse);
    for (const name of ['x', 'y', 't', 'proof']) assert.throws(() => roots.verify(field, { ...claim, [name]: none }), Misuse, name);
  }
});
