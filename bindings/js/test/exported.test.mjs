// A chain that the Rust library has written, and what can be wrong with it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { ANY_CHAIN, fromHex, Invalid, Malformed, Misuse, openBundle, Refused, toHex, verifyBundle } from '@heliast/verify';

// Seven rounds at 2048 bits of five participants, with two slots, a lead of 2 and an epoch proof of rounds 1 to 3. Two participants have
// announced a key of X-VRF. One has announced a key of iVRF, which it withdraws.
const exported = new Uint8Array(readFileSync(new URL('exported.bundle', import.meta.url)));

/** The length of the header: genesis, from, count, Q_from, and the number of earlier announcements, which is 0. */
const HEADER = 41 + new DataView(exported.buffer).getUint32(37) + 52;

test('an exported chain verifies from its first byte to its last', () => {
  const { chain, from, rounds } = verifyBundle(exported, ANY_CHAIN);
  assert.deepEqual([from, rounds.length, chain.genesis.group.bits], [1n, 7, 2048]);
  assert.deepEqual(frames(exported).map(({ epoch }) => epoch), [true, ...Array(7).fill(false)]);
  assert.deepEqual(verifyBundle(Buffer.from(exported), ANY_CHAIN).rounds, rounds);
  for (const [i, { seed, beacon, number, lots, tip }] of rounds.entries()) {
    assert.deepEqual(seed, i === 0 ? chain.start.seed : rounds[i - 1].beacon);
    assert.ok(number === BigInt(i + 1) && beacon.length === 32 && lots.every(({ votes }) => votes > 0n));
    for (const { participant, key } of lots) assert.equal(key, tip.keys.due(participant, number));
  }
  const drawn = rounds.map(({ lots }) => [...new Set(lots.map(({ key }) => key?.scheme ?? 0))].sort((a, b) => a - b));
  assert.deepEqual(drawn, [[0], [0], [0, 0x21, 0x22], [0x21, 0x22], [0, 0x21, 0x22], [0, 0x21], [0, 0x21]]);
});

test('the example of README.md runs', () => {
  const { chain, rounds } = verifyBundle(exported, ANY_CHAIN);
  const [, example] = readFileSync(new URL('../README.md', import.meta.url), 'utf8').match(/```js\n(.*?)```/s);
  const here = example.replace('chain.bundle', 'test/exported.bundle').replace('process.argv[2]', `'${toHex(chain.id)}'`);
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', here], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  const trees = [0, 0, 4, 4, 4, 1, 1];
  const lines = rounds.map(({ number, beacon, lots }, i) => `round ${number}: ${toHex(beacon)}, ${lots.length} tickets, ${trees[i]} of them by hash trees\n`);
  assert.equal(said, lines.join(''));
});

test('rounds come one by one, up to the first that fails', () => {
  const changed = exported.slice();
  changed[changed.length - 1] ^= 1;
  const seen = [];
  assert.throws(() => {
    for (const { number } of openBundle(changed, ANY_CHAIN).rounds) seen.push(Number(number));
  }, (error) => error instanceof Refused && error.round === 7n);
  assert.deepEqual(seen, [1, 2, 3, 4, 5, 6]);
});

test('what is known of a round does not change with the bytes that it came from', () => {
  const bytes = exported.slice();
  const bundle = openBundle(bytes, ANY_CHAIN);
  bytes.fill(0);
  const rounds = [...bundle.rounds].map(({ beacon }) => toHex(beacon));
  assert.deepEqual(rounds, verifyBundle(exported, ANY_CHAIN).rounds.map(({ beacon }) => toHex(beacon)));
});

/** The positions of the frames in a bundle of the whole chain. */
function frames(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const found = [];
  for (let at = HEADER; at < bytes.length; ) {
    const [start, end] = [at + 4, at + 4 + view.getUint32(at)];
    found.push({ start, end, epoch: Buffer.from(bytes.subarray(start, start + 4)).toString() === 'HLEP' });
    at = end;
  }
  return found;
}

