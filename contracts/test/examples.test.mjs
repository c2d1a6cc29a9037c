// Tests the examples, from the first ticket to the prize.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { refusal } from './chain.mjs';
import { TERMS, start } from './coordinator.mjs';

test('a lottery pays one of its players, once', async () => {
  const it = await start();
  const { chain } = it;
  const price = 10n ** 15n;
  const closes = (await chain.public.getBlockNumber()) + 6n;
  const lottery = await chain.deploy('Lottery', [it.contract.address, price, closes]);
  for (const from of [1, 2, 3]) await chain.send(lottery, 'buy', [], { from, value: price });
  assert.equal(await refusal(chain.send(lottery, 'buy', [], { value: price + 1n })), 'WrongPayment');
  assert.equal(await refusal(chain.send(lottery, 'ask', [], { value: TERMS.price })), 'StillOpen');
  await chain.mineTo(closes);
  assert.equal(await refusal(chain.send(lottery, 'buy', [], { value: price })), 'Closed');
  const { blockNumber } = await chain.send(lottery, 'ask', [], { from: 4, value: TERMS.price });
  const [{ args }] = await it.events('Requested', blockNumber);
  assert.equal(await refusal(chain.send(lottery, 'ask', [], { value: TERMS.price })), 'AlreadyAsked');
  const zero = `0x${'0'.repeat(64)}`;
  assert.equal(await refusal(chain.send(lottery, 'receiveRandomness', [args.request, zero])), 'NotTheCoordinator');
  await it.draw(args.round);
  await it.fulfil(args.round, 5, { requests: [args.request] });
  const word = BigInt(await it.call('wordOf', args.request));
  const winner = chain.accounts[1 + Number(word % 3n)];
  assert.equal(await chain.call(lottery, 'winner'), winner);
  assert.equal(await refusal(chain.send(lottery, 'pull')), 'AlreadyAsked');
  assert.equal(await refusal(chain.send(lottery, 'collect', [], { from: 6 })), 'NotYours');
  const from = chain.accounts.indexOf(winner);
  await chain.send(lottery, 'collect', [], { from });
  assert.equal(await chain.balance(lottery.address), 0n);
  assert.equal(await it.call('credits', lottery.address), 0n);
  assert.equal(await refusal(chain.send(lottery, 'collect', [], { from })), 'NotYours');
});

test('a lottery to which nobody delivers is decided by its players', async () => {
  const it = await start();
  const { chain } = it;
  const lottery = await chain.deploy('Lottery', [it.contract.address, 7n, (await chain.public.getBlockNumber()) + 2n]);
  await chain.send(lottery, 'buy', [], { from: 1, value: 7n });
  await chain.mine();
  const { blockNumber } = await chain.send(lottery, 'ask', [], { value: TERMS.price });
  const [{ args }] = await it.events('Requested', blockNumber);
  assert.equal(await refusal(chain.send(lottery, 'pull')), 'NoWordYet');
  await it.draw(args.round);
  await it.fulfil(args.round, 5);
  await chain.send(lottery, 'pull', [], { from: 6 });
  assert.equal(await chain.call(lottery, 'winner'), chain.accounts[1]);
  // A delivery that comes late changes nothing.
  await it.send('deliver', [[args.request]]);
  assert.equal(await chain.call(lottery, 'winner'), chain.accounts[1]);
});

test('tokens have traits once their round has its output, and for ever', async () => {
  const it = await start();
  const { chain } = it;
  const mint = await chain.deploy('Mint', [it.contract.address, 3n]);
  await it.align();
  for (const from of [1, 2, 1]) await chain.send(mint, 'mint', [], { from, value: TERMS.price });
  assert.equal(await refusal(chain.send(mint, 'mint', [], { value: TERMS.price })), 'SoldOut');
  assert.equal(await refusal(chain.call(mint, 'traitsOf', [0n])), 'NoWordYet');
  assert.equal(await refusal(chain.call(mint, 'traitsOf', [3n])), 'DoesNotExist');
  const round = (await chain.call(mint, 'requestOf', [0n])) >> 32n;
  await it.draw(round);
  await it.fulfil(round, 5);
  const traits = [];
  for (const token of [0n, 1n, 2n]) traits.push(String(await chain.call(mint, 'traitsOf', [token])));
  assert.equal(new Set(traits).size, 3);
  await chain.send(mint, 'transferFrom', [chain.accounts[1], chain.accounts[3], 0n], { from: 1 });
  assert.equal(await chain.call(mint, 'ownerOf', [0n]), chain.accounts[3]);
  assert.equal(String(await chain.call(mint, 'traitsOf', [0n])), traits[0]);
  const theft = chain.send(mint, 'transferFrom', [chain.accounts[3], chain.accounts[4], 0n], { from: 4 });
  assert.equal(await refusal(theft), 'NotAllowed');
  await chain.send(mint, 'approve', [chain.accounts[4], 0n], { from: 3 });
  await chain.send(mint, 'safeTransferFrom', [chain.accounts[3], chain.accounts[4], 0n], { from: 4 });
  assert.equal(await chain.call(mint, 'balanceOf', [chain.accounts[4]]), 1n);
  const back = chain.send(mint, 'transferFrom', [chain.accounts[4], chain.accounts[3], 0n], { from: 3 });
  assert.equal(await refusal(back), 'NotAllowed');
});

test('the five minutes of the guide', () => {
  const said = execFileSync('npm', ['run', '--silent', 'lottery'], { cwd: path.dirname(import.meta.dirname), encoding: 'utf8' });
  assert.match(said, /3 tickets are sold\nrequest \d+ is in round \d+\nits entropy is 0x[0-9a-f]{44}\n/);
  assert.match(said, /delivered in one transaction of \d+ gas\nplayer [123] has won 0.03 ETH\n$/);
});
