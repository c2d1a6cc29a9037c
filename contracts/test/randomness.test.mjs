// HeliastRandomness: the course of a round, and attacks on it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeAbiParameters, keccak256, zeroHash } from 'viem';
import { refusal } from './chain.mjs';
import { TERMS, seedOf, start, wordOf } from './coordinator.mjs';

/** A round that account 3 has claimed, with the true output or another `y`, and that `disputer` disputes. */
async function claimed({ y, disputer } = {}) {
  const it = await start();
  const round = (await it.ask()) >> 32n;
  const drawn = await it.draw(round);
  const seed = await it.claim(round, 3, y);
  if (disputer !== undefined) await it.dispute(round, disputer);
  const { claimedAt } = await it.state(round);
  return { it, round, drawn, seed, claimedAt };
}

test('a round goes from requests to words', async () => {
  const it = await start();
  const { chain } = it;
  const consumer = await chain.deploy('Noting', [it.contract.address]);
  await it.align();
  const first = await it.ask({ gasLimit: 100_000, consumer });
  const second = await it.ask({ from: 2, tip: 7n, gasLimit: 0 });
  const round = first >> 32n;
  assert.equal(second, first + 1n);
  assert.equal(await refusal(it.send('draw', [round])), 'TooEarly');
  assert.equal(await refusal(it.send('fulfil', [round, '0x', chain.accounts[3], []])), 'WrongState');
  const drawn = await it.draw(round, 1);
  const { entropy } = await it.state(round);
  const block = await chain.public.getBlock({ blockNumber: drawn.blockNumber });
  assert.equal(entropy, keccak256(block.mixHash).slice(0, 46));
  assert.equal(await it.credit(1), 2n * (TERMS.price / 16n));
  assert.equal(await refusal(it.send('draw', [round])), 'WrongState');
  assert.equal(await refusal(it.call('wordOf', first)), 'NoWordYet');
  assert.equal(await refusal(it.send('deliver', [[first]])), 'NoWordYet');

  const proved = await it.fulfil(round, 3, { requests: [first, second] });
  const seed = seedOf(await it.output(round));
  assert.equal((await it.state(round)).seed, seed);
  const each = it.each(proved.blockNumber - drawn.blockNumber);
  assert.equal(await it.credit(3), 2n * each + 7n);
  assert.equal(await it.call('credits', consumer.address), it.net() - each);
  assert.equal(await it.call('wordOf', first), wordOf(seed, first));
  assert.equal(await it.call('wordOf', second), wordOf(seed, second));
  assert.notEqual(wordOf(seed, first), wordOf(seed, second));
  assert.equal(await refusal(it.call('wordOf', second + 1n)), 'NoWordYet');
  assert.equal(await chain.call(consumer, 'words', [first]), wordOf(seed, first));

  // Nothing happens twice.
  assert.equal(await refusal(it.fulfil(round, 3)), 'WrongState');
  const before = await it.credit(4);
  await it.send('deliver', [[first, second, second, 99n << 32n]], { from: 4 });
  assert.equal(await it.credit(4), before);
  assert.equal(await chain.call(consumer, 'calls'), 1n);
  for (const account of [1, 2, 3]) await it.send('withdraw', [chain.accounts[account]], { from: account });
  await chain.send(consumer, 'withdraw');
  assert.ok((await chain.balance(it.contract.address)) < TERMS.price / 1000n);
});

test('no draw comes before requests are closed, and every request is in the round of its block', async () => {
  const it = await start({ span: 3, margin: 4 });
  for (let i = 0; i < 7; i++) {
    const expected = await it.nextRound();
    assert.equal((await it.ask()) >> 32n, expected);
  }
  const rounds = [await it.nextRound() - 1n];
  const first = (rounds[0] + 1n) * 3n + 4n;
  while ((await it.chain.public.getBlockNumber()) + 1n < first) {
    assert.equal(await refusal(it.send('draw', [rounds[0]])), 'TooEarly');
  }
  await it.send('draw', [rounds[0]]);
  assert.equal(await refusal(it.send('draw', [rounds[0] + 1000n])), 'NoRequests');
});

