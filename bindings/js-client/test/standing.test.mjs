// Tests the order in which nodes are asked, by a clock of the test.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Invalid } from '@heliast/verify';
import { Standing } from '../dist/standing.js';

const [A, B, C] = ['http://a', 'http://b', 'http://c'];
const away = new Error('fetch failed');

function standing() {
  const clock = { ms: 1000 };
  return { clock, nodes: new Standing([A, B, C], () => clock.ms) };
}

test('who answered last is asked first', () => {
  const { nodes } = standing();
  assert.deepEqual(nodes.order(), [A, B, C]);
  nodes.worked(C);
  assert.deepEqual(nodes.order(), [C, A, B]);
});

test('a node that is away is asked last for a while, and for longer each time', () => {
  const { clock, nodes } = standing();
  const rests = [];
  for (let i = 0; i < 7; i++) {
    rests.push(nodes.failed(A, away));
    assert.deepEqual(nodes.order(), [B, C, A]);
    clock.ms += rests[i] - 1;
    assert.ok(nodes.rests(A));
    clock.ms += 1;
    assert.deepEqual(nodes.order(), [A, B, C]);
  }
  assert.deepEqual(rests, [15, 30, 60, 120, 240, 300, 300].map((s) => 1000 * s));
  nodes.worked(A);
  assert.equal(nodes.failed(A, away), 15_000);
});

test('a node that says what is false rests for long, and one that is behind for a moment', () => {
  const { clock, nodes } = standing();
  assert.equal(nodes.failed(A, new Invalid('no')), 300_000);
  nodes.isBehind(B);
  assert.deepEqual(nodes.order(), [C, B, A]);
  assert.deepEqual(nodes.ready(), [C]);
  clock.ms += 10_000;
  assert.deepEqual(nodes.ready(), [B, C]);
  // If all rest, all are asked.
  nodes.failed(B, away);
  nodes.failed(C, away);
  assert.deepEqual(nodes.ready(), [B, C, A]);
});

test('a rest is not made shorter by a failure that would have a shorter one', () => {
  const { clock, nodes } = standing();
  assert.equal(nodes.failed(A, new Invalid('no')), 300_000);
  clock.ms += 1_000;
  assert.equal(nodes.failed(A, away), 299_000);
  nodes.isBehind(A);
  clock.ms += 298_999;
  assert.ok(nodes.rests(A));
  clock.ms += 1;
  assert.ok(!nodes.rests(A));
});
