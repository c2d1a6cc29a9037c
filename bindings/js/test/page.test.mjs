// The page's verifier as it is served, against the vectors' rounds and what a node would answer about them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ANY_CHAIN, Chain, fromHex, toHex } from '@heliast/verify';
import { verifyAgreement, verifyRound } from '../../../crates/heliast-http/src/web/assets/verify.js';
import { load, ofKind } from './vectors.mjs';

const CHECKS = ['genesis', 'bytes', 'time', 'seed', 'lots', 'votes', 'entropy', 'input', 'units', 'delay', 'beacon'];

const vectors = ['round', 'round_trees', 'round_avrf', 'members', 'validators', 'class_round', 'round_roots'].map(load);
const chains = new Map(vectors.flatMap((file) => ofKind(file, 'chain')).map((chain) => [chain.name, chain]));
const KEY_LENGTH = 76;

/** Takes fields off the front of some bytes. */
function fields(bytes) {
  let at = 0;
  const take = (size) => {
    assert.ok(at + size <= bytes.length, 'truncated');
    return bytes.slice(at, (at += size));
  };
  const uint = (size) => Number(`0x${toHex(take(size))}`);
  return { take: (size) => toHex(take(size)), uint, list: (read) => Array.from({ length: uint(4) }, read), rest: () => toHex(take(bytes.length - at)) };
}

const NAMES = { 0x21: 'x-vrf', 0x22: 'ivrf' };

/** A node's answer about a key of a hash tree. */
function tree(public_key) {
  const { uint } = fields(fromHex(public_key));
  const [scheme, height, slots, first] = [uint(1), uint(1), uint(2), uint(8)];
  return { scheme: `${NAMES[scheme]}-${height}`, public_key, first, rounds: scheme === 0x22 ? 2 ** height : Math.floor(2 ** height / slots) };
}

function skipMemberChange(kind, { take, uint }) {
  assert.ok(kind <= 5, 'no such change');
  if (kind === 2) [take(1), take(uint(2)), take(8)];
  else if (kind === 5) take(uint(2));
  else take(kind === 3 ? 12 : 32);
}

/** The participants that there are before a round, with their stakes in it; in this story all who are proposed join. */
function participantsIn(chain, { number, stakes }) {
  if (stakes === undefined) return chain.genesis.participants;
  const joined = chain.rounds.slice(0, number - 1).flatMap(({ announcements }) => announcements.filter(({ change }) => change.startsWith('02')));
  const keys = [...chain.genesis.participants.map(({ public_key }) => public_key), ...joined.map(({ change }) => change.slice(8, 72))];
  return stakes.map((stake, participant) => ({ public_key: keys[participant], stake }));
}

/** The fields of round bytes as a node would answer them; fails where there is no such participant. */
function fieldsOf(chain, honest, bytes) {
  const { take, uint, list, rest } = fields(bytes);
  take(5);
  const [round, time_ms] = [uint(8), uint(8)];
  const participants = participantsIn(chain, honest);
  const tickets = list(() => {
    const [slot, participant] = [uint(1), uint(4)];
    const { public_key, stake } = participants[participant];
    const due = honest.due?.[participant];
    const key = due ? { scheme: tree(due).scheme, public_key: due } : { scheme: chain.genesis.scheme, public_key };
    return { slot, participant, stake: Number(stake), ...key, proof: take(uint(2)) };
  });
  const announcements = list(() => {
    const [participant, serial, kind] = [uint(4), uint(4), uint(1)];
    const key = kind === 1 ? tree(take(KEY_LENGTH)) : null;
    if (kind > 1) skipMemberChange(kind, { take, uint });
    take(uint(2));
    return { participant, serial, key };
  });
  const [length, left] = [honest.y.length, rest()];
  return { round, time_ms, tickets, announcements, y: left.slice(0, length), proof: left.slice(length) };
}

const hex = (value, size) => value.toString(16).padStart(2 * size, '0');

