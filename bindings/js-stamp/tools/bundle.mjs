// Bundles src into dist. For browsers: index.js (the API), element.js (with the web component) and worker.js (the solver and its
// kernels); for Node node.js and thread.js, which are the same but for their lines to the solver.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const options = { absWorkingDir: root, outdir: 'dist', bundle: true, minify: true, format: 'esm', target: 'es2022', charset: 'utf8' };
await build({ ...options, entryPoints: ['src/index.ts', 'src/element.ts', 'src/worker.ts'] });
await build({ ...options, entryPoints: ['src/node.ts', 'src/thread.ts'], platform: 'node' });
if (process.argv.includes('--sizes')) {
  for (const name of ['index', 'element', 'worker']) {
    const text = readFileSync(join(root, `dist/${name}.js`));
    console.log(`${name}.js: ${text.length} bytes, ${gzipSync(text, { level: 9 }).length} gzipped`);
  }
}
