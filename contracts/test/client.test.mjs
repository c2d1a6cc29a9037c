// The client: asking, waiting, keystores, and working off rounds through restarts, reorganisations, rivals and dear gas.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { toEventSelector, toFunctionSelector } from 'viem';
import { Fulfiller, Randomness, addressOn, addresses, deterministic, heliast, openKeystore, randomnessAbi } from '../dist/index.js';
import { NONE, deliverable } from '../dist/deliveries.js';
import { computed } from '../tools/addresses.mjs';
import { contracts, secretOf, serve } from './chain.mjs';
import { TERMS, seedOf, start } from './coordinator.mjs';
import { sealed } from './keystores.mjs';
import { proof } from './prover.mjs';
import * as program from './program.mjs';

const PRICE = 10n ** 17n;
/** A coordinator without claims. */
const PROVED = { price: PRICE, window: 0, bond: 0n };

/** A fulfiller of an account, whose delays are proved here, each once. */
function fulfiller(it, by, more = {}) {
  const made = [];
  const log = [];
  const evaluate = async ({ name, input, squarings, prover }) => {
    made.push(name);
    return proof(input, squarings, prover);
  };
  const found = new Fulfiller({
    reader: it.chain.public,
    wallet: it.chain.wallets[by],
    coordinator: it.contract.address,
    evaluate,
    depth: 2,
    maxFeePerGas: 10n ** 12n,
    from: 0n,
    log: (event, fields) => log.push([event, fields]),
    ...more,
  });
  return Object.assign(found, { made, log });
}

/** Steps, with a block after each, until a condition holds. */
async function until(one, it, holds, most = 40) {
  for (let i = 0; i < most; i++) {
    await one.step();
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (await holds()) return;
    await it.chain.mine();
  }
  assert.fail(`not within ${most} blocks: ${JSON.stringify(one.log, (_, v) => (typeof v === 'bigint' ? `${v}` : v))}`);
}

const isFinal = (it, round) => async () => (await it.state(round)).state === 'Final';

test('what the client calls is what the contract has', () => {
  const selectors = (abi) =>
    abi.flatMap((item) => {
      if (item.type === 'function') return [`${toFunctionSelector(item)} ${item.outputs.map(({ type }) => type)}`];
      return item.type === 'event' ? [toEventSelector(item) + item.inputs.map(({ indexed }) => Boolean(indexed))] : [];
    });
  const known = new Set(selectors(contracts().HeliastRandomness.abi));
  for (const selector of selectors(randomnessAbi)) assert.ok(known.has(selector), selector);
});

test('a request is made, worked off and answered', async () => {
  const it = await start(PROVED);
  const randomness = new Randomness(it.chain.public, it.contract.address);
  const first = await randomness.request(it.chain.wallets[2], { tip: 10n ** 15n });
  assert.equal(await randomness.word(first), undefined);
  const one = fulfiller(it, 3);
  const waiting = randomness.wait(first, { pollingMs: 1 });
  await until(one, it, isFinal(it, first >> 32n));
  assert.equal(await waiting, await it.call('wordOf', first));
  assert.equal((await it.call('requestAt', first)).consumer, `0x${'0'.repeat(40)}`, 'it was not delivered');
  assert.ok((await it.credit(3)) > PRICE / 4n);
  await one.step();
  assert.deepEqual([one.counts.drawn, one.counts.evaluated, one.counts.fulfilled], [1, 1, 1]);
  assert.match(one.metrics(), /^heliast_fulfil_fulfilled_total 1$/m);
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(randomness.wait(first + 1n, { signal }), /enough/);
});

test('several rounds are worked off, each once', async () => {
  const it = await start({ price: PRICE });
  const rounds = new Set();
  for (let i = 0; i < 6; i++) rounds.add((await it.ask()) >> 32n);
  const one = fulfiller(it, 3, { parallel: 2 });
  for (const round of rounds) await until(one, it, isFinal(it, round));
  assert.ok(rounds.size >= 2);
  assert.equal(new Set(one.made).size, one.made.length);
});