/** A bundle of one round. */
function bundleOf(chain, { number, seed }, bytes) {
  const before = chain.rounds.slice(0, number - 1).flatMap((round) => (round.announcements ?? []).map((made) => ({ round: round.number, ...made })));
  const announced = before.map(({ round, participant, serial, change }) => hex(round, 8) + hex(participant, 4) + hex(serial, 4) + change);
  const genesis = hex(chain.genesis_bytes.length / 2, 4) + chain.genesis_bytes;
  const head = `484c424e03${chain.chain_id}${genesis}${hex(number, 8)}${hex(1, 8)}${seed}${hex(before.length, 4)}${announced.join('')}`;
  return fromHex(head + hex(bytes.length, 4) + toHex(bytes));
}

/** The answer that a node would give about `bytes` in place of an honest round. */
function evidenceFor(chain, honest, bytes) {
  const answer = fieldsOf(chain, honest, bytes);
  for (const ticket of answer.tickets) {
    const { outputs, votes } = honest.slots[ticket.slot];
    [ticket.output, ticket.votes] = [outputs[ticket.participant], Number(votes[ticket.participant])];
  }
  const previous = chain.rounds[honest.number - 2];
  const period = 1n + (BigInt(answer.time_ms) - BigInt(chain.genesis.genesis_time_ms)) / BigInt(chain.genesis.period_ms);
  return {
    chain: chain.chain_id,
    asked: honest.number,
    displayed: honest.beacon,
    genesis: { bytes: chain.genesis_bytes },
    round: {
      ...answer,
      seed: honest.seed,
      entropy: honest.entropy,
      x: honest.x,
      t: Number(chain.genesis.t),
      randomness: honest.beacon,
      bytes: toHex(bytes),
    },
    public: { round: Number(period), heliast_round: honest.number, randomness: honest.beacon, signature: honest.beacon_preimage, previous_signature: previous?.beacon_preimage },
    previous: previous && { bytes: previous.bytes },
    bundle: bundleOf(chain, honest, bytes),
  };
}

const honestEvidence = (chain, round) => evidenceFor(chain, round, fromHex(round.bytes));

function outcome(evidence) {
  const reports = [];
  const good = verifyRound(evidence, (report) => reports.push(report));
  const failed = reports.find(({ ok }) => ok === false);
  assert.equal(good, failed === undefined);
  assert.deepEqual(reports.map(({ id }) => id), CHECKS);
  assert.ok(reports.every(({ title, detail, ms }) => title.length > 0 && detail.length > 0 && ms >= 0));
  return { good, reports, failed };
}

test('honest rounds pass every check, and it is said which keys drew', () => {
  const said = new Set();
  for (const chain of chains.values()) {
    for (const round of chain.rounds) {
      const { reports, failed } = outcome(honestEvidence(chain, round));
      assert.ok(reports.every(({ ok }) => ok === true), `${chain.name}, round ${round.number}: ${failed?.detail}`);
      const drawn = reports.find(({ id }) => id === 'lots').detail;
      const trees = round.tickets.filter(({ participant }) => round.due?.[participant]).length;
      const counts = [trees, round.tickets.length - trees].map((count, i) => (count > 0 ? ` ${count} of ${['hash trees', 'stateless keys'][i]}` : ''));
      if (round.tickets.length > 0) assert.ok(drawn.includes(`:${counts.filter(Boolean).join(',')}, each by the key that was due`), drawn);
      assert.equal(drawn.includes('announcement'), (round.announcements ?? []).length > 0);
      said.add(drawn);
    }
  }
  const [both] = [...said].filter((text) => text.includes('of hash trees, '));
  assert.match(both, /^\d+ tickets: \d+ of hash trees, \d+ of stateless keys, each by the key that was due/);
  assert.ok(said.has('no tickets') && [...said].some((text) => text.endsWith('; 2 announcements, proved by stateless keys')), [...said].join('\n'));
});

