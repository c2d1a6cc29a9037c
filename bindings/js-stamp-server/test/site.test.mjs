// A site behind stamps: express and a fetch handler, from challenge to pass.

import assert from 'node:assert/strict';
import { createHmac, generatePrimeSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';

import express from 'express';
import { RsaGroup } from '@heliast/verify';
import { COOKIE, MemorySpent, networkOf, Passes, RedisSpent, Refusal, SpentError, stamps, Till, withStamps } from '@heliast/stamp-server';

const T = 300n;
const [p, q] = [0, 1].map(() => generatePrimeSync(320, { bigint: true }));
const group = new RsaGroup(p * q, 512);
const secret = new Uint8Array(randomBytes(32));
const base = { site: 'example.org', secret, group, prices: [T], trapdoor: { p, q } };

/** As a sender: by squaring. */
function solve(challenge) {
  const bytes = typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : challenge;
  const length = group.length;
  let y = BigInt(`0x${Buffer.from(bytes.subarray(-length)).toString('hex')}`);
  for (let i = 0n; i < T; i++) y = (y * y) % group.modulus;
  return Buffer.concat([bytes.subarray(0, 142), group.encode(group.canonical(y))]);
}

/** A Redis of one process, with the command that is used. */
class OneRedis {
  entries = new Map();

  async set(key, value, { NX, PX }) {
    assert.ok(NX && PX > 0 && key.startsWith('heliast:stamp:') && value.length === 32);
    await new Promise((resolve) => setImmediate(resolve));
    if (this.entries.has(key)) return null;
    this.entries.set(key, PX);
    return 'OK';
  }
}

const refused = (reason) => (error) => {
  assert.ok(error instanceof Refusal, error.stack);
  assert.equal(error.reason, reason);
  return true;
};

test('a stamp is taken once, by one client, in its time', async () => {
  let now = 1_800_000_000_000;
  const till = await Till.open({ ...base, now: () => now });
  const slow = await Till.open({ ...base, trapdoor: undefined, now: () => now });
  const stamp = solve(till.challenge('a'));
  await assert.rejects(till.take(stamp, 'b'), refused('client'));
  const { pass, seconds } = await till.take(stamp, 'a');
  await assert.rejects(till.take(stamp, 'a'), refused('spent'));
  assert.ok(till.letsIn(pass, 'a') && !till.letsIn(pass, 'b') && !till.letsIn(pass.slice(1), 'a') && !till.letsIn('', 'a'));
  assert.ok(slow.letsIn(pass, 'a'), 'machines with the same secret know it');
  now += seconds * 1_000 + 1;
  assert.ok(!till.letsIn(pass, 'a'));
  await assert.rejects(till.take(solve(slow.challenge('a')).map((byte, i) => (i === 46 ? byte ^ 1 : byte)), 'a'), refused('forged'));
  const other = await Till.open({ ...base, site: 'example.com', now: () => now });
  await assert.rejects(other.take(solve(till.challenge('a')), 'a'), refused('resource'));
  const late = solve(till.challenge('a'));
  now += 126_000;
  await assert.rejects(till.take(late, 'a'), refused('late'));
  const dear = await Till.open({ ...base, prices: [T + 1n], now: () => now });
  await assert.rejects(dear.take(solve(till.challenge('a')), 'a'), refused('difficulty'));
});

test('of a thousand who spend one stamp at once, one has spent it', async () => {
  for (const spent of [new MemorySpent(), new RedisSpent(new OneRedis())]) {
    const machines = await Promise.all([0, 1].map(() => Till.open({ ...base, spent })));
    const stamp = solve(machines[0].challenge('a'));
    const all = await Promise.allSettled(Array.from({ length: 1_000 }, (_, i) => machines[i % 2].take(stamp, 'a')));
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.ok(all.every(({ status, reason }) => status === 'fulfilled' || reason.reason === 'spent'));
  }
});

test('the list in memory is bounded, and forgets what is late', () => {
  const spent = new MemorySpent(2);
  const paid = (id, until, now) => ({ id: Uint8Array.of(id), until, now });
  assert.deepEqual([1, 1, 2].map((id) => spent.spend(paid(id, 5_000, 0))), [true, false, true]);
  assert.throws(() => spent.spend(paid(3, 9_000, 6_000)), SpentError);
  assert.equal(spent.spend(paid(3, 9_000, 7_000)), true);
  assert.equal(spent.size, 1);
});

test('the price follows the load, between its ends', async () => {
  const till = await Till.open({ ...base, prices: [T, 2n * T, 3n * T] });
  const after = (load) => {
    till.observe(load);
    return till.price / T;
  };
  assert.deepEqual([2, 1, 0.5, 9, 9, Infinity, NaN, 0.4, 0].map(after), [2n, 2n, 2n, 3n, 3n, 3n, 2n, 1n, 1n]);
  for (const prices of [[], [2n, 1n], [1n, 1n]]) await assert.rejects(Till.open({ ...base, prices }), { name: 'Misuse' });
  await assert.rejects(Till.open({ ...base, trapdoor: { p, q: q + 2n } }), { name: 'Misuse' });
});

test('passes are HMACs of a time and a client', () => {
  const mac = (key, label, ...parts) => {
    const hmac = createHmac('sha256', key).update(Uint8Array.of(label.length)).update(label);
    parts.forEach((part) => hmac.update(part));
    return hmac.digest();
  };
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_800_000_000_000n);
  const client = networkOf('203.0.113.9');
  const tag = mac(mac(secret, 'heliast/gate/passes/v1'), 'heliast/gate/pass/v1', time, client).subarray(0, 16);
  assert.equal(new Passes(secret).sign(client, 1_800_000_000_000), Buffer.concat([time, tag]).toString('base64url'));
});

