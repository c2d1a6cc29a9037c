// Members against a slow model of the rules, in random histories; and branches of one.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Invalid, toHex } from '@heliast/verify';
import { Members } from '../dist/members.js';

const LIMIT = 1n << 54n;

/** A proposal's id, by its place in the log, and a key. */
const bytes = (number) => new Uint8Array(32).with(31, number & 255).with(30, number >> 8);

/**
 * The rules of spec/members.md once more, from the list of all announcements that were accepted, with nothing kept. `log` has round,
 * participant and change, in order; an approval names its proposal by the place in the log.
 */
class Model {
  log = [];

  constructor(terms) {
    this.terms = terms;
  }

  /** The proposals that have had enough approvals by round `last`, in order, and whether each could be adopted. */
  counted(last) {
    const counted = [];
    for (let round = 1; round <= last; round++) {
      for (const [place, { round: made, participant: proposer, change }] of this.log.entries()) {
        if (change.kind === 'approval' || made > round || !this.isOpen(place, round, round, counted)) continue;
        const approvals = this.log.filter((other) => other.change.place === place && other.round <= round);
        if (made !== round && approvals.every((approval) => approval.round !== round)) continue;
        const stakes = this.inEffect(round, counted);
        const voices = new Set([proposer, ...approvals.map(({ participant }) => participant)]);
        const votes = [...voices].reduce((sum, participant) => sum + (stakes[participant] ?? 0n), 0n);
        const total = stakes.reduce((sum, stake) => sum + stake, 0n);
        if (votes * 3n > total * 2n) counted.push({ round, place, isPossible: this.isPossible(change, this.participants(counted)) });
      }
    }
    return counted;
  }

  /** Whether a proposal may be approved or counted in `round`, after the announcements up to round `last`. */
  isOpen(place, round, last, counted) {
    const { round: made, participant: proposer, change } = this.log[place];
    const isReplaced = this.log.some((other) => made < other.round && other.round <= last && other.participant === proposer && other.change.kind !== 'approval');
    const isCounted = counted.some((one) => one.place === place);
    const isOvertaken = counted.some((one) => {
      const other = this.log[one.place].change;
      return one.isPossible && one.round >= made && change.kind === 'stake' && other.kind === 'stake' && other.participant === change.participant;
    });
    return !(isReplaced || isCounted || isOvertaken) && round <= made + this.terms.life;
  }

  /** Keys and stakes decided. */
  participants(counted) {
    const found = this.terms.stakes.map((stake, i) => ({ key: toHex(bytes(i)), stake }));
    for (const { place, isPossible } of counted) {
      const { change } = this.log[place];
      if (!isPossible) continue;
      if (change.kind === 'join') found.push({ key: toHex(change.publicKey), stake: change.stake });
      else found[change.participant] = { ...found[change.participant], stake: change.stake };
    }
    return found;
  }

  inEffect(round, counted) {
    const stakes = this.participants(counted.filter((one) => one.round + this.terms.lead <= round)).map(({ stake }) => stake);
    return this.participants(counted).map((_, i) => stakes[i] ?? 0n);
  }

  isPossible(change, found) {
    let after;
    if (change.kind === 'join') {
      const key = toHex(change.publicKey);
      if (found.length >= this.terms.most || found.some((one) => one.key === key)) return false;
      after = [...found, { key, stake: change.stake }];
    } else {
      if (found[change.participant] === undefined || found[change.participant].stake === change.stake) return false;
      after = found.with(change.participant, { ...found[change.participant], stake: change.stake });
    }
    const total = after.reduce((sum, { stake }) => sum + stake, 0n);
    return total >= 1n && total < LIMIT;
  }

  allows(round, participant, change) {
    const counted = this.counted(round - 1);
    const stake = this.inEffect(round, counted)[participant];
    if (change === null) return stake > 0n || this.participants(counted)[participant].stake > 0n;
    if (stake === 0n) return false;
    if (change.kind !== 'approval') return this.isPossible(change, this.participants(counted));
    const said = this.log.some((other, place) => other.participant === participant && (other.change.place === change.place || place === change.place));
    return this.log[change.place].change.kind !== 'approval' && this.isOpen(change.place, round, round - 1, counted) && !said;
  }
}

/** The same numbers for the same seed: xorshift. */
function numbers(seed) {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n + 1n;
  const next = () => {
    for (const shift of [13n, -7n, 17n]) state = BigInt.asUintN(64, state ^ (shift > 0n ? state << shift : state >> -shift));
    return Number(state >> 33n);
  };
  for (let i = 0; i < 5; i++) next();
  return { below: (bound) => next() % bound, chance: (percent) => next() % 100 < percent };
}

function changeOf({ below, chance }, log, participants) {
  const places = [...log.keys()].filter((place) => log[place].change.kind !== 'approval');
  if (chance(10)) return null;
  if (places.length > 0 && chance(70)) {
    const place = places.slice(-4)[below(Math.min(4, places.length))];
    return { kind: 'approval', place, id: bytes(place + 1) };
  }
  if (chance(40)) return { kind: 'join', scheme: 3, publicKey: bytes(below(8)), stake: BigInt(1 + below(5)) };
  return { kind: 'stake', participant: below(participants + 1), stake: [0n, 0n, 1n, 2n, 9n, LIMIT - 3n][below(6)] };
}

function isAllowed(members, round, participant, change) {
  try {
    members.check(BigInt(round), participant, change);
    return true;
  } catch (error) {
    assert.ok(error instanceof Invalid && /^rule [6-9]: /.test(error.reason), error.stack);
    return false;
  }
}

