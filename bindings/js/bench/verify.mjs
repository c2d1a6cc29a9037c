// CPU time of verifying bundles whole, in seconds, least of five runs in one process each:
//
//   npm run build && node bench/verify.mjs BUNDLE...
//
// WITHOUT_WASM=1 measures what engines do that may not compile WebAssembly.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ANY_CHAIN, verifyBundle } from '@heliast/verify';

const RUNS = 5;

if (process.argv[2] !== '--one') {
  const flags = process.env.WITHOUT_WASM ? ['--no-expose-wasm'] : [];
  for (const bundle of process.argv.slice(2)) {
    const once = () => JSON.parse(spawnSync(process.execPath, [...flags, import.meta.filename, '--one', bundle], { encoding: 'utf8' }).stdout);
    const runs = Array.from({ length: RUNS }, once);
    console.log(`${bundle}: ${runs[0].rounds} rounds, ${Math.min(...runs.map(({ seconds }) => seconds)).toFixed(2)} s`);
  }
} else {
  const bytes = readFileSync(process.argv[3]);
  const before = process.cpuUsage();
  const { rounds } = verifyBundle(bytes, ANY_CHAIN, 'genesis');
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ rounds: rounds.length, seconds: (user + system) / 1e6 }));
}
