// Chains with roots, alone and beside squarings in either group. The tests make their rounds, in which nobody won a ticket.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ANY_CHAIN, Chain, ClassGroup, fromHex, Invalid, Malformed, RootField, RsaGroup, toHex, verifyBundle } from '@heliast/verify';
import { ascii, concat, H, tag, uint } from '../dist/bytes.js';
import { challenge, delayInput } from '../dist/delay.js';
import { SHA_256, suiteOf } from '../dist/hash-to-prime.js';
import { stepOf, stepsFrom } from './forward.mjs';
import { load, ofKind } from './vectors.mjs';

const SEED = ascii('Heliast: chains of square roots, built-in field');
const COUNTER = 12_095;
const field = new RootField(1024, SEED, COUNTER);
const [STEPS, SEGMENTS, SQUARINGS] = [24, 3, 300];
const [TIME, PERIOD] = [1_700_000_000_000, 3000];

const { genesis: known } = ofKind(load('class_round'), 'chain')[0];
const modulus = BigInt(load('moduli')['RSA-1024'].decimal);
const suite = suiteOf(2, SHA_256, 256);

const text = (bytes) => concat(uint(bytes.length, 1), bytes);
const ofRoots = ({ bits = 1024, counter = COUNTER, seed = SEED, segments = SEGMENTS } = {}) => concat(uint(bits, 2), uint(counter, 4), text(seed), uint(segments, 2));
const ofResidues = concat(uint(128, 4), uint(modulus, 128));
const ofForms = concat(uint(1024, 4), uint(32, 2), fromHex(known.discriminant_seed));
const SUITE = fromHex('02000100');

/** A genesis of version 2 with one participant. */
function genesisOf({ system, head = SUITE, t, body }) {
  const participant = concat(uint(3, 1), uint(32, 2), fromHex(known.participants[0].public_key), uint(1, 8));
  const times = concat(uint(TIME, 8), uint(PERIOD, 4), uint(0, 2), uint(1, 1), uint(1, 4));
  return concat(ascii('HLGN\x02\x03'), uint(system, 1), head, uint(t, 8), times, body, uint(1, 4), participant, H(ascii('nonce')));
}

const rootsAlone = ({ head = new Uint8Array(4), t = STEPS, ...terms } = {}) => genesisOf({ system: 2, head, t, body: ofRoots(terms) });
const both = ({ kind = 0, group = ofResidues, steps = STEPS, t = SQUARINGS, head, ...terms } = {}) =>
  genesisOf({ system: 3, head, t, body: concat(uint(kind, 1), group, uint(steps, 8), ofRoots(terms)) });

/** e_K of a round without tickets. */
const entropyOf = (chain, { round, seed }, time) => H(tag('heliast/entropy/v2'), chain.id, uint(round + 1n, 8), uint(time, 8), seed, uint(0, 4));

/** y = x^(2^t) and π, each by a power. */
function squaringsOf(group, x) {
  const power = (exponent) => group.power2(x, exponent, x, 0n);
  const y = power(1n << BigInt(SQUARINGS));
  const l = challenge(group, suite, { x, y, t: BigInt(SQUARINGS) });
  return [y, power((1n << BigInt(SQUARINGS)) / l)];
}

/** A round's bytes in parts, so that tests can put others in their places. */
function partsOf(chain, tip) {
  const { squarings, roots } = chain.genesis;
  const time = TIME + PERIOD * Number(tip.round + 1n);
  const entropy = entropyOf(chain, tip, time);
  const head = concat(ascii('HLRD\x02'), uint(tip.round + 1n, 8), uint(time, 8), uint(0, 4), uint(0, 4));
  const ends = stepsFrom(field.prime, field.hash(entropy), Number(roots.t));
  const points = Array.from({ length: roots.segments - 1 }, (_, i) => ends[Math.floor(((i + 1) * Number(roots.t)) / roots.segments)]);
  const [y, proof] = squarings === null ? [] : squaringsOf(squarings.group, delayInput(squarings.group, entropy)).map((one) => squarings.group.encode(one));
  return { entropy, head, y, proof, ends, z: ends.at(-1), points };
}

const NONE = new Uint8Array(0);
const raw = (value) => (value instanceof Uint8Array ? value : uint(value, field.length));
const outputOf = ({ y = NONE, z }) => concat(y, raw(z));
const bytesOf = (parts) => concat(parts.head, outputOf(parts), parts.proof ?? NONE, ...parts.points.map(raw));

/** Three rounds of a chain, with their parts and the tips before and after each. */
function storyOf(genesis) {
  const chain = new Chain(genesis, ANY_CHAIN);
  const tips = [chain.start];
  const rounds = [0, 1, 2].map((i) => {
    const parts = partsOf(chain, tips[i]);
    const bytes = bytesOf(parts);
    const round = chain.verify(tips[i], bytes);
    tips.push(round.tip);
    return { parts, bytes, round };
  });
  return { genesis, chain, tips, rounds };
}

