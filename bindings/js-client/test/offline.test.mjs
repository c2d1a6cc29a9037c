// What needs no node; the rest is tested against real ones in tests/browser/follow.test.mjs.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client, Malformed, Misuse } from '@heliast/client';

import { parse } from '../dist/node.js';

const client = (options = {}) => new Client({ nodes: 'http://127.0.0.1:9', chain: '00'.repeat(32), retries: 0, ...options });

async function first(rounds) {
  for await (const round of rounds) return round;
}

test('answers that never end, and streams that are no events, end', async () => {
  async function* parts(...texts) {
    for (const text of texts) yield new TextEncoder().encode(text);
  }
  const events = async (...texts) => {
    const found = [];
    for await (const event of parse(parts(...texts))) found.push(event);
    return found;
  };
  assert.deepEqual(await events('event: round\r', '\ndata: {"a"', ':1}\r\n\r\n', ': nothing\nid: 7\ndata:x\ndata\n\ndata: cut off'), [
    { name: 'round', data: '{"a":1}' },
    { name: 'message', data: 'x\n' },
  ]);
  await assert.rejects(events('data: '.padEnd(2 << 20, 'x')), Malformed);
  await assert.rejects(events(...Array.from({ length: 300 }, () => `data: ${'x'.repeat(5000)}\n`)), Malformed);
});

test('what a caller gets wrong is Misuse', async () => {
  for (const options of [{ nodes: [] }, { nodes: 'example.org' }, { nodes: 'ftp://a' }, { chain: '00' }, { chain: new Uint8Array(31) }, { chain: undefined }]) {
    assert.throws(() => client(options), Misuse, JSON.stringify(options));
  }
  for (const n of [0, -1, 1.5, NaN, 1n << 64n, '1']) await assert.rejects(client().round(n), Misuse);
  await assert.rejects(client().at(NaN), Misuse);
  await assert.rejects(first(client().watch({ from: 0 })), Misuse);
});