test('rounds in the place of others pass and fail as they should', () => {
  let [coherent, inLots] = [0, 0];
  for (const item of vectors.flatMap((file) => ofKind(file, 'round'))) {
    const chain = chains.get(item.chain);
    const honest = chain.rounds[item.number - 1];
    let evidence;
    let isCoherent = false;
    try {
      evidence = evidenceFor(chain, honest, fromHex(item.bytes));
      isCoherent = true;
      coherent += 1;
    } catch {
      evidence = honestEvidence(chain, honest);
      evidence.round.bytes = item.bytes;
    }
    const { good, failed } = outcome(evidence);
    assert.equal(good, item.error === undefined, `${item.name}: ${failed?.detail}`);
    // Where the node's other fields were read from the same bytes, it is the check of the lots that sees false proofs and broken rules.
    if (isCoherent && /VRF proof fails|announcement of participant/.test(item.reason)) {
      assert.ok(['lots', 'bytes'].includes(failed.id), `${item.name}: ${failed.id}`);
      inLots += Number(failed.id === 'lots');
    }
  }
  assert.ok(coherent >= 150 && inLots >= 110, `${coherent}, ${inLots}`);
});

test('every field of the evidence counts', () => {
  const chain = chains.get('trees, ecvrf');
  // It has tickets of both kinds and an announcement.
  const round = chain.rounds[7];
  const [tree, stateless] = [true, false].map((isTree) => round.tickets.findIndex(({ participant }) => (round.due[participant] !== null) === isTree));
  assert.ok(tree >= 0 && stateless >= 0 && round.announcements.length === 1);
  const before = (change) => bundleOf({ ...chain, rounds: chain.rounds.map((one) => change({ ...one })) }, round, fromHex(round.bytes));
  const flip = (hex) => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');
  const cases = [
    ['genesis', (e) => (e.chain = flip(e.chain))],
    ['genesis', (e) => (e.genesis.bytes = flip(e.genesis.bytes))],
    ['genesis', (e) => (e.genesis.bytes = e.genesis.bytes.toUpperCase())],
    ['genesis', (e) => (e.genesis = null)],
    ['bytes', (e) => (e.round.y = flip(e.round.y))],
    ['bytes', (e) => (e.round.proof = flip(e.round.proof))],
    ['bytes', (e) => (e.asked += 1)],
    ['bytes', (e) => (e.public.round += 1)],
    ['bytes', (e) => (e.public.heliast_round += 1)],
    ['bytes', (e) => (e.round.round += 1)],
    ['bytes', (e) => (e.round.time_ms += 3000)],
    ['bytes', (e) => (e.round.t += 1)],
    ['bytes', (e) => e.round.tickets.pop()],
    ['votes', (e) => (e.round.tickets[0].stake += 1)],
    ['bytes', (e) => (e.round.tickets[0].participant += 1)],
    ['bytes', (e) => (e.round.tickets[0].slot += 1)],
    ['bytes', (e) => e.round.announcements.pop()],
    ['bytes', (e) => (e.round.announcements = undefined)],
    ['bytes', (e) => (e.round.announcements[0].participant += 1)],
    ['bytes', (e) => (e.round.announcements[0].serial += 1)],
    ['bytes', (e) => (e.round.announcements[0].key = null)],
    ['bytes', (e) => (e.round.announcements[0].key.scheme = 'ivrf-4')],
    ['bytes', (e) => (e.round.announcements[0].key.public_key = flip(e.round.announcements[0].key.public_key))],
    ['bytes', (e) => (e.round.announcements[0].key.first += 1)],
    ['bytes', (e) => (e.round.announcements[0].key.rounds += 1)],
    ['bytes', (e) => (e.round.tickets[0].proof = flip(e.round.tickets[0].proof))],
    ['time', (e) => (e.previous = { bytes: e.round.bytes })],
    ['time', (e) => (e.previous = null)],
    ['seed', (e) => (e.round.seed = flip(e.round.seed))],
    ['seed', (e) => (e.public.previous_signature = flip(e.public.previous_signature))],
    ...[tree, stateless].flatMap((i) => [
      ['lots', (e) => (e.round.tickets[i].public_key = flip(e.round.tickets[i].public_key))],
      ['lots', (e) => (e.round.tickets[i].scheme = 'x-vrf-15')],
      ['lots', (e) => (e.round.tickets[i].output = flip(e.round.tickets[i].output))],
    ]),
    ['lots', (e) => (e.bundle = bundleOf(chain, chain.rounds[6], e.bundle))],
    ['lots', (e) => (e.bundle = bundleOf(chain, { ...round, seed: flip(round.seed) }, e.bundle))],
    ['lots', (e) => (e.bundle = bundleOf(chains.get('trees, a-vrf-fast'), round, e.bundle))],
    ['lots', (e) => (e.bundle = e.bundle.slice(0, chain.genesis_bytes.length / 2 + 100))],
    ['lots', (e) => (e.bundle = null)],
    ['lots', (e) => (e.bundle = before((one) => (one.number === 3 ? { ...one, announcements: [] } : one)))],
    ['lots', (e) => (e.bundle = before((one) => (one.number === 1 ? { ...one, announcements: one.announcements.slice(1) } : one)))],
    ['lots', (e) => (e.round.tickets[0].output = flip(e.round.tickets[0].output))],
    ['votes', (e) => (e.round.tickets[0].votes += 1)],
    ['entropy', (e) => (e.round.entropy = flip(e.round.entropy))],
    ['input', (e) => (e.round.x = flip(e.round.x))],
    ['beacon', (e) => (e.round.randomness = flip(e.round.randomness))],
    ['beacon', (e) => (e.public.signature = flip(e.public.signature))],
    ['beacon', (e) => (e.public.randomness = flip(e.public.randomness))],
    ['beacon', (e) => (e.displayed = flip(e.displayed))],
  ];
  for (const [id, tamper] of cases) {
    const evidence = honestEvidence(chain, round);
    tamper(evidence);
    const { failed } = outcome(evidence);
    assert.equal(failed?.id, id, `${tamper}: ${failed?.detail}`);
  }
});

