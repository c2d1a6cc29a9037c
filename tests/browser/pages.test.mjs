// All pages: axe finds no problem, the search needs no script, and the cost of loading them is as documented.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { launch } from './chromium.mjs';
import { fetch, startNode, until } from './node.mjs';
import { visitor } from './visit.mjs';

const PERIOD = 1;
/** The rows of a page of `/rounds`. */
const ROUNDS_OF_A_PAGE = 50;
const PAGES = [
  '/', '/rounds/1', '/rounds', '/how', '/genesis', '/api', '/rounds/999999', '/guide/what-for', '/guide/network', '/guide/search?q=nginx',
];

let node;
let browser;
let axe;
const visit = visitor(() => ({ browser, node }));
/** The browser says in its console that a page of an error has the status of one. */
const options = (path) => ({ tolerated: (problem) => path === '/rounds/999999' && problem.includes('425') });

before(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  node = await startNode({ participants: 9, period: PERIOD, vrf: 'x-vrf-5', lead: 2, more: ['--delay', '0.2'] });
  await until('three rounds', 600, async () => (await fetch(`${node.url}/public/3`)).ok);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await node?.stop();
});

/** The violations that axe finds on a page, by all of its rules except the experimental ones. */
async function findings(page) {
  // Evaluated by the test and not by the page, whose policy forbids scripts from elsewhere.
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations', 'passes'] }));
  assert.ok(passes.length >= 10, `${passes.length} rules passed`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 100)).join(' | ')}`);
}

test('axe finds nothing on any page, in both colour schemes, wide and narrow', async () => {
  for (const path of PAGES) {
    // One visit, in a window that changes, since a page takes as long to load as to look at.
    await visit(path, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' }, async (page) => {
      for (const colorScheme of ['light', 'dark']) {
        for (const width of [1280, 390]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          assert.deepEqual(await findings(page), [], `${path} ${colorScheme} ${width}`);
        }
      }
    }, options(path));
  }
});

test('axe finds nothing beside a verdict, a banner and every state', async () => {
  for (const colorScheme of ['light', 'dark']) {
    await visit('/rounds/2', { colorScheme }, async (page) => {
      await page.click('#verify');
      await page.waitForSelector('.verdict.good');
      await page.click('.origin summary');
      assert.deepEqual(await findings(page), [], colorScheme);
    });
    await visit('/', { colorScheme }, async (page) => {
      await page.click('#pause');
      for (const kind of ['late', 'catching-up', 'stalled', 'offline']) {
        await page.evaluate((kind) => {
          document.querySelector('#standing').className = `standing ${kind}`;
          document.querySelector('#alarms').hidden = false;
          document.querySelector('#alarms').innerHTML = '<p class="alarm"><b>keys</b> <span class="alarm-text">words</span></p>';
        }, kind);
        assert.deepEqual(await findings(page), [], `${colorScheme} ${kind}`);
      }
    });
  }
});

test('axe finds what is planted', async () => {
  await visit('/', {}, async (page) => {
    await page.evaluate(() => document.querySelector('main').insertAdjacentHTML('beforeend', '<img src="/favicon.ico"><button></button>'));
    const found = (await findings(page)).join();
    assert.match(found, /image-alt/);
    assert.match(found, /button-name/);
  });
});

test('every page is reached from every page', async () => {
  await visit('/', { javaScriptEnabled: false }, async (page) => {
    for (const [name, path] of [['Rounds', '/rounds'], ['How it works', '/how'], ['Genesis', '/genesis'], ['API', '/api'], ['Guide', '/guide/what-for'], ['Live', '/']]) {
      await page.click(`.top nav >> text="${name}"`);
      assert.equal(new URL(page.url()).pathname, path);
      assert.equal(await page.locator('h1').count(), 1);
      assert.equal(await page.locator('.top nav a').count(), 6);
    }
  });
});

test('every chapter of the guide is reached, and a search leads into one, without scripts', async () => {
  await visit('/guide', { javaScriptEnabled: false }, async (page) => {
    const chapters = await page.locator('.chapters li a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    assert.ok(chapters.length > 10);
    for (const path of chapters.slice(1)) {
      await page.click('a[rel=next]');
      assert.equal(new URL(page.url()).pathname, path);
      assert.equal(await page.locator('h1').count(), 1);
    }
    await page.fill('#guide-query', 'safe period');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guide/search?q=safe+period');
    await page.click('.hits a >> nth=0');
    const { pathname, hash } = new URL(page.url());
    assert.match(pathname, /^\/guide\/[a-z-]+$/);
    assert.equal(await page.locator(`[id="${hash.slice(1)}"]`).count(), 1);
  });
});

test('a round is found by number and by time, without scripts', async () => {
  await visit('/rounds', { javaScriptEnabled: false }, async (page) => {
    await page.goto(`${node.url}/rounds?until=2`);
    const opened = await page.locator('tr', { has: page.locator('a[href="/rounds/2"]') }).locator('time').getAttribute('datetime');
    await page.fill('#number', '3');
    await page.click('text=Find');
    await page.waitForURL('**/rounds/3');
    await page.goto(`${node.url}/rounds`);
    await page.fill('#time', opened.replace('Z', ''));
    await page.keyboard.press('Enter');
    // Periods last a second: the round that opened in this second.
    await page.waitForURL('**/rounds/2');
    await page.goto(`${node.url}/rounds`);
    await page.fill('#number', '999999');
    await page.click('text=Find');
    await page.waitForURL('**number=999999*');
    assert.match(await page.textContent('h1'), /round 999999 is not finished yet/);
  }, options('/rounds/999999'));
});

test('the pictures have words, and the legend shows what the court shows', async () => {
  await visit('/how', {}, async (page) => {
    for (const picture of await page.locator('svg[role=img]').all()) {
      const title = await picture.locator('title').textContent();
      assert.ok(title.length > 40, title);
    }
    for (const shown of ['.seat.lit', '.seat.lit.fallback', '.seat .hole', '.sun .tone3']) assert.ok((await page.locator(`.legend ${shown}`).count()) >= 1, shown);
    assert.ok((await page.locator('.glossary dt').count()) >= 12);
  });
});

// The cost of a first visit is compared with the guide's table; HELIAST_WRITE=1 writes the table anew.
const GUIDE = new URL('../../docs/guide/src/operate.md', import.meta.url);
const TABLE = /(<!-- first visits[^\n]*-->\n\n)(.*?)(\n\n<!-- end of first visits -->)/s;
const DRIFT = 0.1;
const SHIFT = 0.1;
const VISITS_MS = 600_000;

test('a first visit costs what the guide says, and nothing moves under the reader', async () => {
  // The list of rounds is as long as it can be, however fast the tests before were.
  await until('a full page of rounds', 600, async () => (await fetch(`${node.url}/public/${ROUNDS_OF_A_PAGE + 1}`)).ok);
  const rows = [];
  for (const path of PAGES.filter((path) => path !== '/rounds/999999')) {
    // A warning that appears or disappears moves the elements below it, as long as the node is late: a visit without
    // one counts.
    const end = Date.now() + VISITS_MS;
    let figures;
    while (!(figures?.cls < SHIFT) && Date.now() < end) {
      const screen = { viewport: { width: 390, height: 844 } };
      await visit(path, screen, async (page) => { figures = await page.evaluate(measured, VISITS_MS); });
    }
    assert.ok(figures.fcp > 0 && figures.cls < SHIFT, `${path}: painted at ${figures.fcp} ms, shifted by ${figures.cls}`);
    rows.push({ page: path, bytes: figures.bytes + (await coded(figures.icon)), requests: figures.requests + 1, 'first paint, ms': Math.round(figures.fcp), 'largest paint, ms': Math.round(figures.lcp), shift: Number(figures.cls.toFixed(4)) });
  }
  console.table(rows);
  const verifier = { page: 'the verifier, once somebody verifies', bytes: await verifierBytes(), requests: 2 };
  await compareWithGuide([...rows, verifier]);
});

/** Bytes of the two scripts that a browser fetches when somebody verifies a round. */
async function verifierBytes() {
  const page = await (await fetch(`${node.url}/rounds/1`)).text();
  const folder = /\/assets\/\w+\//.exec(page)[0];
  const scripts = await Promise.all(['worker.js', 'verify.js'].map((name) => coded(folder + name)));
  return scripts.reduce((sum, length) => sum + length, 0);
}

/** Bytes of an answer as it is sent: `fetch` would decompress it. */
async function coded(path) {
  const [answer] = await once(get(node.url + path, { headers: { 'accept-encoding': 'gzip' } }), 'response');
  assert.equal(answer.statusCode, 200, path);
  let length = 0;
  for await (const part of answer) length += part.length;
  return length;
}

/** Checks that the guide's table has these pages, their requests, and their bytes to within a tenth. */
async function compareWithGuide(rows) {
  const guide = await readFile(GUIDE, 'utf8');
  const named = ({ page }) => (page.startsWith('/') ? `\`${page}\`` : page);
  if (process.env.HELIAST_WRITE) {
    const lines = rows.map((row) => `| ${named(row)} | ${row.bytes.toLocaleString('en-US')} | ${row.requests} |`);
    await writeFile(GUIDE, guide.replace(TABLE, (_, begin, __, end) => [`${begin}| page | bytes | requests |`, '|---|---|---|', ...lines].join('\n') + end));
    return;
  }
  const said = TABLE.exec(guide)[2].split('\n').slice(2).map((line) => line.split('|').slice(1, 4).map((cell) => cell.trim()));
  assert.deepEqual(said.map(([page, , requests]) => [page, Number(requests)]), rows.map((row) => [named(row), row.requests]), `${GUIDE.pathname}: HELIAST_WRITE=1 ./test browser writes its table`);
  for (const [place, [page, bytes]] of said.entries()) {
    const [meant, found] = [Number(bytes.replaceAll(',', '')), rows[place].bytes];
    assert.ok(Math.abs(found - meant) <= DRIFT * meant, `${page} has ${found} bytes, and the guide says ${meant}: HELIAST_WRITE=1 ./test browser writes its table`);
  }
}

