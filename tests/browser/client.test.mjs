// Tests @heliast/client with real nodes, and with nodes that lie, fail and go away.

import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { after, before, test } from 'node:test';

import { Client, Invalid, Malformed, Misuse, NotYet, Unreachable } from '../../bindings/js-client/dist/index.js';
import { fromHex, toHex } from '../../bindings/js/dist/index.js';
import { fetch, startNode, until } from './node.mjs';

const FLAGS = { participants: 4, period: 0.5, vrf: 'x-vrf-5', lead: 2, more: ['--votes', '8', '--delay', '0.1'] };

let node, chain;
const closing = [];

before(async () => {
  node = await startNode(FLAGS);
  ({ chain } = await (await fetch(`${node.url}/v1/genesis`)).json());
  await until('twelve rounds', 600, async () => (await fetch(`${node.url}/v1/rounds?from=12&to=12`)).ok);
});

after(async () => {
  for (const close of closing) close();
  await node.stop();
});

/**
 * A server before the node that may change the node's answers: `change` takes a path and a text, and gives a text; `replace` takes a path and bytes.
 * If `drops` is true of a request, its connection closes without an answer.
 */
async function proxy(change, drops = () => false, replace = (_, bytes) => bytes) {
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
      const text = type.startsWith('application/json') ? change(request.url, bytes.toString()) : await replace(request.url, bytes);
      response.writeHead(answer.status, { 'content-type': type });
      return response.end(text);
    } catch {
      return response.destroy();
    }
  });
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => [server.closeAllConnections(), server.close()];
  closing.push(close);
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

const open = (nodes, options = {}) => Client.open({ nodes, chain, ...options });
const beacon = async (number) => (await (await fetch(`${node.url}/v1/rounds/${number}`)).json()).randomness;

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
  assert.ok(error instanceof Invalid && error.round === 1n, error.stack);
  await assert.rejects((await open([liar.url])).round(4), Invalid);
});

test('what is not an answer is malformed', async () => {
  for (const [say, kind] of [
    [() => 'no JSON', Malformed],
    [() => '{}', Malformed],
    [(path, text) => (path === '/v1/genesis' ? text : '{"rounds":[{"bytes":"00"}]}'), Malformed],
  ]) {
    const { url } = await proxy(say);
    await assert.rejects(open([url]).then((client) => client.round(2)), kind);
  }
});

/** A node whose bundles are those of `bundle`, a function that takes a round's number and true bytes. */
const telling = (bundle) =>
  proxy((_, text) => text, undefined, (path, bytes) => {
    const [, from] = /^\/v1\/bundle\?from=(\d+)/.exec(path) ?? [];
    return from === undefined ? bytes : bundle(Number(from), bytes);
  });

/** A client that trusts a start, and the nodes that it was told of, with their errors. */
async function trusting(nodes, more = {}) {
  const troubles = [];
  const client = await open(nodes, { trustStart: true, onTrouble: (url, error, restMs) => troubles.push({ url, error, restMs }), ...more });
  return { client, troubles };
}

test('a node that makes up what was before is dropped, and the others are believed', async () => {
  const end = (bytes) => 41 + bytes.readUInt32BE(37) + 16;
  const liar = await telling((_, bytes) => (bytes[end(bytes)] ^= 1, bytes));
  for (const nodes of [[liar.url, node.url], [node.url, liar.url]]) {
    const { client, troubles } = await trusting(nodes);
    assert.equal(toHex((await client.round(9)).beacon), await beacon(9));
    assert.deepEqual(troubles.map(({ url, error, restMs }) => [url, error instanceof Invalid, restMs]), [[liar.url, true, 300_000]]);
  }
  const { client } = await trusting([liar.url]);
  await assert.rejects(client.round(9), (error) => error instanceof Unreachable && error.causes.get(liar.url) instanceof Invalid);
  // Without trust the client asks for nothing that the node could make up.
  const troubles = [];
  const plain = await open([liar.url], { onTrouble: (url) => troubles.push(url) });
  assert.equal(toHex((await plain.round(9)).beacon), await beacon(9));
  assert.deepEqual(troubles, []);
});

