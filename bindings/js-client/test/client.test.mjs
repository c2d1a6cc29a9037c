// Tests which requests a client sends to which nodes, without a network.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { Client, Malformed, Misuse, NotYet, Unreachable } from '@heliast/client';
import { toHex } from '@heliast/verify';
import { events } from '../dist/events.js';
import { stream } from '../dist/http.js';
import { early, fetching, forged, network, node, soloChain } from './chain.mjs';

const [A, B, C] = ['http://a', 'http://b', 'http://c'];
const solo = soloChain();
const upTo = (count) => ({ ...solo, rounds: solo.rounds.slice(0, count) });
const json = (value) => new Response(JSON.stringify(value));

async function following(nodes, id = solo.id, more = {}) {
  const troubles = [];
  const { fetch, asked } = fetching(nodes);
  const onTrouble = (url, error, restMs) => troubles.push({ url, error, restMs });
  const client = await Client.open({ nodes: Object.keys(nodes), chain: id, fetch, onTrouble, ...more });
  return { client, troubles, asked };
}

test('the latest round is the newest of those that nodes name, if it verifies', async () => {
  const far = (path) => (path === '/public/latest' ? json({ heliast_round: 1_000_000 }) : node(upTo(4))(path));
  const { client, troubles, asked } = await following({ [A]: node(upTo(2)), [B]: far, [C]: node(upTo(4)) });
  assert.equal((await client.latest()).number, 4n);
  assert.deepEqual(troubles.map(({ url, error }) => [url, error.message]), [[B, 'it names round 1000000, which no node gives']]);
  assert.ok(asked.length < 40, `${asked.length} requests`);
});

test('a number that is too high is refused before rounds are verified', async () => {
  const { client, asked } = await following({ [A]: node(solo), [B]: node(solo) });
  await assert.rejects(client.round(1_000), NotYet);
  assert.deepEqual(asked.filter((url) => url.includes('from=1&')), []);
});

test('a node that says that it is too early denies no network', async () => {
  const net = network();
  const late = (path) => (path === '/v1/finality' ? early() : node(net)(path));
  const { client, troubles, asked } = await following({ [A]: late, [B]: node(net) }, net.id);
  assert.equal(toHex((await client.round(3)).beacon), toHex(net.rounds[2].beacon));
  // It went directly to the signed round.
  assert.deepEqual(asked.filter((url) => url.includes('/v1/rounds?from=1&')), []);
  assert.deepEqual(troubles, []);
});

test('options that are misspelt or of another kind are Misuse, and no node is asked', async () => {
  const { client, asked } = await following({ [A]: node(solo) });
  const before = asked.length;
  for (const options of [{ form: 5n }, { from: 1n, Signal: undefined }, { from: '1' }, { signal: 5 }, 5n, null]) {
    await assert.rejects(client.watch(options).next(), Misuse);
  }
  for (const signal of [5, null, {}, { signal: AbortSignal.abort() }]) {
    for (const call of [client.latest(signal), client.at(new Date(), signal), client.round(1, signal), client.rounds(1, 2, signal).next()]) {
      await assert.rejects(call, Misuse);
    }
  }
  assert.equal(asked.length, before);
});

test('the time before the first round is Misuse, and no fault of a node', async () => {
  const begin = Number(solo.rounds[0].timeMs);
  const late = { ...solo, rounds: forged(solo.chain, [], 0) };
  const { client, troubles } = await following({ [A]: node(solo), [B]: node(solo) });
  for (const time of [0, new Date(0), begin - 1]) await assert.rejects(client.at(time), Misuse);
  for (const time of [null, '', true, '1', new Date(NaN), -1, 0.5]) await assert.rejects(client.at(time), Misuse, String(time));
  assert.deepEqual(troubles, []);
  assert.equal((await client.at(begin)).number, 1n);
  assert.equal((await client.at(new Date(Number(solo.rounds[2].timeMs) - 1))).number, 2n);
  // Before the first round exists, it is still to come.
  const toCome = (path) => (path.includes('time_ms') ? early() : node(late)(path));
  await assert.rejects((await following({ [A]: toCome })).client.at(begin), NotYet);
  // A first round that opened later than it could: nodes say that it does not exist, and no node is left alone.
  const later = soloChain('ell2, rsa-2048');
  const second = await following({ [A]: node(later), [B]: node(later) }, later.id);
  await assert.rejects(second.client.at(50), Misuse);
  assert.ok(second.troubles.every(({ restMs }) => restMs === 0));
  assert.equal((await second.client.at(100)).number, 1n);
  // Nodes that keep their last rounds only are asked for no earlier ones.
  const net = network();
  const kept = (path) => (path.includes('from=1&') ? new Response('', { status: 410 }) : node(net)(path));
  const third = await following({ [A]: kept, [B]: kept }, net.id);
  assert.equal((await third.client.at(Number(net.rounds[2].timeMs))).number, 3n);
  assert.deepEqual(third.troubles, []);
});

