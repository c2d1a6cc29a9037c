// drand's client for JavaScript, as its users call it, against the real program. Its verification is off: there is no BLS signature.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fetchBeacon, fetchBeaconByTime, HttpCachingChain, HttpChainClient, MultiBeaconNode, roundAt, roundTime, watch } from 'drand-client';
import { repeating, runNode, until } from '../browser/node.mjs';

const SCHEME = 'tai';
const OPTIONS = { disableBeaconVerification: true, noCache: false };
const CALLS = 1000;
const CALLERS = 40;
// A node allows 50 requests a second, 200 at once, and 64 connections of one client.
const PER_SECOND = 45;
const BURST = 120;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
// A short delay, so that a busy machine keeps up.
const flags = (period) => ['--participants', 3, '--period', period, '--vrf', SCHEME, '--delay', '0.2'];
const clientOf = (url, options = {}) => {
  const all = { ...OPTIONS, ...options };
  return new HttpChainClient(new HttpCachingChain(url, all), all);
};

let home, node;
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'heliast-drand-'));
  node = await runNode(home, flags(1));
  await until('two rounds', 600, async () => (await fetch(`${node.url}/public/2`)).ok);
});
after(async () => {
  await node.stop();
  await rm(home, { recursive: true, force: true });
});

/** Sends no more requests than a node allows; a redirected request counts as two. */
function paced(send) {
  const free = new Map();
  const turn = (origin) => {
    const at = Math.max(free.get(origin) ?? 0, Date.now() - (BURST * 1000) / PER_SECOND);
    free.set(origin, at + 1000 / PER_SECOND);
    return sleep(at - Date.now());
  };
  return async (url, options) => {
    const { origin } = new URL(url);
    await turn(origin);
    const response = await send(url, options);
    if (response.redirected) turn(origin);
    return response;
  };
}
globalThis.fetch = paced(repeating(globalThis.fetch));

/** An answer for the requested round, or for the first one after its period if the period was left out. */
async function assertIsOf(url, asked, beacon) {
  for (const field of ['randomness', 'signature', 'previous_signature']) assert.match(beacon[field], /^[0-9a-f]{64,}$/, field);
  if (beacon.round === asked) return;
  const { status, headers } = await fetch(`${url}/public/${asked}`, { redirect: 'manual' });
  assert.deepEqual([status, headers.get('location')], [308, String(beacon.round)], `round ${asked}`);
}

test('the chain is found, and its id can be pinned', async () => {
  const [chain] = await new MultiBeaconNode(node.url, OPTIONS).chains();
  const { hash, period, genesis_time: start, public_key: publicKey } = await chain.info();
  assert.equal(chain.baseUrl, `${node.url}/${hash}`);
  assert.ok(period === 1 && Number.isInteger(start) && publicKey === undefined);
  const pinned = clientOf(chain.baseUrl, { chainVerificationParams: { chainHash: hash, publicKey } });
  assert.ok((await fetchBeacon(pinned, 1)).randomness);
  const foreign = clientOf(node.url, { chainVerificationParams: { chainHash: '00'.repeat(32), publicKey } });
  await assert.rejects(fetchBeacon(foreign), /did not match the verification params/);
  // A node that is late answers 503, which the client turns into -1.
  const { status, current } = await new MultiBeaconNode(node.url, OPTIONS).health();
  assert.ok(status === 200 ? current >= 2 : status === 503 && current === -1, `${status} ${current}`);
});

test('what the client would verify is not there, and it says so', async () => {
  await assert.rejects(fetchBeacon(clientOf(node.url, { disableBeaconVerification: false }), 1), /not valid/);
});

test('times and rounds have one formula', async () => {
  const client = clientOf(node.url);
  const info = await client.chain().info();
  const { period_ms: period } = await (await fetch(`${node.url}/v1/genesis`)).json();
  for (const round of [1, 2]) {
    const beacon = await client.get(round);
    const { rounds } = await (await fetch(`${node.url}/v1/rounds?from=${beacon.heliast_round}&to=${beacon.heliast_round}`)).json();
    // A round exists when the period ends in which it opened.
    assert.equal(roundTime(info, beacon.round), rounds[0].time_ms + period);
    assert.equal(roundAt(rounds[0].time_ms + period, info), beacon.round);
  }
});

/** A round to come. A node that has held the request for its longest time, 20 s, is so busy that it is asked again. */
async function awaited(client, round) {
  for (;;) {
    const asked = Date.now();
    try {
      return await client.get(round);
    } catch (error) {
      if (!/got 425/.test(error.message) || Date.now() - asked < 19_000) throw error;
    }
  }
}

test('a round to come is waited for, and a later one is not', async () => {
  const client = clientOf(node.url);
  const { round } = await client.latest();
  const next = await awaited(client, round + 1);
  await assertIsOf(node.url, round + 1, next);
  assert.ok(next.round > round);
  await assert.rejects(client.get(round + 1000), /got 425/);
});