test('nothing is posted before the draw is deep enough', async () => {
  const it = await start({ price: PRICE });
  const round = (await it.ask()) >> 32n;
  const one = fulfiller(it, 3, { depth: 9 });
  await until(one, it, isFinal(it, round));
  const { drawnAt } = await it.state(round);
  assert.ok((await it.chain.public.getBlockNumber()) >= BigInt(drawnAt) + 9n);
});

test('after a restart a fulfiller goes on from the chain alone', async () => {
  const it = await start({ price: PRICE });
  const round = (await it.ask()) >> 32n;
  const before = fulfiller(it, 3, { depth: 1000 });
  await until(before, it, () => before.counts.evaluated === 1);
  before.stop();
  const after = fulfiller(it, 3);
  await until(after, it, isFinal(it, round));
  assert.equal(after.counts.drawn, 0);
});

test('a reorganisation makes it begin anew, and post nothing of before', async () => {
  const it = await start({ price: PRICE });
  const round = (await it.ask()) >> 32n;
  const snapshot = await it.chain.rpc('evm_snapshot');
  const one = fulfiller(it, 3, { depth: 6 });
  await until(one, it, () => one.counts.evaluated === 1);
  await it.chain.rpc('evm_revert', snapshot);
  await it.chain.rpc('hardhat_setPrevRandao', `0x${'cd'.repeat(32)}`);
  await until(one, it, isFinal(it, round));
  assert.equal(one.counts.reorganised, 1);
  assert.equal(new Set(one.made).size, 2);
  assert.equal(one.counts.failed, 0);
  assert.equal((await it.state(round)).seed, seedOf(await it.output(round)));
});

test('a rival who is first costs nothing but the squarings', async () => {
  const it = await start({ price: PRICE });
  const round = (await it.ask()) >> 32n;
  const one = fulfiller(it, 3, { depth: 5 });
  await until(one, it, () => one.counts.evaluated === 1);
  await it.fulfil(round, 4);
  for (let i = 0; i < 4; i++) await one.step();
  assert.deepEqual([one.counts.fulfilled, one.counts.failed], [0, 0]);
});

test('a false claim is refuted', async () => {
  const it = await start({ price: PRICE, window: 40 });
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  await it.claim(round, 5, 77n);
  const one = fulfiller(it, 3);
  await until(one, it, isFinal(it, round));
  assert.ok((await it.credit(3)) >= TERMS.bond);
});

/** What a fulfiller sent, in their order. */
const sentBy = (one) => one.log.filter(([event]) => event === 'sent').map(([, { call }]) => call);

test('where claims are, an output is claimed before it is shown, and proved at once', async () => {
  const it = await start({ price: PRICE, window: 40 });
  const round = (await it.ask()) >> 32n;
  const one = fulfiller(it, 3);
  await until(one, it, isFinal(it, round));
  await one.step();
  assert.deepEqual(sentBy(one), ['draw', 'claim', 'judge']);
  const { claimedAt, drawnAt } = await it.claimOf(round);
  assert.ok(Number(await it.chain.public.getBlockNumber()) < claimedAt + 40);
  const draw = PRICE / 16n;
  assert.equal(await it.credit(3), draw + TERMS.bond + ((PRICE - draw) * BigInt(shareAfter(claimedAt - drawnAt))) / 65535n);
  assert.deepEqual([one.counts.claimed, one.counts.fulfilled, one.counts.failed], [1, 1, 0]);
});

const shareAfter = (waited) => 16383 + Math.floor((49152 * Math.min(waited, TERMS.ramp)) / TERMS.ramp);

