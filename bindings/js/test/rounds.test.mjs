// Rounds, geneses and bundles against the vectors, and a chain that the program has exported.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Chain, derive, fromHex, Invalid, Malformed, Misuse, openBundle, Refused, toHex, verifyBundle } from '@heliast/verify';
import { atLeast, load, ofKind, outcome } from './vectors.mjs';

const vectors = load('round');
const chains = new Map(ofKind(vectors, 'chain').map((item) => [item.name, { item, chain: new Chain(fromHex(item.genesis_bytes)) }]));

test('chains, round by round', () => {
  for (const { item, chain } of chains.values()) {
    assert.deepEqual([toHex(chain.id), toHex(chain.genesis.group.id)], [item.chain_id, item.group_id]);
    assert.equal(toHex(chain.start.seed), item.first_seed);
    let tip = chain.start;
    for (const expected of item.rounds) {
      const round = chain.verify(tip, fromHex(expected.bytes));
      const { group } = chain.genesis;
      const numbers = [round.number, round.timeMs].map(Number);
      assert.deepEqual(numbers, [expected.number, expected.time_ms].map(Number));
      const bytes = [round.seed, round.entropy, group.encode(round.x), group.encode(round.y), group.encode(round.proof), round.beacon];
      assert.deepEqual(bytes.map(toHex), [expected.seed, expected.entropy, expected.x, expected.y, expected.proof, expected.beacon]);
      const lots = round.lots.map(({ participant, votes, output }) => [participant, Number(votes), toHex(output)]);
      assert.deepEqual(lots, expected.tickets.map(({ participant, votes, output }) => [participant, votes, output]));
      tip = round.tip;
    }
    assert.equal(tip.round, BigInt(item.rounds.length));
  }
});

test('rounds that are refused', () => {
  const cases = ofKind(vectors, 'round');
  atLeast(cases, { malformed: 46, invalid: 56 });
  for (const item of cases) {
    const { chain } = chains.get(item.chain);
    const timeMs = item.previous_time_ms === null ? null : BigInt(item.previous_time_ms);
    const tip = { round: BigInt(item.number) - 1n, timeMs, seed: fromHex(item.seed) };
    outcome(item, () => chain.verify(tip, fromHex(item.bytes)), item.round);
  }
});

test('geneses', () => {
  const cases = ofKind(vectors, 'genesis');
  atLeast(cases, { valid: 7, malformed: 50 });
  for (const item of cases) {
    const chain = outcome(item, () => new Chain(fromHex(item.bytes)));
    if (!item.error) assert.deepEqual([toHex(chain.id), toHex(chain.start.seed)], [item.chain_id, item.first_seed], item.name);
  }
});

for (const name of ['round', 'epoch']) {
  test(`bundles of ${name}.json`, () => {
    const cases = ofKind(load(name), 'bundle');
    atLeast(cases, name === 'round' ? { valid: 6, malformed: 17, invalid: 10 } : { valid: 9, malformed: 10, invalid: 1 });
    for (const item of cases) {
      const verified = outcome(item, () => verifyBundle(fromHex(item.bytes)), item.round);
      if (item.error) continue;
      const { from, rounds } = verified;
      assert.deepEqual([from, rounds[0].number, rounds.at(-1).number], [item.from, item.from, item.to].map(BigInt), item.name);
    }
  });
}

test('derived randomness', () => {
  for (const item of ofKind(vectors, 'derive')) assert.equal(toHex(derive(fromHex(item.beacon), item.label)), item.randomness, item.name);
  for (const label of ['', 'x'.repeat(201)]) assert.throws(() => derive(new Uint8Array(32), label), Misuse);
});

test('a bundle is of the chain that the caller means', () => {
  const [one, other] = [...chains.values()];
  const bytes = fromHex(one.item.bundle);
  verifyBundle(bytes, one.chain.id);
  assert.throws(() => verifyBundle(bytes, other.chain.id), Invalid);
});

// A chain of `heliast up`, five rounds at 2048 bits with an epoch proof of rounds 1 to 3, as `heliast export` wrote it.
const exported = new Uint8Array(readFileSync(new URL('exported.bundle', import.meta.url)));

test('an exported chain verifies from its first byte to its last', () => {
  const { chain, from, rounds } = verifyBundle(exported);
  assert.deepEqual([from, rounds.length, chain.genesis.group.bits], [1n, 5, 2048]);
  assert.equal(exported[4], 2, 'it has an epoch proof');
  assert.deepEqual(verifyBundle(Buffer.from(exported)).rounds, rounds);
  for (const [i, { seed, beacon, number, lots }] of rounds.entries()) {
    assert.deepEqual(seed, i === 0 ? chain.start.seed : rounds[i - 1].beacon);
    assert.ok(number === BigInt(i + 1) && beacon.length === 32 && lots.every(({ votes }) => votes > 0n));
  }
});

