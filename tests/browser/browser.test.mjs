// The web page in headless Chromium, against a running beacon.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { launch } from './chromium.mjs';
import { fetch, startNode, until } from './node.mjs';
import { visitor } from './visit.mjs';

const PARTICIPANTS = 12;
const PERIOD = 2;
const VRF = 'x-vrf-5';
const LEAD = 2;

let node;
let browser;
let shots;

before(async () => {
  shots = process.env.SCREENSHOTS ?? (await mkdtemp(join(tmpdir(), 'heliast-screenshots-')));
  await mkdir(shots, { recursive: true });
  node = await startNode({ participants: PARTICIPANTS, period: PERIOD, vrf: VRF, lead: LEAD, more: ['--delay', '0.3'] });
  await until('two rounds', 600, async () => (await fetch(`${node.url}/public/2`)).ok);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await node?.stop();
  console.log(`screenshots in ${shots}`);
});

const visit = visitor(() => ({ browser, node }));
const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
const shownRound = async (page) => Number(await page.textContent('#round [data-round]'));

test('rounds advance, the countdown runs, the delay moves', async () => {
  await visit('/', { viewport: { width: 1280, height: 900 } }, async (page) => {
    const first = await shownRound(page);
    const counts = new Set();
    const progress = new Set();
    const phases = new Set();
    // On a busy machine a round may pass between two checks: wait for as many rounds as needed.
    await until('three more rounds, and what happens in them', 600, async () => {
      counts.add(await page.textContent('#countdown'));
      phases.add(await page.textContent('#now-words'));
      progress.add(await page.$eval('#delay', (bar) => bar.value));
      const isCounted = [...counts].filter((text) => /^in \d\.\d s$/.test(text)).length >= 5;
      const hasMoved = [...progress].filter((value) => value > 0.02 && value < 0.98).length >= 3;
      return (await shownRound(page)) >= first + 3 && isCounted && hasMoved && phases.has('the delay is running');
    });
    // All values are read at once: the next round may come between two reads.
    const [latest, shown, newest] = await page.evaluate(() => [
      Number(document.querySelector('#round [data-round]').textContent),
      [...document.querySelectorAll('.output span')].map((group) => group.textContent).join(''),
      document.querySelector('#recent tbody tr:first-child a').textContent,
    ]);
    const { randomness } = await (await fetch(`${node.url}/v1/rounds/${latest}`)).json();
    assert.equal(shown, randomness);
    assert.equal(newest, String(latest));
    await shot(page, 'live-light');
  });
});

test('the court shows the committee', async () => {
  await visit('/rounds/1', {}, async (page) => {
    const { tickets } = await (await fetch(`${node.url}/v1/rounds/1`)).json();
    assert.equal(await page.locator('.seat').count(), PARTICIPANTS);
    assert.equal(await page.locator('.seat.lit').count(), tickets.length);
    const titles = await page.$$eval('.seat.lit title', (all) => all.map((title) => title.textContent));
    assert.deepEqual(titles, tickets.map(({ participant, votes, scheme }) => `Participant ${participant}: ${votes} ${votes === 1 ? 'vote' : 'votes'}, drawn with ${scheme}`));
    assert.equal(await page.locator('.sun line').count(), 32);
    const box = await page.locator('.seat circle').first().boundingBox();
    assert.ok(box.width > 8 && box.height > 8);
    await shot(page, 'round-light');
  });
});

test('every check passes on an honest round', async () => {
  for (const path of ['/', '/rounds/1', '/rounds/2']) {
    await visit(path, { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.click('#verify');
      await page.waitForSelector('.verdict.good, .verdict.bad');
      const checks = await page.$$eval('#checks li', (items) => items.map((item) => [item.dataset.check, item.className]));
      assert.equal(checks.length, 11);
      for (const [check, name] of checks) assert.equal(name, 'good', check);
      assert.match(await page.textContent('#verdict'), /is what it claims to be/);
      assert.equal(checks[4][0], 'lots');
      if (path === '/rounds/1') assert.equal(await page.locator('#verify-note').isVisible(), false);
      else assert.match(await page.innerText('#verify-note'), /the rounds before it/);
      if (path === '/') await shot(page, 'verified-dark');
    });
  }
});