/**
 * The browser's measurements of the page that it shows; runs in the page. A busy machine paints it late: the
 * measurements begin with its first paint, for which they wait as many milliseconds as are given.
 */
async function measured(most) {
  const first = (paints) => paints.find(({ name }) => name === 'first-contentful-paint');
  const begun = performance.now();
  while (!first(performance.getEntriesByType('paint')) && performance.now() < begun + most) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const observed = (type) => new Promise((resolve) => {
    const entries = [];
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({ type, buffered: true });
    setTimeout(() => resolve([...entries, ...observer.takeRecords()]), 1500);
  });
  const [shifts, paints, largest] = await Promise.all([observed('layout-shift'), observed('paint'), observed('largest-contentful-paint')]);
  const [page] = performance.getEntriesByType('navigation');
  // A browser without windows does not load the icon, which is counted by itself.
  const icon = document.querySelector('link[rel~=icon]').href;
  const loaded = performance.getEntriesByType('resource').filter(({ initiatorType, name }) => initiatorType !== 'fetch' && name !== icon);
  return {
    icon: new URL(icon).pathname,
    bytes: [page, ...loaded].reduce((sum, { transferSize }) => sum + transferSize, 0),
    requests: 1 + loaded.length,
    fcp: first(paints)?.startTime,
    lcp: largest.at(-1)?.startTime,
    cls: shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0),
  };
}

