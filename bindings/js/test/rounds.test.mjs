// Chains, rounds, geneses and bundles against the vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ANY_CHAIN, Chain, derive, fromHex, Invalid, Misuse, toHex, verifyBundle } from '@heliast/verify';
import { encodeMemberChange } from '../dist/change.js';
import { encodeInputs, encodeOutput, encodeProof, outputsLength } from '../dist/delays.js';
import { atLeast, load, ofKind, outcome } from './vectors.mjs';

const FILES = ['round', 'round_trees', 'round_avrf', 'members', 'validators', 'class_round', 'round_roots'];
const files = new Map(FILES.map((name) => [name, load(name)]));
const chains = new Map([...files.values()].flatMap((vectors) => ofKind(vectors, 'chain')).map((item) => [item.name, { item, chain: new Chain(fromHex(item.genesis_bytes), ANY_CHAIN) }]));

function change({ key, member }) {
  if (member !== null) return toHex(encodeMemberChange(member));
  return key === null ? '00' : `01${toHex(key.bytes)}`;
}

/** The tips before each round of a chain, and what its rounds show; every round is verified once. */
const stories = new Map();
function story(name) {
  if (!stories.has(name)) {
    const { item, chain } = chains.get(name);
    const tips = [chain.start];
    const rounds = item.rounds.map(({ bytes }) => {
      const round = chain.verify(tips.at(-1), fromHex(bytes));
      tips.push(round.tip);
      return round;
    });
    stories.set(name, { tips, rounds });
  }
  return stories.get(name);
}

for (const [name, { item, chain }] of chains) {
  test(`${name}: its story`, () => {
    assert.deepEqual([toHex(chain.id), toHex(chain.genesis.group.id)], [item.chain_id, item.group_id]);
    assert.deepEqual([toHex(chain.start.seed), toHex(chain.start.keys.hash(0n))], [item.first_seed, item.first_hash]);
    const { tips, rounds } = story(name);
    for (const [i, expected] of item.rounds.entries()) {
      const round = rounds[i];
      const { genesis } = chain;
      const numbers = [round.number, round.timeMs, round.tip.round].map(Number);
      assert.deepEqual(numbers, [expected.number, expected.time_ms, expected.number].map(Number));
      const bytes = [round.seed, round.entropy, encodeInputs(genesis, round.inputs), encodeOutput(genesis, round), encodeProof(genesis, round), round.beacon];
      assert.deepEqual(bytes.map(toHex), [expected.seed, expected.entropy, expected.x, expected.y, expected.proof, expected.beacon]);
      const lots = round.lots.map(({ slot, participant, votes, output }) => [slot, participant, Number(votes), toHex(output)]);
      assert.deepEqual(lots, expected.tickets.map(({ slot, participant, votes, output }) => [slot, participant, votes, output]));

      const announced = round.announcements.map((made) => ({ participant: made.participant, serial: made.serial, change: change(made) }));
      assert.deepEqual(announced, expected.announcements ?? []);
      assert.equal(toHex(round.tip.keys.hash(round.number)), expected.hash);
      const { members } = tips[i].keys;
      const participants = Array.from({ length: members.count }, (_, participant) => participant);
      assert.equal(members.count, expected.slots[0].outputs.length);
      const due = participants.map((participant) => tips[i].keys.due(participant, round.number));
      assert.deepEqual(due.map((key) => key && toHex(key.bytes)), expected.due ?? due.map(() => null));
      for (const { participant, key } of round.lots) assert.equal(key, due[participant]);

      const stakes = participants.map((participant) => Number(members.stake(participant, round.number)));
      assert.deepEqual(stakes, expected.stakes ?? item.genesis.participants.map(({ stake }) => Number(stake)));
      assert.equal(Number(members.total(round.number)), stakes.reduce((sum, stake) => sum + stake));
      const open = round.tip.keys.members.open(round.number + 1n);
      const shown = open.map(({ made, proposer, id, approved }) => ({ round: Number(made), participant: proposer, id: toHex(id), approved: [...approved].sort((a, b) => a - b) }));
      assert.deepEqual(shown, expected.open ?? []);
    }
  });
}

