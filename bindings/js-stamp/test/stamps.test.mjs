// Stamps against vectors/stamp.json, by every kernel, and what the interface promises.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { fromBase64, Malformed, Misuse, readChallenge, solve, start, toBase64 } from '@heliast/stamp';

const { cases } = JSON.parse(readFileSync(new URL('../../../vectors/stamp.json', import.meta.url)));
const hex = (text) => Uint8Array.from(Buffer.from(text, 'hex'));
const challenges = cases.filter(({ kind }) => kind === 'challenge').map((one) => ({ ...one, challenge: hex(one.challenge), stamp: hex(one.stamp) }));
const KERNELS = ['fmi', 'dot', 'bigint'];
const find = (group, form) => challenges.find((one) => one.group === group && one.form === form);

/** The challenge of a vector with another t: nobody would take its stamp, but it takes as long as one likes. */
function longer({ challenge }, t) {
  const bytes = challenge.slice();
  new DataView(bytes.buffer).setBigUint64(22, BigInt(t));
  return bytes;
}

test('arguments of another kind are Misuse, and say what they should be', async () => {
  const { challenge } = find('RSA-1024', 'private');
  for (const none of [undefined, null, 7, {}, [1, 2], challenge.buffer]) {
    assert.throws(() => start(none), Misuse);
    await assert.rejects(solve(none), { name: 'Misuse', message: /Uint8Array/ });
  }
  for (const options of [null, 7, 'bigint']) await assert.rejects(solve(challenge, options), Misuse);
  for (const [name, values] of Object.entries({
    onProgress: ['log', {}],
    onState: [7],
    signal: [new AbortController(), 60_000],
    pauseWhenHidden: ['yes', 1],
    kernel: ['fast', 'toString', null],
    worker: [7, {}],
    onprogress: [() => {}],
  })) {
    for (const value of values) await assert.rejects(solve(challenge, { [name]: value }), { name: 'Misuse', message: new RegExp(name) });
  }
  assert.ok(await solve(challenge, { onProgress: undefined, onState: undefined, signal: undefined, resume: null, kernel: undefined, worker: undefined }));
});

test('the vectors have both forms and both lengths', () => {
  assert.deepEqual(challenges.map(({ group, form }) => `${group} ${form}`).sort(), [
    'RSA-1024 private',
    'RSA-1024 public',
    'RSA-2048 private',
    'RSA-2048 public',
  ]);
});

for (const { name, challenge, stamp, t, form, issued, last } of challenges) {
  for (const kernel of KERNELS) {
    test(`${name}: its stamp by ${kernel}`, async () => {
      assert.deepEqual(await solve(challenge, { kernel }), stamp);
    });
  }
  test(`${name}: read, given in base64, and solved beside the caller`, async () => {
    const read = readChallenge(challenge);
    assert.deepEqual([read.t, read.form, read.issued, read.last], [t, form, issued, last]);
    assert.deepEqual(await solve(toBase64(challenge), { worker: null }), stamp);
  });
}

test('bytes that are not a challenge are refused, however they are cut or changed', async () => {
  for (const { challenge } of challenges) {
    for (const length of [0, 1, 5, 125, 126, 145, 190, challenge.length - 1]) {
      assert.throws(() => readChallenge(challenge.slice(0, length)), Malformed, `${length} bytes`);
    }
    const changed = (at, ...bytes) => {
      const other = challenge.slice();
      other.set(bytes, at);
      return other;
    };
    const modulus = challenge[5] === 0 ? 146 : 194;
    const length = new DataView(challenge.buffer).getUint32(modulus - 4);
    const wrong = {
      magic: changed(0, 0),
      version: changed(4, 2),
      form: changed(5, 2),
      'the other form': changed(5, challenge[5] ^ 1),
      't = 0': changed(22, 0, 0, 0, 0, 0, 0, 0, 0),
      't = 2^48': changed(22, 0, 1),
      'last before issued': changed(38, 0, 0, 0, 0, 0, 0, 0, 0),
      'last at 2^53': changed(38, 0, 32, 0, 0, 0, 0, 0, 0),
      'no length': changed(modulus - 4, 0, 0, 0, 0),
      'a length of 4 GiB': changed(modulus - 4, 255, 255, 255, 255),
      'a short modulus': changed(modulus, 0),
      'an even modulus': changed(modulus + length - 1, 2),
    };
    if (challenge[5] === 0) {
      wrong['x = 0'] = changed(modulus + length, ...new Uint8Array(length));
      wrong['x = N'] = changed(modulus + length, ...challenge.subarray(modulus, modulus + length));
    }
    for (const [what, bytes] of Object.entries(wrong)) assert.throws(() => readChallenge(bytes), Malformed, what);
    await assert.rejects(solve(wrong.magic), Malformed);
    await assert.rejects(solve(new Uint8Array([...challenge, 0])), Malformed);
  }
  await assert.rejects(solve('no base64!'), Malformed);
});

/** The first state that comes, by way of JSON as storage would have it; null if the stamp is there before. */
async function stateOf(challenge, options) {
  const controller = new AbortController();
  let state = null;
  const onState = (now) => {
    state = JSON.parse(JSON.stringify(now));
    controller.abort(new Error('a reload'));
  };
  const outcome = await solve(challenge, { ...options, signal: controller.signal, onState }).catch((error) => error);
  if (state) assert.equal(outcome.message, 'a reload');
  return state;
}

