// Follows a chain: node examples/follow.mjs CHAIN-ID ROUNDS URL...

import { Client } from '@heliast/client';
import { toHex } from '@heliast/verify';

const [chain, rounds, ...nodes] = process.argv.slice(2);
const client = new Client({ nodes, chain });
let left = Number(rounds);
for await (const { number, beacon, lots } of client.watch()) {
  console.log(`round ${number}: ${toHex(beacon)}, ${lots.length} tickets`);
  if (--left === 0) break;
}