test('the fee grows from a quarter to all of it, and what is added belongs to the prover', async () => {
  const it = await start();
  for (const waited of [1, 10, 49, 50, 51, 400]) {
    const round = (await it.ask()) >> 32n;
    await it.send('raise', [round], { value: 5n });
    await it.draw(round);
    await it.chain.mine(waited - 1);
    assert.equal(await it.call('feeOf', round), it.each(waited - 1) + 5n);
    const before = await it.credit(5);
    await it.fulfil(round, 5);
    assert.equal((await it.credit(5)) - before, it.each(waited) + 5n);
    assert.equal(await refusal(it.send('raise', [round], { value: 1n })), 'WrongState');
  }
  assert.equal(it.each(50), it.net());
  assert.equal(await refusal(it.send('raise', [10n ** 9n], { value: 1n })), 'NoRequests');
});

test('a request costs its price, and a tip has 64 bits', async () => {
  const it = await start();
  assert.equal(await refusal(it.send('request', [0], { value: TERMS.price - 1n })), 'WrongPayment');
  assert.equal(await refusal(it.send('request', [0], { value: TERMS.price + (1n << 64n) })), 'WrongPayment');
  await it.send('request', [0], { value: TERMS.price + (1n << 64n) - 1n });
});

test('a request that wants more gas than a transaction has beside a proof is refused', async () => {
  const it = await start();
  for (const gasLimit of [2 ** 32 - 1, 5_000_001]) {
    assert.equal(await refusal(it.send('request', [gasLimit], { value: TERMS.price })), 'TooMuchGas');
  }
  // The most, delivered with a proof, in a transaction as large as they may be.
  const consumer = await it.chain.deploy('Noting', [it.contract.address]);
  const id = await it.ask({ gasLimit: 5_000_000, consumer });
  await it.draw(id >> 32n);
  await it.fulfil(id >> 32n, 3, { requests: [id] });
  assert.equal(await it.chain.call(consumer, 'calls'), 1n);
});

test('terms that cannot work are refused', async () => {
  for (const bad of [
    { squarings: 0n },
    { squarings: 1n << 48n },
    { span: 0 },
    { margin: 1 },
    { ramp: 0 },
    { window: 0 },
    { bond: 0n },
  ]) {
    await assert.rejects(start(bad), undefined, JSON.stringify(bad, (_, value) => String(value)));
  }
});

test('a chain without a beacon is refused', async () => {
  const { chain, contract } = await start();
  await chain.rpc('hardhat_setPrevRandao', `0x${'0'.repeat(63)}1`);
  await assert.rejects(chain.deploy('HeliastRandomness', [TERMS]));
  assert.ok(contract);
});

// Attacks on who fulfils

test('a proof that is stolen from the mempool pays its maker', async () => {
  const it = await start();
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  const stolen = await it.proof(round, 3);
  const accounts = it.chain.accounts;
  // Under the thief's name it does not verify; under the maker's it pays the maker.
  assert.match(await refusal(it.send('fulfil', [round, stolen, accounts[4], []], { from: 4 })), /Hint|Equation/);
  await it.send('fulfil', [round, stolen, accounts[3], []], { from: 4 });
  assert.equal(await it.credit(4), 0n);
  assert.ok((await it.credit(3)) > 0n);
});

test('of two who fulfil in one block the first is paid, and there is one output', async () => {
  const it = await start();
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  const proofs = [await it.proof(round, 3), await it.proof(round, 4)];
  await it.chain.rpc('evm_setAutomine', false);
  const args = (by) => [round, proofs[by - 3], it.chain.accounts[by], []];
  const gas = 2_000_000n;
  const late = await it.send('fulfil', args(3), { from: 3, gas, mine: false, maxPriorityFeePerGas: 1n });
  const early = await it.send('fulfil', args(4), { from: 4, gas, mine: false, maxPriorityFeePerGas: 1000n });
  await it.chain.mine();
  const status = async (hash) => (await it.chain.public.getTransactionReceipt({ hash })).status;
  assert.deepEqual([await status(early), await status(late)], ['success', 'reverted']);
  assert.equal(await it.credit(3), 0n);
  assert.ok((await it.credit(4)) > 0n);
});