const stories = {
  'roots alone': storyOf(rootsAlone()),
  'roots alone, in one segment': storyOf(rootsAlone({ segments: 1 })),
  'beside squarings modulo N': storyOf(both()),
  'beside squarings of forms': storyOf(both({ kind: 1, group: ofForms, segments: 1 })),
};

for (const [name, { genesis, chain, tips, rounds }] of Object.entries(stories)) {
  const { squarings, roots, group, suite, t, maxParticipants } = chain.genesis;

  test(`${name}: what the genesis says`, () => {
    assert.deepEqual([toHex(roots.field.id), roots.t, roots.segments], [toHex(field.id), BigInt(STEPS), name.endsWith('one segment') || name.endsWith('forms') ? 1 : SEGMENTS]);
    if (squarings === null) {
      assert.deepEqual([group, group.kind, suite, t], [roots.field, 'roots', null, BigInt(STEPS)]);
    } else {
      assert.ok(group instanceof (name.endsWith('forms') ? ClassGroup : RsaGroup));
      assert.deepEqual([group, suite, t], [squarings.group, squarings.suite, BigInt(SQUARINGS)]);
    }
    const output = 2 * (squarings?.group.length ?? 0) + roots.segments * 128;
    assert.equal(chain.maxRoundLength, 29 + maxParticipants * (7 + 3012) + output);
  });

  test(`${name}: rounds hold, and the beacon is over all of the output`, () => {
    for (const [i, { parts, bytes, round }] of rounds.entries()) {
      assert.deepEqual([round.number, round.seed, round.entropy], [BigInt(i + 1), tips[i].seed, parts.entropy]);
      assert.deepEqual(round.roots, { y: parts.z, points: parts.points });
      assert.equal(round.inputs.roots, parts.ends[0]);
      assert.deepEqual(round.beacon, H(tag('heliast/beacon/v1'), chain.id, uint(i + 1, 8), outputOf(parts)));
      assert.deepEqual(round.tip.seed, round.beacon);
      if (squarings === null) {
        assert.deepEqual([round.squarings, round.inputs.squarings, round.x, round.y, round.proof], [null, null, parts.ends[0], parts.z, null]);
        assert.equal(bytes.length, 29 + 128 * roots.segments);
      } else {
        const encode = (one) => toHex(group.encode(one));
        assert.deepEqual([round.y, round.proof].map(encode), [parts.y, parts.proof].map(toHex));
        assert.deepEqual(round.squarings, { y: round.y, proof: round.proof });
        assert.equal(round.inputs.squarings, round.x);
        assert.equal(encode(round.x), encode(delayInput(group, parts.entropy)));
      }
    }
  });

  const verify = (bytes, i = 1) => chain.verify(tips[i], bytes);
  const parts = rounds[1].parts;
  const refused = (kind, change) => assert.throws(() => verify(bytesOf({ ...parts, ...change })), { kind, round: 2n }, JSON.stringify(Object.keys(change)));
  const p = field.prime;

  test(`${name}: false roots`, () => {
    assert.deepEqual(verify(bytesOf(parts)), rounds[1].round);
    const withoutSigma = (y) => {
      const root = (one) => stepOf(p, one % 2n === 1n ? one + 1n : one - 1n);
      return parts.ends.slice(1).reduce(root, y);
    };
    const outputs = [parts.ends.at(-2), stepOf(p, parts.z), p - parts.z, withoutSigma(parts.ends[0]), 1n, p - 1n, parts.ends[0], rounds[0].parts.z];
    for (const z of outputs) refused('invalid', { z });
    for (const z of [0n, p, (1n << 1024n) - 1n, ...(parts.z + p < 1n << 1024n ? [parts.z + p] : [])]) refused('malformed', { z });
    for (const z of [raw(parts.z).slice(1), concat(uint(0, 1), raw(parts.z)), NONE]) refused('malformed', { z });
    for (const [i, point] of parts.points.entries()) {
      const at = parts.ends.indexOf(point);
      for (const one of [parts.ends[at - 1], parts.ends[at + 1], p - point, 1n, p - 1n, rounds[0].parts.points[i]]) {
        refused('invalid', { points: parts.points.with(i, one) });
      }
      for (const one of [0n, p]) refused('malformed', { points: parts.points.with(i, one) });
    }
    if (parts.points.length > 1) refused('invalid', { points: parts.points.toReversed() });
    refused('malformed', { points: [...parts.points, parts.z] });
    if (parts.points.length > 0) refused('malformed', { points: parts.points.slice(1) });
  });

  if (squarings !== null) {
    test(`${name}: either delay has to hold`, () => {
      const before = rounds[0].parts;
      refused('invalid', { y: before.y });
      refused('invalid', { proof: before.proof });
      refused('invalid', { y: parts.proof, proof: parts.y });
      refused('invalid', { z: before.z, points: before.points });
      refused('invalid', { y: before.y, proof: before.proof });
      const { head, y, proof, z, points } = parts;
      const others = [concat(head, raw(z), y, proof, ...points.map(raw)), concat(head, y, raw(z), ...points.map(raw), proof)];
      for (const bytes of others) if (toHex(bytes) !== toHex(bytesOf(parts))) assert.throws(() => verify(bytes), { round: 2n });
    });
  }

  test(`${name}: every byte is bound`, () => {
    const { bytes } = rounds[1];
    for (let at = 0; at < bytes.length; at += at < 29 ? 1 : 13) {
      assert.throws(() => verify(bytes.with(at, bytes[at] ^ (1 << at % 8))), (error) => error instanceof Invalid || error instanceof Malformed, `byte ${at}`);
    }
    for (let length = 0; length < bytes.length; length++) assert.throws(() => verify(bytes.slice(0, length)), Malformed, `${length} bytes`);
    assert.throws(() => verify(concat(bytes, uint(0, 1))), Malformed);
    for (const i of [0, 2]) assert.throws(() => verify(bytes, i), Invalid);
    assert.throws(() => chain.verify({ ...tips[1], seed: tips[0].seed }, bytes), Invalid);
  });

  test(`${name}: a bundle, whose epoch proof is passed over`, () => {
    const frame = (bytes) => concat(uint(bytes.length, 4), bytes);
    const header = concat(ascii('HLBN\x03'), chain.id, frame(genesis), uint(1, 8), uint(3, 8), chain.start.seed, uint(0, 4));
    const frames = rounds.map(({ bytes }) => frame(bytes));
    for (const bundle of [concat(header, ...frames), concat(header, frame(ascii('HLEP\x01anything')), ...frames)]) {
      const { rounds: found } = verifyBundle(bundle, chain.id);
      assert.deepEqual(found.map(({ beacon }) => beacon), rounds.map(({ round }) => round.beacon));
    }
  });

  test(`${name}: a genesis that is cut is malformed`, () => {
    for (let length = 0; length < genesis.length; length++) assert.throws(() => new Chain(genesis.slice(0, length), ANY_CHAIN), Malformed);
    assert.throws(() => new Chain(concat(genesis, uint(0, 1)), ANY_CHAIN), Malformed);
  });
}

