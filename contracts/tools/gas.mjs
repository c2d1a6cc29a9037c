// Measures the gas of the contracts on EDR, and writes it into the documents.
//
//     node tools/gas.mjs            fills every marked table anew
//     node tools/gas.mjs --check    only says which documents are out of date
//
// A table, or a sentence, stands between <!-- gas: NAME --> and <!-- /gas -->. Nothing is drawn at random: the figures are exact.
import fs from 'node:fs';
import path from 'node:path';
import { ROOT, hex, startChain, vectors } from '../test/chain.mjs';
import { TERMS, seedOf, start } from '../test/coordinator.mjs';

const DOCUMENTS = ['contracts/README.md', 'docs/guide/src/contracts.md', 'spec/evm.md'];
const TABLE = /(<!-- gas: ([a-z-]+) -->\n)[^]*?(<!-- \/gas -->)/g;
const BASE = 21_000;
const FORKS = ['prague', 'osaka'];

const shown = (value) => Math.round(value).toLocaleString('en-US');

function table(head, rows) {
  const lines = [head, ['---', ...head.slice(1).map(() => '--:')], ...rows];
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

const calldata = (data) => Buffer.from(data.slice(2), 'hex').reduce((sum, byte) => sum + (byte ? 16 : 4), 0);

/** One verification, by part. */
async function verification() {
  const one = vectors('delay_context.json').cases.find(
    ({ group, kind, context, t }) => group === 'rsa-2048' && kind === 'proof' && context.length === 40 && t === 1000,
  );
  const columns = [];
  for (const fork of FORKS) {
    const chain = await startChain(fork);
    const verifier = await chain.deploy('HeliastDelayVerifier');
    const parts = await chain.deploy('Parts');
    const args = [hex(one.x), BigInt(one.t), hex(one.output), hex(one.context)];
    const { gasUsed, transactionHash } = await chain.send(verifier, 'verify', args);
    const { input } = await chain.public.getTransaction({ hash: transactionHash });
    const l = BigInt(hex(one.l));
    let r = 1n;
    for (let i = 0; i < one.t; i++) r = (2n * r) % l;
    const [, prime] = await chain.call(parts, 'isPrime', [l]);
    const [, product] = await chain.call(parts, 'productIs', [hex(one.pi), l, hex(one.x), r, hex(one.y)]);
    const [, hashing] = await chain.call(parts, 'hash', [hex('00'.repeat(22)), hex('00'.repeat(100))]);
    const bits = (value) => value.toString(2).length - 1;
    const each = fork === 'prague' ? (count) => Math.floor((1024 * count) / 3) : (count) => 2048 * count;
    const powers = each(bits(l)) + each(bits(r));
    const whole = Number(gasUsed);
    const rest = whole - BASE - calldata(input) - Number(prime) - Number(product);
    columns.push({ whole, powers, prime, compare: Number(product) - powers, data: calldata(input), rest, hashing });
  }
  const row = (name, key) => [name, ...columns.map((column) => shown(Number(column[key])))];
  return table(
    ['part', 'Prague', 'Osaka'],
    [
      row('two powers of 248 bits', 'powers'),
      row('the challenge is prime (Baillie-PSW)', 'prime'),
      row('the product is ±y', 'compare'),
      row('transcript, candidate, checks, call', 'rest'),
      row('calldata, with x', 'data'),
      ['base of a transaction', shown(BASE), shown(BASE)],
      row('**one verification**', 'whole'),
      row('in a round, in place of x in calldata: hashing to the group', 'hashing'),
    ],
  );
}

/** The receipts of a round of this many requests, each called back, by accounts that have been paid before. */
async function round(fork, count, claimed) {
  const it = await start({}, fork);
  const { chain } = it;
  const consumer = await chain.deploy('Idle');
  await once(it, consumer, 1, claimed);
  return { ...(await once(it, consumer, count, claimed)), chain };
}

/** One round: the transactions of the consumer, and those of account 1, who draws, and account 2, who works. */
async function once(it, consumer, count, claimed) {
  const { chain } = it;
  await it.align();
  const span = BigInt(TERMS.span);
  const number = ((await chain.public.getBlockNumber()) + 1n) / span;
  await chain.rpc('evm_setAutomine', false);
  const hashes = [];
  for (let i = 0; i < count; i++) {
    const options = { from: i % 8, value: TERMS.price, gas: 200_000n, mine: false };
    hashes.push(await chain.send(consumer, 'ask', [it.contract.address, 50_000], options));
  }
  await chain.mine();
  await chain.rpc('evm_setAutomine', true);
  const requests = await Promise.all(hashes.map((hash) => chain.public.getTransactionReceipt({ hash })));
  await chain.mineTo((number + 1n) * span + BigInt(TERMS.margin) - 1n);
  await chain.rpc('hardhat_setPrevRandao', `0x${'5a'.repeat(32)}`);
  const drawn = await it.send('draw', [number], { from: 1 });
  const ids = Array.from({ length: count }, (_, i) => (number << 32n) | BigInt(i));
  await chain.mine(TERMS.ramp);
  if (!claimed) return { requests, work: [drawn, await it.fulfil(number, 2, { requests: ids })] };
  const { entropy } = await it.claimOf(number);
  const seed = seedOf(await it.output(number));
  const claim = await it.send('claim', [number, entropy, it.mark(2, seed)], { from: 2, value: TERMS.bond });
  await chain.mine(TERMS.window);
  return { requests, work: [drawn, claim, await it.settle(number, seed, { requests: ids, from: 2 })] };
}

const sum = (receipts) => receipts.reduce((gas, { gasUsed }) => gas + Number(gasUsed), 0);

/** The costs of a request among this many: by proof at Prague and Osaka, by claim at Osaka, and the part of others in that. */
async function each(count) {
  const cells = [];
  for (const [fork, claimed] of [['prague', false], ['osaka', false], ['osaka', true]]) {
    const { requests, work } = await round(fork, count, claimed);
    // Without the base of the consumer's own transaction, which it would send anyway.
    cells.push(shown((sum(requests) - BASE * count + sum(work)) / count));
    if (claimed) cells.push(shown(sum(work) / count));
  }
  return cells;
}

async function rounds() {
  const rows = [];
  for (const count of [1, 2, 8, 64]) rows.push([`${count} request${count > 1 ? 's' : ''} in a round, each`, ...(await each(count))]);
  const head = ['from request to callback', 'by proof, Prague', 'by proof, Osaka', 'by claim, Osaka'];
  return table([...head, 'of it in transactions of others'], rows);
}

/** The cost of one proof for many requests, in a sentence. */
async function shared() {
  const [, proved, claimed] = await each(64);
  const [, alone] = await each(1);
  return `With 64 requests in a round each takes ${proved} gas by proof at Osaka, and ${claimed} by claim; one alone takes ${alone} by proof.\n`;
}

/** The parts of the gas of a transaction, from its trace. */
async function partsOf(chain, { transactionHash, gasUsed }) {
  const { input } = await chain.public.getTransaction({ hash: transactionHash });
  const options = { disableMemory: true, disableStack: true, disableStorage: true };
  const { structLogs: steps } = await chain.rpc('debug_traceTransaction', transactionHash, options);
  const parts = { base: BASE, data: calldata(input), created: 0, changed: 0, read: 0, calls: 0, events: 0, refund: 0 };
  let spent = parts.base + parts.data;
  steps.forEach(({ op, gas, gasCost, depth }, at) => {
    // The cost of a call is without the gas that it passes on.
    const after = steps.slice(at + 1);
    const inside = after.findIndex((step) => step.depth === depth);
    const cost = inside > 0 ? gas - after[inside].gas - (after[0].gas - after[inside - 1].gas + after[inside - 1].gasCost) : gasCost;
    spent += cost;
    if (op === 'SSTORE') parts[cost >= 20_000 ? 'created' : 'changed'] += cost;
    if (op === 'SLOAD') parts.read += cost;
    if (op === 'CALL') parts.calls += cost;
    if (op.startsWith('LOG')) parts.events += cost;
  });
  parts.refund = Number(gasUsed) - spent;
  const named = Object.values(parts).reduce((all, gas) => all + gas, 0);
  return { ...parts, rest: Number(gasUsed) - named, whole: Number(gasUsed) };
}

/** One request in a round of its own, by a claim, at Osaka: each transaction by part. */
async function single() {
  const { requests, work, chain } = await round('osaka', 1, true);
  const columns = [];
  for (const receipt of [...requests, ...work]) columns.push(await partsOf(chain, receipt));
  const row = (name, key) => [name, ...columns.map((column) => shown(column[key]))];
  return table(
    ['part', 'request', 'draw', 'claim', 'settle, deliver'],
    [
      row('base of a transaction', 'base'),
      row('calldata', 'data'),
      row('words of storage made', 'created'),
      row('words of storage changed', 'changed'),
      row('words of storage read', 'read'),
      row('calls, one with the price', 'calls'),
      row('events', 'events'),
      row('given back for words cleared', 'refund'),
      row('hashes, memory, the rest', 'rest'),
      row('**whole**', 'whole'),
    ],
  );
}

/** Lots: a whole transaction, and without its base and calldata. */
async function lots() {
  const chain = await startChain('osaka');
  const verifier = await chain.deploy('HeliastLotsVerifier');
  const rows = [];
  for (const [scheme, height, name] of [['xvrf', 15, 'X-VRF-15'], ['xvrf', 27, 'X-VRF-27'], ['ivrf', 15, 'iVRF-15'], ['ivrf', 27, 'iVRF-27']]) {
    const one = vectors(`${scheme}.json`).cases.find(
      ({ kind, error, public_key: key, proof, slot }) =>
        kind === 'verify' && !error && proof && slot === 0 && parseInt(key.slice(2, 4), 16) === height,
    );
    const args = [hex(one.public_key), BigInt(one.round), BigInt(one.slot), hex(one.x), hex(one.proof)];
    const { gasUsed, transactionHash } = await chain.send(verifier, scheme, args);
    const { input } = await chain.public.getTransaction({ hash: transactionHash });
    rows.push([name, shown(Number(gasUsed)), shown(Number(gasUsed) - BASE - calldata(input))]);
  }
  return table(['lot', 'whole transaction', 'without base and calldata'], rows);
}

const MADE = { verification, rounds, shared, single, lots };
const check = process.argv.includes('--check');
const tables = new Map();
let outdated = false;
for (const name of DOCUMENTS) {
  const file = path.join(ROOT, name);
  const text = fs.readFileSync(file, 'utf8');
  for (const [, , key] of text.matchAll(TABLE)) if (!tables.has(key)) tables.set(key, await MADE[key]());
  const filled = text.replace(TABLE, (_, open, key, close) => open + tables.get(key) + close);
  if (filled === text) continue;
  if (check) {
    console.error(`${name} is out of date: node contracts/tools/gas.mjs fills it anew`);
    outdated = true;
  } else {
    fs.writeFileSync(file, filled);
  }
}
process.exit(outdated ? 1 : 0);
