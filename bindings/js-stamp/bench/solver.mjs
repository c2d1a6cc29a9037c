// Measures the time of a squaring, in microseconds, with each kernel, in Node and in headless Chromium, for 1,024 and 2,048 bits: the least of
// many slices.
//
//   npm run build && node --experimental-wasm-relaxed-simd bench/solver.mjs [--json] [--peer FOLDER]
//
// Chromium is measured where tests/browser has been installed (playwright-core) and a browser is found ($CHROMIUM or chromium);
// Node 20 knows relaxed SIMD behind that flag only, later versions without it. --peer names a folder with `page.js`, whose function
// `peer(bits)` gives {name, run(n)} of other kernels to be measured in turns with ours.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const json = process.argv.includes('--json');
const peer = process.argv.includes('--peer') ? process.argv[process.argv.indexOf('--peer') + 1] : undefined;
/** Turns, in which each kernel squares for some milliseconds. */
const TURNS = 100;
const SQUARINGS = 1_000;

/** Runs in Node and in the browser: rows of [kernel, bits, microseconds]. */
async function measure(worker, peers, turns, squarings) {
  const { KERNELS, makeKernel } = await import(worker);
  const rows = [];
  for (const bits of [1024, 2048]) {
    // A number without a pattern, such as an RSA modulus is: BigInt divides slowly by some others. The kernels don't mind.
    const modulus = BigInt.asUintN(bits, 7n ** BigInt(bits)) | (1n << BigInt(bits - 1)) | 1n;
    const runners = [];
    for (const name of KERNELS) {
      const kernel = await makeKernel(modulus, name);
      if (!kernel) continue;
      kernel.set(modulus / 3n);
      runners.push({ name, run: (n) => kernel.square(n) });
    }
    if (peers) runners.push(...(await (await import(peers)).peer(bits, modulus, modulus / 3n)));
    const best = runners.map(() => Infinity);
    // In turns, so that other work on the machine affects all of them.
    for (let turn = 0; turn < turns; turn++) {
      for (const [i, { run }] of runners.entries()) {
        const begun = performance.now();
        run(squarings);
        best[i] = Math.min(best[i], performance.now() - begun);
      }
    }
    rows.push(...runners.map(({ name }, i) => [name, bits, (1e3 * best[i]) / squarings]));
  }
  return rows;
}

async function inChromium() {
  const require = createRequire(join(root, '../../tests/browser/package.json'));
  const { chromium } = require('playwright-core');
  const folders = { '/ours/': join(root, 'dist'), '/peer/': peer };
  const server = createServer((request, response) => {
    response.setHeader('cross-origin-opener-policy', 'same-origin').setHeader('cross-origin-embedder-policy', 'require-corp');
    const [prefix] = Object.keys(folders).filter((prefix) => request.url.startsWith(prefix));
    if (!prefix) return response.setHeader('content-type', 'text/html').end('<!doctype html><title>Measurement</title>');
    const body = readFileSync(join(folders[prefix], request.url.slice(prefix.length)));
    return response.setHeader('content-type', request.url.endsWith('.wasm') ? 'application/wasm' : 'text/javascript').end(body);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${server.address().port}`;
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const page = await browser.newPage();
  await page.goto(url);
  const call = `(${measure})('${url}/ours/worker.js', ${peer ? `'${url}/peer/page.js'` : 'null'}, ${TURNS}, ${SQUARINGS})`;
  const rows = await page.evaluate(call);
  const version = browser.version();
  await browser.close();
  server.close();
  return { engine: `Chromium ${version}`, rows };
}

const results = [
  {
    engine: `Node ${process.versions.node}`,
    rows: await measure(join(root, 'dist/worker.js'), peer && join(peer, 'page.js'), TURNS, SQUARINGS),
  },
];
try {
  results.push(await inChromium());
} catch (error) {
  console.error(`Chromium is not measured: ${error.message.split('\n')[0]}`);
}
if (json) {
  console.log(JSON.stringify(results, null, 2));
} else {
  for (const { engine, rows } of results) {
    console.log(engine);
    for (const [name, bits, us] of rows) console.log(`  ${name.padEnd(12)} ${bits} bits ${us.toFixed(3).padStart(8)} µs`);
  }
}