const flipped = (bytes, at) => bytes.map((byte, i) => (i === at ? byte ^ (1 << at % 8) : byte));
const every = (count, start, step = 1) => Array.from({ length: count }, (_, i) => start + i * step);

test('every field of a bundle’s header is bound', () => {
  const fields = [...every(5, 0), ...every(4, 5, 9), ...every(4, 37), ...every(40, 41), ...every(8, 80, 40), ...every(4, HEADER - 84, 10)];
  const range = [HEADER - 52, HEADER - 45, HEADER - 44, HEADER - 37, ...every(4, HEADER - 36, 10), ...every(4, HEADER - 4)];
  for (const at of [...fields, ...range]) assert.throws(() => verifyBundle(flipped(exported, at), ANY_CHAIN, 'trusted'), Refused, `byte ${at}`);
});

test('every field of a round is bound', () => {
  const { chain, rounds } = verifyBundle(exported, ANY_CHAIN);
  const own = frames(exported).filter(({ epoch }) => !epoch);
  // Round 2 has announcements and no tickets of trees, round 3 has tickets of all kinds.
  for (const i of [1, 2]) {
    const bytes = exported.slice(own[i].start, own[i].end);
    const before = rounds[i - 1].tip;
    const number = BigInt(i + 1);
    const places = [...every(36, 0), ...every(40, 36, Math.floor((bytes.length - 36) / 40)), ...every(5, bytes.length - 1, -60), ...every(20, bytes.length - 520)];
    assert.equal(chain.verify(before, bytes).number, number);
    for (const at of places) assert.throws(() => chain.verify(before, flipped(bytes, at)), { round: number }, `byte ${at}`);
    for (const length of every(40, 0, Math.ceil(bytes.length / 40))) {
      assert.throws(() => chain.verify(before, bytes.slice(0, length)), Malformed);
    }
    const others = [{ timeMs: rounds[i].timeMs }, { seed: chain.id }, ...(i > 1 ? [{ keys: chain.start.keys }] : [])];
    for (const none of [undefined, { ...before, timeMs: undefined }, { ...before, seed: undefined }]) assert.throws(() => chain.verify(none, bytes), Misuse);
    for (const tip of [rounds[i].tip, ...others.map((other) => ({ ...before, ...other }))]) {
      assert.throws(() => chain.verify(tip, bytes), Invalid);
    }
  }
});

const hex = (value, size) => value.toString(16).padStart(2 * size, '0');

/** The rounds from one on as a bundle of their own; `announced` has what is in its header. */
function partFrom(from, announced) {
  const { rounds } = whole;
  const own = frames(exported).filter(({ epoch }) => !epoch).slice(from - 1);
  const head = toHex(exported.slice(0, HEADER - 52)) + hex(from, 8) + hex(own.length, 8) + toHex(rounds[from - 1].seed);
  const header = fromHex(head + hex(announced.length, 4) + announced.join(''));
  return { history: header.length - announced.join('').length / 2, bytes: Uint8Array.from([...header, ...exported.slice(own[0].start - 4)]) };
}

const whole = verifyBundle(exported, ANY_CHAIN);
const change = (key) => (key === null ? '00' : `01${toHex(key.bytes)}`);
const announce = (round, { participant, serial, key }) => hex(round, 8) + hex(participant, 4) + hex(serial, 4) + change(key);
const made = whole.rounds.flatMap(({ number, announcements }) => announcements.map((made) => ({ number: Number(number), ...made })));
const announcedBefore = (from) => made.filter(({ number }) => number < from).map((one) => announce(one.number, one));

