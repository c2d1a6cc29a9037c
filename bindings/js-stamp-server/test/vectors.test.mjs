// The same vectors as those of Rust and Python: vectors/stamp.json.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clientDigest, PrivateIssuer, PublicChecker, PublicIssuer, Refusal, resourceDigest, rsa2048 } from '@heliast/stamp-server';
import { Misuse } from '@heliast/verify';

import { bytesOf, groupOf, load } from './common.mjs';

const { cases } = load('stamp');
const T = 300;
const issuers = new Map();

async function issuerOf({ form, group, secret }) {
  const name = `${form} ${group}`;
  if (!issuers.has(name)) {
    const issuer = form === 'private' ? new PrivateIssuer(bytesOf(secret), groupOf(group)) : new PublicIssuer(bytesOf(secret), groupOf(group));
    await issuer.prepare([T]);
    issuers.set(name, issuer);
  }
  return issuers.get(name);
}

const digests = ({ resource, client }) => ({ resource: resourceDigest(bytesOf(resource)), client: clientDigest(bytesOf(client)) });

/** By the case's name. */
const REASONS = {
  'another resource': 'resource',
  'another client': 'client',
  'too few squarings': 'difficulty',
  'a millisecond early': 'early',
  'a millisecond late': 'late',
  'a byte too few': 'length',
  'a byte too many': 'length',
  nothing: 'length',
  'another magic': 'version',
  'another version': 'version',
  'the other form': 'version',
  'another issuer': 'issuer',
  't = 0': 'terms',
  't = 2^48': 'terms',
  'last before issued': 'terms',
  'last at 2^53': 'terms',
  'more t than was given out': 'forged',
  'a longer life than was given out': 'forged',
  'another nonce': 'forged',
  'another seal or signature': 'forged',
  'R with a part of small order': 'forged',
  'R of small order': 'forged',
  'S + L': 'forged',
  0: 'element',
  1: 'false',
  'N - 1': 'element',
  'N - y': 'element',
  2: 'false',
  'the last byte': 'false',
  'the answer of another challenge': 'false',
};

test('a challenge has the bytes that the others give it, and its stamp the id', async () => {
  const made = cases.filter(({ kind }) => kind === 'challenge');
  assert.equal(made.length, 4);
  for (const item of made) {
    const issuer = await issuerOf(item);
    if (item.form === 'public') assert.deepEqual(issuer.publicKey, bytesOf(item.public_key));
    const terms = { t: item.t, issuedMs: item.issued, lastMs: item.last, nonce: bytesOf(item.nonce), ...digests(item) };
    assert.deepEqual(issuer.challenge(terms), bytesOf(item.challenge), item.name);
    const paid = issuer.check(bytesOf(item.stamp), { ...digests(item), least: item.t, nowMs: item.issued, skewMs: 0 });
    assert.deepEqual(paid.id, bytesOf(item.id), item.name);
    assert.deepEqual(paid.terms, terms);
    assert.equal(paid.untilMs, item.last);
  }
});

test('every stamp is taken or refused as the vectors say', async () => {
  const checks = cases.filter(({ kind }) => kind === 'check');
  assert.ok(checks.length >= 100);
  for (const item of checks) {
    const issuer = await issuerOf(item);
    const checkers = item.form === 'public' ? [issuer, new PublicChecker(bytesOf(item.public_key), groupOf(item.group))] : [issuer];
    for (const checker of checkers) {
      const check = () => checker.check(bytesOf(item.stamp), { ...digests(item), least: item.least, nowMs: item.now, skewMs: item.skew });
      if (!item.error) {
        check();
        continue;
      }
      assert.throws(check, (error) => {
        assert.ok(error instanceof Refusal, `${item.name}: ${error.stack}`);
        assert.equal(error.kind, item.error, item.name);
        assert.equal(error.why, REASONS[item.name.split(': ')[1]], item.name);
        return true;
      }, item.name);
    }
  }
});

test('a stamp of a delay that a machine is not prepared for is refused, and named', async () => {
  const item = cases.find(({ kind, form, error }) => kind === 'check' && form === 'private' && !error);
  const issuer = new PrivateIssuer(bytesOf(item.secret), groupOf(item.group));
  await issuer.prepare([T - 1]);
  const expected = { ...digests(item), least: 1, nowMs: item.now, skewMs: 0 };
  assert.throws(() => issuer.check(bytesOf(item.stamp), expected), { why: 'delay', kind: 'invalid' });
  const terms = { t: T, issuedMs: 0, lastMs: 1, nonce: new Uint8Array(16), ...digests(item) };
  assert.throws(() => issuer.challenge(terms), Misuse);
});

test('the group that is usual is RSA-2048', () => {
  assert.equal(rsa2048().modulus, groupOf('RSA-2048').modulus);
});

test('what is neither a secret nor a key is Misuse', () => {
  for (const wrong of [new Uint8Array(31), 'secret', undefined]) {
    assert.throws(() => new PrivateIssuer(wrong), Misuse);
    assert.throws(() => new PublicIssuer(wrong), Misuse);
    assert.throws(() => new PublicChecker(wrong), Misuse);
  }
  // The neutral point: anybody can make its signatures.
  assert.throws(() => new PublicChecker(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0))), Misuse);
  // y = p + 3, where 3 is that of a point of large order.
  const notCanonical = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 0xf0 : i === 31 ? 0x7f : 0xff));
  assert.throws(() => new PublicChecker(notCanonical), Misuse);
});