test('a claim waits for the end of its window where that is asked for, and is proved when it is disputed', async () => {
  for (const isDisputed of [false, true]) {
    const it = await start({ price: PRICE, window: 12 });
    const round = (await it.ask()) >> 32n;
    const one = fulfiller(it, 3, { settles: true });
    await until(one, it, async () => (await it.state(round)).state === 'Claimed');
    if (isDisputed) await it.dispute(round, 5);
    await until(one, it, isFinal(it, round));
    assert.deepEqual(sentBy(one), ['draw', 'claim', isDisputed ? 'judge' : 'settle']);
    assert.ok((await it.credit(3)) > TERMS.bond * (isDisputed ? 2n : 1n));
  }
});

test('only requests that pay for it are delivered with a proof, as far as a transaction reaches', () => {
  const asked = (...list) => new Map(list.map(([gasLimit, tip], i) => [BigInt(i), { gasLimit, tip }]));
  assert.deepEqual(deliverable(asked(), 1n), NONE);
  const mixed = asked([0n, 39_999n], [0n, 40_000n], [5_000_000n, 0n], [630n, 40_640n], [5_000_000n, 1n << 63n], [2_000_000n, 1n << 63n]);
  const found = deliverable(mixed, 1n);
  assert.deepEqual(found.requests, [1n, 3n, 4n]);
  assert.equal(found.tips, 40_000n + 40_640n + (1n << 63n));
  assert.ok(found.gas <= 6_000_000n);
  assert.equal(deliverable(asked(...Array(100).fill([0n, 40_000n])), 1n).requests.length, 64);
});

/** Requests of one round, the dearest that there are, of which one has a tip that pays. */
async function dearRound(it) {
  const consumer = await it.chain.deploy('Noting', [it.contract.address]);
  await it.align();
  await it.chain.rpc('evm_setAutomine', false);
  const asks = [];
  const value = it.terms.price;
  for (let i = 0; i < 8; i++) asks.push([value + (i === 7 ? 10n ** 17n : 0n), i === 7 ? 200_000 : 5_000_000]);
  const hashes = [];
  for (const [paid, gasLimit] of asks) {
    const options = { from: 0, value: paid, gas: 300_000n, mine: false };
    hashes.push(await it.chain.send(consumer, 'ask', [gasLimit], options));
  }
  await it.chain.mine();
  await it.chain.rpc('evm_setAutomine', true);
  const { blockNumber } = await it.chain.public.getTransactionReceipt({ hash: hashes[0] });
  return { round: blockNumber / BigInt(it.terms.span), consumer };
}

for (const [what, terms, claims] of [
  ['a proof', PROVED, false],
  ['the proof of an own claim', { price: PRICE, window: 40 }, false],
  ['the proof against a false claim', { price: PRICE, window: 40 }, true],
]) {
  test(`requests for a lot of gas do not keep back ${what}`, async () => {
    const it = await start(terms);
    const { round, consumer } = await dearRound(it);
    if (claims) {
      await it.draw(round);
      await it.claim(round, 5, 77n);
    }
    const one = fulfiller(it, 3);
    await until(one, it, isFinal(it, round));
    assert.equal(await it.chain.call(consumer, 'calls'), 1n, 'the one that pays is delivered, and no other');
    assert.equal((await it.state(round)).seed, seedOf(await it.output(round)));
  });
}

/** A reader whose estimates of calls are refused where `refused` says so: a node with a limit of its own. */
function limited(reader, refused) {
  const estimateContractGas = (call) =>
    refused(call) ? Promise.reject(new Error('out of gas')) : reader.estimateContractGas(call);
  return { ...reader, estimateContractGas };
}

test('a proof goes without deliveries where it would fail with them', async () => {
  const it = await start(PROVED);
  const id = await it.ask({ tip: 10n ** 16n });
  const reader = limited(it.chain.public, ({ functionName, args }) => functionName === 'fulfil' && args.at(-1).length > 0);
  const one = fulfiller(it, 3, { reader });
  await until(one, it, isFinal(it, id >> 32n));
  assert.equal((await it.call('requestAt', id)).tip, 10n ** 16n, 'it was delivered');
});

