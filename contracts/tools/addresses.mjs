// Writes the part of addresses.json that follows from the code: the CREATE2 addresses of contracts without terms.
//
//     node tools/addresses.mjs            writes it anew
//     node tools/addresses.mjs --check    only says whether it is out of date
//
// Deployed contracts on chains are entered by hand.
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
  const text = fs.readFileSync(FILE, 'utf8');
  const known = JSON.parse(text);
  known.create2.contracts = computed(compile(), known.create2);
  const made = `${JSON.stringify(known, null, 2)}\n`;
  if (process.argv[2] !== '--check') {
    fs.writeFileSync(FILE, made);
  } else if (made !== text) {
    console.error('addresses.json is out of date: node tools/addresses.mjs writes it anew');
    process.exit(1);
  }
}
