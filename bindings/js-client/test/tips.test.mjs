// Tests which tips a client keeps.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Tips } from '../dist/tips.js';

const tip = (round) => ({ round: BigInt(round), timeMs: null, seed: new Uint8Array(32), keys: null });

test('the last tip before a round is found, and none that is later', () => {
  const tips = new Tips(tip(0));
  for (const round of [3, 4, 5, 9]) tips.note(tip(round));
  const before = [1, 3, 4, 5, 6, 9, 10, 100].map((round) => Number(tips.before(BigInt(round)).round));
  assert.deepEqual(before, [0, 0, 3, 4, 5, 5, 9, 9]);
});

test('of many tips there are some everywhere, and the newest', () => {
  const tips = new Tips(tip(0));
  for (let round = 1; round <= 100_001; round++) tips.note(tip(round));
  assert.equal(tips.before(100_002n).round, 100_001n);
  for (const round of [700n, 5_000n, 50_000n, 99_999n]) {
    const { round: found } = tips.before(round);
    assert.ok(found < round && round - found <= 1024n, `${found} before ${round}`);
  }
});
