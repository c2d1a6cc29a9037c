// The schedule against the vectors, and branches of one.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fromHex, Invalid } from '@heliast/verify';
import { Schedule } from '../dist/schedule.js';
import { decodeTreeKey } from '../dist/trees.js';
import { atLeast, load, ofKind } from './vectors.mjs';

const vectors = load('schedule');

const keyOf = (change) => (change === '00' ? null : decodeTreeKey(fromHex(change.slice(2))));
const statement = ({ participant, serial, change }) => ({ participant, serial, key: keyOf(change) });
const termsOf = ({ participants, slots, lead }) => ({ participants, slots, lead });

/** The schedule after each round from 0 to the last. */
function heights(item) {
  const schedules = [new Schedule(termsOf(item))];
  for (let round = 1; round <= item.height; round++) {
    const announced = item.announcements.filter((made) => made.round === round);
    schedules.push(announced.reduce((schedule, made) => schedule.record(BigInt(round), statement(made)), schedules.at(-1)));
  }
  return schedules;
}

const schedules = new Map(ofKind(vectors, 'schedule').map((item) => [item.name, { item, heights: heights(item) }]));

/** That the keys are due that should be, in the rounds that are settled after round `height`. */
function assertDue(item, schedule, height) {
  for (let round = 1; round <= height + item.lead; round++) {
    const expected = item.due[round - 1].map((index) => (index === null ? null : item.announcements[index].change));
    const due = expected.map((_, participant) => schedule.due(participant, BigInt(round)));
    assert.deepEqual(due.map((key) => key && `01${Buffer.from(key.bytes).toString('hex')}`), expected, `${item.name}: round ${round} after ${height}`);
  }
}

test('which key is due', () => {
  assert.ok(schedules.size >= 9);
  for (const { item, heights } of schedules.values()) {
    assert.equal(item.due.length, item.height + item.lead);
    assertDue(item, heights.at(-1), item.height);
  }
});

test('a round’s keys were settled k rounds before', () => {
  for (const { item, heights } of schedules.values()) heights.forEach((schedule, height) => assertDue(item, schedule, height));
});

test('announcements, accepted and refused', () => {
  const cases = ofKind(vectors, 'round');
  atLeast(cases, { valid: 13, invalid: 23 });
  for (const item of cases) {
    const { heights, item: base } = schedules.get(item.schedule);
    const round = BigInt(base.height + 1);
    let schedule = heights.at(-1);
    const record = (made) => {
      const effective = schedule.effect(round, made);
      schedule = schedule.record(round, made);
      return effective;
    };
    const announced = item.announcements.map(statement);
    const last = item.error ? announced.pop() : undefined;
    const effective = announced.map(record);
    if (item.error === undefined) assert.deepEqual(effective, item.effective.map(BigInt), item.name);
    else assert.throws(() => record(last), (error) => error instanceof Invalid && error.reason.startsWith(`rule ${item.rule}: `), item.name);
    assertDue(base, heights.at(-1), base.height);
  }
});

test('branches of a chain have schedules of their own', () => {
  for (const { item, heights: after } of schedules.values()) {
    const withdrawal = (schedule, round, participant) => {
      const serial = item.announcements.filter((made) => made.participant === participant && made.round < round).length;
      return schedule.record(BigInt(round), { participant, serial, key: null });
    };
    for (let height = 0; height < item.height; height++) {
      const branch = withdrawal(after[height], height + 1, 0);
      assertDue(item, branch, height);
      const later = BigInt(height + 1 + item.lead);
      assert.equal(branch.due(0, later), null);
      assert.throws(() => withdrawal(branch, height + 1, 0), Invalid);
      // The other branch again, from where it forked.
      const announced = item.announcements.filter(({ round }) => round === height + 1);
      const again = announced.reduce((schedule, made) => schedule.record(BigInt(made.round), statement(made)), after[height]);
      assertDue(item, again, height + 1);
    }
    after.forEach((schedule, height) => assertDue(item, schedule, height));
  }
});

test('a tree that another branch announced is not known here', () => {
  const key = decodeTreeKey(Uint8Array.of(0x21, 27, 0, 1, ...new Uint8Array(72)));
  const start = new Schedule({ participants: 1, slots: 1, lead: 2 });
  const announce = (schedule, round, serial, key) => schedule.record(round, { participant: 0, serial, key });
  const one = announce(start, 1n, 0, key);
  const other = announce(announce(start, 1n, 0, null), 2n, 1, key);
  assert.deepEqual([one, other].map((schedule) => [3n, 4n].map((round) => schedule.due(0, round))), [[key, key], [null, key]]);
  for (const [schedule, serial] of [[one, 1], [other, 2]]) assert.throws(() => announce(schedule, 3n, serial, key), /rule 5/);
});
