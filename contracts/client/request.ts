#!/usr/bin/env node
// heliast-request: asks a coordinator for a word, waits until there is one, and prints it.
import { parseArgs } from 'node:util';
import { getAddress } from 'viem';
import { Usage, called, demanded, json, readerOf, start, walletOf, whole } from './program.js';
import { Randomness } from './randomness.js';

const USAGE = `usage: heliast-request --rpc URL --contract ADDRESS --key FILE --passphrase-file FILE [options]
       heliast-request --rpc URL --contract ADDRESS --request NUMBER [options]

Asks a coordinator for randomness, waits, and prints the word: 32 bytes in hexadecimal digits.

  --rpc URL               a node's JSON-RPC
  --contract ADDRESS      the coordinator
  --key FILE              the key that asks and pays the price: a keystore of version 3
  --passphrase-file FILE  its passphrase: the first line
  --tip WEI               for whoever delivers [default: 0]
  --request NUMBER        only waits, for a request that was made before
  --no-wait               only asks, and prints the request's number
  --timeout SECONDS       ends without a word after so long [default: never]
  --every SECONDS         between two looks at the chain [default: 4]
  --json                  prints an object: request, round, and the word if there is one`;

const OPTIONS = {
  rpc: { type: 'string' },
  contract: { type: 'string' },
  key: { type: 'string' },
  'passphrase-file': { type: 'string' },
  tip: { type: 'string', default: '0' },
  request: { type: 'string' },
  'no-wait': { type: 'boolean', default: false },
  timeout: { type: 'string' },
  every: { type: 'string', default: '4' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** A number of 256 bits. */
function number(name: string, value: string): bigint {
  if (!/^\d{1,78}$/.test(value) || BigInt(value) >> 256n !== 0n) throw new Usage(`--${name}: ${value} is not a whole number`);
  return BigInt(value);
}

start(USAGE, async () => {
  const given = called(() => parseArgs({ options: OPTIONS }).values);
  if (given.help) return console.log(USAGE);
  const rpc = demanded('rpc', given.rpc);
  const randomness = new Randomness(readerOf(rpc), getAddress(demanded('contract', given.contract)));
  const pollingMs = 1000 * whole('every', given.every, 1);
  const timeout = given.timeout === undefined ? undefined : whole('timeout', given.timeout, 1);
  const tip = number('tip', given.tip);
  const request =
    given.request === undefined
      ? await randomness.request(await walletOf(rpc, given.key, given['passphrase-file']), { tip })
      : number('request', given.request);
  const asked = { request, round: request >> 32n };
  if (given['no-wait']) return console.log(given.json ? json(asked) : `${request}`);
  // Whoever waits is told at once what to wait for, should this be ended.
  if (!given.json) console.error(`request ${request} is in round ${asked.round}`);
  const signal = timeout === undefined ? undefined : AbortSignal.timeout(1000 * timeout);
  const word = await randomness.wait(request, { pollingMs, signal }).catch((error: Error) => {
    if (!signal?.aborted) throw error;
    throw new Error(`request ${request} has no word after ${timeout} s`);
  });
  console.log(given.json ? json({ ...asked, word }) : word);
});
