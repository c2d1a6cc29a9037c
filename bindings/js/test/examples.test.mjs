// The programs of examples/, and lengths that only a caller can get wrong.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { ANY_CHAIN, Chain, derive, fromHex, Invalid, Misuse, openBundle, RsaGroup, sortition, toHex, verifyBundle } from '@heliast/verify';

import { load, ofKind } from './vectors.mjs';

const folder = mkdtempSync(join(tmpdir(), 'heliast-examples-'));
after(() => rmSync(folder, { recursive: true }));

const here = new URL('..', import.meta.url);
const exported = readFileSync(new URL('exported.bundle', import.meta.url));

function run(name, ...args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`examples/${name}.mjs`, ...args], { cwd: here, encoding: 'utf8' });
  assert.equal(stderr, '');
  return { stdout, status };
}

test('every example is run here', () => {
  assert.deepEqual(readdirSync(new URL('examples', here)).sort(), ['bundle.mjs', 'delay.mjs']);
});

test('a bundle shows its rounds', () => {
  const { chain, rounds } = verifyBundle(exported, ANY_CHAIN);
  const { stdout, status } = run('bundle', 'test/exported.bundle', toHex(chain.id), 'lottery');
  assert.equal(status, 0);
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.length, rounds.length);
  rounds.forEach(({ number, beacon }, i) => {
    assert.match(lines[i], new RegExp(`^round ${number}, .* votes, lottery: ${toHex(derive(beacon, 'lottery'))}$`));
  });
});

test('a proof file shows its delay, or is refused', () => {
  const { decimal } = load('moduli')['RSA-2048'];
  const group = new RsaGroup(BigInt(decimal));
  const found = ofKind(load('wesolowski'), 'proof').find(
    (item) => item.group === 'rsa-2048' && item.output_file !== undefined && item.bits >= 200 && item.mode !== 'hinted',
  );
  const [proof, modulus] = [join(folder, 'proof'), join(folder, 'modulus')];
  writeFileSync(modulus, JSON.stringify({ group: 'rsa', bits: 2048, modulus: group.modulus.toString(16) }));
  const bytes = fromHex(found.output_file);
  writeFileSync(proof, bytes);
  const shown = run('delay', proof, modulus, found.x, String(found.t));
  assert.equal(shown.status, 0);
  assert.match(shown.stdout, new RegExp(`^${found.t} squarings, one after the other, lead to [0-9a-f]{32}\\.\\.\\.\n$`));
  bytes[bytes.length - 1] ^= 2; // Where π is 1, as for few squarings, another change would make it no element.
  writeFileSync(proof, bytes);
  const refused = run('delay', proof, modulus, found.x, String(found.t));
  assert.equal(refused.status, 1);
  assert.match(refused.stdout, /^refused, invalid: /);
  writeFileSync(proof, bytes.subarray(1));
  assert.match(run('delay', proof, modulus, found.x, String(found.t)).stdout, /^refused, malformed: /);
  writeFileSync(proof, fromHex(found.output_file));
  assert.match(run('delay', proof, modulus, found.x, String(found.t + 1)).stdout, /^refused, invalid: proof of \d+ squarings/);
});

test('rounds have one shape: a bundle that is opened is iterated over like one that is verified', () => {
  const { rounds } = openBundle(exported, ANY_CHAIN);
  const numbers = (all) => Array.from(all, ({ number }) => number);
  assert.deepEqual(numbers(rounds), numbers(verifyBundle(exported, ANY_CHAIN).rounds));
  assert.deepEqual(numbers(rounds), numbers(rounds), 'every iteration begins at the first round');
});

test('a pin that is missing is Misuse, and any chain is a word', () => {
  const { chain } = verifyBundle(exported, 'any chain');
  const genesis = exported.slice(41, 41 + Buffer.from(exported).readUInt32BE(37));
  const id = toHex(chain.id);
  for (const pin of [chain.id, id, id.toUpperCase(), ANY_CHAIN]) {
    assert.equal(toHex(openBundle(exported, pin).chain.id), id);
    assert.equal(toHex(new Chain(genesis, pin).id), id);
  }
  const wrong = [undefined, null, '', 'any', 'Any chain', 7, {}, [], true, id.slice(1), `${id}0`, ...[0, 31, 33, 64].map((length) => new Uint8Array(length))];
  for (const pin of wrong) {
    for (const open of [verifyBundle, openBundle]) assert.throws(() => open(exported, pin), Misuse, String(pin));
    assert.throws(() => new Chain(genesis, pin), Misuse, String(pin));
  }
  assert.throws(() => verifyBundle(exported), Misuse);
  assert.throws(() => new Chain(genesis), Misuse);
  for (const other of [new Uint8Array(32), '00'.repeat(32)]) {
    assert.throws(() => verifyBundle(exported, other), Invalid);
    assert.throws(() => new Chain(genesis, other), Invalid);
  }
});

test('a wrong length of what the caller means is Misuse', () => {
  for (const length of [0, 31, 33, 64]) assert.throws(() => derive(new Uint8Array(length), 'label'), Misuse);
  for (const wrong of ['00'.repeat(32), null, 7]) {
    assert.throws(() => derive(wrong, 'label'), Misuse);
    const share = { stake: 1n, total: 1n, expected: 1n };
    assert.throws(() => sortition.votes(wrong, new Uint8Array(32), share), Misuse);
    assert.throws(() => sortition.votes(new Uint8Array(32), wrong, share), Misuse);
  }
  for (const wrong of [new Uint8Array(7), null, 7, undefined]) assert.throws(() => derive(new Uint8Array(32), wrong), Misuse);
  const [output, key] = [new Uint8Array(64), new Uint8Array(32)];
  for (const wrong of [{ stake: 1, total: 1, expected: 1 }, { stake: 1n, total: 1n }, undefined, null, 7]) {
    assert.throws(() => sortition.votes(output, key, wrong), Misuse);
  }
  for (const length of [0, 31, 33, 63, 65, 80]) {
    assert.throws(() => sortition.votes(new Uint8Array(length), key, { stake: 1n, total: 2n, expected: 1n }), Misuse);
  }
  const share = { stake: 1n, total: 1n, expected: 1n };
  assert.throws(() => sortition.votes(new Uint8Array(1 << 16), new Uint8Array(32), share), Misuse);
  assert.throws(() => sortition.votes(new Uint8Array(32), new Uint8Array(1 << 16), share), Misuse);
});
