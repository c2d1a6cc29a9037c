#!/usr/bin/env node
// heliast-fulfil: works off the rounds of a coordinator until it is stopped. A line of JSON for each event.
import http from 'node:http';
import { parseArgs } from 'node:util';
import { getAddress, parseGwei } from 'viem';
import { heliast } from './evaluator.js';
import { Fulfiller } from './fulfiller.js';
import { called, demanded, json, readerOf, start, walletOf, whole } from './program.js';

const USAGE = `usage: heliast-fulfil --rpc URL --contract ADDRESS --key FILE --passphrase-file FILE --max-fee GWEI [options]

  --rpc URL               a node's JSON-RPC
  --contract ADDRESS      the coordinator
  --key FILE              the key that pays and is paid: a keystore of version 3
  --passphrase-file FILE  its passphrase: the first line
  --max-fee GWEI          the most that is paid for a unit of gas
  --heliast PROGRAM       the program that evaluates [default: heliast]
  --data FOLDER           for checkpoints and proofs [default: fulfil-data]
  --depth BLOCKS          on top of a draw before a proof is posted [default: finalized, as the chain says]
  --from BLOCK            where requests are looked for from [default: 50000 blocks back]
  --parallel N            delays at the same time [default: 1]
  --every SECONDS         between two looks at the chain [default: 4]
  --metrics PORT          counts for Prometheus, on 127.0.0.1
  --no-draw               leaves drawing to others
  --claim                 where there are claims, settles its own after their window, and does not prove them at once`;

const OPTIONS = {
  rpc: { type: 'string' },
  contract: { type: 'string' },
  key: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'max-fee': { type: 'string' },
  heliast: { type: 'string', default: 'heliast' },
  data: { type: 'string', default: 'fulfil-data' },
  depth: { type: 'string', default: 'finalized' },
  from: { type: 'string' },
  parallel: { type: 'string', default: '1' },
  every: { type: 'string', default: '4' },
  metrics: { type: 'string' },
  'no-draw': { type: 'boolean', default: false },
  claim: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function say(event: string, fields: Record<string, unknown>): void {
  console.log(json({ at: new Date().toISOString(), event, ...fields }));
}

start(USAGE, async () => {
  const given = called(() => parseArgs({ options: OPTIONS }).values);
  if (given.help) return console.log(USAGE);
  const rpc = demanded('rpc', given.rpc);
  const coordinator = getAddress(demanded('contract', given.contract));
  demanded('key', given.key);
  const maxFeePerGas = parseGwei(demanded('max-fee', given['max-fee']));
  const depth = given.depth === 'finalized' ? 'finalized' : whole('depth', given.depth);
  const [parallel, seconds] = [whole('parallel', given.parallel, 1), whole('every', given.every, 1)];
  const [reader, wallet] = [readerOf(rpc), await walletOf(rpc, given.key, given['passphrase-file'])];
  const now = await reader.getBlockNumber();
  const from = given.from === undefined ? now - lesser(now, 50_000n) : BigInt(whole('from', given.from));

  const common = { reader, wallet, coordinator, depth, maxFeePerGas, from, parallel, log: say } as const;
  const fulfiller = new Fulfiller({ ...common, draws: !given['no-draw'], settles: given.claim, ...heliast(given.heliast, given.data) });
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort());
  if (given.metrics !== undefined) {
    const server = http.createServer((_, response) => response.setHeader('content-type', 'text/plain').end(fulfiller.metrics()));
    server.listen(whole('metrics', given.metrics, 1), '127.0.0.1').unref();
  }
  say('started', { chain: wallet.chain.id, coordinator, account: wallet.account.address, from });
  await fulfiller.run(ended.signal, 1000 * seconds);
  say('stopped', fulfiller.counts);
});

const lesser = (a: bigint, b: bigint) => (a < b ? a : b);
