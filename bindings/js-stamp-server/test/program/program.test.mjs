// The middleware next to the real program, which HELIAST names: its solver, its gate, and its files.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import { PrivateIssuer, readSecret, stamps, Trapdoor } from '@heliast/stamp-server';
import { Malformed } from '@heliast/verify';
import express from 'express';

import { fetch } from '../../../../tests/browser/node.mjs';

const PRICE = 2_000;
const heliast = async (...options) => JSON.parse((await promisify(execFile)(process.env.HELIAST, ['--json', ...options])).stdout);
const closing = [];
let folder, gate, secret;

/** A server on a free port: its URL. */
async function served(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  // A connection that a client keeps stays open, however long this machine stands still.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  closing.push(() => (server.close(), server.closeAllConnections()));
  return `http://127.0.0.1:${server.address().port}`;
}

const site = (options) => {
  const app = express();
  app.use(stamps({ secret, price: PRICE, secure: false, ...options }));
  app.use((request, response) => response.send('come in'));
  return served(app);
};

/** The program's gate before a site, with a secret of its own in a file. */
async function startGate() {
  const upstream = await served((request, response) => response.end('come in'));
  const options = ['gate', '--upstream', upstream, '--listen', '127.0.0.1:0', '--data', join(folder, 'gate'), '--floor', PRICE, '--ceiling', PRICE];
  const child = spawn(process.env.HELIAST, ['--json', ...options, '--insecure'].map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { url } = JSON.parse((await lines.next()).value);
  return { url, stop: () => (child.kill('SIGINT'), ended) };
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliast-stamps-'));
  gate = await startGate();
  secret = readSecret(await readFile(join(folder, 'gate', 'gate.key'), 'utf8'));
});

after(async () => {
  closing.forEach((close) => close());
  await gate?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the program's solver is let in, and its pass lets in at the gate too", async () => {
  const url = await site({});
  const { page, cookie, t } = await heliast('stamp', 'solve', url);
  assert.equal(page, 'come in');
  assert.equal(t, PRICE);
  for (const door of [url, gate.url]) assert.equal((await fetch(door, { headers: { cookie } })).status, 200, door);
});

test("the gate's pass lets in here, and no other site's", async () => {
  const { cookie } = await heliast('stamp', 'solve', gate.url);
  assert.equal((await fetch(await site({}), { headers: { cookie } })).status, 200);
  assert.equal((await fetch(await site({ secret: new Uint8Array(32) }), { headers: { cookie } })).status, 401);
});

/** The answer of a server, without the parts that change each time. */
async function shown(url, path, accept) {
  const response = await fetch(url + path, { headers: { accept } });
  const text = await response.text();
  const challenge = /data-challenge="([^"]*)"|"challenge":"([^"]*)"/.exec(text)?.slice(1).find(Boolean) ?? /"(.*)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1];
  const plain = (value) => value.replaceAll(challenge ?? 'none', 'CHALLENGE').replaceAll(new URL(url).host, 'HOST');
  const names = ['content-type', 'content-security-policy', 'x-content-type-options', 'cache-control', 'vary', 'www-authenticate'];
  const headers = names.map((name) => [name, plain(response.headers.get(name) ?? '').replace('; charset=utf-8', '')]);
  return { status: response.status, headers: Object.fromEntries(headers), text: accept === 'application/json' ? JSON.parse(plain(text)) : plain(text) };
}

test("a browser sees here what it sees at the gate", async () => {
  const name = /<title>One moment · (.*)<\/title>/.exec((await shown(gate.url, '/', 'text/html')).text)[1];
  const url = await site({ site: name });
  for (const [path, accept] of [
    ['/', 'text/html,application/xhtml+xml;q=0.9'],
    ["/a'b;c", 'text/html'],
    ['/', 'application/json'],
    ['/.heliast/gate.js', '*/*'],
    ['/.heliast/solver.js', '*/*'],
    ['/.heliast/gate.css', '*/*'],
  ]) {
    assert.deepEqual(await shown(url, path, accept), await shown(gate.url, path, accept), `${path} for ${accept}`);
  }
});

test("a trapdoor file of the program's is read, unless it is encrypted or another file", async () => {
  const [trapdoor, modulus] = [join(folder, 'trapdoor'), join(folder, 'modulus')];
  await heliast('group', 'new', '--trapdoor', trapdoor, '--out', modulus);
  const issuer = new PrivateIssuer(secret, Trapdoor.fromFile(await readFile(trapdoor, 'utf8')));
  const url = await site({ issuer });
  assert.equal((await heliast('stamp', 'solve', url)).page, 'come in');
  const other = await readFile(modulus, 'utf8');
  assert.throws(() => Trapdoor.fromFile(other), Malformed);
});