test('watch gives one round after the other', async () => {
  const controller = new AbortController();
  const rounds = [];
  for await (const beacon of watch(clientOf(node.url, { noCache: true }), controller)) {
    rounds.push(beacon.round);
    if (rounds.length === 4) controller.abort();
  }
  assert.equal(rounds.length, 4);
  rounds.forEach((round, i) => assert.ok(i === 0 || round >= rounds[i - 1], `${rounds}`));
});

describe('at length', { concurrency: true }, () => {
  test('a thousand calls of all kinds, and none fails', { timeout: 1_800_000 }, async () => {
    const clients = [clientOf(node.url), clientOf(node.url, { noCache: true })];
    const info = await clients[0].chain().info();
    const kinds = [
      async (client) => assert.ok((await client.latest()).round > 0),
      async (client) => assert.ok((await fetchBeacon(client)).round > 0),
      async (client, i) => {
        const asked = 1 + (i % roundAt(Date.now(), info));
        await assertIsOf(node.url, asked, await fetchBeacon(client, asked));
      },
      async (client, i) => {
        const time = roundTime(info, 1) + ((i * 7919) % (Date.now() - roundTime(info, 1)));
        await assertIsOf(node.url, roundAt(time, info), await fetchBeaconByTime(client, time));
      },
    ];
    const failures = [];
    let next = 0;
    const caller = async () => {
      while (next < CALLS) {
        const i = next++;
        await kinds[i % kinds.length](clients[(i >> 2) % clients.length], i).catch((error) => failures.push(error));
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    assert.deepEqual(failures, []);
  });

  test('periods without a round are led over', { timeout: 1_800_000 }, async (context) => {
    const PERIOD = 0.3;
    const place = await mkdtemp(join(tmpdir(), 'heliast-drand-'));
    context.after(() => rm(place, { recursive: true, force: true }));
    let beacon = await runNode(place, flags(PERIOD));
    context.after(() => beacon.stop());

    // Before the end of the first period, drand's formula has no round.
    const start = await clientOf(beacon.url).chain().info();
    await until('the time of round 1', 600, () => Date.now() > roundTime(start, 1));
    // The node is suspended while a client watches: when it continues, it leaves out the periods that it has missed.
    const rounds = [];
    const controller = new AbortController();
    const watching = (async () => {
      for await (const { round } of watch(clientOf(beacon.url), controller)) rounds.push(round);
    })();
    watching.catch(() => undefined);
    const seen = (what, count) =>
      Promise.race([until(what, 600, () => rounds.length >= count), watching.then(() => assert.fail('watch ended'))]);
    await seen('rounds', 3);
    beacon.child.kill('SIGSTOP');
    const stopped = rounds.at(-1);
    await sleep(14 * PERIOD * 1000);
    beacon.child.kill('SIGCONT');
    await seen('a round after the pause', rounds.length + 18);
    controller.abort();
    await watching;
    rounds.forEach((round, i) => assert.ok(i === 0 || round >= rounds[i - 1], `${rounds}`));
    assert.ok(rounds.some((round, i) => i > 0 && round === rounds[i - 1] && round > stopped), `none stood in for others: ${rounds}`);

    // The same happens when it is stopped and started again.
    const { round: last } = await clientOf(beacon.url).latest();
    await beacon.stop();
    await sleep(12 * PERIOD * 1000);
    beacon = await runNode(place, []);
    const client = clientOf(beacon.url);
    const info = await client.chain().info();
    const again = await until('a round', 600, async () => {
      const latest = await client.latest();
      return latest.round > last + 10 && latest;
    });
    // It was away for at least twelve periods: one of them is empty.
    const ask = (round) => fetch(`${beacon.url}/public/${round}`, { redirect: 'manual' });
    let between = last + 1;
    while (between < again.round && (await ask(between)).status === 200) between += 1;
    const empty = await ask(between);
    assert.equal(empty.status, 308, `${between}, of ${last} to ${again.round}`);
    assert.match((await empty.json()).error, /is empty/);
    const standIn = await fetchBeaconByTime(client, roundTime(info, between) + 1);
    assert.ok(standIn.round > between && standIn.round <= again.round);
    await assertIsOf(beacon.url, between, standIn);
    // The chain has no gap there.
    const first = await client.get(standIn.round);
    const { time_ms: opened } = await (await fetch(`${beacon.url}/v1/rounds/${first.heliast_round}`)).json();
    assert.equal(opened + PERIOD * 1000, Math.round(roundTime(info, first.round)));
    assert.equal((await (await fetch(`${beacon.url}/v1/rounds/${first.heliast_round - 1}`)).json()).round, first.heliast_round - 1);
  });
});