test('the example of README.md runs', () => {
  const { chain, rounds } = verifyBundle(exported);
  const [, example] = readFileSync(new URL('../README.md', import.meta.url), 'utf8').match(/```js\n(.*?)```/s);
  const here = example.replace('chain.bundle', 'test/exported.bundle').replace('process.argv[2]', `'${toHex(chain.id)}'`);
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', here], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  const lines = rounds.map(({ number, beacon, lots }) => `round ${number}: ${toHex(beacon)}, drawn by ${lots.length} participants\n`);
  assert.equal(said, lines.join(''));
});

test('rounds come one by one, up to the first that fails', () => {
  const changed = exported.slice();
  changed[changed.length - 1] ^= 1;
  const seen = [];
  assert.throws(() => {
    for (const { number } of openBundle(changed).rounds()) seen.push(Number(number));
  }, (error) => error instanceof Refused && error.round === 5n);
  assert.deepEqual(seen, [1, 2, 3, 4]);
});

test('what is known of a round does not change with the bytes that it came from', () => {
  const bytes = exported.slice();
  const bundle = openBundle(bytes);
  bytes.fill(0);
  const rounds = [...bundle.rounds()].map(({ beacon }) => toHex(beacon));
  assert.deepEqual(rounds, verifyBundle(exported).rounds.map(({ beacon }) => toHex(beacon)));
});

/** Where the frames of a bundle lie: [start, end, is an epoch proof]. */
function frames(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const found = [];
  for (let at = HEADER; at < bytes.length; ) {
    const [start, end] = [at + 4, at + 4 + view.getUint32(at)];
    found.push([start, end, Buffer.from(bytes.subarray(start, start + 4)).toString() === 'HLEP']);
    at = end;
  }
  return found;
}

const HEADER = 41 + new DataView(exported.buffer).getUint32(37) + 48;
const flipped = (bytes, at) => bytes.map((byte, i) => (i === at ? byte ^ (1 << at % 8) : byte));
const every = (count, start, step = 1) => Array.from({ length: count }, (_, i) => start + i * step);

test('every field of a bundle’s header is bound', () => {
  const fields = [...every(5, 0), ...every(4, 5, 9), ...every(4, 37), ...every(30, 41), ...every(8, 60, 40), ...every(4, HEADER - 80, 10)];
  const range = [HEADER - 48, HEADER - 41, HEADER - 40, HEADER - 33, ...every(4, HEADER - 32, 10)];
  for (const at of [...fields, ...range]) assert.throws(() => verifyBundle(flipped(exported, at)), Refused, `byte ${at}`);
});

test('every field of a round is bound', () => {
  const { chain, rounds } = verifyBundle(exported);
  const [start, end] = frames(exported).filter(([, , epoch]) => !epoch)[1];
  const bytes = exported.slice(start, end);
  const tickets = 25 + 86 * rounds[1].tickets.length;
  const places = [...every(25, 0), ...every(12, 25), ...every(8, 37, 10), ...every(12, 111, 43), ...every(5, tickets, 60), ...every(5, bytes.length - 1, -60)];
  assert.equal(chain.verify(rounds[0].tip, bytes).number, 2n);
  for (const at of places) assert.throws(() => chain.verify(rounds[0].tip, flipped(bytes, at)), { round: 2n }, `byte ${at}`);
  for (const length of every(40, 0, Math.ceil(bytes.length / 40))) {
    assert.throws(() => chain.verify(rounds[0].tip, bytes.slice(0, length)), Malformed);
  }
  for (const tip of [chain.start, rounds[1].tip, { ...rounds[0].tip, timeMs: rounds[1].timeMs }, { ...rounds[0].tip, seed: chain.id }]) {
    assert.throws(() => chain.verify(tip, bytes), Invalid);
  }
});

test('a bundle that is cut is malformed, and so is one with bytes too many', () => {
  const cuts = [...every(30, 0, Math.floor(HEADER / 30)), ...frames(exported).flatMap(([start, end]) => [start - 4, start, end - 1])];
  for (const length of cuts) assert.throws(() => verifyBundle(exported.subarray(0, length)), Malformed, `${length} bytes`);
  assert.throws(() => verifyBundle(Uint8Array.from([...exported, 0])), Malformed);
});

test('an epoch proof is passed over, whatever it says', () => {
  const [[start, end]] = frames(exported).filter(([, , epoch]) => epoch);
  for (const at of [start + 4, end - 1]) assert.equal(verifyBundle(flipped(exported, at)).rounds.length, 5);
});

test('bytes that are none are the caller’s mistake', () => {
  for (const bytes of [undefined, 'HLBN', [72], new ArrayBuffer(4)]) assert.throws(() => verifyBundle(bytes), Misuse);
});
