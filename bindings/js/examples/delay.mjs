// The delay that a proof file shows, of `heliast vdf prove` in the group of a modulus file: node examples/delay.mjs PROOF MODULUS

import { readFile } from 'node:fs/promises';

import { Refused, RsaGroup, toHex, wesolowski } from '@heliast/verify';

const [proof, modulus] = process.argv.slice(2);
const group = new RsaGroup(BigInt(`0x${JSON.parse(await readFile(modulus, 'utf8')).modulus}`));
try {
  const { t, y } = wesolowski.verifyFile(group, await readFile(proof));
  console.log(`${t} squarings, one after the other, lead to ${toHex(y).slice(0, 32)}...`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`refused, ${error.kind}: ${error.reason}`);
  process.exitCode = 1;
}