test('a false output is refused, by whoever and however it is proved', async () => {
  const it = await start();
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  const fulfil = (bytes) => refusal(it.send('fulfil', [round, bytes, it.chain.accounts[3], []], { from: 3 }));
  for (const factor of [2n, 4n, -2n]) {
    assert.equal(await fulfil((await it.falseProof(round, 3, factor)).bytes), 'EquationFails');
  }
  const good = await it.proof(round, 3);
  assert.equal(await fulfil(`${good}00`), 'WrongLengthOfProof');
  assert.equal(await fulfil('0x'), 'WrongLengthOfProof');
  // -y: the other member of the class.
  const other = (await import('./oracle.mjs')).N - BigInt(good.slice(0, 514));
  assert.equal(await fulfil(`0x${other.toString(16).padStart(512, '0')}${good.slice(514)}`), 'OutputNotCanonical');
  assert.equal((await it.state(round)).state, 'Drawn');
});

test('a proof of one round, contract or chain is none of another', async () => {
  const it = await start();
  const round = (await it.ask()) >> 32n;
  await it.align();
  const next = (await it.ask()) >> 32n;
  await it.draw(round);
  await it.draw(next);
  const proof = await it.proof(round, 3);
  assert.match(await refusal(it.send('fulfil', [next, proof, it.chain.accounts[3], []])), /Hint|Equation/);
  assert.equal(await refusal(it.send('fulfil', [next + 5n, proof, it.chain.accounts[3], []])), 'WrongState');
});

// Reorganisations

test('a reorganisation draws other entropy, and what was made for the old one does no harm', async () => {
  const it = await start();
  const { chain } = it;
  const round = (await it.ask()) >> 32n;
  const before = await chain.rpc('evm_snapshot');
  await it.draw(round);
  const old = { ...(await it.state(round)), proof: await it.proof(round, 3), y: await it.output(round) };
  const mark = it.mark(4, seedOf(old.y));

  await chain.rpc('evm_revert', before);
  await chain.rpc('hardhat_setPrevRandao', `0x${'ab'.repeat(32)}`);
  await it.draw(round);
  const now = await it.state(round);
  assert.notEqual(now.entropy, old.entropy);
  assert.match(
    await refusal(it.send('fulfil', [round, old.proof, chain.accounts[3], []], { from: 3 })),
    /Hint|Equation/,
  );
  // The claim of the old output would be a false one here; its entropy keeps it out, and the bond is safe.
  const claim = it.send('claim', [round, old.entropy, mark], { from: 4, value: TERMS.bond });
  assert.equal(await refusal(claim), 'OtherEntropy');
  await it.fulfil(round, 3);
  assert.equal((await it.state(round)).seed, seedOf(await it.output(round)));
});

// Consumers

test('a consumer that refuses, loops or returns a lot loses nothing and stops nobody', async () => {
  const it = await start();
  const { chain } = it;
  const consumers = [];
  for (const how of [0n, 1n, 2n, 3n]) consumers.push(await chain.deploy('Refusing', [it.contract.address, how]));
  consumers.push(await chain.deploy('Noting', [it.contract.address]));
  await it.align();
  const ids = [];
  for (const consumer of consumers.slice(1, 4)) ids.push(await it.ask({ consumer, gasLimit: 200_000 }));
  const round = ids[0] >> 32n;
  await it.align();
  for (const consumer of [consumers[0], consumers[4]]) ids.push(await it.ask({ consumer, gasLimit: 200_000 }));
  for (const one of [round, ids[3] >> 32n]) {
    await it.draw(one);
    await it.fulfil(one, 3);
  }
  const receipt = await it.send('deliver', [ids], { from: 5 });
  const delivered = await it.events('Delivered', receipt.blockNumber);
  assert.deepEqual(delivered.map(({ args }) => args.accepted), [false, false, true, false, true]);
  for (const id of ids) assert.equal(await it.call('wordOf', id), wordOf((await it.state(id >> 32n)).seed, id));
  assert.equal(await chain.call(consumers[4], 'calls'), 1n);
});

test('whoever delivers cannot starve a consumer of the gas that it asked for', async () => {
  const it = await start();
  // So much that a 64th of it is enough to finish a delivery after the consumer has run out of gas.
  const consumer = await it.chain.deploy('Hungry', [it.contract.address]);
  const id = await it.ask({ consumer, gasLimit: 3_000_000 });
  await it.draw(id >> 32n);
  await it.fulfil(id >> 32n, 3);
  for (let gas = 2_700_000n; gas < 3_400_000n; gas += 20_000n) {
    const refused = await refusal(it.send('deliver', [[id]], { from: 5, gas }));
    const requested = await it.call('requestAt', id);
    const delivered = requested.consumer === `0x${'0'.repeat(40)}`;
    assert.equal(delivered, refused === undefined, `${gas}`);
    if (delivered) {
      assert.equal(await it.chain.call(consumer, 'calls'), 1n, `${gas}`);
      return;
    }
  }
  assert.fail('never delivered');
});

