// The page reports a node that is late, stopped, gone or slow, and a browser with a wrong clock.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { launch } from './chromium.mjs';
import { fetch, freePort, startNode, until } from './node.mjs';

// A short delay, so that a busy machine keeps up, and catches up.
const OPTIONS = { participants: 3, period: 1, vrf: 'ell2', more: ['--delay', '0.2'] };

let browser;

before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Runs `action` with a separate node and a page of it. */
async function watching(options, action, prepare = async () => {}) {
  const node = await startNode({ ...OPTIONS, ...options });
  const context = await browser.newContext();
  context.setDefaultTimeout(600_000);
  try {
    await until('a round', 600, async () => (await fetch(`${node.url}/public/1`)).ok);
    const page = await context.newPage();
    await prepare(page);
    await page.goto(node.url);
    await action(page, node);
  } finally {
    await context.close();
    await node.stop();
  }
}

const standing = (page) => page.evaluate(() => [document.querySelector('#standing').className.split(' ')[1], document.querySelector('#standing-name').textContent, document.querySelector('#standing-words').textContent]);
const stands = (page, kind) => until(kind, 600, async () => (await standing(page))[0] === kind);
/** No part of the page continues as if the node were there: one sentence says for how long it has been away. */
async function lost(page, name) {
  assert.match(await page.title(), new RegExp(`^${name} – Round \\d+ · Heliast$`));
  assert.equal(await page.locator('progress.still').count(), 1);
  assert.equal(await page.textContent('#now-words'), 'not known');
  await until('no countdown', 600, async () => !(await page.isVisible('#countdown-words')));
  const words = await page.innerText('main');
  assert.equal(words.match(/\d+ s\b[^.]*(ago|has stopped)|overdue/g)?.length, 1, words);
}