test('a false claim is disputed where a proof would fail, and where its draw is final too late', async () => {
  for (const more of [{ reader: true }, { depth: 1000 }]) {
    const it = await start({ price: PRICE, window: 60 });
    const round = (await it.ask()) >> 32n;
    await it.draw(round);
    await it.claim(round, 5, 77n);
    const reader = more.reader ? limited(it.chain.public, ({ functionName }) => functionName === 'judge') : it.chain.public;
    const one = fulfiller(it, 3, { ...more, reader });
    await until(one, it, async () => (await it.state(round)).state === 'Disputed');
    const { claimedAt } = await it.claimOf(round);
    assert.ok(Number(await it.chain.public.getBlockNumber()) <= claimedAt + 60);
    assert.equal(one.log.some(([event]) => event === 'short window'), Boolean(more.depth));
    assert.deepEqual(sentBy(one), ['dispute']);
    // Whoever can prove it does, and the dispute comes back.
    const after = fulfiller(it, 3);
    await until(after, it, isFinal(it, round));
    assert.ok((await it.credit(3)) >= 2n * TERMS.bond);
  }
});

test('who has disputed a false claim rightly has both bonds for the proof, also at gas that one would not pay', async () => {
  const it = await start({ price: PRICE, window: 10 });
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  await it.claim(round, 5, 77n);
  await it.dispute(round, 3);
  const { claimedAt } = await it.claimOf(round);
  await it.chain.mineTo(claimedAt + 10);
  const dear = () => it.chain.rpc('hardhat_setNextBlockBaseFeePerGas', `0x${(1200n * 10n ** 9n).toString(16)}`);
  const one = fulfiller(it, 3, { maxFeePerGas: 9n * 10n ** 12n });
  await until(one, it, async () => (await dear(), isFinal(it, round)()));
  assert.ok((await it.credit(3)) >= 2n * TERMS.bond);
});

test('a claimed round is evaluated in front of others, and one that comes too late is told', async () => {
  const it = await start({ price: PRICE, window: 60 });
  await it.align();
  const first = (await it.ask()) >> 32n;
  await it.align();
  const claimed = (await it.ask()) >> 32n;
  await it.draw(first);
  await it.draw(claimed);
  // The first takes until it is put off, and is quick after that.
  let begun = 0;
  const evaluate = async ({ name, input, squarings, prover }, signal) =>
    name.startsWith(`${first}-`) && ++begun === 1
      ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      : proof(input, squarings, prover);
  const one = fulfiller(it, 3, { evaluate });
  const { log } = one;
  for (let i = 0; i < 3; i++) await one.step();
  assert.deepEqual(log.filter(([event]) => event === 'evaluating').map(([, { round }]) => round), [first]);
  await it.claim(claimed, 5, 77n);
  await one.step();
  assert.ok(log.some(([event, { round, by }]) => event === 'put off' && round === first && by === claimed));
  await until(one, it, isFinal(it, claimed));
  assert.equal((await it.state(claimed)).seed, seedOf(await it.output(claimed)));
  await until(one, it, isFinal(it, first));
  assert.equal(one.counts.failed, 0);

  const late = (await it.ask()) >> 32n;
  await it.draw(late);
  await it.claim(late, 5, 77n);
  const slow = fulfiller(it, 4, { evaluate: () => new Promise(() => {}) });
  await slow.step();
  assert.equal(slow.counts.late, 0);
  await it.chain.mine(61);
  for (let i = 0; i < 2; i++) await slow.step();
  assert.equal(slow.counts.late, 1);
});

test('a true claim is left to its claimant, and a proof is posted once it is given up', async () => {
  const it = await start({ price: PRICE, window: 30 });
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  await it.claim(round, 5);
  const { claimedAt } = await it.state(round);
  const one = fulfiller(it, 3);
  await until(one, it, isFinal(it, round), 100);
  assert.ok(Number(await it.chain.public.getBlockNumber()) >= claimedAt + 2 * 30);
  assert.equal(await it.credit(5), TERMS.bond);
  assert.ok((await it.credit(3)) > PRICE / 4n);
  await one.step();
  assert.deepEqual([one.counts.fulfilled, one.counts.failed], [1, 0]);
});

