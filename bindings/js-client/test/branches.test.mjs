// Branches that anybody can make: which nodes are believed, and which are left alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Branched, Client, Invalid, NotYet } from '@heliast/client';
import { toHex } from '@heliast/verify';
import { early, fetching, forged, network, node, soloChain } from './chain.mjs';

const [LIAR, HONEST, OTHER] = ['http://liar', 'http://honest', 'http://other'];

async function following(nodes, id, more = {}) {
  const troubles = [];
  const { fetch, asked } = fetching(nodes);
  const onTrouble = (url, error, restMs) => troubles.push({ url, error, restMs });
  const client = await Client.open({ nodes: Object.keys(nodes), chain: id, fetch, onTrouble, ...more });
  return { client, troubles, asked };
}

const liesOf = (troubles) => troubles.filter(({ error }) => error instanceof Invalid).map(({ url }) => url);

test('a branch without tickets that came first gives way to the one with tickets', async () => {
  const solo = soloChain();
  const branch = { ...solo, rounds: forged(solo.chain, solo.rounds.slice(0, 1), 5) };
  const { client, troubles } = await following({ [LIAR]: node(branch), [HONEST]: node(solo) }, solo.id);
  for (const number of [2, 3, 4]) assert.equal(toHex((await client.round(number)).beacon), toHex(solo.rounds[number - 1].beacon), `round ${number}`);
  assert.deepEqual([...new Set(liesOf(troubles))], [LIAR]);
});

test('a branch that was taken while its node alone answered gives way when another one is back', async () => {
  const solo = soloChain();
  const branch = { ...solo, rounds: forged(solo.chain, solo.rounds.slice(0, 1), 2) };
  let isAway = true;
  const honest = (path) => (isAway && path !== '/v1/genesis' ? early() : node(solo)(path));
  const { client, troubles } = await following({ [LIAR]: node(branch), [HONEST]: honest }, solo.id);
  const given = [];
  await assert.rejects(async () => {
    for await (const { number } of client.rounds(1, 4)) {
      given.push(number);
      isAway = false;
    }
  }, (error) => error instanceof Branched && error.round === 3n);
  assert.deepEqual(given, [1n, 2n, 3n]);
  assert.ok(!liesOf(troubles).includes(HONEST));
  assert.equal(toHex((await client.round(4)).beacon), toHex(solo.rounds[3].beacon));
  assert.ok(troubles.every(({ url, restMs }) => url !== HONEST || restMs === 0));
});

test('where nobody has a later ticket, neither is given and neither is left alone', async () => {
  const solo = soloChain();
  const honest = { ...solo, rounds: solo.rounds.slice(0, 3) };
  const branch = { ...solo, rounds: forged(solo.chain, solo.rounds.slice(0, 2), 1) };
  for (const nodes of [{ [LIAR]: node(branch), [HONEST]: node(honest) }, { [HONEST]: node(honest), [LIAR]: node(branch) }]) {
    const { client, troubles } = await following(nodes, solo.id);
    await assert.rejects(client.round(3), NotYet);
    assert.equal((await client.latest()).number, 2n);
    const given = [];
    for await (const { number } of client.rounds(1)) given.push(number);
    assert.deepEqual(given, [1n, 2n]);
    assert.ok(troubles.length > 0 && troubles.every(({ restMs }) => restMs === 0), JSON.stringify(troubles.map(({ url, error }) => [url, error.message])));
  }
});

test('a node that does not have a round any more is not left alone for it', async () => {
  const solo = soloChain();
  const pruned = (path) => (path.startsWith('/v1/rounds') ? new Response('{"error":"gone"}', { status: 410 }) : node(solo)(path));
  const { client, troubles } = await following({ [HONEST]: node(solo), [OTHER]: pruned }, solo.id);
  assert.equal((await client.round(4)).number, 4n);
  assert.deepEqual(troubles, []);
});

test('a node that differs and has nothing to show is left alone', async () => {
  const solo = soloChain();
  const differing = (path) => {
    if (!path.startsWith('/v1/rounds?from')) return node(solo)(path);
    return new Response(JSON.stringify({ rounds: [{ round: 4, randomness: '00'.repeat(32), bytes: toHex(solo.rounds[3].bytes) }] }));
  };
  const { client, troubles } = await following({ [HONEST]: node(solo), [LIAR]: differing }, solo.id);
  assert.equal(toHex((await client.round(4)).beacon), toHex(solo.rounds[3].beacon));
  assert.deepEqual(liesOf(troubles), [LIAR]);
});

test('in a network what was signed is the chain, tickets or not', async () => {
  const net = network();
  const branch = { ...net, rounds: forged(net.chain, net.rounds.slice(0, 1), 4), frames: net.frames.slice(0, 1) };
  const { client, troubles } = await following({ [LIAR]: node(branch), [HONEST]: node(net), [OTHER]: node(net) }, net.id);
  for (const number of [2, 3]) assert.equal(toHex((await client.round(number)).beacon), toHex(net.rounds[number - 1].beacon), `round ${number}`);
  assert.deepEqual([...new Set(liesOf(troubles))], [LIAR]);
});

test('a trusted start is not denied by a branch without tickets', async () => {
  const solo = soloChain();
  const rounds = forged(solo.chain, solo.rounds, 2);
  const branch = { ...solo, rounds: forged(solo.chain, solo.rounds.slice(0, 1), 5) };
  for (const nodes of [{ [LIAR]: node(branch), [HONEST]: node({ ...solo, rounds }) }, { [HONEST]: node({ ...solo, rounds }), [LIAR]: node(branch) }]) {
    const { client, troubles } = await following(nodes, solo.id, { trustStart: true });
    assert.equal(toHex((await client.round(6)).beacon), toHex(rounds[5].beacon));
    assert.deepEqual([...new Set(liesOf(troubles))], [LIAR]);
  }
});
