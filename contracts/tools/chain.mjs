// A chain on a port of this machine, for trials and tests: with the CREATE2 deployer, and funded accounts whose keystores
// are written into a folder (key0 to key7, and their passphrase as `words`).
//
//     node tools/chain.mjs FOLDER [MILLISECONDS]       a block every so often [default: 1000]
//
// Prints its address, as JSON, and runs until it is stopped.
import fs from 'node:fs';
import path from 'node:path';
import { secretOf, serve, startChain } from '../test/chain.mjs';
import { sealed } from '../test/keystores.mjs';

const [folder, every = '1000'] = process.argv.slice(2);
if (!folder || !/^\d+$/.test(every)) {
  console.error('usage: node tools/chain.mjs FOLDER [MILLISECONDS]');
  process.exit(2);
}
const chain = await startChain();
await chain.addDeployer();
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(folder, 'words'), 'words\n', { mode: 0o600 });
chain.accounts.forEach((_, at) => {
  const crypto = sealed(secretOf(at), 'words', { n: 1024, r: 8, p: 1 });
  fs.writeFileSync(path.join(folder, `key${at}`), JSON.stringify({ version: 3, crypto }), { mode: 0o600 });
});
const { url } = await serve(chain);
setInterval(() => chain.mine().catch(() => {}), Number(every));
console.log(JSON.stringify({ url, accounts: chain.accounts }));
