// Checks of the committed and the built files: the modules' hashes, the size, the texts.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { gzipSync, inflateRawSync } from 'node:zlib';

import { fill, LANGUAGES, restOf, textsFor } from '@heliast/stamp';

const root = join(import.meta.dirname, '..');
const kernel = join(root, 'kernel');
const MODULES = ['fmi', 'dot', 'avrf'];
/** Of everything that a page loads: the component with its texts, and the solver with its kernels. */
const MOST_BYTES = 12 * 1024;

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const sums = new Map(
  readFileSync(join(kernel, 'SHA256SUMS'), 'utf8')
    .split('\n')
    .filter((line) => /^[0-9a-f]/.test(line))
    .map((line) => line.split(/ +/).reverse()),
);

test('the modules and the sources that they were built from have the hashes that are committed', () => {
  const entries = readdirSync(join(kernel, 'src'), { recursive: true, withFileTypes: true });
  const sources = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(kernel, join(parentPath, name)));
  assert.deepEqual([...sums.keys()].sort(), ['Cargo.toml', ...sources, ...MODULES.map((name) => `${name}.wasm`)].sort());
  for (const [name, sum] of sums) {
    assert.equal(sha256(readFileSync(join(kernel, name))), sum, `${name} has changed: run kernel/build`);
  }
});

test('the packages have the modules that are committed', () => {
  const source = readFileSync(join(root, 'src/modules.ts'), 'utf8');
  const [, text, first] = /MODULES =\s+'([^']+)';\nexport const FIRST = (\d+);/.exec(source);
  const both = inflateRawSync(Buffer.from(text, 'base64'));
  const verifiers = readFileSync(join(root, '../js/src/avrf/module.ts'), 'utf8');
  const [, third] = /MODULE =\s+'([^']+)';/.exec(verifiers);
  const modules = [both.subarray(0, first), both.subarray(first), Buffer.from(third, 'base64')];
  assert.deepEqual(modules.map(sha256), MODULES.map((name) => sums.get(`${name}.wasm`)));
});

test('the modules come out of their sources byte for byte', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'heliast-kernel-'));
  try {
    const env = { ...process.env, CARGO_TARGET_DIR: join(folder, 'target') };
    const built = spawnSync(join(kernel, 'build'), ['--to', folder], { encoding: 'utf8', env });
    if (built.status === 3) {
      const why = `NOT REBUILT, ONLY COMPARED WITH THEIR HASHES: ${built.stderr.trim()}`;
      console.error(`\nthe modules of @heliast/stamp were ${why}\n`);
      context.skip(why);
      return;
    }
    assert.equal(built.status, 0, built.stderr);
    for (const name of MODULES) assert.equal(sha256(readFileSync(join(folder, `${name}.wasm`))), sums.get(`${name}.wasm`), name);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the component, the solver, ten languages and the kernels are below 12 KB, gzipped', (context) => {
  const sizes = ['element', 'worker'].map((name) => gzipSync(readFileSync(join(root, `dist/${name}.js`)), { level: 9 }).length);
  const all = sizes[0] + sizes[1];
  context.diagnostic(`element.js ${sizes[0]}, worker.js ${sizes[1]}: ${all} bytes`);
  assert.ok(all < MOST_BYTES, `${all} bytes`);
});

test('a page for browsers has nothing of Node', () => {
  for (const name of ['index', 'element', 'worker']) assert.ok(!readFileSync(join(root, `dist/${name}.js`), 'utf8').includes('node:'));
});

test('the component can be imported where there is no document', async () => {
  const { HeliastStamp } = await import('@heliast/stamp/element');
  assert.equal(typeof HeliastStamp, 'function');
});

test('there are ten languages, each with all texts and its places', () => {
  assert.deepEqual(LANGUAGES, ['en', 'de', 'fr', 'es', 'it', 'pt', 'el', 'ja', 'zh', 'ar']);
  const keys = Object.keys(textsFor('en'));
  for (const lang of LANGUAGES) {
    const texts = textsFor(lang);
    assert.deepEqual([Object.keys(texts), texts.lang, texts.dir], [keys, lang, lang === 'ar' ? 'rtl' : 'ltr']);
    assert.ok(Object.values(texts).every((text) => typeof text === 'string' && text.length > 0), lang);
    assert.ok(texts.rest.includes('{time}') && texts.failed.includes('{error}'), lang);
    assert.ok(lang === 'en' || texts.why !== textsFor('en').why, lang);
    for (const ms of [1, 30_000, 300_000]) assert.match(restOf(texts, ms), /^[^{}]+$/);
    assert.notEqual(restOf(texts, 1_000), restOf(texts, 60_000));
  }
});

test('the first language that is known is taken, and English otherwise', () => {
  assert.equal(textsFor('pt-BR').lang, 'pt');
  assert.equal(textsFor('ZH-Hant-TW').lang, 'zh');
  assert.equal(textsFor('sv', 'de-AT', 'en').lang, 'de');
  for (const nothing of [[], [''], [null], [undefined], ['xx'], ['constructor']]) assert.equal(textsFor(...nothing).lang, 'en');
});

test('the time that is left is said in seconds, and in minutes when there are many', () => {
  const en = textsFor('en');
  const said = [null, 0, 1, 1_000, 1_001, 90_000, 90_001, 3_600_000].map((ms) => restOf(en, ms));
  const left = (time) => `Time left: about ${time}`;
  assert.deepEqual(said, ['', ...['1 second', '1 second', '1 second', '2 seconds', '90 seconds', '2 minutes', '60 minutes'].map(left)]);
  assert.equal(restOf(textsFor('de'), 2_000), 'Noch etwa 2 Sekunden');
  assert.equal(fill('{a} {b} {a}', { a: '{b}' }), '{b} {b} {b}');
});
