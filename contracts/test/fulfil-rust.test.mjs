// `heliast-fulfil` of crates/heliast-fulfil, where HELIAST_FULFIL names it, on a chain: from a request to its word, through
// kills, reorganisations, rivals, claims and dear gas; and with nodes, keys and contracts that are not what they should be.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { serve } from './chain.mjs';
import { TERMS, seedOf, start } from './coordinator.mjs';
import { sealed } from './keystores.mjs';

const PROGRAM = process.env.HELIAST_FULFIL;
const PRICE = 10n ** 18n;
/** Squarings that take the program a moment, and BigInt not long. */
const SQUARINGS = 20_000n;
const options = { skip: PROGRAM === undefined, timeout: 180_000 };
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A program under way; what it said, as events. */
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

  /** Waits until an event was told so often. */
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
  const data = ['--data', path.join(folder, 'data')];
  const stage = {
    it,
    folder,
    place,
    key,
    moves: true,
    /** Starts the program; `account` pays and is paid. */
    run(args = [], account = 3) {
      const limit = args.includes('--max-fee') ? [] : ['--max-fee', '1000'];
      runs.push(new Run([...place, ...key(account), ...limit, ...data, ...args]));
      return runs.at(-1);
    },
    request(args) {
      runs.push(new Run(['request', ...place, ...args]));
      return runs.at(-1);
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
    server.close();
    fs.rmSync(folder, { recursive: true });
  }
}

// Side by side: they wait for blocks most of the time.
describe('heliast-fulfil', { concurrency: 4, skip: options.skip }, () => {
  test('a request is made, worked off over a kill, and answered', options, () =>
    scene({ squarings: 400_000n }, async (on) => {
      const asked = on.request([...on.key(2), '--max-fee', '1000', '--tip', '5', '--depth', '1']);
      const { request, round } = await asked.until('requested');
      const first = on.run(['--depth', '1']);
      await first.until('evaluating');
      await pause(300);
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
      assert.match(text, /^heliast_fulfil_squarings_total [1-9]/m);
      await second.until('success');
      assert.equal((await second.stop()).failed, 0);

      // The same word to whoever only waits, by the finality that the chain tells; and one that nobody asked for.
      const later = on.request(['--request', request]);
      assert.equal(await later.ended, 0, later.err);
      assert.equal(later.events.at(-1).word, word);
      const none = on.request(['--request', `${BigInt(request) + 1n}`]);
      assert.equal(await none.ended, 3, none.err);
      assert.match(none.err, /there is no request/);
      const early = on.request(['--request', `${(10n ** 6n) << 32n}`, '--timeout', '1']);
      assert.equal(await early.ended, 4, early.err);
    }));

  test('several rounds are worked off, two at a time', options, () =>
    scene({}, async (on) => {
      const rounds = new Set();
      while (rounds.size < 3) rounds.add((await on.it.ask()) >> 32n);
      const one = on.run(['--depth', '0', '--parallel', '2']);
      for (const round of rounds) await on.final(round);
      await one.until('success', 6);
      const { drawn, evaluated, fulfilled, failed } = await one.stop();
      assert.deepEqual([drawn, evaluated, fulfilled, failed], [3, 3, 3, 0]);
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
      // What it kept is of the new draw alone.
      const kept = fs.readdirSync(path.join(on.folder, 'data')).filter((name) => name !== 'lock');
      assert.deepEqual(kept.map((name) => path.extname(name)), ['.proof']);
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

  test('a false claim is disputed as long as gas is too dear for a proof', options, () =>
    scene({ window: 4000 }, async (on) => {
      const round = (await on.it.ask()) >> 32n;
      await on.it.draw(round);
      await on.it.claim(round, 5, 77n);
      on.moves = false;
      // 1.2 million gas cost more than the bond and the least fee, and what a dispute takes costs less than half a bond.
      const dear = async () => {
        await on.it.chain.rpc('hardhat_setNextBlockBaseFeePerGas', `0x${(1200n * 10n ** 9n).toString(16)}`);
        await on.it.chain.rpc('hardhat_mine', '0x1');
      };
      await dear();
      const blocks = setInterval(() => dear().catch(() => {}), 150);
      const one = on.run(['--depth', '0', '--max-fee', '9000']);
      try {
        while ((await on.it.state(round)).state !== 'Disputed') await pause(50);
      } finally {
        clearInterval(blocks);
      }
      on.moves = true;
      await on.final(round);
      await one.until('success', 2);
      assert.ok((await on.it.credit(3)) >= 2n * TERMS.bond);
      const { claimed, fulfilled, failed } = await one.stop();
      assert.deepEqual([claimed, fulfilled, failed], [1, 1, 0]);
    }));

  test('dear gas is waited out, and a transaction that waits is paid better, over a restart', options, () =>
    scene({}, async (on) => {
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
        // It knows nothing of what was sent, and the node does.
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
