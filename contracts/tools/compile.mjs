// Compiles src/ by the pinned solc, once for the same text. As a program it writes abi/NAME.json for each contract, ABI
// and bytecode; with the argument `tests` it compiles what the tests need with it.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import solc from 'solc';

const ROOT = path.resolve(import.meta.dirname, '..');
const CACHE = path.join(ROOT, 'cache');
const SETTINGS = {
  viaIR: true,
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

/** The contracts of these folders by name; each has file, abi, bytecode and deployedBytecode. */
export function compile(folders = ['src']) {
  const sources = {};
  for (const folder of folders) {
    for (const file of fs.readdirSync(path.join(ROOT, folder), { recursive: true })) {
      const name = path.posix.join(folder, file);
      if (file.endsWith('.sol')) sources[name] = { content: fs.readFileSync(path.join(ROOT, name), 'utf8') };
    }
  }
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS });
  const name = crypto.createHash('sha256').update(solc.version()).update(input).digest('hex');
  const cached = path.join(CACHE, `${name}.json`);
  if (fs.existsSync(cached)) return JSON.parse(fs.readFileSync(cached, 'utf8'));
  const compiled = translated(input);
  fs.mkdirSync(CACHE, { recursive: true });
  // The file is either complete or missing: several processes may write it at once.
  const draft = `${cached}.${process.pid}`;
  fs.writeFileSync(draft, JSON.stringify(compiled));
  fs.renameSync(draft, cached);
  return compiled;
}

function translated(input) {
  const output = JSON.parse(solc.compile(input));
  const complaints = (output.errors ?? []).map((error) => error.formattedMessage);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  const compiled = {};
  for (const [file, contracts] of Object.entries(output.contracts)) {
    for (const [name, { abi, evm }] of Object.entries(contracts)) {
      const bytecode = `0x${evm.bytecode.object}`;
      compiled[name] = { file, abi, bytecode, deployedBytecode: `0x${evm.deployedBytecode.object}` };
    }
  }
  return compiled;
}

if (process.argv[1] === import.meta.filename) {
  const folder = path.join(ROOT, 'abi');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  const folders = process.argv[2] === 'tests' ? ['src', 'test/src'] : ['src'];
  for (const [name, { file, abi, bytecode }] of Object.entries(compile(folders))) {
    if (bytecode === '0x' || !file.startsWith('src/')) continue;
    fs.writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify({ abi, bytecode }, null, 1)}\n`);
  }
}