test('where branches part is found, and who can not show its own there is dropped', async () => {
  // The same chain, continued from a copy: the rounds after the copy differ, and are valid too.
  const flags = { participants: 2, period: 0.5, vrf: 'ell2', more: ['--delay', '0.05'] };
  const first = await startNode(flags);
  const isThere = async (url, round) => (await fetch(`${url}/v1/rounds?from=${round}&to=${round}`)).ok;
  const has = (url, round) => until(`round ${round}`, 600, () => isThere(url, round));
  await has(first.url, 5);
  await first.pause();
  const copy = `${first.home}-copy`;
  await cp(first.home, copy, { recursive: true });
  const adopted = { ...flags, home: copy, more: [...flags.more, '--adopt'] };
  const nodes = [await startNode({ ...flags, home: first.home })];
  try {
    const [honest] = nodes;
    const id = (await (await fetch(`${honest.url}/v1/genesis`)).json()).chain;
    const last = Number((await (await fetch(`${honest.url}/v1/status`)).json()).latest) + 30;
    // A node that comes back late leaves out the periods that it has missed.
    await has(honest.url, last);
    nodes.push(await startNode(adopted));
    const [, branch] = nodes;
    await has(branch.url, last);
    const of = async (url) => (await (await fetch(`${url}/v1/rounds/${last}`)).json()).randomness;
    const beacons = [await of(honest.url), await of(branch.url)];
    assert.notEqual(...beacons);
    // Both nodes show valid rounds: the client cannot decide between them.
    const both = await trusting([honest.url, branch.url], { chain: id });
    await assert.rejects(both.client.round(last), (error) => error instanceof Invalid && error.message.includes(branch.url));
    // One that says so only of that round, whose bundle verifies, has nothing to show where they part.
    const server = createServer(async (request, response) => {
      const isThat = request.url.startsWith(`/v1/bundle?from=${last}&`);
      const answer = await fetch((isThat ? branch.url : honest.url) + request.url);
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(Buffer.from(await answer.arrayBuffer()));
    }).listen(0, '127.0.0.1');
    server.keepAliveTimeout = 0;
    await once(server, 'listening');
    closing.push(() => [server.closeAllConnections(), server.close()]);
    const liar = `http://127.0.0.1:${server.address().port}`;
    for (const urls of [[liar, honest.url], [honest.url, liar]]) {
      const { client, troubles } = await trusting(urls, { chain: id });
      assert.equal(toHex((await client.round(last)).beacon), beacons[0]);
      assert.deepEqual(troubles.map(({ url, error }) => [url, error instanceof Invalid]), [[liar, true]]);
    }
  } finally {
    await Promise.all(nodes.map((one) => one.stop()));
  }
});

test('a node that names a round that nobody has, or another than was asked for, is left for the next one', async () => {
  const far = await proxy((path, text) => (path === '/public/latest' ? text.replace(/"heliast_round":\s*\d+/, '"heliast_round":1000000') : text));
  const early = await proxy((path, text) => (path.includes('time_ms') ? text.replace(/"round":\s*\d+/, '"round":2') : text));
  const troubles = [];
  const onTrouble = (url, error) => troubles.push([url, error.message]);
  const latest = await (await open([far.url, node.url], { onTrouble })).latest();
  assert.equal(toHex(latest.beacon), await beacon(latest.number));
  const client = await open([early.url, node.url], { onTrouble });
  const seventh = await client.round(7);
  assert.equal((await client.at(Number(seventh.timeMs))).number, 7n);
  assert.deepEqual(troubles, [[far.url, 'it names round 1000000, which no node gives'], [early.url, 'round 3: a later round opened by then, too']]);
});

test('a node that is away is not asked again and again', async () => {
  let asked = 0;
  const away = await proxy((_, text) => text, () => ++asked > 0);
  const troubles = [];
  const begun = Date.now();
  const client = await open([away.url, node.url], { trustStart: true, onTrouble: (...trouble) => troubles.push(trouble) });
  for (const number of [2, 5, 4, 8, 3]) assert.equal(toHex((await client.round(number)).beacon), await beacon(number));
  await client.latest();
  // It rests for 15 s, then for 30 s, and so on: it is asked once more after each rest, if this machine is that slow.
  const rests = [15_000];
  const longest = () => Date.now() - begun - rests.reduce((sum, one) => sum + one, 0);
  while (longest() > 0 && rests.length < troubles.length) rests.push(2 * rests.at(-1));
  assert.deepEqual(troubles.map(([url, , restMs]) => [url, restMs]), rests.map((restMs) => [away.url, restMs]));
  // Each time once, and a second time, since a kept connection may have closed.
  assert.equal(asked, 2 * troubles.length);
});

test('options that are missing, misspelt or of another kind are Misuse', async () => {
  const nodes = [node.url];
  for (const options of [undefined, null, {}, { nodes }, { chain }, { nodes: node.url, chain }, { nodes: ['beacon'], chain }, { nodes: ['ftp://a'], chain }]) {
    await assert.rejects(Client.open(options), Misuse);
  }
  for (const none of ['', null, undefined, 'any chain', 'zz', 7]) await assert.rejects(Client.open({ nodes, chain: none }), Misuse);
  for (const more of [{ trustStart: 'yes' }, { trustStart: null }, { fetch: 7 }, { onTrouble: 'log' }, { ontrouble: () => {} }]) {
    await assert.rejects(open(nodes, more), Misuse, JSON.stringify(more));
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
    // One answer may have had more than that.
    if (seen.length >= 12 && troubles.includes(first.url)) stop.abort();
  }
  assert.deepEqual(seen, seen.map((_, i) => from + BigInt(i)));
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
