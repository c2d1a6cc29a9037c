// A chain of the program, exported, verified by the package @heliast/verify, which shares no code with the program.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import { Malformed, toHex, verifyBundle } from '../../bindings/js/dist/index.js';

const ROUNDS = 6;

let home;
const heliast = async (...options) => JSON.parse((await promisify(execFile)(process.env.HELIAST, ['--json', ...options], { env: { ...process.env, XDG_STATE_HOME: join(home, 'state'), XDG_RUNTIME_DIR: undefined } })).stdout.trim().split('\n').at(-1));

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'heliast-export-'));
  const options = ['--period', '0.3', '--rounds', String(ROUNDS), '--epoch', '2', '--participants', '8', '--vrf', 'x-vrf-5', '--lead', '2', '--votes', '10,5', '--listen', '127.0.0.1:0'];
  await heliast('up', '--data', join(home, 'data'), ...options);
});

after(() => rm(home, { recursive: true, force: true }));

async function exported(...range) {
  const path = join(home, `${range.join('')}.bundle`);
  await heliast('export', '--data', join(home, 'data'), '--out', path, ...range);
  const said = await heliast('verify', path);
  return { bytes: new Uint8Array(await readFile(path)), said };
}

test('the whole chain', async () => {
  const { bytes, said } = await exported();
  const { chain, from, rounds } = verifyBundle(bytes, said.chain);
  assert.deepEqual([from, rounds.length], [1n, ROUNDS]);
  assert.deepEqual([toHex(chain.id), toHex(rounds.at(-1).beacon)], [said.chain, said.beacon]);
});

test('a part of it, and what was changed in it', async () => {
  const { bytes, said } = await exported('--from', '2', '--to', '3');
  const { from, rounds } = verifyBundle(bytes, said.chain, 'trusted');
  assert.deepEqual([from, rounds.length, toHex(rounds[1].beacon)], [2n, 2, said.beacon]);
  const changed = bytes.slice();
  changed[changed.length - 1] ^= 1;
  assert.throws(() => verifyBundle(changed, said.chain, 'trusted'), { kind: 'invalid', round: 3n });
  assert.throws(() => verifyBundle(bytes.subarray(0, -1), said.chain, 'trusted'), Malformed);
});
