// The client of bindings/js-client: real nodes, nodes that are away, and nodes that lie.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Client, Invalid, Malformed, Misuse, NotYet, Refused, Unreachable } from '../../bindings/js-client/dist/index.js';
import { fromHex, toHex } from '../../bindings/js/dist/index.js';
import { runNode, startNode, until } from './node.mjs';

const FLAGS = { participants: 4, period: 0.5, vrf: 'ell2', more: ['--votes', '8'] };
const closing = [];
let node, chain, genesis;

const json = async (path) => (await fetch(`${node.url}${path}`)).json();

before(async () => {
  node = await startNode(FLAGS);
  ({ chain, bytes: genesis } = await json('/v1/genesis'));
  await until('eight rounds', 600, async () => (await fetch(`${node.url}/v1/rounds?from=8&to=8`)).ok);
});

after(async () => {
  closing.forEach((close) => close());
  await node.stop();
});

/** A server in front of the node, whose answers `change` may change: path and text to text, or to null for an answer of 500. */
async function proxy(change, asked = () => {}) {
  const server = createServer(async (request, response) => {
    asked(request.url);
    try {
      const answer = await fetch(`${node.url}${request.url}`, { headers: { 'last-event-id': request.headers['last-event-id'] ?? '0' } });
      response.writeHead(answer.status);
      if (request.url === '/v1/stream') {
        for await (const part of answer.body) response.write(part);
        return response.end();
      }
      const bytes = Buffer.from(await answer.arrayBuffer());
      const changed = change(request.url, bytes);
      if (changed === null) return response.destroy();
      response.end(changed);
    } catch {
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => (server.close(), server.closeAllConnections());
  closing.push(close);
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

const client = (options = {}) => new Client({ nodes: node.url, chain, ...options });

async function take(rounds, count) {
  const taken = [];
  for await (const round of rounds) {
    taken.push(round);
    if (taken.length === count) break;
  }
  return taken;
}

test('rounds are those of the node, verified', async () => {
  const one = client();
  const three = await one.round(3);
  assert.equal(toHex(three.beacon), (await json('/v1/rounds/3')).randomness);
  assert.equal(three.number, 3n);
  const all = await take(one.rounds(1), Infinity);
  assert.deepEqual(all.map(({ number }) => number), all.map((_, i) => BigInt(i + 1)));
  assert.ok(all.length >= 8);
  assert.deepEqual(all[2].beacon, three.beacon);
  const some = await take(one.rounds(4n, 6), Infinity);
  assert.deepEqual(some.map(({ beacon }) => toHex(beacon)), all.slice(3, 6).map(({ beacon }) => toHex(beacon)));
  assert.ok((await one.latest()).number >= BigInt(all.length));
  assert.deepEqual(await take(one.rounds(6, 5), Infinity), []);
});

test('the genesis may be given, and has to be the one that is meant', async () => {
  assert.equal((await client({ genesis: fromHex(genesis) }).round(2)).number, 2n);
  assert.throws(() => client({ genesis: fromHex(genesis), chain: '00'.repeat(32) }), Misuse);
  await assert.rejects(client({ chain: new Uint8Array(32) }).round(1), Invalid);
});

test('by a time', async () => {
  const one = client();
  const [five, six] = await take(one.rounds(5, 6), 2);
  for (const time of [five.timeMs, Number(five.timeMs), new Date(Number(five.timeMs)), six.timeMs - 1n]) {
    assert.equal((await one.at(time)).number, 5n);
  }
  assert.equal((await one.at(six.timeMs)).number, 6n);
  await assert.rejects(one.at(0), Misuse);
  await assert.rejects(one.at(Date.now() + 3_600_000), NotYet);
});

test('what is to come is NotYet', async () => {
  await assert.rejects(client().round(1_000_000), NotYet);
  await assert.rejects(take(client().rounds(1, 1_000_000), Infinity), NotYet);
});

test('a watch gives every round from where it begins, and ends with its signal', async () => {
  const stop = new AbortController();
  const seen = [];
  for await (const { number } of client().watch({ signal: stop.signal, from: 1 })) {
    seen.push(number);
    if (number === 12n) stop.abort();
  }
  assert.deepEqual(seen, Array.from({ length: 12 }, (_, i) => BigInt(i + 1)));
  const [first, second] = await take(client().watch(), 2);
  assert.ok(first.number >= 12n);
  assert.equal(second.number, first.number + 1n);
  for await (const round of client().watch({ signal: AbortSignal.abort() })) assert.fail(`round ${round.number}`);
});

test('a watch goes on over a node that ends and comes back, without a gap', async () => {
  const other = await startNode(FLAGS);
  const id = (await (await fetch(`${other.url}/v1/genesis`)).json()).chain;
  let running = other;
  try {
    const seen = [];
    for await (const { number } of new Client({ nodes: other.url, chain: id }).watch({ from: 1 })) {
      seen.push(number);
      if (number === 3n) {
        await running.kill();
        const { home } = other;
        const flags = ['--participants', 4, '--period', 0.5, '--vrf', 'ell2', '--votes', 8];
        running = { ...(await runNode(home, flags, new URL(other.url).host)), home };
      }
      if (number >= 6n) break;
    }
    assert.deepEqual(seen, seen.map((_, i) => BigInt(i + 1)));
  } finally {
    await running.stop();
    await other.stop();
  }
});

test('a node that is away is left for the next one', async () => {
  const gone = await proxy(() => '');
  gone.close();
  const one = client({ nodes: [gone.url, node.url] });
  assert.equal((await one.round(2)).number, 2n);
  assert.equal((await take(client({ nodes: [gone.url, node.url] }).watch({ from: 2 }), 2))[1].number, 3n);
  await assert.rejects(client({ nodes: gone.url, retries: 1 }).round(2), (error) => {
    assert.ok(error instanceof Unreachable);
    assert.deepEqual(error.failures.map(({ url }) => url), [gone.url]);
    return true;
  });
});

test('a node that lies is left for the next one, and named alone', async () => {
  for (const [what, change] of [
    ['a changed byte', (path, bytes) => (path.startsWith('/v1/bundle') ? flipped(bytes, bytes.length - 1) : bytes)],
    ['a changed round', (path, bytes) => (path.startsWith('/v1/rounds') ? String(bytes).replace(/("bytes":"[0-9a-f]{200})(.)/g, turned) : bytes)],
    ['no JSON', (path, bytes) => (path.startsWith('/v1/rounds') ? 'null' : bytes)],
    ['a round for another', (path, bytes) => (path.startsWith('/v1/rounds?from=3') ? String(bytes).replace('"rounds":[', '"rounds":[{"bytes":""},') : bytes)],
    ['cut off', (path, bytes) => (path.startsWith('/v1/bundle') ? bytes.subarray(0, -1) : bytes)],
  ]) {
    const liar = await proxy(change);
    await assert.rejects(take(client({ nodes: liar.url }).rounds(2, 5), 4), Refused, what);
    await assert.rejects(take(client({ nodes: liar.url }).watch({ from: 2 }), 4), Refused, what);
    const honest = await take(client({ nodes: [liar.url, node.url] }).rounds(2, 5), 4);
    assert.deepEqual(honest.map(({ number }) => number), [2n, 3n, 4n, 5n], what);
    assert.equal((await take(client({ nodes: [liar.url, node.url] }).watch({ from: 2 }), 2))[1].number, 3n, what);
  }
});

const flipped = (bytes, at) => {
  const changed = Buffer.from(bytes);
  changed[at] ^= 1;
  return changed;
};
const turned = (_, head, digit) => head + (digit === '0' ? '1' : '0');

test('a bundle of another round than the one that is asked for is refused', async () => {
  const other = Buffer.from(await (await fetch(`${node.url}/v1/bundle?from=4&to=4`)).arrayBuffer());
  const liar = await proxy((path, bytes) => (path.startsWith('/v1/bundle') ? other : bytes));
  await assert.rejects(client({ nodes: liar.url }).round(5), Malformed);
});

test('what a round builds on has to fit what was verified before', async () => {
  // The header's seed is taken on trust for a client that knows nothing; tickets fail, and where there are none, its memory.
  const liar = await proxy((path, bytes) => (path.startsWith('/v1/bundle') ? flipped(bytes, 4 + 1 + 32 + 4 + genesis.length / 2 + 16) : bytes));
  const one = client({ nodes: [node.url] });
  await take(one.rounds(1, 5), 5);
  await assert.rejects(client({ nodes: liar.url }).round(5), Invalid);
});

test("the README's example follows the chain", async () => {
  const readme = readFileSync(new URL('../../bindings/js-client/README.md', import.meta.url), 'utf8');
  const [, example] = /```js\n(.*?)```/s.exec(readme);
  const here = example.replace(/nodes: .*,/, `nodes: ['${node.url}'],`).replace('process.argv[2]', `'${chain}'`).replace('10n', '(await client.latest()).number');
  const cwd = fileURLToPath(new URL('../../bindings/js-client', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', here], { cwd });
  assert.match(stdout, /^(round \d+: [0-9a-f]{64}\n)+$/);
});

test('the example follows the chain', async () => {
  const example = fileURLToPath(new URL('../../bindings/js-client/examples/follow.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [example, chain, '2', node.url]);
  assert.match(stdout, /^(round \d+: [0-9a-f]{64}, \d+ tickets\n){2}$/);
});