// The figure of a small chain's committee, and of the largest one that is drawn with all its seats.
for (const participants of [8, 40, 200, 1000]) {
  test(`the court of ${participants} is whole and can be read`, async () => {
    const crowd = await startNode({ participants, period: 5, vrf: 'ell2', more: ['--delay', '0.05', '--votes', String(Math.max(20, participants / 5))] });
    try {
      const view = visitor(() => ({ browser, node: crowd }));
      await until('a round', 600, async () => (await fetch(`${crowd.url}/public/1`)).ok);
      const { tickets } = await (await fetch(`${crowd.url}/v1/rounds/1`)).json();
      for (const [width, colorScheme] of [[390, 'light'], [390, 'dark'], [1280, 'light'], [1280, 'dark']]) {
        await view('/rounds/1', { viewport: { width, height: 900 }, colorScheme }, async (page) => {
          const court = await page.evaluate(measure);
          assert.equal(court.seats + court.dots, participants);
          assert.equal(court.lit.length, tickets.length);
          // Wide enough to be seen, apart from each other, and inside of the picture.
          assert.ok(Math.min(...court.lit.map(({ size }) => size)) >= (width === 390 ? 4 : 6), `${court.lit.map(({ size }) => size)}`);
          assert.deepEqual(court.lit.filter(({ inside }) => !inside), []);
          assert.equal(court.touching, 0);
          assert.ok(court.figures.every((height) => height >= 5), `${court.figures}`);
          if (participants <= 40) assert.equal(court.figures.length, tickets.length);
        });
      }
    } finally {
      await crowd.stop();
    }
  });
}

/** Runs in the page: the seats in pixels. */
function measure() {
  const picture = document.querySelector('.court svg').getBoundingClientRect();
  const lit = [...document.querySelectorAll('.court .seat.lit circle')].map((circle) => circle.getBoundingClientRect());
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const close = (a, b) => Math.hypot(middle(a)[0] - middle(b)[0], middle(a)[1] - middle(b)[1]) < (a.width + b.width) / 2 - 1.5;
  return {
    seats: document.querySelectorAll('.court .seat').length,
    dots: (document.querySelector('.court .dots')?.getAttribute('d').match(/M/g) ?? []).length,
    lit: lit.map((box) => ({ size: box.width, inside: box.left >= picture.left && box.right <= picture.right && box.top >= picture.top && box.bottom <= picture.bottom })),
    touching: lit.filter((a, i) => lit.slice(0, i).some((b) => close(a, b))).length,
    figures: [...document.querySelectorAll('.court .seat text')].map((text) => text.getBoundingClientRect().height),
  };
}