test('a consumer that calls back in gets nothing twice', async () => {
  const it = await start();
  const { chain } = it;
  const consumer = await chain.deploy('Reentering', [it.contract.address]);
  await chain.rpc('hardhat_setBalance', consumer.address, '0x8ac7230489e80000');
  const others = await chain.deploy('Noting', [it.contract.address]);
  await it.align();
  const mine = await it.ask({ consumer, gasLimit: 1_500_000 });
  const other = await it.ask({ consumer: others, gasLimit: 100_000, tip: 11n });
  await chain.send(consumer, 'aim', [[mine, other]]);
  await it.draw(mine >> 32n);
  await it.fulfil(mine >> 32n, 3);
  const spent = await chain.balance(consumer.address);
  await it.send('deliver', [[mine, other, mine]], { from: 5 });
  assert.equal(await chain.call(consumer, 'calls'), 1n);
  assert.equal(await chain.call(others, 'calls'), 1n);
  // It delivered the other request itself, and so has its tip and what the coordinator gave back to it: once.
  const back = it.net() - it.each(1);
  const got = (await chain.balance(consumer.address)) - spent + TERMS.price + (await it.call('credits', consumer.address));
  assert.equal(got, 11n + back);
  assert.equal(await it.credit(5), 0n);
  assert.ok((await chain.call(consumer, 'again')) > other);
});

test('a receiver that refuses money keeps its credit', async () => {
  const it = await start();
  const poor = await it.chain.deploy('Poor');
  const round = (await it.ask()) >> 32n;
  await it.draw(round, 1);
  const credit = await it.credit(1);
  assert.ok(credit > 0n);
  assert.equal(await refusal(it.send('withdraw', [poor.address], { from: 1 })), 'TransferFails');
  assert.equal(await it.credit(1), credit);
});

// Claims and disputes

test('a true claim counts after its window, without a proof', async () => {
  const it = await start();
  const id = await it.ask({ tip: 3n });
  const round = id >> 32n;
  const drawn = await it.draw(round);
  const seed = await it.claim(round, 3);
  const { claimedAt } = await it.state(round);
  assert.equal(await refusal(it.call('wordOf', id)), 'NoWordYet');
  await it.chain.mineTo(BigInt(claimedAt) + BigInt(TERMS.window) - 1n);
  assert.equal(await refusal(it.settle(round, seed)), 'TooEarly');
  // That was the window's last block.
  assert.equal(await refusal(it.dispute(round, 5)), 'TooLate');
  assert.equal(await refusal(it.send('deliver', [[id]])), 'NoWordYet');
  assert.equal(await refusal(it.fulfil(round, 4)), 'WrongState');
  assert.equal(await refusal(it.settle(round, seedOf(7n))), 'OtherOutput');
  await it.settle(round, seed, { requests: [id], from: 5 });
  assert.equal((await it.state(round)).state, 'Final');
  assert.equal(await it.call('wordOf', id), wordOf(seed, id));
  assert.equal(await it.credit(3), TERMS.bond + it.each(BigInt(claimedAt) - drawn.blockNumber));
  assert.equal(await it.credit(5), 3n);
  assert.equal(await refusal(it.settle(round, seed)), 'WrongState');
  assert.equal(await refusal(it.dispute(round, 5)), 'WrongState');
  assert.equal(await refusal(it.judge(round, 4)), 'WrongState');
});

test('a false claim loses its bond to whoever proves the true output', async () => {
  const it = await start();
  const id = await it.ask();
  const round = id >> 32n;
  const drawn = await it.draw(round);
  await it.claim(round, 3, 12345n);
  const receipt = await it.judge(round, 4, { requests: [id] });
  const { seed } = await it.state(round);
  assert.equal(seed, seedOf(await it.output(round)));
  assert.equal(await it.credit(3), 0n);
  assert.equal(await it.credit(4), TERMS.bond + it.each(receipt.blockNumber - drawn.blockNumber));
  assert.equal((await it.events('Refuted', receipt.blockNumber)).length, 1);
});

