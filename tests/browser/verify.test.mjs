// The browser's verifier against the reference's vectors, in Node: `node --test`. It must agree on what is true and refuse what is false.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { fromBytes, fromHex, isPrime, isStrongLucasProbablePrime, isStrongProbablePrime, modPow, toBytes, toHex } from '../../crates/node/src/web/assets/numbers.js';
import { canonical, hashToGroup, hashToPrime, rsaGroup } from '../../crates/node/src/web/assets/hashing.js';
import { challenge, decodeElement, requireUnits, verifyDelay } from '../../crates/node/src/web/assets/delay.js';
import { votes } from '../../crates/node/src/web/assets/sortition.js';
import { decodeGenesis, decodeRound } from '../../crates/node/src/web/assets/wire.js';
import { verifyRound } from '../../crates/node/src/web/assets/verify.js';

// Integers above 2^53 stay exact: they are read as strings.
const exact = (text) => text.replace(/(?<=[:[,] ?)(\d{16,})(?=[,\]}\s])/g, '"$1"');
const load = (name) => JSON.parse(exact(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8')));
const MODES = { plain: 0, 'sieved-full': 2 };

const groupsOf = (vectors) => async (name) => rsaGroup(BigInt(`0x${vectors.groups[name].modulus}`));
const ofKind = (vectors, kind) => {
  const cases = vectors.cases.filter((item) => item.kind === kind);
  assert.ok(cases.length > 0, `no vectors of kind ${kind}`);
  return cases;
};

test('primes', () => {
  for (const item of load('prime').cases) {
    const n = BigInt(item.n);
    assert.equal(isPrime(n), item.prime, item.name);
    if (item.strong_base_2 !== undefined) assert.equal(isStrongProbablePrime(n, 2n), item.strong_base_2, item.name);
    if (item.strong_lucas !== undefined) assert.equal(isStrongLucasProbablePrime(n), item.strong_lucas, item.name);
  }
});

test('groups: ids, hashing, encodings', async () => {
  const vectors = load('group');
  const group = groupsOf(vectors);
  for (const item of ofKind(vectors, 'group')) {
    const { id, length } = await rsaGroup(BigInt(`0x${item.modulus}`));
    assert.deepEqual([toHex(id), length], [item.id, item.length], item.name);
  }
  for (const item of ofKind(vectors, 'hash')) {
    const of = await group(item.group);
    // The verifier's domains are short ASCII; the vectors' are UTF-8.
    const x = await hashToGroup(of, item.dst, fromHex(item.msg));
    assert.equal(toHex(toBytes(x, of.length)), item.x, item.name);
  }
  for (const item of ofKind(vectors, 'canonical')) {
    const of = await group(item.group);
    const value = BigInt(`0x${item.value}`) % of.modulus;
    assert.equal(toHex(toBytes(canonical(of, value), of.length)), item.bytes, item.name);
  }
  for (const item of ofKind(vectors, 'decode')) {
    const of = await group(item.group);
    const decode = () => {
      const value = decodeElement(of, fromHex(item.bytes), 'element');
      requireUnits(of, [value]);
      return value;
    };
    if (item.error) assert.throws(decode, item.name);
    else assert.equal(decode(), BigInt(`0x${item.value}`), item.name);
  }
});

// The suites that a chain may have are the only ones that the page knows.
const ofChains = (items) => items.filter(({ mode, hash }) => mode in MODES && hash === 'sha-256');

test('hash to prime', async () => {
  const items = ofChains(ofKind(load('hash_to_prime'), 'prime'));
  assert.ok(items.length > 8, 'cases of both modes');
  for (const item of items) {
    const { prime, counter } = await hashToPrime(MODES[item.mode], item.bits, fromHex(item.prefix));
    assert.deepEqual([toHex(toBytes(prime, item.bits / 8)), counter], [item.prime, item.counter], item.name);
  }
  await assert.rejects(hashToPrime(1, 256, new Uint8Array(1)), /reserved/);
});

test('delay proofs', async () => {
  const vectors = load('wesolowski');
  const group = groupsOf(vectors);
  const check = async (item, bytes) => {
    const of = await group(item.group);
    assert.equal(bytes.length, 2 * of.length, 'two elements');
    const x = decodeElement(of, fromHex(item.x), 'x');
    const y = decodeElement(of, bytes.slice(0, of.length), 'y');
    const proof = decodeElement(of, bytes.slice(of.length), 'π');
    requireUnits(of, [x, y, proof]);
    const statement = { x, y, t: BigInt(item.t) };
    assert.notEqual(statement.t, 0n, 't is 0');
    await verifyDelay(of, statement, proof, { mode: MODES[item.mode], bits: item.bits });
    return { of, statement };
  };
  const proofs = ofChains(ofKind(vectors, 'proof'));
  assert.ok(proofs.length > 3, 'proofs of both modes');
  for (const item of proofs) {
    const { of, statement } = await check(item, fromHex(item.output));
    const { prime } = await challenge(of, statement, { mode: MODES[item.mode], bits: item.bits });
    assert.equal(toHex(toBytes(prime, item.bits / 8)), item.l, item.name);
    if (statement.t < 1000n) assert.equal(canonical(of, modPow(statement.x, 1n << statement.t, of.modulus)), statement.y, item.name);
  }
  let refused = 0;
  for (const item of ofChains(ofKind(vectors, 'verify')).filter(({ form }) => form === 'output')) {
    await assert.rejects(async () => check(item, fromHex(item.proof)), item.name);
    refused += 1;
  }
  assert.ok(refused > 50);
});

test('votes', async () => {
  for (const item of ofKind(load('sortition'), 'votes')) {
    const won = await votes(fromHex(item.output), fromHex(item.public_key), BigInt(item.stake), BigInt(item.total), BigInt(item.expected));
    assert.equal(won, BigInt(item.votes), item.name);
  }
});

test('genesis bytes', () => {
  for (const item of ofKind(load('round'), 'chain')) {
    const genesis = decodeGenesis(fromHex(item.genesis_bytes));
    assert.deepEqual(genesis.participants.map(({ publicKey }) => toHex(publicKey)), item.genesis.participants.map((p) => p.public_key));
    assert.deepEqual([genesis.t, genesis.genesisTime, genesis.period], [item.genesis.t, item.genesis.genesis_time_ms, item.genesis.period_ms].map(BigInt));
    assert.equal(genesis.modulus, BigInt(`0x${item.genesis.modulus}`));
    assert.throws(() => decodeGenesis(fromHex(item.genesis_bytes + '00')), /too many/);
    assert.throws(() => decodeGenesis(fromHex(item.genesis_bytes.slice(2))));
    for (let length = 0; length < item.genesis_bytes.length; length += 2) {
      assert.throws(() => decodeGenesis(fromHex(item.genesis_bytes.slice(0, length))), `${length / 2} bytes`);
    }
  }
});

// Whole rounds -------------------------------------------------------------------------------------------------------------------------

const chains = () => new Map(ofKind(load('round'), 'chain').map((chain) => [chain.name, chain]));

/** What a node would answer about some bytes in the place of an honest round. */
function evidenceFor(chain, honest, bytes) {
  const genesis = decodeGenesis(fromHex(chain.genesis_bytes));
  const previous = chain.rounds[honest.number - 2];
  const decoded = decodeRound(bytes, genesis);
  const member = (participant) => chain.genesis.participants[participant];
  const tickets = decoded.tickets.map(({ participant, proof }) => ({
    participant,
    proof: toHex(proof),
    public_key: member(participant).public_key,
    stake: Number(member(participant).stake),
    output: honest.outputs[participant],
    votes: Number(honest.votes[participant]),
  }));
  return {
    chain: chain.chain_id,
    asked: honest.number,
    displayed: honest.beacon,
    genesis: { bytes: chain.genesis_bytes },
    round: {
      round: Number(decoded.number),
      time_ms: Number(decoded.time),
      seed: honest.seed,
      tickets,
      entropy: honest.entropy,
      x: honest.x,
      y: toHex(decoded.y),
      proof: toHex(decoded.proof),
      t: Number(chain.genesis.t),
      randomness: honest.beacon,
      bytes: toHex(bytes),
    },
    public: { round: honest.number, randomness: honest.beacon, signature: honest.beacon_preimage, previous_signature: previous?.beacon_preimage },
    previous: previous && { bytes: toHex(roundBytes(previous, genesis)) },
  };
}

const roundBytes = (round, genesis) => {
  const tickets = round.tickets.map(({ participant, proof }) => toHex(toBytes(participant, 4)) + '0050' + proof);
  const head = '484c524401' + toHex(toBytes(round.number, 8)) + toHex(toBytes(round.time_ms, 8)) + toHex(toBytes(tickets.length, 4));
  assert.equal(round.y.length, 2 * genesis.length);
  return fromHex(head + tickets.join('') + round.y + round.proof);
};

const honestEvidence = (chain, round) => evidenceFor(chain, round, roundBytes(round, decodeGenesis(fromHex(chain.genesis_bytes))));

async function outcome(evidence) {
  const reports = [];
  const good = await verifyRound(evidence, (report) => reports.push(report));
  const failed = reports.find(({ ok }) => ok === false);
  assert.equal(good, failed === undefined);
  return { good, reports, failed };
}

test('honest rounds pass every check', async () => {
  for (const chain of chains().values()) {
    for (const round of chain.rounds) {
      const { good, reports, failed } = await outcome(honestEvidence(chain, round));
      assert.ok(good, `${chain.name}, round ${round.number}: ${failed?.detail}`);
      assert.ok(reports.length === 10 && reports.every(({ ok }) => ok === true));
    }
  }
});

test('refused rounds fail, but for VRF proofs, which are not checked', async () => {
  const all = chains();
  let [refused, unchecked] = [0, 0];
  for (const item of ofKind(load('round'), 'round')) {
    const chain = all.get(item.chain);
    const honest = chain.rounds[item.number - 1];
    let evidence;
    try {
      evidence = evidenceFor(chain, honest, fromHex(item.bytes));
    } catch {
      evidence = honestEvidence(chain, honest);
      evidence.round.bytes = item.bytes;
    }
    const { good } = await outcome(evidence);
    if (/VRF|ticket of participant \d+: (?!no votes)/.test(item.reason)) {
      unchecked += 1;
      continue;
    }
    assert.equal(good, false, `${item.name}: ${item.reason}`);
    refused += 1;
  }
  assert.ok(refused >= 50, `${refused} refused, ${unchecked} not checked`);
});

test('every field of the evidence counts', async () => {
  const [chain] = chains().values();
  const round = chain.rounds.find(({ number, tickets }) => number > 1 && tickets.length > 0);
  const flip = (hex) => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');
  const cases = [
    ['genesis', (e) => (e.chain = flip(e.chain))],
    ['genesis', (e) => (e.genesis.bytes = flip(e.genesis.bytes))],
    ['genesis', (e) => (e.genesis.bytes = e.genesis.bytes.toUpperCase())],
    ['bytes', (e) => (e.round.y = flip(e.round.y))],
    ['bytes', (e) => (e.round.proof = flip(e.round.proof))],
    ['bytes', (e) => (e.asked += 1)],
    ['bytes', (e) => (e.public.round += 1)],
    ['bytes', (e) => (e.round.round += 1)],
    ['bytes', (e) => (e.round.time_ms += 3000)],
    ['bytes', (e) => (e.round.t += 1)],
    ['bytes', (e) => e.round.tickets.pop()],
    ['bytes', (e) => (e.round.tickets[0].stake += 1)],
    ['bytes', (e) => (e.round.tickets[0].public_key = flip(e.round.tickets[0].public_key))],
    ['bytes', (e) => (e.round.tickets[0].proof = flip(e.round.tickets[0].proof))],
    ['time', (e) => (e.previous = { bytes: e.round.bytes })],
    ['seed', (e) => (e.round.seed = flip(e.round.seed))],
    ['seed', (e) => (e.public.previous_signature = flip(e.public.previous_signature))],
    ['votes', (e) => (e.round.tickets[0].votes += 1)],
    ['votes', (e) => (e.round.tickets[0].output = '')],
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
    const { good, failed, reports } = await outcome(evidence);
    assert.ok(!good && failed.id === id, `${tamper}: ${failed?.id} ${failed?.detail}`);
    assert.ok(failed.detail.length > 0 && reports.length === 10);
  }
});

test('y and π changed in bytes and fields alike fail in the algebra', async () => {
  for (const chain of chains().values()) {
    const round = chain.rounds[1];
    const length = round.y.length;
    for (const at of [length + 1, 1]) {
      const evidence = honestEvidence(chain, round);
      const position = evidence.round.bytes.length - at;
      const digit = evidence.round.bytes[position] === '0' ? '1' : '0';
      evidence.round.bytes = evidence.round.bytes.slice(0, position) + digit + evidence.round.bytes.slice(position + 1);
      evidence.round.y = evidence.round.bytes.slice(-2 * length, -length);
      evidence.round.proof = evidence.round.bytes.slice(-length);
      const { failed } = await outcome(evidence);
      assert.equal(failed?.id, 'delay', failed?.detail);
    }
  }
});

test('bytes and numbers', () => {
  assert.equal(fromBytes(new Uint8Array(0)), 0n);
  assert.throws(() => toBytes(256, 1), RangeError);
  for (const bad of ['0', 'zz', 'AB', '0x00', null, 12]) assert.throws(() => fromHex(bad), TypeError);
});