test('hash trees take over, are seen, and verify', async () => {
  const drawn = await until('a lot drawn by a hash tree', 600, async () => {
    const { heliast_round: round } = await (await fetch(`${node.url}/public/latest`)).json();
    const { tickets } = await (await fetch(`${node.url}/v1/rounds/${round}`)).json();
    return tickets.some(({ scheme }) => scheme === VRF) && round;
  });
  await visit('/', { viewport: { width: 1280, height: 900 } }, async (page) => {
    const { keys, lead } = await (await fetch(`${node.url}/v1/keys`)).json();
    assert.deepEqual([lead, keys.length], [LEAD, PARTICIPANTS]);
    assert.equal(await page.locator('#keys tbody tr').count(), PARTICIPANTS);
    const schemes = await page.$$eval('#keys tbody tr code', (codes) => codes.map((code) => code.textContent));
    assert.ok(schemes.includes(VRF), `${schemes}`);
    const left = Number(await page.locator('#keys tbody tr', { hasText: VRF }).first().locator('td').nth(1).textContent());
    assert.ok(left >= 1 && left <= 2 ** 5, `${left} rounds left`);
    await shot(page, 'keys-light');
  });
  await visit(`/rounds/${drawn}`, {}, async (page) => {
    await page.click('#verify');
    await page.waitForSelector('.verdict.good, .verdict.bad');
    assert.equal(await page.locator('#checks li.good').count(), 11);
    assert.match(await page.textContent('#checks li[data-check="lots"]'), /\d+ of hash trees/);
  });
});

/** Answers `path` with the node's JSON as changed by `change`. */
const tampering = (page, path, change) =>
  page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    change(answer);
    await route.fulfill({ response, json: answer });
  });

const flipped = (hex, at) => hex.slice(0, at) + (hex[at] === '0' ? '1' : '0') + hex.slice(at + 1);

const TAMPERED = [
  ['a digit of y', 'bytes', /y: .* expected, .* claimed/, '/v1/rounds/2', (round) => (round.y = flipped(round.y, 300))],
  ['y in the bytes as well', 'delay', /delay proof fails/, '/v1/rounds/2', (round) => {
    const { length } = round.y;
    round.y = flipped(round.y, 300);
    round.bytes = round.bytes.slice(0, -2 * length) + round.y + round.proof;
  }],
  ['a vote', 'votes', /votes of participant \d+/, '/v1/rounds/2', (round) => (round.tickets[0].votes += 1)],
  ['a VRF proof in the bytes as well', 'lots', /VRF proof fails/, '/v1/rounds/2', (round) => {
    const [ticket] = round.tickets;
    const changed = flipped(ticket.proof, 110); // in s
    round.bytes = round.bytes.replace(ticket.proof, changed);
    ticket.proof = changed;
  }],
  ['a lot', 'lots', /lot of participant \d+/, '/v1/rounds/2', (round) => (round.tickets[0].output = flipped(round.tickets[0].output, 5))],
  ['the output', 'beacon', /randomness/, '/v1/rounds/2', (round) => (round.randomness = flipped(round.randomness, 0))],
  ['the round before', 'seed', /seed|previous_signature/, '/v1/rounds/1', (round) => (round.bytes = flipped(round.bytes, round.bytes.length - 600))],
  ['the genesis', 'genesis', /chain id/, '/v1/genesis', (genesis) => (genesis.bytes = flipped(genesis.bytes, 40))],
];

for (const [what, check, reason, path, change] of TAMPERED) {
  test(`a cross and its reason when ${what} is changed`, async () => {
    await visit('/rounds/2', { viewport: { width: 1280, height: 900 } }, async (page) => {
      await tampering(page, path, change);
      await page.click('#verify');
      await page.waitForSelector('.verdict.good, .verdict.bad');
      assert.equal(await page.textContent('#verdict'), 'Round 2 fails.');
      const failed = page.locator('#checks li.bad');
      assert.equal(await failed.count(), 1);
      assert.match(await failed.getAttribute('data-check'), new RegExp(`^${check}$`));
      assert.match(await failed.locator('.detail').textContent(), reason);
      assert.equal(await failed.locator('.mark').textContent(), '✗');
      if (check === 'delay') await shot(page, 'tampered-light');
    });
  });
}

