// Fetch handlers, the list in Redis, and the program's files.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { generatePrimeSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { PrivateIssuer, readSecret, RedisSpent, SpentUnknown, Till, Trapdoor, withStamps } from '@heliast/stamp-server';
import { Malformed, Misuse } from '@heliast/verify';
import { createClient } from '@redis/client';

import { challengeIn, solve } from './common.mjs';

const secret = new Uint8Array(32).fill(7);
const issuer = new PrivateIssuer(secret);
const site = 'https://site.example/';
const paying = (stamp) => new Request(site, { headers: { authorization: `Stamp ${stamp}` } });

test('a handler is called for who has paid, once for each stamp', async () => {
  let calls = 0;
  const handler = withStamps({ secret, issuer, price: 100, binding: 'nobody' }, (request, word) => {
    calls += 1;
    return new Response(`${word} ${new URL(request.url).pathname}`, { headers: { 'set-cookie': 'mine=1' } });
  });
  const asked = await handler(new Request(site), 'hello');
  assert.equal(asked.status, 401);
  const stamp = solve(challengeIn(asked));
  const responses = await Promise.all(Array.from({ length: 1000 }, () => handler(paying(stamp), 'hello')));
  const taken = responses.filter(({ status }) => status === 200);
  assert.equal(taken.length, 1);
  assert.equal(calls, 1);
  assert.equal(await taken[0].text(), 'hello /');
  const [mine, pass] = taken[0].headers.getSetCookie();
  assert.equal(mine, 'mine=1');
  const passed = await handler(new Request(site, { headers: { cookie: pass.split(';')[0] } }), 'hi');
  assert.equal(await passed.text(), 'hi /');
});

test('a page sends its stamp and gets a pass', async () => {
  const handler = withStamps({ secret, issuer, price: 100, address: (_, address) => address }, () => new Response('in'));
  const { challenge } = await (await handler(new Request(`${site}.heliast/challenge`), '2001:db8:1::1')).json();
  const body = Buffer.from(solve(challenge), 'base64url');
  const send = (address) => handler(new Request(`${site}.heliast/stamp`, { method: 'POST', body }), address);
  assert.equal((await (await send('2001:db8:2::1')).json()).name, 'client');
  const taken = await send('2001:db8:1:ffff::9');
  assert.equal(taken.status, 204);
  const long = new Request(`${site}.heliast/stamp`, { method: 'POST', body: new Uint8Array(5000) });
  assert.equal((await handler(long, '::1')).status, 413);
});

test('a fetch handler has to say where an address is', () => {
  assert.throws(() => withStamps({ secret }, () => new Response('')), Misuse);
});

test('a trapdoor does any delay at once, to the same value', async () => {
  const [p, q] = [1, 2].map(() => generatePrimeSync(1024, { bigint: true }));
  const file = (more = {}) => JSON.stringify({
    group: 'rsa-trapdoor', bits: (p * q).toString(2).length, modulus: (p * q).toString(16), p: p.toString(16), q: q.toString(16), ...more,
  });
  const trapdoor = Trapdoor.fromFile(file());
  const x = trapdoor.group.hash('test', new Uint8Array(0));
  let y = x;
  for (let i = 0; i < 1000; i++) y = (y * y) % trapdoor.group.modulus;
  assert.equal(trapdoor.evaluate(x, 1000), trapdoor.group.canonical(y));
  const quick = new PrivateIssuer(secret, trapdoor);
  await quick.prepare([300, 2 ** 40]);
  const handler = withStamps({ secret, issuer: quick, price: 300, binding: 'nobody' }, () => new Response('in'));
  const stamp = solve(challengeIn(await handler(new Request(site))));
  assert.equal((await handler(paying(stamp))).status, 200);
  for (const text of ['', '[]', '7', 'heliast-key-v1\n', file({ group: 'rsa' }), file({ p: '3' }), file({ q: 7 }), file({ bits: 1 })]) {
    assert.throws(() => Trapdoor.fromFile(text), Malformed, text.slice(0, 40));
  }
});

test("a gate's secret is 64 digits", () => {
  assert.deepEqual(readSecret(`${'07'.repeat(32)}\n`), secret);
  for (const text of ['', '07', 'x'.repeat(64)]) assert.throws(() => readSecret(text), Malformed);
});

/** A Redis of its own, on a socket in a folder that goes away. */
async function redis() {
  const folder = mkdtempSync(join(tmpdir(), 'heliast-redis-'));
  const path = join(folder, 'socket');
  const server = spawn('redis-server', ['--port', '0', '--unixsocket', path, '--save', '', '--dir', folder], { stdio: 'ignore' });
  const clients = [];
  const connect = async () => {
    const client = createClient({ socket: { path, reconnectStrategy: (tries) => (tries < 600 ? 100 : false) } });
    client.on('error', () => {}); // While the server starts.
    clients.push(client);
    await client.connect();
    return client;
  };
  const stop = async () => {
    clients.forEach((client) => client.destroy());
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { connect, stop };
}

const hasRedis = (() => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test('machines that share a Redis take a stamp once', { skip: !hasRedis && 'there is no redis-server here' }, async () => {
  const { connect, stop } = await redis();
  try {
    const tills = [];
    for (let i = 0; i < 2; i++) tills.push(new Till({ secret, issuer, price: 100, spent: new RedisSpent(await connect()), passSeconds: 0 }));
    for (const till of tills) await till.prepare();
    const client = new Uint8Array(0);
    const { bytes } = tills[0].challenge('a', client);
    const stamp = Buffer.from(solve(Buffer.from(bytes).toString('base64url')), 'base64url');
    const taken = await Promise.allSettled(Array.from({ length: 1000 }, (_, i) => tills[i % 2].take(stamp, 'a', client)));
    assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.ok(taken.every(({ status, reason }) => status === 'fulfilled' || reason.why === 'spent'));
    const other = await connect();
    const [key] = await other.keys('heliast:stamp:*');
    const lasts = await other.pTTL(key);
    assert.ok(lasts > 0 && lasts <= 31_000, `${lasts} ms`);
    // Redis has forgotten by its own clock what this machine, whose clock was set back, is shown again.
    const list = new RedisSpent(await connect());
    /** Spends a stamp twice while Redis remembers it; on a machine that is too slow, a new one that is kept longer. */
    const spentTwice = async (number) => {
      const nowMs = Date.now();
      const [id, untilMs] = [new Uint8Array(16).fill(number), nowMs + 500 * number];
      const paid = { id, nowMs, untilMs, skewMs: 0, terms: null };
      const answers = [];
      for (let i = 0; i < 2; i++) answers.push(await list.spend(paid).catch((error) => error));
      if (Date.now() >= untilMs) return spentTwice(number + 1);
      assert.deepEqual(answers, [true, false]);
      return paid;
    };
    const paid = await spentTwice(1);
    while (await other.exists(`heliast:stamp:${Buffer.from(paid.id).toString('hex')}`));
    await assert.rejects(list.spend(paid), { why: 'forgotten' });
    assert.ok(list.forgottenMs > paid.nowMs);
  } finally {
    await stop();
  }
});

test('a list that cannot be reached lets nobody in', async () => {
  const failing = new RedisSpent({ sendCommand: () => Promise.reject(new Error('no connection')) });
  const paid = { id: new Uint8Array(16), nowMs: 0, untilMs: 1, skewMs: 0, terms: null };
  await assert.rejects(failing.spend(paid), SpentUnknown);
  await assert.rejects(new RedisSpent({ sendCommand: async () => 'QUEUED' }).spend(paid), SpentUnknown);
});
