// The page's verifier as it is served, against the vectors' rounds and what a node would answer about them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fromHex, toHex } from '@heliast/verify';
import { verifyRound } from '../../../crates/node/src/web/assets/verify.js';
import { load, ofKind } from './vectors.mjs';

const CHECKS = ['genesis', 'bytes', 'time', 'seed', 'lots', 'votes', 'entropy', 'input', 'units', 'delay', 'beacon'];

const vectors = load('round');
const chains = new Map(ofKind(vectors, 'chain').map((chain) => [chain.name, chain]));

/** The fields of round bytes as a node would answer them; fails where there is no such participant. */
function fieldsOf(chain, bytes) {
  const view = new DataView(bytes.buffer);
  const tickets = Array.from({ length: view.getUint32(21) }, (_, i) => {
    const at = 25 + 86 * i;
    const participant = view.getUint32(at);
    const { public_key, stake } = chain.genesis.participants[participant];
    return { participant, public_key, stake: Number(stake), proof: toHex(bytes.slice(at + 6, at + 86)) };
  });
  const length = chain.genesis.modulus.length / 2;
  const rest = toHex(bytes.slice(25 + 86 * tickets.length));
  return {
    round: Number(view.getBigUint64(5)),
    time_ms: Number(view.getBigUint64(13)),
    tickets,
    y: rest.slice(0, 2 * length),
    proof: rest.slice(2 * length),
  };
}

/** What a node would answer about some bytes in the place of an honest round. */
function evidenceFor(chain, honest, bytes) {
  const fields = fieldsOf(chain, bytes);
  for (const ticket of fields.tickets) {
    ticket.output = honest.outputs[ticket.participant];
    ticket.votes = Number(honest.votes[ticket.participant]);
  }
  const previous = chain.rounds[honest.number - 2];
  return {
    chain: chain.chain_id,
    asked: honest.number,
    displayed: honest.beacon,
    genesis: { bytes: chain.genesis_bytes },
    round: {
      ...fields,
      seed: honest.seed,
      entropy: honest.entropy,
      x: honest.x,
      t: Number(chain.genesis.t),
      randomness: honest.beacon,
      bytes: toHex(bytes),
    },
    public: { round: honest.number, randomness: honest.beacon, signature: honest.beacon_preimage, previous_signature: previous?.beacon_preimage },
    previous: previous && { bytes: previous.bytes },
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

test('honest rounds pass every check', () => {
  for (const chain of chains.values()) {
    for (const round of chain.rounds) {
      const { reports, failed } = outcome(honestEvidence(chain, round));
      assert.ok(reports.every(({ ok }) => ok === true), `${chain.name}, round ${round.number}: ${failed?.detail}`);
    }
  }
});

test('refused rounds fail', () => {
  let coherent = 0;
  for (const item of ofKind(vectors, 'round')) {
    const chain = chains.get(item.chain);
    const honest = chain.rounds[item.number - 1];
    let evidence;
    try {
      evidence = evidenceFor(chain, honest, fromHex(item.bytes));
      coherent += 1;
    } catch {
      evidence = honestEvidence(chain, honest);
      evidence.round.bytes = item.bytes;
    }
    const { good, failed } = outcome(evidence);
    assert.equal(good, false, `${item.name}: ${item.reason}`);
    if (item.reason.includes('VRF proof fails')) assert.equal(failed.id, 'lots', item.name);
  }
  assert.ok(coherent >= 50);
});

test('every field of the evidence counts', () => {
  const [chain] = chains.values();
  const round = chain.rounds.find(({ number, tickets }) => number > 1 && tickets.length > 0);
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
    ['bytes', (e) => (e.round.round += 1)],
    ['bytes', (e) => (e.round.time_ms += 3000)],
    ['bytes', (e) => (e.round.t += 1)],
    ['bytes', (e) => e.round.tickets.pop()],
    ['bytes', (e) => (e.round.tickets[0].stake += 1)],
    ['bytes', (e) => (e.round.tickets[0].participant += 1)],
    ['bytes', (e) => (e.round.tickets[0].public_key = flip(e.round.tickets[0].public_key))],
    ['bytes', (e) => (e.round.tickets[0].proof = flip(e.round.tickets[0].proof))],
    ['time', (e) => (e.previous = { bytes: e.round.bytes })],
    ['time', (e) => (e.previous = null)],
    ['seed', (e) => (e.round.seed = flip(e.round.seed))],
    ['seed', (e) => (e.public.previous_signature = flip(e.public.previous_signature))],
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
  const { bytes, y } = evidence.round;
  const at = bytes.length - from;
  const changed = bytes.slice(0, at) + (bytes[at] === '0' ? '1' : '0') + bytes.slice(at + 1);
  Object.assign(evidence.round, { bytes: changed, y: changed.slice(-2 * y.length, -y.length), proof: changed.slice(-y.length) });
}

test('y and π changed in bytes and fields alike fail in the algebra', () => {
  for (const chain of chains.values()) {
    const round = chain.rounds[1];
    for (const from of [round.y.length + 1, 1]) {
      const evidence = honestEvidence(chain, round);
      changeNearEnd(evidence, from);
      assert.equal(outcome(evidence).failed?.id, 'delay');
    }
  }
});

test('another VRF proof of the same key fails where the lots are drawn', () => {
  let tried = 0;
  for (const chain of chains.values()) {
    const [one, other] = chain.rounds.filter(({ tickets }) => tickets.length > 0);
    const ticket = one.tickets[0];
    const foreign = other.tickets.find(({ participant }) => participant === ticket.participant);
    if (foreign === undefined) continue;
    const evidence = honestEvidence(chain, one);
    evidence.round.bytes = evidence.round.bytes.replace(ticket.proof, foreign.proof);
    evidence.round.tickets[0].proof = foreign.proof;
    assert.equal(outcome(evidence).failed?.id, 'lots');
    tried += 1;
  }
  assert.ok(tried > 0);
});