test('a worker verifies, so that the page goes on, and ends', async () => {
  await visit('/rounds/1', {}, async (page) => {
    const started = [];
    page.on('worker', (worker) => started.push(new URL(worker.url()).pathname.split('/').at(-1)));
    for (const times of [1, 2]) {
      await page.click('#verify');
      await page.waitForSelector('#verify:enabled');
      assert.equal(await page.locator('.verdict.good').count(), 1);
      assert.deepEqual(started, Array(times).fill('worker.js'));
    }
    await until('the end of the workers', 600, () => page.workers().length === 0);
  });
});

test('the page can be read without JavaScript', async () => {
  await visit('/', { javaScriptEnabled: false, viewport: { width: 1280, height: 900 } }, async (page) => {
    const round = await shownRound(page);
    assert.ok(round >= 2);
    assert.equal(await page.locator('.seat').count(), PARTICIPANTS);
    assert.ok((await page.locator('#recent tbody tr').count()) >= 2);
    assert.equal(await page.locator('#verify').isVisible(), false);
    assert.equal(await page.locator('#countdown-words').isVisible(), false);
    assert.match(await page.innerText('.verify'), /needs JavaScript/);
    assert.equal(await page.locator('noscript meta[http-equiv=refresh]').count(), 1);
    await shot(page, 'no-javascript');
    await page.click(`#recent a[href="/rounds/${round}"]`);
    assert.equal(await shownRound(page), round);
    await page.click('a[rel=prev]');
    assert.equal(await shownRound(page), round - 1);
  });
});

test('nothing is wider than the screen', async () => {
  const phone = { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, colorScheme: 'dark' };
  const widths = [390, 640, 768, 900, 1000, 1280, 1920];
  const fits = async (page, path, width) => {
    const wide = await page.evaluate(() => {
      const { clientWidth } = document.documentElement;
      const inside = (element) => element.closest('.skip, .spoken, svg, pre *, .table-wrapper *');
      const all = [...document.querySelectorAll('body *')].filter((element) => !inside(element));
      return all.filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5).map((element) => element.outerHTML.slice(0, 80));
    });
    assert.deepEqual(wide, [], `${path} at ${width}`);
    // On a phone nothing is cut off or pushed aside, also not inside an element. The guide's lines of code and
    // its tables can be scrolled.
    if (width <= 390 && !path.startsWith('/guide')) assert.deepEqual(await page.evaluate(cutOff), [], `${path} at ${width}`);
  };
  for (const path of ['/', '/rounds/1', '/rounds', '/how', '/genesis', '/api', '/rounds/999999', '/guide/network', '/guide/search?q=nginx']) {
    const options = { tolerated: (problem) => path === '/rounds/999999' && problem.includes('425') };
    await visit(path, phone, async (page) => {
      if (['/', '/rounds/1'].includes(path)) {
        await page.tap('#verify');
        await page.waitForSelector('.verdict.good');
      }
      await fits(page, path, phone.viewport.width);
      await shot(page, `phone${path.replaceAll(/[/?=]/g, '-')}`);
    }, options);
    // One visit, in a window that becomes wider.
    await visit(path, { viewport: { width: widths[0], height: 800 } }, async (page) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await fits(page, path, width);
      }
    }, options);
  }
});

test('no hash leaves its last digits alone in a line, and code stands within its sentence', async () => {
  for (const path of ['/rounds/1', '/rounds', '/genesis']) {
    for (const width of [1280, 1000, 390]) {
      await visit(path, { viewport: { width, height: 900 } }, async (page) => {
        const lines = await page.$$eval('.long', (all) => all.map((code) => {
          const range = document.createRange();
          range.selectNodeContents(code);
          return [...range.getClientRects()].map((line) => line.width);
        }));
        assert.ok(lines.length > 0, path);
        // No browser balances more than six lines.
        const torn = lines.filter((widths) => widths.length <= 6 && widths.at(-1) < 0.5 * widths[0]);
        assert.deepEqual(torn, [], `${path} at ${width}`);
        const blocks = await page.$$eval('dd code:not(.long)', (all) => all.filter((code) => getComputedStyle(code).display !== 'inline').length);
        assert.equal(blocks, 0, path);
        const wide = await page.$$eval('td, dd, tbody th', (all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.outerHTML.slice(0, 80)));
        assert.deepEqual(wide, [], `${path} at ${width}`);
      });
    }
  }
});