test('what is wrong with nodes whose claims are dropped is said', async () => {
  const other = (path) => node(solo)(path.replace('/v1/bundle?from=4&to=4', '/v1/bundle?from=3&to=3'));
  const { client, troubles } = await following({ [A]: other, [B]: other }, solo.id, { trustStart: true });
  await assert.rejects(client.round(4), (error) => {
    assert.ok(error instanceof Unreachable, error.stack);
    assert.deepEqual([...error.causes.keys()].sort(), [A, B]);
    return true;
  });
  assert.deepEqual(troubles.map(({ error }) => error.message), Array(2).fill('the bundle begins with round 3, not with round 4'));
});

test('a bundle of other rounds than were asked for is the fault of its node, and not of a round', async () => {
  const net = network();
  const other = (path) => node(net)(path.replace('/v1/bundle?from=3&to=3', '/v1/bundle?from=2&to=2'));
  const { client, troubles } = await following({ [A]: other, [B]: node(net) }, net.id);
  assert.equal(toHex((await client.round(3)).beacon), toHex(net.rounds[2].beacon));
  const [{ url, error }] = troubles;
  assert.deepEqual([url, error.name, error.round, error.message], [A, 'Invalid', undefined, 'the bundle begins with round 2, not with round 3']);
});

test('where each of two nodes fails to show what it claims, both causes are said', async () => {
  // They claim different rounds 3, and show neither.
  const branches = [1, 2].map((shared) => ({ ...solo, rounds: forged(solo.chain, solo.rounds.slice(0, shared), 3) }));
  const mute = (branch) => (path) => (path.startsWith('/v1/rounds?') && !path.endsWith('from=4&to=4') ? json({ rounds: 'none' }) : node(branch)(path));
  const { client } = await following({ [A]: mute(branches[0]), [B]: mute(branches[1]) }, solo.id, { trustStart: true });
  await assert.rejects(client.round(4), (error) => {
    assert.ok(error instanceof Unreachable, error.stack);
    for (const url of [A, B]) assert.ok(error.causes.get(url) instanceof Malformed, `${url}: ${error.message}`);
    return true;
  });
});

/** A stream of events that the test sends. */
function channel() {
  let controller;
  const body = new ReadableStream({ start: (one) => (controller = one) });
  const send = (event, data) => controller.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  return { response: new Response(body), send, end: () => controller.close() };
}

/** Waits until all promises that wait only for other promises are settled. */
const settled = async () => {
  for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve));
};

test('a watch leaves a node that says nothing new where another one has more', async () => {
  mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  try {
    const [stale, current] = [channel(), channel()];
    const of = (count, { response }) => (path) => (path === '/v1/stream' ? response : node(upTo(count))(path));
    let known = 3;
    const { client, troubles } = await following({ [A]: of(3, stale), [B]: (path) => of(known, current)(path) });
    const stop = new AbortController();
    const seen = [];
    const done = (async () => {
      for await (const { number } of client.watch({ from: 3, signal: stop.signal })) seen.push(number);
    })();
    await settled();
    assert.deepEqual(seen, [3n]);
    // No other node has more: the client stays with it.
    mock.timers.tick(29_000);
    stale.send('status', {});
    mock.timers.tick(2_000);
    stale.send('status', {});
    await settled();
    assert.deepEqual([seen.length, troubles.length], [1, 0]);
    known = 4;
    for (const ms of [20_000, 20_000]) {
      mock.timers.tick(ms);
      stale.send('status', {});
      await settled();
    }
    assert.deepEqual(seen, [3n, 4n]);
    assert.deepEqual(troubles.map(({ url, error }) => [url, error.message]), [[A, 'it says nothing of round 4, which another node has']]);
    stop.abort();
    mock.timers.tick(30_000);
    await settled();
    await done;
  } finally {
    mock.timers.reset();
  }
});

test('a stream whose answer does not come is left', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const never = (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const failed = assert.rejects(stream(never, A, new AbortController().signal), /no answer came for 20 s/);
    mock.timers.tick(20_000);
    await failed;
    // This does not end a stream that has arrived.
    let ended = false;
    const answer = (_, { signal }) => (signal.addEventListener('abort', () => (ended = true)), new Response('data: 1\n\n'));
    await stream(answer, A, new AbortController().signal);
    mock.timers.tick(60_000);
    assert.equal(ended, false);
  } finally {
    mock.timers.reset();
  }
});

test('an event is of bounded length, in one line and in many', async () => {
  const all = async (text) => {
    const found = [];
    for await (const event of events(new Response(text), 1_000)) found.push(event);
    return found;
  };
  const whole = `data: ${'a'.repeat(1_000)}\ndata: b\n\n`;
  assert.deepEqual(await all(whole), [{ event: 'message', data: `${'a'.repeat(1_000)}\nb` }]);
  // Each for itself.
  assert.equal((await all(whole.repeat(200))).length, 200);
  await assert.rejects(all('data: a\n'.repeat(100_000)), Malformed);
  await assert.rejects(all('data\n'.repeat(100_000)), Malformed);
  await assert.rejects(all(`data: ${'a'.repeat(100_000)}`), Malformed);
  await assert.rejects(all(`data: ${'a'.repeat(100_000)}\n\n`), Malformed);
  await assert.rejects(all(`event: ${'a'.repeat(100_000)}\n`), Malformed);
});