for (const form of ['private', 'public']) {
  for (const kernel of KERNELS) {
    test(`a ${form} stamp by ${kernel} that is stopped goes on where it was, and comes out the same`, async () => {
      // States come twice a second: t is whatever takes this machine longer.
      const vector = find('RSA-1024', form);
      let challenge;
      let state = null;
      for (let t = 500_000; state === null; t *= 2) {
        challenge = longer(vector, t);
        state = await stateOf(challenge, { kernel, worker: null });
      }
      assert.ok(state.done > 0);
      const first = { done: null };
      const onProgress = ({ done }) => (first.done ??= done);
      const stamp = await solve(challenge, { kernel, resume: state, onProgress });
      assert.ok((first.done ?? Infinity) >= state.done);
      assert.deepEqual(await solve(challenge), stamp);
      // Any other kernel goes on with it as well.
      assert.deepEqual(await solve(challenge, { resume: state }), stamp);
    });
  }
}

test('a state of another challenge, or a broken one, is passed over', async () => {
  for (const form of ['private', 'public']) {
    const vector = find('RSA-1024', form);
    const state = await stateOf(longer(vector, 2 ** 40), { kernel: 'bigint' });
    assert.ok(state.done > 0);
    const short = { ...state, challenge: toBase64(vector.challenge) };
    const broken = [
      state,
      { ...short, done: -1 },
      { ...short, done: 1.5 },
      { ...short, done: 301 },
      { ...short, done: 100, x: '!' },
      { ...short, done: 100, x: toBase64(new Uint8Array(127)) },
      { ...short, done: 100, x: toBase64(new Uint8Array(128).fill(255)) },
      { ...short, version: 2 },
      {},
      'nonsense',
      [],
      7,
    ];
    if (form === 'public') broken.push({ ...short, done: 100, checkpoints: undefined }, { ...short, done: 100, checkpoints: '' });
    for (const resume of broken) assert.deepEqual(await solve(vector.challenge, { resume }), vector.stamp, JSON.stringify(resume));
  }
});

test('a state is that of a number after so many squarings', async () => {
  const vector = find('RSA-2048', 'private');
  const challenge = longer(vector, 2 ** 40);
  const state = await stateOf(challenge, { kernel: 'fmi' });
  const { modulus, x } = readChallenge(challenge);
  let y = x;
  for (let i = 0; i < state.done; i++) y = (y * y) % modulus;
  assert.equal(BigInt(`0x${Buffer.from(fromBase64(state.x)).toString('hex')}`), y);
  assert.equal(state.challenge, toBase64(challenge));
});

test('progress goes up, with the time that is left, and the parts of a proof', async () => {
  for (const form of ['private', 'public']) {
    const seen = [];
    await solve(longer(find('RSA-1024', form), 400_000), { kernel: 'bigint', onProgress: (progress) => seen.push(progress) });
    assert.ok(seen.length > 2);
    for (const [i, { kernel, done, t, part, remainingMs }] of seen.entries()) {
      assert.deepEqual([kernel, t], ['bigint', 400_000]);
      assert.ok(part > 0 && part <= 1 && done <= t && remainingMs >= 0);
      if (i > 0) assert.ok(part > seen[i - 1].part);
    }
  }
});

for (const worker of [undefined, null]) {
  test(`a pause is one, ${worker === null ? 'beside the caller' : 'in a thread'}`, async () => {
    let [done, wake] = [0, () => {}];
    const controller = new AbortController();
    const solving = start(longer(find('RSA-1024', 'private'), 2 ** 40), {
      worker,
      signal: controller.signal,
      onProgress: (progress) => {
        done = progress.done;
        wake();
      },
    });
    const until = async (least) => {
      while (done <= least) await new Promise((resolve) => (wake = resolve));
    };
    await until(0);
    solving.pause();
    assert.equal(solving.isPaused, true);
    // Reports of slices that were under way may come yet: two that are far apart and the same.
    let [before, same] = [-1, 0];
    while (same < 3) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      same = done === before ? same + 1 : 0;
      before = done;
    }
    solving.resume();
    assert.equal(solving.isPaused, false);
    await until(before);
    controller.abort(new Error('enough'));
    await assert.rejects(solving.stamp, /enough/);
  });
}

test('a signal that has fired, and a worker that is not there, are told', async () => {
  const { challenge } = find('RSA-1024', 'private');
  await assert.rejects(solve(challenge, { signal: AbortSignal.abort(new Error('too late')) }), /too late/);
  await assert.rejects(solve(challenge, { worker: './missing.js' }));
});

test('a modulus of 4,096 bits, and one that only BigInt is for', async () => {
  for (const length of [512, 600]) {
    const head = find('RSA-1024', 'private').challenge.slice(0, 146);
    new DataView(head.buffer).setUint32(142, length);
    const modulus = new Uint8Array(length).fill(0xff);
    const x = new Uint8Array(length).fill(0x55);
    const challenge = new Uint8Array([...head, ...modulus, ...x]);
    let reference;
    for (const kernel of [undefined, 'bigint']) {
      const stamp = await solve(challenge, { kernel });
      assert.equal(stamp.length, 142 + length);
      reference ??= stamp;
      assert.deepEqual(stamp, reference);
    }
  }
});