/** The digit at `from` from the end of a round's bytes, and the fields that repeat it. */
function changeNearEnd(evidence, from) {
  const { bytes, y, proof } = evidence.round;
  const at = bytes.length - from;
  const changed = bytes.slice(0, at) + ('01'.includes(bytes[at]) ? '2' : '0') + bytes.slice(at + 1);
  const [start, end] = [changed.length - proof.length - y.length, changed.length - proof.length];
  Object.assign(evidence.round, { bytes: changed, y: changed.slice(start, end), proof: changed.slice(end) });
}

test('y and π changed in bytes and fields alike fail in the algebra', () => {
  for (const chain of chains.values()) {
    const round = chain.rounds[1];
    const { modulus, roots_segments = 0 } = chain.genesis;
    for (const from of [round.proof.length + 1, 1]) {
      const isOfRoots = roots_segments > (from === 1 ? 1 : 0);
      // Nearly every number is an element of RSA's group or a field of roots, and nearly no bytes are one of a class group.
      const check = modulus === undefined && !isOfRoots ? 'bytes' : 'delay';
      const evidence = honestEvidence(chain, round);
      changeNearEnd(evidence, from);
      const { failed } = outcome(evidence);
      assert.equal(failed?.id, check, `${chain.name}: ${failed?.detail}`);
    }
  }
});

test('elements that are not a delay and proof fail in the algebra', () => {
  for (const chain of chains.values()) {
    const evidence = honestEvidence(chain, chain.rounds[1]);
    const { round } = evidence;
    const head = round.bytes.slice(0, -(round.y.length + round.proof.length));
    const { y, proof } = chain.rounds[0];
    [round.y, round.proof] = round.y.length === round.proof.length ? [round.proof, round.y] : [y, proof];
    round.bytes = head + round.y + round.proof;
    const { failed } = outcome(evidence);
    assert.equal(failed?.id, 'delay', `${chain.name}: ${failed?.detail}`);
  }
});