test('a part of the chain verifies with what was announced before', () => {
  assert.deepEqual(made.map(({ number, participant, key }) => [number, participant, key?.scheme]), [[1, 0, 0x21], [1, 1, 0x22], [2, 2, 0x21], [4, 1, undefined]]);
  for (const from of [2, 3, 4, 5, 6, 7]) {
    const bundle = openBundle(partFrom(from, announcedBefore(from)).bytes, whole.chain, 'trusted');
    assert.equal(bundle.chain, whole.chain);
    assert.deepEqual([bundle.from, bundle.before.timeMs], [BigInt(from), null]);
    const rounds = [...bundle.rounds];
    assert.deepEqual(rounds.map(({ beacon }) => toHex(beacon)), whole.rounds.slice(from - 1).map(({ beacon }) => toHex(beacon)));
    const [last, expected] = [rounds.at(-1).tip.keys, whole.rounds.at(-1).tip.keys];
    assert.deepEqual(last.hash(7n), expected.hash(7n));
  }
});

test('a part of the chain is taken at its word only where that is said', () => {
  const { bytes } = partFrom(4, announcedBefore(4));
  for (const start of [undefined, 'genesis']) assert.throws(() => openBundle(bytes, whole.chain, start), Misuse);
  for (const start of [null, '', 'trust', true, {}, { round: 3n }]) assert.throws(() => openBundle(bytes, whole.chain, start), Misuse);
  assert.deepEqual([openBundle(bytes, whole.chain, 'trusted').isTrusted, whole.isTrusted], [true, false]);
  // A start that the caller has verified needs no trust.
  const tips = [whole.chain.start, ...whole.rounds.map(({ tip }) => tip)];
  const { isTrusted, rounds } = verifyBundle(bytes, whole.chain, tips[3]);
  assert.equal(isTrusted, false);
  assert.deepEqual(rounds.map(({ beacon }) => toHex(beacon)), whole.rounds.slice(3).map(({ beacon }) => toHex(beacon)));
  for (const other of [tips[2], tips[4], { ...tips[3], seed: tips[2].seed }, { ...tips[3], keys: tips[0].keys }]) {
    assert.throws(() => openBundle(bytes, whole.chain, other), Invalid);
  }
  const { timeMs, ...untimed } = tips[3];
  assert.throws(() => openBundle(bytes, whole.chain, untimed), Misuse);
  // The start's time is checked, too, although the header of a bundle does not have it.
  const late = openBundle(bytes, whole.chain, { ...tips[3], timeMs: timeMs + 1_000_000_000_000n });
  assert.throws(() => [...late.rounds], { kind: 'invalid', round: 4n });
});

test('the first tickets vouch for what was announced before', () => {
  const { history, bytes } = partFrom(4, announcedBefore(4));
  for (const at of every(93, history, 3)) assert.throws(() => verifyBundle(flipped(bytes, at), whole.chain, 'trusted'), Refused, `byte ${at}`);
  const all = announcedBefore(4);
  for (const left of all) assert.throws(() => verifyBundle(partFrom(4, all.filter((one) => one !== left)).bytes, whole.chain, 'trusted'), Invalid);
  // The tickets of round 6 bind the announcements of round 4; those of round 5 do not yet.
  const seen = [];
  assert.throws(() => {
    for (const { number } of openBundle(partFrom(5, all).bytes, whole.chain, 'trusted').rounds) seen.push(Number(number));
  }, { kind: 'invalid', round: 6n });
  assert.deepEqual(seen, [5]);
});

