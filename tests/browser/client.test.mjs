// @heliast/client against real nodes, and against nodes that lie, break and go away.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { after, before, test } from 'node:test';

import { Client, Invalid, Malformed, Misuse, NotYet, Unreachable } from '../../bindings/js-client/dist/index.js';
import { fromHex, toHex } from '../../bindings/js/dist/index.js';
import { startNode, until } from './node.mjs';

const FLAGS = { participants: 4, period: 0.5, vrf: 'x-vrf-5', lead: 2, more: ['--votes', '8'] };

let node, chain;
const closing = [];

before(async () => {
  node = await startNode(FLAGS);
  ({ chain } = await (await fetch(`${node.url}/v1/genesis`)).json());
  await until('twelve rounds', 120, async () => (await fetch(`${node.url}/v1/rounds?from=12&to=12`)).ok);
});

after(async () => {
  for (const close of closing) close();
  await node.stop();
});

/**
 * A server before the node that may change what it answers: `change` takes a path and a text, and gives a text. If `drops` is true of a
 * request, its connection closes without an answer.
 */
async function proxy(change, drops = () => false) {
  const server = createServer(async (request, response) => {
    try {
      if (drops(request)) return request.socket.destroy();
      const answer = await fetch(node.url + request.url);
      const type = answer.headers.get('content-type') ?? '';
      if (type.startsWith('text/event-stream')) {
        response.writeHead(200, { 'content-type': type });
        for await (const part of answer.body) response.write(part);
        return response.end();
      }
      const bytes = Buffer.from(await answer.arrayBuffer());
      const text = type.startsWith('application/json') ? change(request.url, bytes.toString()) : bytes;
      response.writeHead(answer.status, { 'content-type': type });
      return response.end(text);
    } catch {
      return response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => [server.closeAllConnections(), server.close()];
  closing.push(close);
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

const open = (nodes, options = {}) => Client.open({ nodes, chain, ...options });
/** A connection that was kept may have closed while this thread verified rounds: it is asked once more then. */
async function beacon(number) {
  const url = `${node.url}/v1/rounds/${number}`;
  return (await (await fetch(url).catch(() => fetch(url))).json()).randomness;
}

test('rounds by number, in a row, by time, and the latest', async () => {
  const client = await open([`${node.url}/`]);
  assert.equal(toHex((await client.round(5)).beacon), await beacon(5));
  const numbers = [];
  for await (const { number, beacon: value } of client.rounds(1n, 6)) {
    assert.equal(toHex(value), await beacon(number));
    numbers.push(number);
  }
  assert.deepEqual(numbers, [1n, 2n, 3n, 4n, 5n, 6n]);
  const latest = await client.latest();
  assert.ok(latest.number >= 12n);
  assert.equal(toHex(latest.beacon), await beacon(latest.number));
  const seventh = await client.round(7n);
  assert.equal((await client.at(Number(seventh.timeMs))).number, 7n);
  assert.equal((await client.at(new Date(Number((await client.round(8)).timeMs) - 1))).number, 7n);
  let all = 0;
  for await (const _ of client.rounds(1)) all += 1;
  assert.ok(all >= 12);
});

test('a reader stops when it is told to, and what is misused is said', async () => {
  const client = await open([node.url], { chain: fromHex(chain) });
  await assert.rejects(client.round(100_000), NotYet);
  for (const bad of [0, -1n, 1.5, NaN]) await assert.rejects(client.round(bad), Misuse);
  await assert.rejects(client.at('now'), Misuse);
  await assert.rejects(open([]), Misuse);
  await assert.rejects(open([node.url], { chain: '00' }), Misuse);
  await assert.rejects(open([node.url], { chain: '00'.repeat(32) }), Invalid);
  const stop = new AbortController();
  const seen = [];
  for await (const { number } of client.watch({ signal: stop.signal })) {
    seen.push(number);
    if (seen.length === 2) stop.abort();
  }
  assert.equal(seen[1], seen[0] + 1n);
  await assert.rejects(client.round(3, AbortSignal.abort()), { name: 'AbortError' });
});

test('a kept connection that closes under a request costs nothing', async () => {
  const used = new WeakSet();
  let dropped = 0;
  let wasDropped = false;
  const { url } = await proxy((_, text) => text, ({ socket }) => {
    wasDropped = used.has(socket) && !wasDropped;
    used.add(socket);
    dropped += wasDropped;
    return wasDropped;
  });
  const client = await open([url]);
  for (const number of [2, 3, 4]) assert.equal(toHex((await client.round(number)).beacon), await beacon(number));
  assert.ok(dropped > 0);
});

test('a node that lies is left for another one, and named', async () => {
  const lie = (path, text) =>
    path.startsWith('/v1/rounds?from') ? text.replace(/"bytes":"(\w+)(.)"/, (_, head, last) => `"bytes":"${head}${last === '0' ? 1 : 0}"`) : text;
  const liar = await proxy(lie);
  const troubles = [];
  const client = await open([liar.url, node.url], { onTrouble: (url, error) => troubles.push([url, error]) });
  assert.equal(toHex((await client.round(4)).beacon), await beacon(4));
  const [, error] = troubles.find(([url]) => url === liar.url);
  assert.ok(error instanceof Invalid && error.round === 4n, error.stack);
  await assert.rejects((await open([liar.url])).round(4), Invalid);
});

test('what is no answer is malformed', async () => {
  for (const [say, kind] of [
    [() => 'no JSON', Malformed],
    [() => '{}', Malformed],
    [(path, text) => (path === '/v1/genesis' ? text : '{"rounds":[{"bytes":"00"}]}'), Malformed],
  ]) {
    const { url } = await proxy(say);
    await assert.rejects(open([url]).then((client) => client.round(2)), kind);
  }
});

test('nodes that contradict each other about what was before are believed by nobody', async () => {
  // The same chain, continued elsewhere from nothing: its rounds are others.
  const other = await startNode(FLAGS);
  try {
    await until('three rounds', 120, async () => (await fetch(`${other.url}/v1/rounds?from=3&to=3`)).ok);
    const mixed = async (url, init) => fetch(url.includes('/v1/bundle') && url.startsWith(liar.url) ? url.replace('from=3&to=3', 'from=2&to=2') : url, init);
    const liar = await proxy((_, text) => text);
    const client = await open([node.url, liar.url], { fetch: mixed });
    await assert.rejects(client.round(3), Invalid);
    // Of another chain it takes nothing.
    await assert.rejects(open([other.url]), Invalid);
  } finally {
    await other.stop();
  }
});

test('a watch goes on over nodes that go away, and leaves no round out', async () => {
  const first = await proxy((_, text) => text);
  const troubles = [];
  const client = await open([first.url, node.url], { onTrouble: (url) => troubles.push(url) });
  const stop = new AbortController();
  const seen = [];
  // Some are there already, the others are waited for.
  const from = (await client.latest()).number - 3n;
  for await (const { number, beacon: value } of client.watch({ from, signal: stop.signal })) {
    seen.push(number);
    assert.equal(toHex(value), await beacon(number));
    if (seen.length === 6) first.close();
    if (seen.length === 12) stop.abort();
  }
  assert.deepEqual(seen, Array.from({ length: 12 }, (_, i) => from + BigInt(i)));
  assert.ok(troubles.includes(first.url));
});

test('where nobody answers, that is said, with reasons', async () => {
  const gone = await proxy((_, text) => text);
  gone.close();
  await assert.rejects(open([gone.url, 'http://127.0.0.1:1']), (error) => {
    assert.ok(error instanceof Unreachable, error.stack);
    assert.deepEqual([...error.causes.keys()], [gone.url, 'http://127.0.0.1:1']);
    return true;
  });
});