test('a mark of nothing is refuted at any time, and stops no round', async () => {
  const it = await start();
  const id = await it.ask();
  const round = id >> 32n;
  await it.draw(round);
  const { entropy } = await it.state(round);
  await it.send('claim', [round, entropy, zeroHash], { from: 3, value: TERMS.bond });
  await it.chain.mine(1000);
  assert.equal(await refusal(it.settle(round, await it.output(round).then(seedOf))), 'OtherOutput');
  await it.judge(round, 4, { requests: [id] });
  assert.equal(await it.credit(3), 0n);
  assert.equal(await it.credit(4), TERMS.bond + it.net());
  assert.equal(await it.call('wordOf', id), wordOf(seedOf(await it.output(round)), id));
});

test('a proof of what is claimed leaves claimant and bond alone', async () => {
  const { it, round, drawn, claimedAt } = await claimed();
  await it.chain.mineTo(claimedAt + 2 * TERMS.window - 1);
  const before = await it.credit(4);
  await it.judge(round, 4);
  assert.equal(await it.credit(4), before);
  assert.equal(await it.credit(3), TERMS.bond + it.each(BigInt(claimedAt) - drawn.blockNumber));
});

test('a claim that nobody settles in twice its window loses the fee, not the bond, to a proof', async () => {
  const { it, round, drawn, claimedAt } = await claimed();
  await it.chain.mineTo(claimedAt + 2 * TERMS.window);
  const receipt = await it.judge(round, 4);
  assert.equal(await it.credit(3), TERMS.bond);
  assert.equal(await it.credit(4), it.each(receipt.blockNumber - drawn.blockNumber));
});

test('who disputes a true claim pays the proof', async () => {
  const { it, round, drawn, seed, claimedAt } = await claimed({ disputer: 5 });
  // Twice the window: this refusal is in a block, too, and the proof in the last one.
  await it.chain.mineTo(claimedAt + 2 * TERMS.window - 2);
  assert.equal(await refusal(it.settle(round, seed)), 'WrongState');
  await it.judge(round, 4);
  assert.equal(await it.credit(5), 0n);
  assert.equal(await it.credit(4), TERMS.bond);
  assert.equal(await it.credit(3), TERMS.bond + it.each(BigInt(claimedAt) - drawn.blockNumber));
});

test('a disputed claim waits for ever, and after twice its window its fee, and what is raised, pay the proof', async () => {
  const { it, round, drawn, seed, claimedAt } = await claimed({ disputer: 5 });
  await it.chain.mineTo(claimedAt + 2 * TERMS.window);
  assert.equal((await it.state(round)).state, 'Disputed');
  assert.equal(await it.call('isFinal', round), false);
  assert.equal(await refusal(it.settle(round, seed)), 'WrongState');
  assert.equal(await refusal(it.dispute(round, 5)), 'WrongState');
  await it.send('raise', [round], { value: 10n ** 18n, from: 6 });
  const receipt = await it.judge(round, 4);
  assert.equal(await it.credit(5), 0n);
  assert.equal(await it.credit(3), TERMS.bond);
  assert.equal(await it.credit(4), TERMS.bond + 10n ** 18n + it.each(receipt.blockNumber - drawn.blockNumber));
});

test('a dispute in front of a proof that refutes takes nothing from it', async () => {
  const { it, round, drawn, claimedAt } = await claimed({ y: 999n });
  // The proof is under way; the dispute is first, and the proof is posted again, in the window's last block.
  const args = [round, await it.claimOf(round), await it.proof(round, 4), it.chain.accounts[4], []];
  await it.dispute(round, 5);
  assert.equal(await refusal(it.send('judge', args, { from: 4 })), 'OtherClaim');
  await it.chain.mineTo(claimedAt + TERMS.window - 1);
  const receipt = await it.judge(round, 4);
  assert.equal(Number(receipt.blockNumber), claimedAt + TERMS.window);
  assert.equal(await it.credit(5), TERMS.bond);
  assert.equal(await it.credit(4), TERMS.bond + it.each(receipt.blockNumber - drawn.blockNumber));
});

