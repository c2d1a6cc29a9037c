// Whether a proof file of `heliast vdf prove` shows the delay that was asked for, in the group of a modulus file:
// node examples/delay.mjs PROOF MODULUS INPUT SQUARINGS, where the input is an element in hexadecimal

import { readFile } from 'node:fs/promises';

import { fromHex, Refused, RsaGroup, toHex, wesolowski } from '@heliast/verify';

const [proof, modulus, input, squarings] = process.argv.slice(2);
const group = new RsaGroup(BigInt(`0x${JSON.parse(await readFile(modulus, 'utf8')).modulus}`));
try {
  const { t, y } = wesolowski.verifyFile(group, await readFile(proof), { x: fromHex(input), t: BigInt(squarings), level: 100 });
  console.log(`${t} squarings, one after the other, lead to ${toHex(y).slice(0, 32)}...`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`refused, ${error.kind}: ${error.reason}`);
  process.exitCode = 1;
}