test('a header whose announcements are none is malformed', () => {
  const all = announcedBefore(5);
  const [key, other, third] = made;
  const refused = (announced, from = 5) => assert.throws(() => openBundle(partFrom(from, announced).bytes, whole.chain, 'trusted'), Malformed);
  openBundle(partFrom(5, all).bytes, whole.chain, 'trusted');
  refused([all[1], all[0], all[2], all[3]]); // participants descend
  refused([all[0], all[2], all[1], all[3]]); // rounds descend
  refused([all[0], ...all]);
  refused([announce(1, { ...key, serial: 1 })]);
  refused([announce(0, key)]);
  refused([announce(5, key)]);
  refused([announce(1, { ...key, participant: 5 })]);
  refused([announce(1, key), announce(2, { ...key, serial: 1 })]); // a known tree
  refused([announce(1, third), announce(1, { ...other, participant: 2, serial: 1 })]); // two in a round
  refused([announce(1, { participant: 0, serial: 0, key: null })], 1);
  const { history, bytes } = partFrom(5, all);
  for (const [at, byte] of [[17, 2], [18, 0x23], [18, 0x03], [19, 0], [19, 28]]) {
    const changed = bytes.slice();
    changed[history + at - 1] = byte;
    assert.throws(() => openBundle(changed, whole.chain, 'trusted'), Malformed, `${at}: ${byte}`);
  }
  for (const count of [5, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 0xffffffff]) {
    const changed = bytes.slice();
    new DataView(changed.buffer).setUint32(history - 4, count);
    assert.throws(() => openBundle(changed, whole.chain, 'trusted'), Malformed, `${count} counted`);
  }
  for (const length of every(40, history, 7)) assert.throws(() => verifyBundle(bytes.slice(0, length), whole.chain, 'trusted'), Malformed);
});

test('a bundle that is cut is malformed, and so is one with bytes too many', () => {
  const cuts = [...every(30, 0, Math.floor(HEADER / 30)), ...frames(exported).flatMap(({ start, end }) => [start - 4, start, end - 1])];
  for (const length of cuts) assert.throws(() => verifyBundle(exported.subarray(0, length), ANY_CHAIN), Malformed, `${length} bytes`);
  assert.throws(() => verifyBundle(Uint8Array.from([...exported, 0]), ANY_CHAIN), Malformed);
});

test('an epoch proof is passed over, whatever it says', () => {
  const [{ start, end }] = frames(exported).filter(({ epoch }) => epoch);
  for (const at of [start + 4, end - 1]) assert.equal(verifyBundle(flipped(exported, at), ANY_CHAIN, 'trusted').rounds.length, 7);
});

test('a frame is as long as a round can be at the most', () => {
  const { start } = frames(exported).find(({ epoch }) => !epoch);
  const longest = 29 + 5 * (2 * (7 + 3012) + 11 + 76 + 80) + 2 * 256;
  const withProof = (length) => {
    const frame = new Uint8Array(4 + length);
    new DataView(frame.buffer).setUint32(0, length);
    frame.set(Buffer.from('HLEP'), 4);
    return Uint8Array.from([...exported.slice(0, HEADER), ...frame, ...exported.slice(start - 4)]);
  };
  assert.equal(verifyBundle(withProof(longest), whole.chain, 'trusted').rounds.length, 7);
  assert.throws(() => verifyBundle(withProof(longest + 1), whole.chain, 'trusted'), { kind: 'malformed', round: 1n });
});

/** Numbers that look random and are the same in every run. */
function* numbers(state) {
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

test('no bytes are met with anything but a refusal', () => {
  const random = numbers(7);
  const below = (n) => Math.floor(random.next().value * n);
  const base = partFrom(5, announcedBefore(5)).bytes;
  const start = HEADER - 52; // past the genesis
  assert.equal(verifyBundle(base, whole.chain, 'trusted').rounds.length, 3);
  for (let i = 0; i < 300; i++) {
    const at = start + below(i % 2 === 0 ? 600 : base.length - start);
    const bytes = [
      () => flipped(base, at),
      () => Uint8Array.from([...base.slice(0, at), below(256), ...base.slice(at)]),
      () => Uint8Array.from([...base.slice(0, at), ...base.slice(at + 1 + below(100))]),
      () => base.map((byte, place) => (place >= at && place < at + 4 ? [0, 255][i % 2] : byte)),
    ][below(4)]();
    if (Buffer.compare(bytes, base) === 0) continue;
    assert.throws(() => verifyBundle(bytes, whole.chain, 'trusted'), Refused, `change ${i} at ${at}`);
  }
});

test('bytes that are none are the caller’s mistake', () => {
  for (const bytes of [undefined, 'HLBN', [72], new ArrayBuffer(4)]) assert.throws(() => verifyBundle(bytes, ANY_CHAIN), Misuse);
});