test('another VRF proof of the same key fails where the lots are drawn', () => {
  const tried = new Set();
  for (const chain of chains.values()) {
    const answers = chain.rounds.map((round) => honestEvidence(chain, round));
    for (const evidence of answers) {
      for (const ticket of evidence.round.tickets) {
        const foreign = answers
          .filter(({ asked }) => asked !== evidence.asked)
          .flatMap(({ round }) => round.tickets)
          .find(({ participant, public_key }) => participant === ticket.participant && public_key === ticket.public_key);
        if (foreign === undefined || tried.has(ticket.scheme)) continue;
        evidence.round.bytes = evidence.round.bytes.replace(ticket.proof, foreign.proof);
        ticket.proof = foreign.proof;
        assert.equal(outcome(evidence).failed?.id, 'lots');
        tried.add(ticket.scheme);
        break;
      }
    }
  }
  for (const scheme of ['ecvrf-edwards25519-sha512-tai', 'ecvrf-edwards25519-sha512-ell2', 'a-vrf-fast', 'x-vrf-4', 'ivrf-3']) assert.ok(tried.has(scheme), scheme);
});

/** A node's answer about a round of a network, with only the fields that the check of agreement needs. */
function agreementEvidence(network, number, finality) {
  const bytes = network.rounds[number - 1];
  const [from, genesis] = [number, network.genesis_bytes];
  const seed = number === 1 ? new Chain(fromHex(genesis), ANY_CHAIN).start.seed : tips(network)[number - 1].seed;
  const head = `484c424e03${network.chain_id}${hex(genesis.length / 2, 4)}${genesis}${hex(from, 8)}${hex(1, 8)}${toHex(seed)}${hex(0, 4)}`;
  const bundle = fromHex(head + hex(bytes.length / 2, 4) + bytes);
  return { chain: network.chain_id, genesis: { bytes: genesis }, round: { bytes }, bundle, network: fromHex(network.bytes), finality: finality && fromHex(finality) };
}

function tips({ genesis_bytes, rounds }) {
  const chain = new Chain(fromHex(genesis_bytes), ANY_CHAIN);
  return rounds.reduce((tips, bytes) => [...tips, chain.verify(tips.at(-1), fromHex(bytes)).tip], [chain.start]);
}

test('who agreed on a round is said in a sentence', () => {
  const file = load('finality');
  const networks = new Map(ofKind(file, 'network').map((item) => [item.name, item]));
  const signed = ofKind(file, 'engine');
  const expected = ['35 of 35 power signed it.', '30 of 35 power signed it.', '30 of 30 power signed it.', '3 of 3 power signed it.'];
  signed.forEach(({ network, round, bytes }, i) => {
    const evidence = agreementEvidence(networks.get(network), round, bytes);
    assert.deepEqual(verifyAgreement(evidence), { ok: true, detail: expected[i] });
    assert.deepEqual(verifyAgreement({ ...evidence, network: null, finality: null }), { ok: null, detail: 'A solo chain: nobody else agreed.' });
    assert.deepEqual(verifyAgreement({ ...evidence, finality: null }), { ok: null, detail: 'The network has not signed it yet.' });
    const other = signed[(i + 1) % signed.length].bytes;
    assert.equal(verifyAgreement({ ...evidence, finality: fromHex(other) }).ok, false);
  });
  const agreementOn = (name) => {
    const { network, rounds, frames } = ofKind(file, 'frames').find((item) => item.name.endsWith(name));
    return verifyAgreement(agreementEvidence(networks.get(network), rounds.at(-1), frames.at(-1)));
  };
  const { ok, detail } = agreementOn('a set whose members have 20 of 35');
  assert.deepEqual([ok, detail.includes('have lost their power')], [null, true]);
  assert.equal(agreementOn('one joined, and signed').ok, false);
});
