#!/usr/bin/env node
// heliast-fulfil: works off the rounds of a coordinator until it is stopped. A line of JSON for each event.
import fs from 'node:fs';
import http from 'node:http';
import { parseArgs } from 'node:util';
import { createPublicClient, createWalletClient, getAddress, http as transportTo, parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { heliast } from './evaluator.js';
import { Fulfiller } from './fulfiller.js';
import { openKeystore } from './keystore.js';

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
  --no-draw               leaves drawing to others`;

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
  help: { type: 'boolean', default: false },
} as const;

/** A mistake in how the program was called. */
class Usage extends Error {}

function options() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new Usage((error as Error).message);
  }
}

const demanded = (name: string, value: string | undefined): string => {
  if (value === undefined) throw new Usage(`--${name} is missing`);
  return value;
};

function whole(name: string, value: string, least = 0): number {
  if (!/^\d{1,12}$/.test(value) || Number(value) < least) throw new Usage(`--${name}: ${value} is not a whole number from ${least} on`);
  return Number(value);
}

function say(event: string, fields: Record<string, unknown>): void {
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
  console.log(JSON.stringify({ at: new Date().toISOString(), event, ...fields }, plain));
}

async function main(): Promise<void> {
  const given = options();
  if (given.help) return console.log(USAGE);
  const rpc = demanded('rpc', given.rpc);
  const coordinator = getAddress(demanded('contract', given.contract));
  const keystore = fs.readFileSync(demanded('key', given.key), 'utf8');
  const passphrase = fs.readFileSync(demanded('passphrase-file', given['passphrase-file']), 'utf8').split(/\r?\n/)[0] ?? '';
  const maxFeePerGas = parseGwei(demanded('max-fee', given['max-fee']));
  const depth = given.depth === 'finalized' ? 'finalized' : whole('depth', given.depth);
  const [parallel, seconds] = [whole('parallel', given.parallel, 1), whole('every', given.every, 1)];
  const account = privateKeyToAccount(openKeystore(keystore, passphrase));

  const transport = transportTo(rpc);
  const reader = createPublicClient({ transport });
  const id = await reader.getChainId();
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const chain = { id, name: `${id}`, nativeCurrency: ether, rpcUrls: { default: { http: [rpc] } } };
  const wallet = createWalletClient({ account, chain, transport });
  const now = await reader.getBlockNumber();
  const from = given.from === undefined ? now - lesser(now, 50_000n) : BigInt(whole('from', given.from));

  const common = { reader, wallet, coordinator, depth, maxFeePerGas, from, parallel, log: say } as const;
  const fulfiller = new Fulfiller({ ...common, draws: !given['no-draw'], ...heliast(given.heliast, given.data) });
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.abort());
  if (given.metrics !== undefined) {
    const server = http.createServer((_, response) => response.setHeader('content-type', 'text/plain').end(fulfiller.metrics()));
    server.listen(whole('metrics', given.metrics, 1), '127.0.0.1').unref();
  }
  say('started', { chain: id, coordinator, account: account.address, from });
  await fulfiller.run(ended.signal, 1000 * seconds);
  say('stopped', fulfiller.counts);
}

const lesser = (a: bigint, b: bigint) => (a < b ? a : b);

main().catch((error: Error) => {
  console.error(`error: ${error.message.split('\n')[0]}`);
  if (error instanceof Usage) console.error(`\n${USAGE}`);
  process.exitCode = error instanceof Usage ? 2 : 1;
});