/** Where a case of a round stands: after its chain's rounds before, with a seed and a time of its own. */
function tipOf(item) {
  const timeMs = item.previous_time_ms === null ? null : BigInt(item.previous_time_ms);
  return { ...story(item.chain).tips[item.number - 1], timeMs, seed: fromHex(item.seed) };
}

for (const [name, least] of [
  ['round', { malformed: 62, invalid: 67 }],
  ['round_trees', { valid: 14, malformed: 36, invalid: 88 }],
  ['round_avrf', { valid: 2, malformed: 3, invalid: 10 }],
  ['members', { valid: 7, malformed: 11, invalid: 29 }],
  ['validators', { valid: 5, malformed: 15, invalid: 1 }],
  ['class_round', { malformed: 43, invalid: 15 }],
  ['round_roots', { malformed: 22, invalid: 35 }],
]) {
  test(`rounds of ${name}.json, in the place of others`, () => {
    const cases = ofKind(files.get(name), 'round');
    atLeast(cases, least);
    for (const item of cases) {
      const { chain } = chains.get(item.chain);
      const round = outcome(item, () => chain.verify(tipOf(item), fromHex(item.bytes)), item.round);
      if (!item.error) assert.equal(round.tip.round, BigInt(item.number), item.name);
    }
  });
}

test('geneses', () => {
  const cases = [...files.values()].flatMap(({ cases }) => cases.filter(({ kind }) => kind === 'genesis'));
  atLeast(cases, { valid: 35, malformed: 144 });
  for (const item of cases) {
    const chain = outcome(item, () => new Chain(fromHex(item.bytes), ANY_CHAIN));
    if (item.error) continue;
    assert.deepEqual([toHex(chain.id), toHex(chain.start.seed)], [item.chain_id, item.first_seed], item.name);
    if (item.output_length === undefined) continue;
    const { genesis } = chain;
    assert.deepEqual([toHex(genesis.group.id), toHex(genesis.roots.field.id)], [item.group_id, item.roots_field_id], item.name);
    assert.equal(outputsLength(genesis), item.output_length + item.delay_proof_length, item.name);
  }
});

for (const [name, least] of [
  ['round', { valid: 6, malformed: 24, invalid: 10 }],
  ['round_trees', { valid: 7, invalid: 7 }],
  ['round_avrf', { valid: 1 }],
  ['members', { valid: 4, malformed: 2 }],
  ['validators', { valid: 4, malformed: 1 }],
  ['class_round', { valid: 2, malformed: 3, invalid: 2 }],
  ['class_epoch', { valid: 3 }],
  ['round_roots', { valid: 2, malformed: 1, invalid: 1 }],
  ['epoch', { valid: 9, malformed: 9, invalid: 1 }],
]) {
  test(`bundles of ${name}.json`, () => {
    const cases = (files.get(name) ?? load(name)).cases.filter(({ kind }) => kind === 'bundle');
    atLeast(cases, least);
    for (const item of cases) {
      const verified = outcome(item, () => verifyBundle(fromHex(item.bytes), ANY_CHAIN, 'trusted'), item.round);
      if (item.error) continue;
      const { from, rounds } = verified;
      assert.deepEqual([from, rounds[0].number, rounds.at(-1).number], [item.from, item.from, item.to].map(BigInt), item.name);
      const beacons = chains.get(item.chain)?.item.rounds.slice(item.from - 1, item.to).map(({ beacon }) => beacon);
      if (beacons) assert.deepEqual(rounds.map(({ beacon }) => toHex(beacon)), beacons, item.name);
    }
  });
}

test('derived randomness', () => {
  for (const item of ofKind(files.get('round'), 'derive')) assert.equal(toHex(derive(fromHex(item.beacon), item.label)), item.randomness, item.name);
  for (const label of ['', 'x'.repeat(201)]) assert.throws(() => derive(new Uint8Array(32), label), Misuse);
});

test('a bundle is of the chain that the caller means', () => {
  const [one, other] = [...chains.values()];
  const bytes = fromHex(one.item.bundle);
  for (const meant of [one.chain.id, one.chain]) assert.equal(toHex(verifyBundle(bytes, meant, 'trusted').chain.id), one.item.chain_id);
  for (const meant of [other.chain.id, other.chain]) assert.throws(() => verifyBundle(bytes, meant, 'trusted'), Invalid);
});