test('networks of addresses', () => {
  const same = (a, b) => Buffer.from(networkOf(a)).equals(networkOf(b));
  assert.deepEqual([...networkOf('203.0.113.1')], [203, 0, 113]);
  assert.deepEqual([...networkOf('2001:db8:1:2::1')], [0x20, 1, 0x0d, 0xb8, 0, 1]);
  assert.ok(same('203.0.113.1', '::ffff:203.0.113.2') && same('::ffff:cb00:7101', '203.0.113.7'));
  assert.ok(same('::1', '0:0:0:0:0:0:0:2') && same('fe80::1%eth0', 'fe80::2') && same('2001:DB8::', '2001:db8::9'));
  assert.ok(!same('203.0.113.1', '203.0.114.1') && !same('2001:db8:1::', '2001:db8:2::'));
  for (const bad of ['', '1.2.3', '1.2.3.256', '01.2.3.4', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', 'g::', '12345::', '1:2:3:4:5:6:7::8']) {
    assert.throws(() => networkOf(bad), { name: 'Misuse' }, bad);
  }
});

/** What every site does, however it is served: `ask` takes a path and init, and gives a Response. */
async function pay(ask) {
  assert.equal((await ask('/robots.txt')).status, 200);
  const first = await ask('/hello');
  assert.equal(first.status, 401);
  assert.match(await first.text(), /asks for a stamp of 300 squarings/);
  const [, challenge] = /^Stamp challenge="([\w-]+)"$/.exec(first.headers.get('www-authenticate'));
  const stamp = solve(challenge).toString('base64url');
  const authorization = `Stamp ${stamp}`;
  const paid = await ask('/hello', { headers: { authorization } });
  assert.deepEqual([paid.status, await paid.text()], [200, 'hello']);
  const again = await ask('/hello', { headers: { authorization } });
  assert.deepEqual([again.status, (await again.json()).name], [403, 'spent']);
  const [cookie] = paid.headers.get('set-cookie').split(';', 1);
  assert.ok(cookie.startsWith(`${COOKIE}=`));
  assert.match(paid.headers.get('set-cookie'), /; HttpOnly; SameSite=Lax; Secure$/);
  assert.equal((await ask('/hello', { headers: { cookie: `a=b; ${cookie}` } })).status, 200);
  assert.equal((await ask('/hello', { headers: { cookie: `${cookie}x` } })).status, 401);

  const page = await ask('/hello', { headers: { accept: 'text/html' } });
  assert.match(await page.text(), /^<heliast-stamp challenge="[\w-]+">/);
  const { t, challenge: second } = await (await ask('/.heliast/challenge')).json();
  assert.equal(t, 300);
  const sent = await ask('/.heliast/stamp', { method: 'POST', body: solve(second) });
  assert.equal(sent.status, 204);
  assert.ok(sent.headers.get('set-cookie').startsWith(`${COOKIE}=`));
  for (const [body, name] of [[solve(second), 'spent'], [Buffer.alloc(0), 'length'], [Buffer.alloc(5_000), 'length'], [Buffer.alloc(222), 'version']]) {
    const answer = await ask('/.heliast/stamp', { method: 'POST', body });
    assert.deepEqual([answer.status, (await answer.json()).name], [403, name]);
  }
  for (const authorization of ['Stamp *', `Stamp ${'A'.repeat(9_000)}`, 'Stamp AAAA']) {
    assert.equal((await ask('/hello', { headers: { authorization } })).status, 403);
  }
  assert.equal((await ask('/.heliast/else')).status, 404);
}

const page = ({ challenge }) => `<heliast-stamp challenge="${challenge}"></heliast-stamp>`;

test('an express site', async () => {
  const till = await Till.open(base);
  const app = express();
  app.use(stamps(till, { page }));
  app.get('/hello', (_, response) => response.send('hello'));
  app.get('/robots.txt', (_, response) => response.send('all'));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await pay((path, init) => fetch(`http://127.0.0.1:${server.address().port}${path}`, init));
  server.close();
});

test('a fetch handler', async () => {
  const till = await Till.open(base);
  const handler = (request) => (new URL(request.url).pathname === '/hello' ? Response.json('hello') : new Response('all'));
  const site = withStamps(till, async (request) => new Response(await handler(request).text().then((text) => text.replaceAll('"', ''))), {
    page,
    client: () => 'a',
  });
  await pay((path, init) => site(new Request(`https://example.org${path}`, init)));
});

test('a list that can not be asked lets nobody in, and is told', async () => {
  const broken = { set: () => Promise.reject(new Error('connection refused')) };
  const till = await Till.open({ ...base, spent: new RedisSpent(broken) });
  const told = [];
  const site = withStamps(till, () => new Response('hello'), { client: () => 'a', onError: (error) => told.push(error) });
  const authorization = `Stamp ${solve(till.challenge('a')).toString('base64url')}`;
  const answer = await site(new Request('https://example.org/', { headers: { authorization } }));
  assert.deepEqual([answer.status, (await answer.json()).name], [503, 'unknown']);
  assert.match(told[0].message, /connection refused/);
});
