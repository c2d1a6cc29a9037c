// A real browser goes through a gate.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { createInterface } from 'node:readline';

import { launch } from './chromium.mjs';

let browser;
let demo;

/** `heliast stamp demo` with this price. */
async function start(price) {
  const options = ['--json', 'stamp', 'demo', '--listen', '127.0.0.1:0', '--price', price];
  const child = spawn(process.env.HELIAST, options.map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { event, url } = JSON.parse((await lines.next()).value);
  assert.equal(event, 'started');
  const stop = async () => {
    child.kill('SIGINT');
    assert.equal(JSON.parse((await lines.next()).value).event, 'stopped');
    assert.equal(await ended, 0);
  };
  return { url, stop };
}

before(async () => {
  demo = await start(20_000);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await demo?.stop();
});

test('a browser waits, is let in, and writes a comment', { timeout: 600_000 }, async () => {
  const page = await browser.newPage();
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  const asked = await page.goto(demo.url);
  assert.equal(asked.status(), 401);
  await page.waitForSelector('textarea', { timeout: 0 });
  await page.fill('textarea', 'I have <b>waited</b>.');
  await page.click('button');
  await page.waitForSelector('li', { timeout: 0 });
  assert.equal(await page.textContent('li'), 'I have <b>waited</b>.');
  const [pass] = await page.context().cookies();
  assert.deepEqual([pass.name, pass.httpOnly, pass.sameSite], ['heliast-pass', true, 'Lax']);
  assert.deepEqual(troubles, []);
  await page.close();
});

test('who reloads goes on where it was, and a pause is one', { timeout: 600_000 }, async () => {
  const slow = await start(100_000_000);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(slow.url);
  const done = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('heliast-gate'))?.done ?? 0);
  const until = async (least) => {
    while ((await done()) <= least) await page.waitForTimeout(100);
    return done();
  };
  const first = await until(0);
  await page.reload();
  const second = await until(first);
  assert.ok((await page.textContent('#says')).includes('100,000,000'));
  await page.click('#pause');
  assert.equal(await page.textContent('#pause'), 'Go on');
  await page.waitForTimeout(1_000);
  const paused = await done();
  assert.ok(paused >= second);
  await page.waitForTimeout(1_500);
  assert.equal(await done(), paused);
  await page.click('#pause');
  await until(paused);
  await context.close();
  await slow.stop();
});

test('without JavaScript there is an explanation and a command, which works', { timeout: 600_000 }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(demo.url);
  const command = await page.textContent('noscript pre');
  assert.match(command, /^heliast stamp solve http/);
  const done = spawnSync(process.env.HELIAST, ['--json', 'stamp', 'solve', demo.url], { encoding: 'utf8' });
  assert.equal(done.status, 0, done.stderr);
  const { page: answer, cookie } = JSON.parse(done.stdout);
  assert.ok(answer.includes('<textarea'));
  const [name, value] = cookie.split('=');
  await context.addCookies([{ name, value, url: demo.url }]);
  await page.goto(demo.url);
  await page.waitForSelector('textarea', { timeout: 0 });
  await context.close();
});