test('who disputes pays for the proof, which is posted at once', async () => {
  const it = await start({ price: PRICE, window: 30 });
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  await it.claim(round, 5);
  const one = fulfiller(it, 3);
  await until(one, it, () => one.counts.evaluated === 1);
  for (let i = 0; i < 5; i++) await one.step();
  assert.equal((await it.state(round)).state, 'Claimed');
  await it.dispute(round, 6);
  await until(one, it, isFinal(it, round));
  assert.equal(await it.credit(3), TERMS.bond);
  assert.equal(await it.credit(6), 0n);
});

test('dear gas is waited out, and a transaction that waits is paid better, up to the limit', async () => {
  const it = await start({ ...PROVED, price: 10n ** 18n });
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  const base = (value) => it.chain.rpc('hardhat_setNextBlockBaseFeePerGas', `0x${value.toString(16)}`);
  const one = fulfiller(it, 3, { depth: 0, maxFeePerGas: 2n * 10n ** 10n, patience: 1n });
  await base(3n * 10n ** 10n);
  await it.chain.mine();
  for (let i = 0; i < 3; i++) {
    await one.step();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.ok(one.log.some(([event]) => event === 'too dear'));
  assert.equal(one.counts.fulfilled, 0);
  // Sent while gas is cheap; then the next blocks are dearer than it pays.
  await base(10n ** 9n);
  await it.chain.mine();
  await it.chain.rpc('evm_setAutomine', false);
  await one.step();
  assert.equal(one.log.at(-1)[0], 'sent');
  await base(8n * 10n ** 9n);
  await it.chain.mine(2);
  await until(one, it, isFinal(it, round), 60);
  await one.step();
  const told = JSON.stringify([one.counts, one.log], (_, v) => (typeof v === 'bigint' ? `${v}` : v));
  assert.ok(one.counts.replaced > 0, told);
  assert.equal(one.counts.fulfilled, 1, told);
});

test('keystores are opened with their passphrase alone', () => {
  const secret = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
  // The example of Ethereum's definition of the format. (Its example of scrypt has an N that RFC 7914 forbids for its r.)
  const pbkdf2 = {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: { c: 262144, dklen: 32, prf: 'hmac-sha256', salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd' },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  };
  for (const one of [pbkdf2, sealed(secret, 'testpassword', { n: 4096, r: 8, p: 1 })]) {
    const text = JSON.stringify({ version: 3, crypto: one });
    assert.equal(openKeystore(text, 'testpassword'), secret);
    assert.throws(() => openKeystore(text, 'other'), /passphrase is wrong/);
    const changed = { ...one, mac: one.mac.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) };
    assert.throws(() => openKeystore(JSON.stringify({ version: 3, crypto: changed }), 'testpassword'), /wrong/);
    for (const bad of [{ dklen: 16 }, { n: 1 << 30, c: 1 << 30 }, { salt: 'zz' }, { p: 1e6, prf: 'md5' }]) {
      const crypto = { ...one, kdfparams: { ...one.kdfparams, ...bad } };
      assert.throws(() => openKeystore(JSON.stringify({ version: 3, crypto }), 'testpassword'), JSON.stringify(bad));
    }
  }
  assert.throws(() => openKeystore('{"version":1}', ''), /version 3/);
});

test('the program is stopped and goes on where it was', { skip: !program.isThere }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'heliast-fulfil-'));
  const it = await start();
  const task = { name: 'one', input: `0x${'0'.repeat(511)}9`, squarings: 3_000_000n, prover: it.chain.accounts[1] };
  const evaluator = heliast(process.env.HELIAST, folder);
  await assert.rejects(evaluator.evaluate(task, AbortSignal.timeout(600)), /abort|timeout/i);
  assert.deepEqual(fs.readdirSync(folder), ['one.checkpoint']);
  const made = await evaluator.evaluate(task, new AbortController().signal);
  const verifier = await it.chain.deploy('HeliastDelayVerifier');
  await it.chain.call(verifier, 'verify', [task.input, task.squarings, made, task.prover]);
  assert.equal(await evaluator.evaluate(task, new AbortController().signal), made);
  evaluator.remove('one');
  assert.deepEqual(fs.readdirSync(folder), []);
  await assert.rejects(evaluator.evaluate({ ...task, input: '0x01' }, new AbortController().signal), /heliast ended with/);
  fs.rmSync(folder, { recursive: true });
});