/** Runs in the page: keeps every standing that it shows, with its words and its colour, however short the time is. */
function recordStandings() {
  const line = document.querySelector('#standing');
  globalThis.standings = [];
  const record = () => {
    const { color } = getComputedStyle(document.querySelector('#standing-name'));
    const words = document.querySelector('#standing-words').textContent;
    globalThis.standings.push({ kind: line.className.split(' ')[1], words, color });
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(record).observe(line, all);
  record();
}

const BEHIND = /^(one round|\d+ rounds) behind( the clock, and catching up|, .+: done in .+)$/;
const STOPPED = /^no word from the node for (\d+) s: it has stopped, or the network has$/;

test('a node that is stopped is stalled, then catches up, then is on time', async () => {
  // The node is away for more than three periods, so that rounds are late, and for less than ten, so that it makes
  // them all; they take it half a second each.
  await watching({ period: 5, more: ['--delay', '0.1'] }, async (page, node) => {
    await stands(page, 'on-time');
    await page.evaluate(recordStandings);
    node.signal('SIGSTOP');
    await stands(page, 'stalled');
    const [, name, words] = await standing(page);
    assert.equal(name, 'Stalled');
    assert.match(words, STOPPED);
    await lost(page, 'Stalled');
    await until('twenty seconds', 600, async () => Number(STOPPED.exec((await standing(page))[2])[1]) >= 20);
    node.signal('SIGCONT');
    const shown = () => page.evaluate(() => globalThis.standings);
    const of = async (kind) => (await shown()).filter((one) => one.kind === kind);
    await until('catching-up', 600, async () => (await of('catching-up')).length > 0);
    await stands(page, 'on-time');
    for (const one of await of('catching-up')) assert.match(one.words, BEHIND);
    const all = await Promise.all(['on-time', 'stalled', 'catching-up'].map(of));
    assert.equal(new Set(all.map(([{ color }]) => color)).size, 3);
  });
});

test('a node that is gone is offline, and found again', async () => {
  await watching({ listen: `127.0.0.1:${await freePort()}` }, async (page, node) => {
    await stands(page, 'on-time');
    const round = Number(await page.textContent('#round [data-round]'));
    await node.kill();
    await stands(page, 'offline');
    assert.match((await standing(page))[2], /^this browser has lost the node, last heard .* ago, and keeps trying$/);
    await lost(page, 'Offline');
    const again = await startNode({ ...OPTIONS, home: node.home, listen: new URL(node.url).host });
    try {
      await stands(page, 'on-time');
      await until('a new round', 600, async () => Number(await page.textContent('#round [data-round]')) > round);
      await until('the title of a round', 600, async () => /^Round \d+ · Heliast$/.test(await page.title()));
      assert.equal(await page.locator('progress.still').count(), 0);
    } finally {
      await again.stop();
    }
  });
});

test('a browser that is offline says so', async () => {
  await watching({}, async (page) => {
    await stands(page, 'on-time');
    await page.context().setOffline(true);
    await stands(page, 'offline');
    await page.context().setOffline(false);
    await stands(page, 'on-time');
  });
});

test('a machine that is too slow is an alarm, on the page with and without scripts', async () => {
  await watching({ participants: 40, period: 0.1, vrf: 'a-vrf-fast', more: ['--votes', '200'] }, async (page, node) => {
    await page.waitForSelector('.alarm');
    const [kind, text] = [await page.textContent('.alarm b'), await page.textContent('.alarm-text')];
    assert.equal(kind, 'pace');
    assert.match(text, /does not keep up/);
    assert.equal(await page.locator('#alarms').getAttribute('role'), 'alert');
    await until('it is late', 600, async () => ['late', 'catching-up'].includes((await standing(page))[0]));
    const health = await fetch(`${node.url}/health`);
    assert.deepEqual([health.status, (await health.json()).alarms[0].kind], [503, 'pace']);
    const plain = await browser.newContext({ javaScriptEnabled: false });
    plain.setDefaultTimeout(600_000);
    const still = await plain.newPage();
    await still.goto(node.url);
    assert.match(await still.innerText('#alarms'), /does not keep up/);
    assert.match(await still.getAttribute('#standing', 'class'), /late|catching-up|stalled/);
    await plain.close();
  });
});

test('a browser with a wrong clock counts down all the same', async () => {
  const prepare = (page) => page.clock.install({ time: new Date('2000-01-01T00:00:00Z') });
  await watching({ period: 3 }, async (page) => {
    await stands(page, 'on-time');
    await until('a countdown', 600, async () => /^in [0-2]\.\d s$/.test(await page.textContent('#countdown')));
  }, prepare);
});

/** Stops the page's clock; from now on only the test moves it. */
const stopClock = async (page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 600_000);

test('a verification that gets no answer ends and says so', async () => {
  const prepare = (page) => page.clock.install();
  await watching({}, async (page) => {
    // The node never sends the bundle.
    const asked = new Promise((resolve) => page.route('**/v1/bundle*', resolve));
    await stopClock(page);
    await page.click('#verify');
    await asked;
    await page.clock.fastForward(29_000);
    assert.equal(await page.locator('.verdict.bad').count(), 0);
    await page.clock.fastForward(2_000);
    await page.waitForSelector('.verdict.bad');
    assert.match(await page.textContent('#verdict'), /could not be verified: the node did not send it within 30 s/);
    assert.equal(await page.locator('#verify').isEnabled(), true);
  }, prepare);
});

test('a verification without end is ended', async () => {
  const prepare = async (page) => {
    await page.clock.install();
    await page.context().route('**/verify.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'export const verifyRound = () => { for (;;); };' }));
  };
  await watching({}, async (page) => {
    const started = page.waitForEvent('worker');
    await stopClock(page);
    await page.click('#verify');
    await started;
    await page.clock.fastForward(121_000);
    await page.waitForSelector('.verdict.bad');
    assert.match(await page.textContent('#verdict'), /more than 120 s/);
    await until('the end of the worker', 600, () => page.workers().length === 0);
  }, prepare);
});

test('the page says where its check comes from, and that is what it runs', async () => {
  await watching({}, async (page, node) => {
    await page.click('.origin summary');
    const link = await page.getAttribute('.origin a', 'href');
    const bytes = await (await fetch(node.url + link)).arrayBuffer();
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    assert.equal(await page.innerText('#verifier-hash'), hash);
    const loaded = page.context().waitForEvent('request', (request) => request.url().endsWith('/verify.js'));
    await page.click('#verify');
    assert.equal((await loaded).url(), node.url + link);
  });
});
