// Prints the rounds of a chain's bundle, and randomness from each for one use: node examples/bundle.mjs FILE CHAIN-ID LABEL

import { readFile } from 'node:fs/promises';

import { derive, fromHex, openBundle, toHex } from '@heliast/verify';

const [file, chain, label] = process.argv.slice(2);
for (const { number, timeMs, beacon, lots } of openBundle(await readFile(file), fromHex(chain)).rounds) {
  const votes = lots.reduce((sum, lot) => sum + lot.votes, 0n);
  console.log(`round ${number}, ${new Date(Number(timeMs)).toISOString()}: ${votes} votes, ${label}: ${toHex(derive(beacon, label))}`);
}