function genesisOf({ stakes, lead, life, most }) {
  const participants = stakes.map((stake, i) => ({ publicKey: bytes(i), stake }));
  const totalStake = stakes.reduce((sum, stake) => sum + stake);
  return { participants, totalStake, lead, life: life === null ? null : BigInt(life), maxParticipants: most };
}

/** The visible state of members after `round`. */
const view = (members, round, lead) => ({
  open: members.open(BigInt(round + 1)).map(({ id, made, proposer, approved }) => [toHex(id), made, proposer, [...approved]]),
  stakes: Array.from({ length: lead + 1 }, (_, i) => Array.from({ length: members.count }, (_, of) => members.stake(of, BigInt(round + 1 + i)))),
});

/** A random history in model and members; `counts` takes in what happened. */
function history(seed, counts) {
  const source = numbers(seed);
  const stakes = Array.from({ length: 1 + source.below(4) }, () => BigInt(1 + source.below(5)));
  const terms = { stakes, lead: 2 + source.below(3), life: 1 + source.below(6), most: stakes.length + source.below(4) };
  const model = new Model(terms);
  let members = Members.first(genesisOf(terms));
  for (let round = 1; round <= 15; round++) {
    const before = model.log.slice();
    const said = [];
    for (let participant = 0; participant < members.count; participant++) {
      const change = source.chance(50) ? changeOf(source, before, members.count) : undefined;
      if (change === undefined) continue;
      const allowed = isAllowed(members, round, participant, change);
      assert.equal(allowed, model.allows(round, participant, change), `seed ${seed}, round ${round}, participant ${participant}`);
      counts[allowed ? 'allowed' : 'refused'] += 1;
      if (allowed && change !== null) said.push({ participant, change });
    }
    const seen = view(members, round - 1, terms.lead);
    const announced = said.map((one, i) => ({ ...one, hash: bytes(before.length + i + 1) }));
    const after = members.after(BigInt(round), announced);
    assert.deepEqual(view(members, round - 1, terms.lead), seen, 'those before have not changed');
    model.log.push(...said.map((one) => ({ round, ...one })));
    members = after;
    const counted = model.counted(round);
    const expected = Array.from({ length: terms.lead + 1 }, (_, i) => model.inEffect(round + 1 + i, counted));
    assert.deepEqual(view(members, round, terms.lead).stakes, expected, `seed ${seed}, after round ${round}`);
    expected.forEach((stakes, i) => assert.equal(members.total(BigInt(round + 1 + i)), stakes.reduce((sum, stake) => sum + stake)));
    const open = [...model.log.keys()].filter((place) => model.log[place].change.kind !== 'approval' && model.isOpen(place, round + 1, round, counted));
    assert.deepEqual(members.open(BigInt(round + 1)).map(({ id }) => toHex(id)), open.map((place) => toHex(bytes(place + 1))));
  }
  counts.adopted += model.counted(15).filter(({ isPossible }) => isPossible).length;
}

test('random histories lead where the slow model leads', () => {
  const counts = { allowed: 0, refused: 0, adopted: 0 };
  for (let seed = 1; seed <= 200; seed++) history(seed, counts);
  for (const [what, count] of Object.entries(counts)) assert.ok(count > 200, `${what}: ${count}`);
});

test('two thirds are not enough, and one unit more is', () => {
  for (const [stakes, isAdopted] of [
    [[2n, 1n], false],
    [[3n, 1n], true],
    [[2n * (LIMIT / 3n), LIMIT / 3n], false],
    [[2n * (LIMIT / 3n) + 1n, LIMIT / 3n - 1n], true],
  ]) {
    const members = Members.first(genesisOf({ stakes, lead: 2, life: 1, most: 3 }));
    const change = { kind: 'stake', participant: 1, stake: 0n };
    members.check(1n, 0, change);
    const after = members.after(1n, [{ participant: 0, change, hash: bytes(1) }]);
    assert.deepEqual([2n, 3n].map((round) => after.stake(1, round)), [stakes[1], isAdopted ? 0n : stakes[1]]);
    assert.equal(after.open(2n).length, isAdopted ? 0 : 1);
  }
});

test('who joins on one branch has not joined on another', () => {
  const start = Members.first(genesisOf({ stakes: [3n, 1n], lead: 2, life: 2, most: 4 }));
  const join = (members, round, key, place) => {
    const change = { kind: 'join', scheme: 3, publicKey: bytes(key), stake: 2n };
    members.check(round, 0, change);
    return members.after(round, [{ participant: 0, change, hash: bytes(place) }]);
  };
  const one = join(start, 1n, 10, 1);
  const other = join(join(start, 1n, 11, 2), 2n, 10, 3);
  const keys = (members) => Array.from({ length: members.count }, (_, participant) => toHex(members.publicKey(participant)));
  const hex = (...numbers) => numbers.map((number) => toHex(bytes(number)));
  assert.deepEqual([start, one, other].map(keys), [hex(0, 1), hex(0, 1, 10), hex(0, 1, 11, 10)]);
  assert.throws(() => join(one, 2n, 10, 4), /rule 8: the key/);
  assert.deepEqual(keys(join(one, 2n, 11, 4)), hex(0, 1, 10, 11));
  assert.throws(() => start.publicKey(2), Invalid);
  for (const [members, expected] of [[start, 0n], [one, 2n]]) assert.equal(members.stake(2, 3n), expected);
});