test('rounds of one kind of chain are not rounds of another', () => {
  const all = Object.values(stories);
  for (const one of all) {
    for (const other of all) {
      if (one === other) continue;
      assert.throws(() => one.chain.verify(one.chain.start, other.rounds[0].bytes), (error) => error instanceof Invalid || error instanceof Malformed);
    }
  }
});

test('geneses of chains with roots', () => {
  const open = (bytes) => new Chain(bytes, ANY_CHAIN).genesis;
  const [most, seed] = [(1n << 40n) - 1n, ascii('s'.repeat(31))];
  assert.equal(open(rootsAlone({ t: most })).t, most);
  assert.deepEqual([open(both({ steps: most })).roots.t, open(both({ t: (1n << 48n) - 1n })).t], [most, (1n << 48n) - 1n]);
  assert.deepEqual([1, 256].map((count) => open(rootsAlone({ t: 256, segments: count })).roots.segments), [1, 256]);
  assert.equal(open(both({ head: fromHex('000000c8') })).suite.mode, 'plain');

  const refused = (bytes, what) => assert.throws(() => open(bytes), Malformed, what);
  for (const head of ['02000100', '00000001', '01000000', '00010000']) refused(rootsAlone({ head: fromHex(head) }), `suite ${head}`);
  for (const head of ['00000000', '01000100', '02010100', '020000c0']) refused(both({ head: fromHex(head) }), `suite ${head}`);
  for (const t of [0n, most + 1n, (1n << 64n) - 1n]) for (const bytes of [rootsAlone({ t }), both({ steps: t })]) refused(bytes, `t = ${t}`);
  for (const t of [0n, 1n << 48n]) refused(both({ t }), `t = ${t}`);
  for (const kind of [2, 3, 255]) refused(both({ kind }), `squarings ${kind}`);
  refused(both({ kind: 1 }), 'a modulus in the place of a discriminant');
  for (const of of [rootsAlone, both]) {
    for (const segments of [0, 257, 65_535]) refused(of({ t: 70_000, steps: 70_000, segments }), `${segments} segments`);
    refused(of(of === both ? { steps: 2 } : { t: 2 }), 'more segments than steps');
    for (const bits of [0, 512, 1023, 1536, 4096]) refused(of({ bits }), `${bits} bits`);
    for (const counter of [COUNTER - 1, COUNTER + 1, 19, 1 << 24, 2 ** 32 - 1]) refused(of({ counter }), `counter ${counter}`);
    for (const one of [NONE, seed, concat(SEED, uint(0, 1))]) refused(of({ seed: one }), 'seed');
  }
  for (const system of [4, 255]) refused(genesisOf({ system, head: new Uint8Array(4), t: STEPS, body: ofRoots() }), `proof system ${system}`);
});