/** Heights in pixels. Before rows were merged the first took 6,559, and the second 11,909. */
const HEIGHTS = [['/', 390, 3_600], ['/api', 1280, 5_000]];

test('pages are no longer than what they have to say', async () => {
  for (const [path, width, most] of HEIGHTS) {
    await visit(path, { viewport: { width, height: 900 } }, async (page) => {
      const height = await page.evaluate(() => {
        // The warnings of a node that is late on this machine do not count.
        const [alarms, words] = ['#alarms', '#standing-words'].map((id) => document.querySelector(id));
        if (alarms) alarms.hidden = true;
        if (words) words.textContent = 'rounds come on time';
        return document.documentElement.scrollHeight;
      });
      assert.ok(height < most, `${path} at ${width}: ${height}`);
      // Collapsed parts are in the page, and can be opened without scripts.
      const [folded] = await page.locator('main details').all();
      assert.ok(folded, path);
    });
  }
  await visit('/', { viewport: { width: 390, height: 900 } }, async (page) => {
    await page.click('#keys summary');
    const before = await shownRound(page);
    await until('another round', 600, async () => (await shownRound(page)) > before);
    assert.equal(await page.locator('#keys tbody tr').first().isVisible(), true, 'what the reader opened stays open');
  });
});

/** Runs in the page: elements whose contents are wider or taller than their visible part. */
function cutOff() {
  const all = [...document.querySelectorAll('main *, header *, footer *')].filter((element) => !element.closest('.spoken, thead, svg, progress, input'));
  const hides = (element) => getComputedStyle(element).overflowX !== 'visible';
  return all.filter((element) => hides(element) && element.scrollWidth > element.clientWidth + 1).map((element) => element.outerHTML.slice(0, 80));
}

test('pausing stops the page, and going on catches up', async () => {
  await visit('/', {}, async (page) => {
    await page.click('#pause');
    const paused = await shownRound(page);
    const text = await page.textContent('#now');
    await new Promise((resolve) => setTimeout(resolve, 2.5 * PERIOD * 1000));
    assert.equal(await shownRound(page), paused);
    assert.equal((await page.textContent('#now')).replace('Go on', ''), text.replace('Go on', ''));
    await page.click('#pause');
    await until('the page to catch up', 600, async () => (await shownRound(page)) > paused);
  });
});

test('every control has a name and the page has its landmarks', async () => {
  await visit('/', {}, async (page) => {
    for (const landmark of ['header', 'main', 'footer', 'nav[aria-label]', 'h1']) assert.ok((await page.locator(landmark).count()) >= 1, landmark);
    assert.equal(await page.locator('h1').count(), 1);
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    for (const control of await page.locator('a, button, progress').all()) {
      const name = await control.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent.trim());
      assert.ok(name.length > 0, await control.evaluate((element) => element.outerHTML));
    }
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  });
});

test('text has enough contrast in light and in dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    await visit('/rounds/1', { colorScheme }, async (page) => {
      await page.click('#verify');
      await page.waitForSelector('.verdict.good');
      const weak = await page.evaluate(weakContrasts);
      assert.deepEqual(weak, [], colorScheme);
    });
  }
});

/** Runs in the page: texts whose contrast with what lies behind them is below WCAG's 4.5 (3 for large ones). */
function weakContrasts() {
  const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => {
    const linear = [r, g, b].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] > 0.99) return color;
    }
    return [255, 255, 255];
  };
  const weak = [];
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].filter((child) => child.nodeType === 3).map((child) => child.textContent.trim()).join('');
    if (!text || element.closest('svg, noscript, .spoken, .skip')) continue;
    const style = getComputedStyle(element);
    const [one, two] = [luminance(parse(style.color)), luminance(behind(element))];
    const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (contrast < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5)) weak.push(`${element.tagName} ${element.className} ${text.slice(0, 20)}: ${contrast.toFixed(2)}`);
  }
  return weak;
}
