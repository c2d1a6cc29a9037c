// Compiles src/ by the pinned solc. As a program it writes abi/NAME.json for each contract: ABI and bytecode.
import fs from 'node:fs';
import path from 'node:path';
import solc from 'solc';

const ROOT = path.resolve(import.meta.dirname, '..');
const SETTINGS = {
  viaIR: true,
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

/** The contracts of these folders by name; each has abi, bytecode and deployedBytecode. */
export function compile(folders = ['src']) {
  const sources = {};
  for (const folder of folders) {
    for (const file of fs.readdirSync(path.join(ROOT, folder), { recursive: true })) {
      const name = path.posix.join(folder, file);
      if (file.endsWith('.sol')) sources[name] = { content: fs.readFileSync(path.join(ROOT, name), 'utf8') };
    }
  }
  const input = { language: 'Solidity', sources, settings: SETTINGS };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const complaints = (output.errors ?? []).map((error) => error.formattedMessage);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  const compiled = {};
  for (const contracts of Object.values(output.contracts)) {
    for (const [name, { abi, evm }] of Object.entries(contracts)) {
      const bytecode = `0x${evm.bytecode.object}`;
      compiled[name] = { abi, bytecode, deployedBytecode: `0x${evm.deployedBytecode.object}` };
    }
  }
  return compiled;
}

if (process.argv[1] === import.meta.filename) {
  const folder = path.join(ROOT, 'abi');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  for (const [name, { abi, bytecode }] of Object.entries(compile())) {
    if (bytecode === '0x' || name.startsWith('I')) continue;
    fs.writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify({ abi, bytecode }, null, 1)}\n`);
  }
}
