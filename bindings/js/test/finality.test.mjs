// Finality: network files, frames and bundles with them against the vectors, and against what CometBFT signed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ANY_CHAIN, Chain, decodeNetworkFile, FinalityVerifier, fromHex, Invalid, isFinality, Malformed, openBundle, toHex, ValidatorList } from '@heliast/verify';
import { ed25519 } from '@noble/curves/ed25519.js';
import { merkleRoot } from '../dist/engine.js';
import { engineChainId, inOrder, isOrdered, setHash } from '../dist/network-file.js';
import { encodeEntries } from '../dist/validator-entries.js';
import { atLeast, load, ofKind, outcome } from './vectors.mjs';

const vectors = load('finality');
const changing = load('validators_finality');

/** The networks by name: the chain, the file, and what each round leads to, from round 0 on. */
const networks = new Map(
  [...ofKind(vectors, 'network'), ...ofKind(changing, 'network')].map((item) => {
    const chain = new Chain(fromHex(item.genesis_bytes), ANY_CHAIN);
    const tips = [chain.start];
    for (const bytes of item.rounds) tips.push(chain.verify(tips.at(-1), fromHex(bytes)).tip);
    return [item.name, { item, chain, tips, file: fromHex(item.bytes) }];
  }),
);

const verifier = ({ chain, file }) => new FinalityVerifier(chain, file);

test('network files', () => {
  for (const { item, chain, file } of networks.values()) {
    const network = decodeNetworkFile(file);
    assert.equal(toHex(network.nonce), item.nonce);
    assert.deepEqual(network.nonce, chain.genesis.nonce);
    assert.deepEqual([network.insisting?.withinMs, network.insisting?.untilMs], [item.within_ms, item.until_ms]);
    assert.equal(engineChainId(chain.id), item.engine_chain_id);
    const sorted = [...network.validators].sort((a, b) => (isOrdered([a, b]) ? -1 : 1));
    assert.equal(toHex(setHash(sorted)), item.set_hash);
  }
  const cases = ofKind(vectors, 'file');
  atLeast(cases, { malformed: 23 });
  for (const item of cases) outcome(item, () => decodeNetworkFile(fromHex(item.bytes)));
  const [plain, other] = networks.values();
  assert.throws(() => new FinalityVerifier(plain.chain, other.file), Invalid);
});

test('frames that CometBFT signed', () => {
  for (const item of ofKind(vectors, 'engine')) {
    const network = networks.get(item.network);
    const signed = verifier(network).verify(fromHex(item.bytes), network.tips[item.round]);
    assert.equal(signed.height, BigInt(item.height));
    assert.deepEqual([signed.openedMs, signed.closedMs], [BigInt(item.opened_ms), BigInt(item.closed_ms)]);
  }
});

test('frames, one after the other', () => {
  const cases = [...ofKind(vectors, 'frames'), ...ofKind(changing, 'frames')];
  atLeast(ofKind(vectors, 'frames'), { valid: 7, malformed: 18, invalid: 27 });
  atLeast(ofKind(changing, 'frames'), { valid: 20, invalid: 24 });
  for (const item of cases) {
    const network = networks.get(item.network);
    const one = verifier(network);
    const found = item.frames.slice(0, -1).map((bytes, i) => one.verify(fromHex(bytes), network.tips[item.rounds[i]]));
    const last = outcome(item, () => one.verify(fromHex(item.frames.at(-1)), network.tips[item.rounds.at(-1)]));
    if (item.error) continue;
    const plain = [...found, last].map(({ height, power, total }) => ({ height: Number(height), power: Number(power), total: Number(total) }));
    assert.deepEqual(plain, item.signed, item.name);
  }
});

test('signers that are too few of the trusted validators have a code of their own', () => {
  let found = 0;
  for (const item of ofKind(vectors, 'frames').filter(({ error }) => error === 'invalid')) {
    const network = networks.get(item.network);
    const one = verifier(network);
    const verify = (bytes, i) => one.verify(fromHex(bytes), network.tips[item.rounds[i]]);
    item.frames.slice(0, -1).forEach(verify);
    const isUntrusted = item.reason.startsWith('trusted power');
    found += isUntrusted;
    const last = item.frames.length - 1;
    assert.throws(() => verify(item.frames[last], last), { code: isUntrusted ? 'untrusted' : undefined }, item.name);
  }
  assert.ok(found >= 2, `${found} such frames`);
});

test('lists of validators', () => {
  for (const { item, chain, tips, file } of ofKind(changing, 'network').map(({ name }) => networks.get(name))) {
    const list = new ValidatorList(chain.id, decodeNetworkFile(file).validators);
    const adopted = tips.at(-1).keys.members.validatorChanges[Symbol.iterator]();
    for (const { round, validators, set_hash, changes } of item.lists) {
      for (const { entries, no_effect } of changes) {
        const { value } = adopted.next();
        assert.deepEqual([value.round, toHex(encodeEntries(value.entries)).slice(4)], [BigInt(round), entries]);
        // The reasons name the rule.
        assert.equal(list.adopt(value)?.slice(0, 7) ?? null, no_effect?.slice(0, 7) ?? null, `round ${round}`);
      }
      const sorted = inOrder([...list.listed.values()]);
      assert.equal(toHex(setHash(sorted)), set_hash, `round ${round}`);
      assert.deepEqual(sorted.map(({ key, power }) => ({ key: toHex(key), power: Number(power) })), validators);
    }
    assert.ok(adopted.next().done);
  }
});

test('what a verifier has seen of a chain does not depend on the order in which it sees tips', () => {
  const item = ofKind(changing, 'frames').find(({ name }) => name.endsWith('ed25519, network: a frame of each round'));
  const network = networks.get(item.network);
  const one = verifier(network);
  item.frames.forEach((frame, i) => {
    for (const at of [i, 0, i]) one.verify(fromHex(item.frames[at]), network.tips[item.rounds[at]]);
  });
});

test('every byte of a frame counts', () => {
  for (const item of ofKind(vectors, 'engine')) {
    const network = networks.get(item.network);
    const frame = fromHex(item.bytes);
    for (let at = 0; at < frame.length; at += frame.length > 4096 ? 211 : 17) {
      const changed = Uint8Array.from(frame);
      changed[at] ^= 1 << at % 8;
      assert.throws(() => verifier(network).verify(changed, network.tips[item.round]), (error) => error instanceof Invalid || error instanceof Malformed, `${item.name}: byte ${at}`);
    }
  }
});

test('signatures are those of ZIP 215', () => {
  for (const item of ofKind(vectors, 'signature')) {
    const valid = ed25519.verify(fromHex(item.signature), fromHex(item.message), fromHex(item.key), { zip215: true });
    assert.equal(valid, item.valid, item.name);
  }
});

test('bundles with frames', () => {
  for (const item of ofKind(vectors, 'bundle')) {
    const { chain } = networks.get(item.network);
    const found = outcome(item, () => [...openBundle(fromHex(item.bytes), chain, 'trusted').framed]);
    if (found === undefined) continue;
    const frames = found.filter(({ frames }) => frames.length > 0).map(({ round, frames }) => [String(round.number), frames.map(toHex)]);
    assert.deepEqual(Object.fromEntries(frames), item.frames, item.name);
    assert.equal([...openBundle(fromHex(item.bytes), chain, 'trusted').rounds].length, found.length);
    for (const { round, frames } of found) {
      for (const frame of frames.filter(isFinality)) assert.equal(verifier(networks.get(item.network)).verify(frame, round.tip).round, round.number);
    }
  }
});

test('Merkle trees', () => {
  assert.equal(toHex(merkleRoot([])), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
