// The client: asking and waiting, rounds as events tell them, and addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeAbiParameters, keccak256, sliceHex, toEventSelector, toFunctionSelector } from 'viem';
import { Randomness, addressOn, addresses, deterministic, listen, markOf, randomnessAbi, seedOf } from '../dist/index.js';
import { computed } from '../tools/addresses.mjs';
import { contracts } from './chain.mjs';
import { TERMS, start } from './coordinator.mjs';
import { bytes } from './oracle.mjs';

test('what the client calls is what the contract has', () => {
  const selectors = (abi) =>
    abi.flatMap((item) => {
      if (item.type === 'function') return [`${toFunctionSelector(item)} ${item.outputs.map(({ type }) => type)}`];
      return item.type === 'event' ? [toEventSelector(item) + item.inputs.map(({ indexed }) => Boolean(indexed))] : [];
    });
  const known = new Set(selectors(contracts().HeliastRandomness.abi));
  for (const selector of selectors(randomnessAbi)) assert.ok(known.has(selector), selector);
});

test('a request is made and answered', async () => {
  const it = await start();
  const randomness = new Randomness(it.chain.public, it.contract.address);
  const request = await randomness.request(it.chain.wallets[2], { tip: 10n ** 15n, gasLimit: 7 });
  const { consumer, gasLimit, tip } = await it.call('requestAt', request);
  assert.deepEqual([consumer, gasLimit, tip], [it.chain.accounts[2], 7, 10n ** 15n]);
  assert.equal(await randomness.word(request), undefined);
  const waiting = randomness.wait(request, { pollingMs: 1 });
  await it.draw(request >> 32n);
  await it.fulfil(request >> 32n, 3);
  assert.equal(await waiting, await it.call('wordOf', request));
  assert.equal(await randomness.word(request), await waiting);
});

test('waiting ends when it is told to, and a request that is refused says so', async () => {
  const it = await start();
  const randomness = new Randomness(it.chain.public, it.contract.address);
  const none = 5n << 32n;
  await assert.rejects(randomness.wait(none, { signal: AbortSignal.abort(new Error('enough')) }), /enough/);
  await assert.rejects(randomness.wait(none, { pollingMs: 5, signal: AbortSignal.timeout(30) }), /timeout/i);
  await assert.rejects(randomness.request(it.chain.wallets[2], { gasLimit: 5_000_001 }), /revert/);
  const { account, ...nobody } = it.chain.wallets[2];
  await assert.rejects(randomness.request(nobody), /no account/);
});

/** The parts of a claim in their order, and what a round keeps of it. */
const CLAIM = ['uint32', 'uint40', 'bytes22', 'uint40', 'address', 'bytes32', 'address'].map((type) => ({ type }));
const hashed = ({ count, drawnAt, entropy, claimedAt, claimant, mark, disputer }) =>
  sliceHex(keccak256(encodeAbiParameters(CLAIM, [count, drawnAt, entropy, claimedAt, claimant, mark, disputer])), 0, 31);

test('events tell rounds, and the claims that the contract keeps the hash of', async () => {
  const it = await start();
  await it.align();
  const ids = [await it.ask({ tip: 5n }), await it.ask({ tip: 6n, gasLimit: 9 })];
  const round = ids[0] >> 32n;
  const known = new Map();
  const all = async () => listen(it.chain.public, it.contract.address, known, 0n, await it.chain.public.getBlockNumber());
  await all();
  assert.deepEqual([...known.keys()], [round]);
  assert.deepEqual([...known.get(round).requests], [[ids[0], { gasLimit: 0n, tip: 5n }], [ids[1], { gasLimit: 9n, tip: 6n }]]);
  assert.equal(known.get(round).claim, undefined);
  await it.draw(round);
  await all();
  const { entropy, drawnAt } = await it.call('roundAt', round);
  assert.deepEqual([known.get(round).claim.entropy, known.get(round).claim.drawnAt, known.get(round).claim.claimedAt], [entropy, drawnAt, 0]);
  const seed = await it.claim(round, 5);
  await all();
  assert.equal(hashed(known.get(round).claim), (await it.call('roundAt', round)).claim);
  assert.equal(seed, seedOf(bytes(await it.output(round))));
  assert.equal(known.get(round).claim.mark, markOf(it.chain.accounts[5], seed));
  await it.dispute(round, 6);
  await all();
  assert.equal(hashed(known.get(round).claim), (await it.call('roundAt', round)).claim);
  // A round whose requests were not heard of is not taken up.
  await it.judge(round, 4, { requests: ids });
  const late = new Map();
  await listen(it.chain.public, it.contract.address, late, BigInt(drawnAt), await it.chain.public.getBlockNumber());
  assert.deepEqual(late, new Map());
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
