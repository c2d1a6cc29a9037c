// `heliast-fulfil`, where HELIAST_FULFIL names it, on a chain: from a request to its word, through
// kills, reorganisations, rivals, claims and dear gas; and with wrong nodes, keys and contracts.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { decodeFunctionData, encodeFunctionData, toFunctionSelector } from 'viem';
import { contracts, serve } from './chain.mjs';
import { TERMS, seedOf, start } from './coordinator.mjs';
import { sealed } from './keystores.mjs';

const PROGRAM = process.env.HELIAST_FULFIL;
const PRICE = 10n ** 18n;
/** Squarings that take the program a moment, and BigInt not long. */
const SQUARINGS = 20_000n;
const options = { skip: PROGRAM === undefined, timeout: 1_800_000 };
/** Requests of consumers that use all the gas they are given, together more than a transaction has; their round. */
async function greed({ it }) {
  const consumer = await it.chain.deploy('Refusing', [it.contract.address, 1n]);
  const each = it.terms.price + 10n ** 18n;
  const { blockNumber } = await it.chain.send(consumer, 'askMany', [5_000_000, 4n, each], { value: 4n * each });
  return blockNumber / BigInt(it.terms.span);
}
/** The call that reads a round. */
const roundAt = (round) => encodeFunctionData({ abi: contracts().HeliastRandomness.abi, functionName: 'roundAt', args: [round] });
const isCall = (functionName, { data, input }) =>
  (data ?? input).startsWith(toFunctionSelector(contracts().HeliastRandomness.abi.find(({ name }) => name === functionName)));
/** The requests that are delivered by a call. */
const requestsOf = ({ data, input }) =>
  decodeFunctionData({ abi: contracts().HeliastRandomness.abi, data: data ?? input }).args.at(-1).length;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A running program, with the events that it printed. */
class Run {
  constructor(args) {
    this.child = spawn(PROGRAM, args);
    [this.out, this.err] = ['', ''];
    this.child.stdout.on('data', (text) => (this.out += text));
    this.child.stderr.on('data', (text) => (this.err += text));
    this.isOver = false;
    this.ended = new Promise((resolve) => {
      this.child.on('close', resolve);
      this.child.on('error', (error) => resolve((this.err += error.message)));
    }).finally(() => (this.isOver = true));
  }

  get events() {
    return this.out.split('\n').slice(0, -1).map((line) => JSON.parse(line));
  }

  has(event) {
    return this.events.some((one) => one.event === event);
  }

  /** Waits until an event was printed this many times. */
  async until(event, times = 1) {
    while (this.events.filter((one) => one.event === event).length < times) {
      if (this.isOver) assert.fail(`ended: ${this.out}${this.err}`);
      await pause(20);
    }
    return this.events.filter((one) => one.event === event).at(-1);
  }

  /** Ends it as an operator does; the counts that it says at the end. */
  async stop() {
    this.child.kill('SIGTERM');
    assert.equal(await this.ended, 0, this.err);
    const last = this.events.at(-1);
    assert.equal(last.event, 'stopped');
    return last;
  }
}

