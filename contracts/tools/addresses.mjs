// Writes the part of addresses.json that follows from the code: what CREATE2 makes of contracts without terms.
//
//     node tools/addresses.mjs            writes it anew
//
// A test holds the file against what is compiled. What is deployed on chains is written by hand.
import fs from 'node:fs';
import path from 'node:path';
import { getCreate2Address, keccak256 } from 'viem';
import { compile } from './compile.mjs';

const FILE = path.resolve(import.meta.dirname, '../addresses.json');
const NAMES = ['HeliastDelayVerifier', 'HeliastLotsVerifier'];

/** Codes and addresses of these contracts, compiled. */
export function computed(compiled, { deployer, salt }) {
  const one = ({ bytecode }) => ({ codeHash: keccak256(bytecode), address: getCreate2Address({ from: deployer, salt, bytecode }) });
  return Object.fromEntries(NAMES.map((name) => [name, one(compiled[name])]));
}

if (process.argv[1] === import.meta.filename) {
  const known = JSON.parse(fs.readFileSync(FILE, 'utf8'));
  known.create2.contracts = computed(compile(), known.create2);
  fs.writeFileSync(FILE, `${JSON.stringify(known, null, 2)}\n`);
}
