// Stamps of both forms against the vectors.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { fromHex, Misuse, RsaGroup, toHex } from '@heliast/verify';
import { clientDigest, PrivateIssuer, PublicChecker, PublicIssuer, Refusal, resourceDigest } from '@heliast/stamp-server';

const read = (name) => JSON.parse(readFileSync(new URL(`../../../vectors/${name}.json`, import.meta.url), 'utf8'));
const { cases } = read('stamp');
const moduli = read('moduli');

const made = new Map();
function once(key, make) {
  if (!made.has(key)) made.set(key, make());
  return made.get(key);
}
const groupOf = (name) => once(name, () => new RsaGroup(BigInt(moduli[name].decimal), 1024));
const issuerOf = ({ form, group, secret }) =>
  once(`${form} ${group} ${secret}`, () => new (form === 'private' ? PrivateIssuer : PublicIssuer)(fromHex(secret), groupOf(group)));

async function checkerOf(item) {
  const issuer = issuerOf(item);
  if (item.form === 'public') return new PublicChecker(issuer.publicKey, groupOf(item.group));
  await once(issuer, () => issuer.addDelay(300n));
  return issuer;
}

const expectedOf = ({ resource, client, least, now, skew }) => ({ resource: fromHex(resource), client: fromHex(client), least: BigInt(least), now, skew });

test('challenges are those of the reference', async () => {
  const items = cases.filter(({ kind }) => kind === 'challenge');
  assert.ok(items.length >= 4);
  for (const item of items) {
    const issuer = issuerOf(item);
    if (item.form === 'private') await issuer.addDelay(BigInt(item.t));
    else assert.equal(toHex(issuer.publicKey), item.public_key);
    const terms = {
      t: BigInt(item.t),
      issued: item.issued,
      last: item.last,
      nonce: fromHex(item.nonce),
      resource: resourceDigest(fromHex(item.resource)),
      client: clientDigest(fromHex(item.client)),
    };
    assert.equal(toHex(issuer.challenge(terms)), item.challenge, item.name);
    const expected = { resource: fromHex(item.resource), client: fromHex(item.client), least: 1n, now: item.issued };
    const paid = (await checkerOf(item)).check(fromHex(item.stamp), expected);
    assert.equal(toHex(paid.id), item.id, item.name);
    assert.deepEqual(paid.terms, terms);
    for (const bad of [{ t: 0n }, { t: 300 }, { t: 2n ** 48n }, { issued: -1 }, { last: item.issued - 1 }, { nonce: new Uint8Array(15) }]) {
      assert.throws(() => issuer.challenge({ ...terms, ...bad }), Misuse);
    }
  }
});

test('stamps are taken or refused as by the reference', async () => {
  const items = cases.filter(({ kind }) => kind === 'check');
  const reasons = new Set();
  for (const item of items) {
    const checker = await checkerOf(item);
    const check = () => checker.check(fromHex(item.stamp), expectedOf(item));
    if (item.error === undefined) {
      check();
      continue;
    }
    assert.throws(check, (error) => {
      assert.ok(error instanceof Refusal, `${item.name}: ${error.stack}`);
      assert.deepEqual([error.kind, error.reason], [item.error, item.reason], item.name);
      return true;
    });
    reasons.add(item.reason);
  }
  assert.deepEqual([...reasons].sort(), ['client', 'difficulty', 'early', 'element', 'false', 'forged', 'issuer', 'late', 'length', 'resource', 'terms', 'version']);
});

test('a delay that was not prepared is said to be', async () => {
  const item = cases.find(({ form, kind }) => form === 'private' && kind === 'challenge');
  const issuer = new PrivateIssuer(fromHex(item.secret), groupOf(item.group));
  const expected = { resource: fromHex(item.resource), client: fromHex(item.client), least: 1n, now: item.issued };
  assert.throws(() => issuer.check(fromHex(item.stamp), expected), { reason: 'delay' });
  for (const bad of [new Uint8Array(31), 'secret', undefined]) {
    assert.throws(() => new PrivateIssuer(bad, groupOf(item.group)), Misuse);
    assert.throws(() => new PublicIssuer(bad, groupOf(item.group)), Misuse);
    assert.throws(() => new PublicChecker(bad, groupOf(item.group)), Misuse);
  }
});