/** Starts a program of the package: what it prints, and how it ended. */
function run(name, args) {
  const child = spawn('node', [path.join(import.meta.dirname, `../dist/${name}.js`), ...args]);
  const one = { child, out: '', err: '' };
  child.stdout.on('data', (text) => (one.out += text));
  child.stderr.on('data', (text) => (one.err += text));
  one.ended = new Promise((resolve) => child.on('close', resolve));
  return one;
}

/** The options that name the key of an account, in a folder. */
function keyOf(account, folder) {
  const crypto = sealed(secretOf(account), 'words', { n: 1024, r: 8, p: 1 });
  fs.writeFileSync(path.join(folder, 'key'), JSON.stringify({ version: 3, crypto }));
  fs.writeFileSync(path.join(folder, 'words'), 'words\n');
  return ['--key', path.join(folder, 'key'), '--passphrase-file', path.join(folder, 'words')];
}

test('heliast-fulfil works off rounds, over being killed', { skip: !program.isThere, timeout: 120_000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'heliast-fulfil-'));
  const it = await start({ ...PROVED, squarings: 2_000_000n });
  const server = await serve(it.chain);
  const args = ['--rpc', server.url, '--contract', it.contract.address, '--max-fee', '1000', ...keyOf(3, folder)];
  args.push('--depth', '1', '--every', '1');
  args.push('--heliast', path.resolve(process.env.HELIAST), '--data', path.join(folder, 'data'));
  const id = await it.ask();
  const rounds = [id >> 32n];
  const miner = setInterval(() => it.chain.mine().catch(() => {}), 200);
  try {
    const first = run('fulfil', args);
    while (!first.out.includes('"evaluating"')) await new Promise((resolve) => setTimeout(resolve, 50));
    first.child.kill('SIGKILL');
    await first.ended;
    const second = run('fulfil', args);
    while (!(await isFinal(it, rounds[0])())) await new Promise((resolve) => setTimeout(resolve, 100));
    while (!second.out.includes('"event":"success"')) await new Promise((resolve) => setTimeout(resolve, 50));
    second.child.kill('SIGTERM');
    assert.equal(await second.ended, 0, second.err);
    const events = second.out.trim().split('\n').map((line) => JSON.parse(line));
    assert.equal(events.at(-1).event, 'stopped');
    assert.equal(events.at(-1).fulfilled, 1);
    assert.ok((await it.credit(3)) > 0n);
  } finally {
    clearInterval(miner);
    server.close();
    fs.rmSync(folder, { recursive: true });
  }
});

test('heliast-fulfil says what is wrong with how it is called', async () => {
  for (const [args, code, said] of [
    [[], 2, /--rpc is missing/],
    [['--what'], 2, /what/],
    [['--help'], 0, /^$/],
    [['--rpc', 'http://127.0.0.1:1', '--contract', `0x${'1'.repeat(40)}`, '--key', '/nowhere', '--max-fee', '1'], 1, /ENOENT/],
  ]) {
    const one = run('fulfil', args);
    assert.equal(await one.ended, code, one.err);
    assert.match(one.err, said);
  }
});