test('who disputes a false claim is paid, and so is the prover, once the window has passed', async () => {
  const { it, round, drawn, claimedAt } = await claimed({ y: 999n, disputer: 5 });
  await it.chain.mineTo(claimedAt + TERMS.window);
  const receipt = await it.judge(round, 4);
  assert.equal(await it.credit(3), 0n);
  assert.equal(await it.credit(5), TERMS.bond + TERMS.bond / 2n);
  const fee = it.each(receipt.blockNumber - drawn.blockNumber);
  assert.equal(await it.credit(4), TERMS.bond - TERMS.bond / 2n + fee);
  assert.equal((await it.state(round)).seed, seedOf(await it.output(round)));
});

test('who proves a round in which somebody was wrong and right at once is paid once', async () => {
  const it = await start();
  const round = (await it.ask()) >> 32n;
  const drawn = await it.draw(round);
  // One account claims falsely, disputes itself and proves: it has its bonds back, and the fee, and nothing else.
  await it.claim(round, 3, 999n);
  await it.dispute(round, 3);
  const receipt = await it.judge(round, 3);
  assert.equal(await it.credit(3), 2n * TERMS.bond + it.each(receipt.blockNumber - drawn.blockNumber));
});

test('what is raised is paid to whoever works off, by a claim too', async () => {
  const it = await start();
  const round = (await it.ask()) >> 32n;
  await it.send('raise', [round], { value: 1000n });
  const drawn = await it.draw(round);
  await it.send('raise', [round], { value: 11n });
  assert.equal((await it.call('roundAt', round)).raised, 1011n);
  const seed = await it.claim(round, 3);
  const claim = (await it.call('roundAt', round)).claim;
  await it.send('raise', [round], { value: 100n });
  assert.deepEqual([(await it.call('roundAt', round)).claim, (await it.call('roundAt', round)).raised], [claim, 1111n]);
  const { claimedAt } = await it.state(round);
  await it.chain.mine(TERMS.window);
  await it.settle(round, seed);
  assert.equal(await refusal(it.send('raise', [round], { value: 1n })), 'WrongState');
  assert.equal(await it.credit(3), TERMS.bond + 1111n + it.each(BigInt(claimedAt) - drawn.blockNumber));
  assert.equal((await it.call('roundAt', round)).raised, 0n);
});

test('a claim that is seen in the mempool cannot be made by another', async () => {
  const it = await start();
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  const { entropy } = await it.state(round);
  const seed = seedOf(await it.output(round));
  const stolen = it.mark(3, seed);
  // The thief is first, with the mark: it is one of no output for the thief, and costs a bond.
  await it.send('claim', [round, entropy, stolen], { from: 4, value: TERMS.bond });
  assert.equal(await refusal(it.send('claim', [round, entropy, stolen], { from: 3, value: TERMS.bond })), 'WrongState');
  await it.chain.mine(TERMS.window + 1);
  assert.equal(await refusal(it.settle(round, seed, { from: 4 })), 'OtherOutput');
  await it.judge(round, 3);
  assert.equal(await it.credit(4), 0n);
  assert.ok((await it.credit(3)) > TERMS.bond);
});

test('a proof that waits has its output stolen by a claim, where claims are, and one of a claim has not', async () => {
  const it = await start();
  await it.align();
  const round = (await it.ask()) >> 32n;
  await it.align();
  const other = (await it.ask()) >> 32n;
  await it.draw(round);
  await it.draw(other);
  // The attack that the documentation of `fulfil` describes: the thief reads y of a waiting proof, and claims it first.
  const waits = await it.proof(round, 3);
  await it.claim(round, 4, BigInt(waits.slice(0, 514)));
  assert.equal(await refusal(it.send('fulfil', [round, waits, it.chain.accounts[3], []], { from: 3 })), 'WrongState');
  await it.judge(round, 3);
  assert.deepEqual([await it.credit(3), (await it.credit(4)) > TERMS.bond], [0n, true]);
  // The first claimant gets the fee, though the proof's output is public, too, and a dispute before it pays more.
  await it.claim(other, 3);
  const claim = await it.claimOf(other);
  const proof = await it.proof(other, 3);
  const stolen = it.mark(4, seedOf(BigInt(proof.slice(0, 514))));
  const late = it.send('claim', [other, claim.entropy, stolen], { from: 4, value: TERMS.bond });
  assert.equal(await refusal(late), 'WrongState');
  await it.dispute(other, 5);
  await it.judge(other, 3);
  const fee = it.each(BigInt(claim.claimedAt) - BigInt(claim.drawnAt));
  assert.equal(await it.credit(3), 2n * TERMS.bond + fee);
});