/** A chain with a coordinator, a port, a folder, and blocks that come by themselves as long as they may. */
async function scene(terms, story) {
  const it = await start({ price: PRICE, squarings: SQUARINGS, ...terms });
  const server = await serve(it.chain);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'heliast-fulfil-'));
  const runs = [];
  const key = (account) => {
    const file = path.join(folder, `key-${account}`);
    const crypto = sealed(`0x${String(account + 1).repeat(64)}`, 'words', { n: 1024, r: 8, p: 1 });
    fs.writeFileSync(file, JSON.stringify({ version: 3, crypto }));
    fs.writeFileSync(path.join(folder, 'words'), 'words\r\nmore\n');
    return ['--key', file, '--passphrase-file', path.join(folder, 'words')];
  };
  const place = ['--rpc', server.url, '--contract', it.contract.address, '--every', '1', '--json'];
  const others = [];
  const stage = {
    it,
    folder,
    place,
    key,
    moves: true,
    /** Starts the program; `account` pays and is paid. */
    run(args = [], account = 3, { rpc = server.url, folder: own = 'data' } = {}) {
      const limit = args.includes('--max-fee') ? [] : ['--max-fee', '1000'];
      const data = ['--data', path.join(folder, own)];
      runs.push(new Run([...place.with(1, rpc), ...key(account), ...limit, ...data, ...args]));
      return runs.at(-1);
    },
    request(args, { rpc = server.url } = {}) {
      runs.push(new Run(['request', ...place.with(1, rpc), ...args]));
      return runs.at(-1);
    },
    /** Another node of the same chain, which gives the answer of `lie` if there is one. */
    async node(lie) {
      const other = http.createServer(async (request, response) => {
        let text = '';
        for await (const part of request) text += part;
        const asked = JSON.parse(text);
        const said = lie(asked);
        const forwarded = async () => (await fetch(server.url, { method: 'POST', body: text })).json();
        response.end(JSON.stringify(said ? { jsonrpc: '2.0', id: asked.id, ...said } : await forwarded()));
      });
      others.push(other);
      await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${other.address().port}`;
    },
    async final(round) {
      while ((await it.state(round)).state !== 'Final') await pause(50);
    },
  };
  const miner = setInterval(() => stage.moves && it.chain.mine().catch(() => {}), 150);
  try {
    await story(stage);
  } catch (error) {
    error.message += `\n${runs.map((run) => run.out + run.err).join('\n')}`;
    throw error;
  } finally {
    clearInterval(miner);
    for (const { child } of runs) child.kill('SIGKILL');
    for (const other of others) {
      other.close();
      other.closeAllConnections();
    }
    server.close();
    fs.rmSync(folder, { recursive: true });
  }
}

// Side by side: they wait for blocks most of the time.
describe('heliast-fulfil', { concurrency: 4, skip: options.skip }, () => {
  test('a request is made, worked off over a kill, and answered', options, async () => {
    // The delay takes half a second on the fastest machine, so that the kill is in its midst. A machine that was too
    // busy for that tries it again with a longer delay.
    for (const squarings of [4_000_000n, 16_000_000n, 64_000_000n]) if (await isWorkedOffOverAKill(squarings)) return;
    assert.fail('nothing was left to square after each kill');
  });

  /** Whether the program that came after the kill had something left to square. */
  async function isWorkedOffOverAKill(squarings) {
    let wasLeft;
    await scene({ squarings }, async (on) => {
      const asked = on.request([...on.key(2), '--max-fee', '1000', '--tip', String(10n ** 15n), '--depth', '1']);
      const { request, round } = await asked.until('requested');
      const first = on.run(['--depth', '1']);
      await first.until('evaluating');
      await pause(100);
      first.child.kill('SIGKILL');
      await first.ended;

      const second = on.run(['--depth', '1', '--metrics', '127.0.0.1:0']);
      const { metrics } = await second.until('started');
      await second.until('success', 1);
      await on.final(BigInt(round));
      const { word } = await asked.until('word');
      assert.equal(await asked.ended, 0);
      assert.equal(word, await on.it.call('wordOf', BigInt(request)));
      assert.equal((await on.it.call('requestAt', BigInt(request))).consumer, `0x${'0'.repeat(40)}`, 'it was not delivered');
      assert.ok((await on.it.credit(3)) > PRICE / 4n);
      const text = await (await fetch(`http://${metrics}/metrics`)).text();
      wasLeft = Number(/^heliast_fulfil_squarings_total (\S+)$/m.exec(text)[1]) > 0;
      await second.until('success');
      assert.equal((await second.stop()).failed, 0);

      // A program that only waits gets the same word, by the chain's finality; and so does one for an unknown request.
      const later = on.request(['--request', request]);
      assert.equal(await later.ended, 0, later.err);
      assert.equal(later.events.at(-1).word, word);
      const none = on.request(['--request', `${BigInt(request) + 1n}`]);
      assert.equal(await none.ended, 3, none.err);
      assert.match(none.err, /there is no request/);
      const early = on.request(['--request', `${(10n ** 6n) << 32n}`, '--timeout', '1']);
      assert.equal(await early.ended, 4, early.err);
    });
    return wasLeft;
  }

  test('several rounds are worked off, two at a time', options, () =>
    scene({}, async (on) => {
      const rounds = new Set();
      while (rounds.size < 3) rounds.add((await on.it.ask()) >> 32n);
      const one = on.run(['--depth', '0', '--parallel', '2']);
      for (const round of rounds) await on.final(round);
      await one.until('success', 9);
      const { drawn, evaluated, claimed, fulfilled, failed } = await one.stop();
      assert.deepEqual([drawn, evaluated, claimed, fulfilled, failed], [3, 3, 3, 3, 0]);
    }));

  test('a reorganisation makes it begin anew, and post nothing of before', options, () =>
    scene({}, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      const snapshot = await on.it.chain.rpc('evm_snapshot');
      const one = on.run(['--depth', '1000']);
      await one.until('evaluated');
      on.moves = false;
      await pause(200);
      await on.it.chain.rpc('evm_revert', snapshot);
      await on.it.chain.rpc('hardhat_setPrevRandao', `0x${'cd'.repeat(32)}`);
      on.moves = true;
      await one.until('evaluated', 2);
      const { reorganised, failed } = await one.stop();
      assert.deepEqual([reorganised, failed], [1, 0]);
      // Its files are of both draws: the node may have been behind the others.
      const kept = fs.readdirSync(path.join(on.folder, 'data')).filter((name) => name !== 'lock');
      assert.deepEqual(kept.map((name) => path.extname(name)), ['.proof', '.proof']);
      const again = on.run(['--depth', '1']);
      await on.final(round);
      await again.until('success');
      assert.equal((await on.it.state(round)).seed, seedOf(await on.it.output(round)));
      assert.equal((await again.stop()).squarings, 0);
    }));

  test('a rival who is first costs nothing but the squarings', options, () =>
    scene({}, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      const one = on.run(['--depth', '1000']);
      await one.until('waiting until it is final');
      await on.it.fulfil(round, 4);
      await one.until('settled');
      const { fulfilled, failed } = await one.stop();
      assert.deepEqual([fulfilled, failed], [0, 0]);
    }));

  test('a false claim is refuted, and a true one is left to its claimant', options, () =>
    scene({ window: 400 }, async (on) => {
      // No window ends before it is time for that.
      on.moves = false;
      const [first, second] = [(await on.it.ask()) >> 32n, await on.it.align().then(() => on.it.ask()).then((id) => id >> 32n)];
      assert.notEqual(first, second);
      await on.it.draw(first);
      await on.it.draw(second);
      await on.it.claim(first, 5, 77n);
      await on.it.claim(second, 6);
      const one = on.run(['--depth', '0']);
      await on.final(first);
      assert.ok((await on.it.credit(3)) >= TERMS.bond);
      await one.until('claimed rightly');
      assert.equal((await on.it.state(second)).state, 'Claimed');
      await on.it.dispute(second, 7);
      on.moves = true;
      await on.final(second);
      assert.ok((await on.it.credit(3)) >= 2n * TERMS.bond);
      await one.until('success', 2);
      const { fulfilled, failed } = await one.stop();
      assert.deepEqual([fulfilled, failed], [2, 0]);
    }));

  test('a claim is made in place of a proof, and settled', options, () =>
    scene({ window: 12 }, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      const one = on.run(['--depth', '1', '--claim']);
      await on.final(round);
      await one.until('success', 3);
      const calls = one.events.filter(({ event }) => event === 'success').map(({ call }) => call);
      assert.deepEqual(calls, ['draw', 'claim', 'settle']);
      assert.ok((await on.it.credit(3)) > TERMS.bond + PRICE / 4n);
      assert.equal((await on.it.state(round)).seed, seedOf(await on.it.output(round)));
      const { claimed, fulfilled, failed } = await one.stop();
      assert.deepEqual([claimed, fulfilled, failed], [1, 1, 0]);
    }));

  test('a false claim is disputed where gas is too dear for a proof, and then proved, since that brings both bonds', options, () =>
    scene({ window: 4000 }, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      await on.it.draw(round);
      await on.it.claim(round, 5, 77n);
      on.moves = false;
      // 1.2 million gas cost more than the bond and the least fee, and less than two bonds, and what a dispute takes costs
      // less than half a bond.
      const dear = async () => {
        await on.it.chain.rpc('hardhat_setNextBlockBaseFeePerGas', `0x${(1200n * 10n ** 9n).toString(16)}`);
        await on.it.chain.rpc('hardhat_mine', '0x1');
      };
      await dear();
      const blocks = setInterval(() => dear().catch(() => {}), 150);
      const one = on.run(['--depth', '0', '--max-fee', '9000']);
      try {
        while ((await on.it.state(round)).state !== 'Disputed') await pause(50);
        await on.final(round);
      } finally {
        clearInterval(blocks);
      }
      on.moves = true;
      await one.until('success', 2);
      assert.ok((await on.it.credit(3)) >= 2n * TERMS.bond);
      const { claimed, fulfilled, failed } = await one.stop();
      assert.deepEqual([claimed, fulfilled, failed], [1, 1, 0]);
    }));

  test('a request for more gas than there is keeps no proof from being posted', options, () =>
    scene({ window: 0, bond: 0n }, async (on) => {
      const round = await greed(on);
      const one = on.run(['--depth', '0']);
      await on.final(round);
      await one.until('success', 2);
      assert.equal((await one.stop()).failed, 0);
    }));

  test('a request for more gas than there is saves no false claim, and holds up no claim of its own', options, () =>
    scene({ window: 200 }, async (on) => {
      const first = await greed(on);
      await on.it.draw(first);
      await on.it.claim(first, 5, 77n);
      await on.it.align();
      const second = await greed(on);
      const one = on.run(['--depth', '0', '--claim']);
      await on.final(first);
      assert.ok((await on.it.credit(3)) >= TERMS.bond);
      assert.equal((await on.it.state(first)).seed, seedOf(await on.it.output(first)));
      while ((await on.it.state(second).catch(() => ({}))).state !== 'Claimed') await pause(50);
      await on.it.chain.mine(200);
      await on.final(second);
      await one.until('success', 4);
      assert.equal((await one.stop()).failed, 0);
    }));

  test('consumers are called whose tips pay, and the others are left to themselves', options, () =>
    scene({ window: 0, bond: 0n }, async (on) => {
      const consumer = await on.it.chain.deploy('Noting', [on.it.contract.address]);
      await on.it.align();
      const ids = [];
      for (const tip of [10n ** 16n, 1n, 0n]) ids.push(await on.it.ask({ consumer, gasLimit: 200_000, tip }));
      const rounds = [...new Set(ids.map((id) => id >> 32n))];
      const one = on.run(['--depth', '0']);
      for (const round of rounds) await on.final(round);
      await one.until('success', 2 * rounds.length);
      const left = await Promise.all(ids.map(async (id) => (await on.it.call('requestAt', id)).tip !== 0n || (await on.it.call('requestAt', id)).gasLimit !== 0));
      assert.deepEqual(left, [false, true, true]);
      assert.equal((await one.stop()).failed, 0);
    }));

  test('an output is claimed before it is shown, so that nobody claims it from a proof that waits', options, () =>
    scene({ window: 400 }, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      await on.it.draw(round);
      on.moves = false;
      const { rpc } = on.it.chain;
      await rpc('evm_setAutomine', false);
      const one = on.run(['--depth', '0']);
      await one.until('sent');
      // The transaction says nothing about the output: nobody else could make a mark with its first 32 bytes.
      const waiting = await rpc('eth_getBlockByNumber', 'pending', true);
      const [{ input }] = waiting.transactions;
      const y = (await on.it.output(round)).toString(16).padStart(512, '0');
      assert.ok(!input.includes(y.slice(0, 64)), 'the output is shown');
      assert.ok(!input.includes(seedOf(await on.it.output(round)).slice(2)), 'the seed is shown');
      await rpc('evm_setAutomine', true);
      on.moves = true;
      // It does not wait for the window.
      await on.final(round);
      await one.until('success', 2);
      const calls = one.events.filter(({ event }) => event === 'success').map(({ call }) => call);
      assert.deepEqual(calls, ['claim', 'judge']);
      const { claimedAt, drawnAt } = await on.it.claimOf(round);
      assert.equal(await on.it.credit(3), TERMS.bond + on.it.each(claimedAt - drawnAt));
      const { claimed, fulfilled, failed } = await one.stop();
      assert.deepEqual([claimed, fulfilled, failed], [1, 1, 0]);
    }));

  test('a false claim is disputed where its window ends before the draw is final', options, () =>
    scene({ window: 60 }, async (on) => {
      on.moves = false;
      const round = (await on.it.ask()) >> 32n;
      await on.it.draw(round);
      await on.it.claim(round, 5, 77n);
      const one = on.run(['--depth', '90']);
      await one.until('short window');
      while ((await on.it.state(round)).state === 'Claimed') await pause(50);
      assert.equal((await on.it.state(round)).state, 'Disputed');
      assert.equal((await on.it.state(round)).disputer, on.it.chain.accounts[3]);
      on.moves = true;
      await on.final(round);
      assert.equal((await on.it.state(round)).seed, seedOf(await on.it.output(round)));
      await one.until('success', 2);
      const { claimed, fulfilled, failed } = await one.stop();
      assert.deepEqual([claimed, fulfilled, failed], [1, 1, 0]);
    }));

  test('a claim is evaluated before older rounds that can wait', options, async () => {
    // The claim has to come before the older round is evaluated. A machine that was too busy for that tries it again
    // with a longer delay.
    for (const squarings of [2_000_000n, 8_000_000n, 32_000_000n]) if (await isInterrupted(squarings)) return;
    assert.fail('the older round was evaluated each time before the claim');
  });

  /** Whether the older round was interrupted; then all else is checked, too. */
  async function isInterrupted(squarings) {
    let was = false;
    await scene({ window: 400, squarings }, async (on) => {
      on.moves = false;
      const first = (await on.it.ask()) >> 32n;
      await on.it.align();
      const second = (await on.it.ask()) >> 32n;
      await on.it.draw(first);
      await on.it.draw(second);
      const one = on.run(['--depth', '1000000']);
      assert.equal((await one.until('evaluating')).round, Number(first));
      await on.it.send('claim', [second, (await on.it.claimOf(second)).entropy, `0x${'7'.repeat(64)}`], { from: 5, value: TERMS.bond });
      const either = () => one.events.find(({ event }) => ['interrupted', 'evaluated'].includes(event));
      while (!either()) {
        if (one.isOver) assert.fail(`ended: ${one.out}${one.err}`);
        await pause(20);
      }
      assert.equal(either().round, Number(first));
      if (either().event === 'evaluated') return;
      was = true;
      assert.equal((await one.until('evaluated')).round, Number(second));
      assert.equal((await one.until('evaluated', 2)).round, Number(first));
      // Nothing of the first was done twice.
      assert.equal((await one.stop()).squarings, Number(2n * squarings));
    });
    return was;
  }

  test('a claim that cannot be evaluated in time is told of', options, () =>
    scene({ window: 12, squarings: 40_000_000n }, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      await on.it.draw(round);
      await on.it.send('claim', [round, (await on.it.claimOf(round)).entropy, `0x${'7'.repeat(64)}`], { from: 5, value: TERMS.bond });
      const one = on.run(['--depth', '0']);
      assert.equal((await one.until('too late for a claim')).round, Number(round));
      assert.equal((await one.stop()).late, 1);
    }));

  test('a round that a rival has worked off leaves no file, and nothing has failed', options, () =>
    scene({ window: 0, bond: 0n, squarings: 2_000n }, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      await on.it.draw(round);
      const data = path.join(on.folder, 'data');
      const one = on.run(['--depth', '140']);
      await one.until('evaluated');
      // The output does not lie deep enough before that is wanted.
      on.moves = false;
      await on.it.fulfil(round, 4);
      await one.until('settled');
      assert.equal((await one.stop()).failed, 0);
      // Also one that has not known the round before.
      assert.equal(fs.readdirSync(data).length, 2);
      const again = on.run(['--depth', '0']);
      await again.until('settled');
      await on.it.chain.mine(130);
      on.moves = true;
      while (fs.readdirSync(data).length > 1) await pause(50);
      assert.equal((await again.stop()).failed, 0);
    }));

  test('a node that is behind does not cost what was squared, and one that lies about blocks is left in time', options, () =>
    scene({}, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      await on.it.draw(round);
      let lie;
      const one = on.run(['--depth', '1000000'], 3, { rpc: await on.node((asked) => lie?.(asked)) });
      await one.until('evaluated');
      // The state of before the draw.
      const block = `0x${((await on.it.state(round)).drawnAt - 1).toString(16)}`;
      const old = await on.it.chain.rpc('eth_call', { to: on.it.contract.address, data: roundAt(round) }, block);
      lie = ({ method, params }) => method === 'eth_call' && params[0].data === roundAt(round) && { result: old };
      await one.until('reorganised');
      const most = `0x${(2n ** 64n - 1n).toString(16)}`;
      lie = ({ method }) => method === 'eth_getBlockByNumber' && { result: { number: most, baseFeePerGas: '0x1' } };
      await pause(1500);
      lie = undefined;
      await one.until('evaluated', 2);
      assert.equal((await one.stop()).squarings, Number(SQUARINGS));
    }));

  test('nothing is posted before the draw is deep enough, and a restart goes on from the chain alone', options, () =>
    scene({}, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      const before = on.run(['--depth', '1000']);
      await before.until('waiting until it is final');
      assert.equal((await before.stop()).drawn, 1);
      // Nothing is left of its folder.
      const after = on.run(['--depth', '30'], 3, { folder: 'other' });
      await on.final(round);
      const { drawnAt } = await on.it.claimOf(round);
      const { abi, address } = on.it.contract;
      const [{ blockNumber }] = await on.it.chain.public.getContractEvents({ abi, address, eventName: 'Claimed', fromBlock: 0n });
      assert.ok(blockNumber >= BigInt(drawnAt) + 30n, `${blockNumber}, ${drawnAt}`);
      await after.until('success', 2);
      const { drawn, evaluated, fulfilled, failed } = await after.stop();
      assert.deepEqual([drawn, evaluated, fulfilled, failed], [0, 1, 1, 0]);
    }));

  test('its own claim that somebody disputes is proved, where it would have been settled', options, () =>
    scene({ window: 300 }, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      const one = on.run(['--depth', '1', '--claim']);
      while ((await on.it.state(round)).state !== 'Claimed') await pause(50);
      await on.it.dispute(round, 5);
      await on.final(round);
      await one.until('success', 3);
      const calls = one.events.filter(({ event }) => event === 'success').map(({ call }) => call);
      assert.deepEqual(calls, ['draw', 'claim', 'judge']);
      assert.ok((await on.it.credit(3)) > 2n * TERMS.bond);
      assert.equal((await one.stop()).failed, 0);
    }));

  test('a true claim that its claimant gives up is proved, and pays who proves it', options, () =>
    scene({ window: 30 }, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      await on.it.draw(round);
      await on.it.claim(round, 5);
      on.moves = false;
      const { claimedAt } = await on.it.claimOf(round);
      const one = on.run(['--depth', '0']);
      await one.until('claimed rightly');
      await on.it.chain.mine(60);
      on.moves = true;
      await on.final(round);
      const { abi, address } = on.it.contract;
      const [{ blockNumber, args }] = await on.it.chain.public.getContractEvents({ abi, address, eventName: 'Settled', fromBlock: 0n });
      assert.ok(blockNumber > BigInt(claimedAt) + 2n * 30n, `${blockNumber}, ${claimedAt}`);
      assert.equal(args.worker, on.it.chain.accounts[3]);
      assert.equal(await on.it.credit(5), TERMS.bond);
      assert.ok((await on.it.credit(3)) > PRICE / 4n);
      await one.until('success');
      const { fulfilled, failed } = await one.stop();
      assert.deepEqual([fulfilled, failed], [1, 0]);
    }));

  test('a proof goes without deliveries where the node says that it fails with them', options, () =>
    scene({ window: 0, bond: 0n }, async (on) => {
      const id = await on.it.ask({ tip: 10n ** 16n });
      const refused = [];
      const lie = ({ method, params }) => {
        if (method !== 'eth_estimateGas' || !isCall('fulfil', params[0]) || requestsOf(params[0]) === 0) return undefined;
        refused.push(params);
        return { error: { code: 3, message: 'execution reverted', data: '0x' } };
      };
      const one = on.run(['--depth', '0'], 3, { rpc: await on.node(lie) });
      await on.final(id >> 32n);
      await one.until('success', 2);
      assert.ok(refused.length > 0);
      assert.equal((await on.it.call('requestAt', id)).tip, 10n ** 16n, 'it was delivered');
      assert.equal((await one.stop()).failed, 0);
    }));

  test('a false claim is disputed where the node says that its proof fails', options, () =>
    scene({ window: 400 }, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      await on.it.draw(round);
      await on.it.claim(round, 5, 77n);
      on.moves = false;
      const lie = ({ method, params }) =>
        method === 'eth_estimateGas' && isCall('judge', params[0]) && { error: { code: 3, message: 'execution reverted', data: '0x' } };
      const one = on.run(['--depth', '0'], 3, { rpc: await on.node(lie) });
      while ((await on.it.state(round)).state === 'Claimed') await pause(50);
      assert.equal((await on.it.state(round)).disputer, on.it.chain.accounts[3]);
      await one.until('would fail');
      await one.stop();
      // By a node that lets it through.
      on.moves = true;
      const after = on.run(['--depth', '0']);
      await on.final(round);
      await after.until('success');
      assert.ok((await on.it.credit(3)) >= 2n * TERMS.bond);
      assert.equal((await on.it.state(round)).seed, seedOf(await on.it.output(round)));
    }));

  test('a request is only made, only waited for, refused if it is too dear, and told of when time is over', options, () =>
    scene({}, async (on) => {
      const paying = [...on.key(2), '--max-fee', '1000'];
      const only = on.request([...paying, '--no-wait', '--tip', '7', '--gas-limit', '9']);
      assert.equal(await only.ended, 0, only.err);
      assert.deepEqual(only.events.map(({ event }) => event), ['sent', 'requested']);
      const { request, round } = only.events.at(-1);
      assert.equal(BigInt(request) >> 32n, BigInt(round));
      const { consumer, tip, gasLimit } = await on.it.call('requestAt', BigInt(request));
      assert.deepEqual([consumer, tip, gasLimit], [on.it.chain.accounts[2], 7n, 9]);

      const late = on.request(['--request', request, '--depth', '0', '--timeout', '1']);
      assert.equal(await late.ended, 4, late.err);
      assert.match(late.err, new RegExp(`request ${request} has no word yet: wait with --request ${request}`));
      assert.equal(late.out, '');
      const dear = on.request([...paying, '--max-price', String(PRICE - 1n)]);
      assert.equal(await dear.ended, 6, dear.err);
      assert.match(dear.err, /a request costs 1000000000000000000 wei, and --max-price says 999999999999999999/);
      const wide = on.request(['--request', `${1n << 256n}`]);
      assert.equal(await wide.ended, 2, wide.err);

      await on.it.draw(BigInt(round));
      await on.it.fulfil(BigInt(round), 4);
      const again = on.request(['--request', request, '--depth', '0']);
      assert.equal(await again.ended, 0, again.err);
      const word = await on.it.call('wordOf', BigInt(request));
      assert.deepEqual(again.events.map(({ at, ...one }) => one), [{ event: 'word', request, word }]);

      // A node that fails is asked again; one that does not know finality is not relied on.
      let failures = 0;
      const fails = { error: { code: -32000, message: 'not now' } };
      const flaky = await on.node(({ method }) => method === 'eth_getBlockByNumber' && failures++ < 3 && fails);
      const patient = on.request(['--request', request, '--depth', '0'], { rpc: flaky });
      assert.equal(await patient.ended, 0, patient.err);
      assert.deepEqual(patient.events.map(({ event }) => event), ['trouble', 'trouble', 'trouble', 'word']);
      const endless = await on.node(({ method, params }) => method === 'eth_getBlockByNumber' && params[0] === 'finalized' && fails);
      const unsure = on.request([...paying], { rpc: endless });
      assert.equal(await unsure.ended, 3, unsure.err);
      assert.match(unsure.err, /does not say which blocks are final: give --depth BLOCKS/);
    }));

  test('dear gas is waited out, and a transaction that waits is paid better, over a restart', options, () =>
    scene({ window: 0, bond: 0n }, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      await on.it.draw(round);
      on.moves = false;
      const { rpc } = on.it.chain;
      const base = async (gwei) => {
        await rpc('hardhat_setNextBlockBaseFeePerGas', `0x${(BigInt(gwei) * 10n ** 9n).toString(16)}`);
        await rpc('hardhat_mine', '0x1');
      };
      await base(30);
      const limits = ['--depth', '0', '--max-fee', '20', '--patience', '1'];
      const args = ['--data', path.join(on.folder, 'data'), ...limits];
      const begin = () => new Run([...on.place, ...on.key(3), ...args]);
      let one = begin();
      try {
        await one.until('too dear');
        // Sent while gas is cheap; then the next blocks are dearer than it pays.
        await rpc('evm_setAutomine', false);
        await base(1);
        await one.until('sent');
        one.child.kill('SIGKILL');
        await one.ended;
        // It does not know the sent transactions, but the node does.
        one = begin();
        await pause(1500);
        const blocks = setInterval(() => base(8).catch(() => {}), 400);
        await on.final(round);
        clearInterval(blocks);
        await one.until('success');
        const { fulfilled, failed } = await one.stop();
        assert.deepEqual([fulfilled, failed], [1, 0]);
        const nonce = await on.it.chain.public.getTransactionCount({ address: on.it.chain.accounts[3] });
        assert.equal(nonce, 1, 'more than one transaction was mined');
      } catch (error) {
        error.message += `\n${one.out}${one.err}`;
        throw error;
      } finally {
        one.child.kill('SIGKILL');
      }
    }));

  test('what is wrong with key, chain, contract or node is said', options, () =>
    scene({}, async (on) => {
      const other = path.join(on.folder, 'other');
      fs.writeFileSync(other, 'other\n');
      fs.writeFileSync(path.join(on.folder, 'noise'), '{}');
      const [key, max] = [on.key(3), ['--max-fee', '10']];
      const [rpc, contract] = [on.place.slice(0, 2), on.place.slice(2, 4)];
      const verifier = await on.it.chain.deploy('HeliastDelayVerifier');
      const answers = (body) =>
        new Promise((resolve) => {
          const server = http.createServer((_, response) => {
            response.on('error', () => {});
            body(response);
          });
          server.unref().listen(0, '127.0.0.1', () => resolve(['--rpc', `http://127.0.0.1:${server.address().port}`]));
        });
      const noise = await answers((response) => response.end('<html>'));
      const endless = await answers((response) => {
        const send = () => response.destroyed || (response.write(' '.repeat(1 << 20)), setImmediate(send));
        send();
      });
      for (const [args, code, said] of [
        [[], 2, /--rpc/],
        [[...rpc, '--contract', '0x12', ...key, ...max], 2, /invalid value/],
        [['--rpc', 'localhost', ...contract, ...key, ...max], 2, /--rpc takes an address/],
        [[...rpc, ...contract, '--key', '/nowhere', ...key.slice(2), ...max], 3, /\/nowhere/],
        [[...rpc, ...contract, '--key', path.join(on.folder, 'noise'), ...key.slice(2), ...max], 3, /noise: this is not a keystore/],
        [[...rpc, ...contract, ...key.slice(0, 2), '--passphrase-file', other, ...max], 6, /passphrase is wrong/],
        [[...rpc, ...contract, ...key, ...max, '--chain', '1'], 3, /is a node of chain 31337, and --chain says 1/],
        [[...rpc, '--contract', on.it.chain.accounts[1], ...key, ...max], 3, /there is no contract at/],
        [[...rpc, '--contract', verifier.address, ...key, ...max], 3, /is not a coordinator/],
        [['--rpc', 'http://127.0.0.1:1', ...contract, ...key, ...max], 5, /does not answer eth_chainId/],
        [[...noise, ...contract, ...key, ...max], 5, /something else than was asked for/],
        [[...endless, ...contract, ...key, ...max], 5, /more than 33554432 bytes/],
        [[...rpc, ...contract, ...key, ...max, '--metrics', '192.0.2.1:1'], 6, /--metrics 192.0.2.1:1/],
        [['request', ...rpc, ...contract], 2, /--key/],
      ]) {
        const one = new Run(args[0] === 'request' ? args : [...args, ...(args.length ? ['--data', path.join(on.folder, 'd')] : [])]);
        assert.equal(await one.ended, code, `${args}: ${one.err}`);
        assert.match(one.err, said);
      }
      // Two of them do not share a folder.
      const first = on.run();
      await first.until('started');
      const second = on.run();
      assert.equal(await second.ended, 6);
      assert.match(second.err, /another process works in/);
      await first.stop();
    }));
});