test('heliast-request asks, waits and prints the word', { timeout: 60_000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'heliast-request-'));
  const it = await start();
  const server = await serve(it.chain);
  const where = ['--rpc', server.url, '--contract', it.contract.address, '--every', '1'];
  const key = keyOf(2, folder);
  try {
    const only = run('request', [...where, ...key, '--no-wait', '--json', '--tip', '7']);
    assert.equal(await only.ended, 0, only.err);
    const { request, round, ...rest } = JSON.parse(only.out);
    assert.deepEqual([BigInt(request) >> 32n, rest], [BigInt(round), {}]);
    const known = await it.call('requestAt', BigInt(request));
    assert.deepEqual([known.consumer, known.tip], [it.chain.accounts[2], 7n]);

    const late = run('request', [...where, '--request', request, '--timeout', '1']);
    assert.equal(await late.ended, 1);
    assert.match(late.err, new RegExp(`error: request ${request} has no word after 1 s`));
    assert.equal(late.out, '');

    // In this round or a later one, which is worked off while it waits.
    const asking = run('request', [...where, ...key]);
    while (!asking.err.includes('is in round')) await new Promise((resolve) => setTimeout(resolve, 20));
    const [, second, other] = /^request (\d+) is in round (\d+)$/m.exec(asking.err);
    for (const one of new Set([BigInt(round), BigInt(other)])) {
      await it.draw(one);
      await it.fulfil(one, 3);
    }
    assert.equal(await asking.ended, 0, asking.err);
    assert.equal(asking.out, `${await it.call('wordOf', BigInt(second))}\n`);

    const again = run('request', [...where, '--request', request, '--json']);
    assert.equal(await again.ended, 0, again.err);
    assert.deepEqual(JSON.parse(again.out), { request, round, word: await it.call('wordOf', BigInt(request)) });
  } finally {
    server.close();
    fs.rmSync(folder, { recursive: true });
  }
});

test('heliast-request says what is wrong', async () => {
  const it = await start();
  const server = await serve(it.chain);
  const where = ['--rpc', server.url, '--contract', it.contract.address];
  try {
    for (const [args, code, said] of [
      [[], 2, /--rpc is missing/],
      [['--rpc', server.url], 2, /--contract is missing/],
      [where, 2, /--key is missing/],
      [[...where, '--request', '-1'], 2, /request/],
      [[...where, '--request', `${1n << 256n}`], 2, /not a whole number/],
      [[...where, '--key', '/nowhere'], 1, /ENOENT/],
      [['--rpc', server.url, '--contract', it.chain.accounts[1], '--request', '1'], 1, /isFinal/],
      [['--help'], 0, /^$/],
    ]) {
      const one = run('request', args);
      assert.equal(await one.ended, code, `${args}: ${one.err}`);
      assert.match(one.err, said);
    }
  } finally {
    server.close();
  }
});

test('the file of addresses says what the code comes to, and deploying it comes there', async () => {
  const { chain } = await start();
  assert.deepEqual(addresses.create2.contracts, computed(contracts(), addresses.create2), 'node tools/addresses.mjs writes it anew');
  assert.deepEqual(addresses.chains, {});
  assert.equal(addressOn(1, 'HeliastRandomness'), undefined);
  assert.equal(await chain.addDeployer(), addresses.create2.deployer);
  const terms = { ...TERMS, span: 9 };
  for (const [name, args] of [['HeliastDelayVerifier', []], ['HeliastLotsVerifier', []], ['HeliastRandomness', [terms]]]) {
    const { address, to, data } = deterministic(contracts()[name], args);
    if (args.length === 0) assert.equal(addresses.create2.contracts[name].address, address);
    const there = () => chain.public.getCode({ address });
    assert.equal(await there(), undefined, name);
    await chain.wallets[6].sendTransaction({ to, data, gas: 12_000_000n });
    // Immutable values are put in where the compiled code has zeros.
    if (args.length === 0) assert.equal(await there(), contracts()[name].deployedBytecode);
    else assert.equal(await chain.call(chain.at(name, address), 'span'), 9);
  }
  assert.notEqual(deterministic(contracts().HeliastRandomness, [TERMS]).address, deterministic(contracts().HeliastRandomness, [terms]).address);
});