test('an output that is seen in the mempool pays its claimant, whoever shows it', async () => {
  const it = await start();
  const id = await it.ask();
  const round = id >> 32n;
  await it.draw(round);
  const seed = await it.claim(round, 3);
  await it.chain.mine(TERMS.window);
  await it.settle(round, seed, { from: 4, requests: [id] });
  assert.equal(await it.credit(4), 0n);
  assert.ok((await it.credit(3)) > TERMS.bond);
});

test('no word of a claim can be said otherwise than it is', async () => {
  const it = await start();
  const id = await it.ask();
  const round = id >> 32n;
  await it.draw(round);
  const seed = await it.claim(round, 3);
  const good = await it.claimOf(round);
  const proof = await it.proof(round, 4);
  const attempts = async (claim) => [
    await refusal(it.send('settle', [round, claim, seed, []])),
    await refusal(it.send('judge', [round, claim, proof, it.chain.accounts[4], []])),
  ];
  await it.chain.mine(TERMS.window);
  const changes = {
    count: 1000,
    drawnAt: good.drawnAt - 1,
    entropy: `0x${'12'.repeat(22)}`,
    claimedAt: good.claimedAt - 1,
    claimant: it.chain.accounts[4],
    mark: it.mark(4, seed),
    disputer: it.chain.accounts[4],
  };
  for (const [name, value] of Object.entries(changes)) {
    assert.deepEqual(await attempts({ ...good, [name]: value }), ['OtherClaim', 'OtherClaim'], name);
  }
  // Nor for another round, open, drawn or final, whose word is not that of a claim.
  await it.align();
  const other = (await it.ask()) >> 32n;
  const refused = async (of) => refusal(it.send('settle', [of, good, seed, []]));
  assert.equal(await refused(other), 'WrongState');
  await it.draw(other);
  assert.equal(await refused(other), 'WrongState');
  await it.claim(other, 5);
  await it.chain.mine(TERMS.window);
  assert.equal(await refused(other), 'OtherClaim');
  // A dispute with a changed claim, before the window is over.
  await it.align();
  const third = (await it.ask()) >> 32n;
  await it.draw(third);
  await it.claim(third, 3);
  const claim = await it.claimOf(third);
  const late = it.send('dispute', [third, { ...claim, claimedAt: claim.claimedAt + 100 }], { from: 5, value: TERMS.bond });
  assert.equal(await refusal(late), 'OtherClaim');
  await it.dispute(third, 5);
  const early = it.send('settle', [third, claim, seed, []]);
  assert.equal(await refusal(early), 'WrongState');
});

test('a claim is hashed as its fields stand, one word each', async () => {
  const it = await start();
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  await it.claim(round, 3);
  await it.dispute(round, 5);
  const { count, drawnAt, entropy, claimedAt, claimant, mark, disputer } = await it.claimOf(round);
  const types = ['uint32', 'uint40', 'bytes22', 'uint40', 'address', 'bytes32', 'address'].map((type) => ({ type }));
  const hash = keccak256(encodeAbiParameters(types, [count, drawnAt, entropy, claimedAt, claimant, mark, disputer]));
  assert.equal((await it.call('roundAt', round)).claim, hash.slice(0, 64));
});

test('bonds are exact, and where there is no window there are no claims', async () => {
  const it = await start();
  const round = (await it.ask()) >> 32n;
  await it.draw(round);
  const claim = await it.claimOf(round);
  for (const value of [0n, TERMS.bond - 1n, TERMS.bond + 1n]) {
    assert.equal(await refusal(it.send('claim', [round, claim.entropy, zeroHash], { value })), 'WrongBond');
    assert.equal(await refusal(it.send('dispute', [round, claim], { value })), 'WrongBond');
  }
  assert.equal(await refusal(it.send('dispute', [round, claim], { value: TERMS.bond })), 'WrongState');
  const proved = await start({ window: 0, bond: 0n });
  const other = (await proved.ask()) >> 32n;
  await proved.draw(other);
  const drawn = await proved.claimOf(other);
  assert.equal(await refusal(proved.send('claim', [other, drawn.entropy, zeroHash])), 'NoClaims');
  assert.equal(await refusal(proved.send('dispute', [other, drawn])), 'WrongState');
  await proved.fulfil(other, 3);
});
