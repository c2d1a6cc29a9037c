// A real browser passes a gate, and a form of another site that asks for the gate's stamps.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { createInterface } from 'node:readline';

import { stamps } from '../../bindings/js-stamp-server/dist/index.js';
import { launch } from './chromium.mjs';
import { fetch } from './node.mjs';

const express = createRequire(new URL('../../bindings/js-stamp-server/package.json', import.meta.url))('express');
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PACKAGE = new URL('../../bindings/js-stamp/dist/', import.meta.url);
/** A price that takes a browser some seconds at least, so that there is time for a reload. */
const LONG = 40_000_000;
/** Each wait of a test has ten minutes of its own; only failures take that long. */
const LIMIT = { timeout: 1_800_000 };

let browser;
let demo;
let slow;
let site;

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
  [demo, slow, browser] = await Promise.all([start(20_000), start(LONG), launch()]);
  site = await foreignSite();
});

after(async () => {
  await browser?.close();
  await site?.stop();
  await Promise.all([demo?.stop(), slow?.stop()]);
});

/** A site that is not a gate: its form has the component, and its server asks a gate whether the stamp is good. */
async function foreignSite() {
  const taken = [];
  const gateOf = (path) => (path.startsWith('/slow') ? slow : demo).url;
  const page = (path) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const prefix = path.startsWith('/slow') ? '/slow' : '';
    const attributes = `src="${prefix}/challenge" start="${query.get('start') ?? 'load'}"${query.has('pause') ? ' pause-hidden' : ''}`;
    return `<!doctype html><html lang="${query.get('lang') ?? 'en'}"><title>Comments</title><main><h1>Comments</h1>
<form action="${prefix}/sent" method="post"><label>Text <input name="text"></label>
<heliast-stamp name="stamp" ${attributes}></heliast-stamp>
<button>Send</button></form></main><script type="module" src="/element.js"></script>`;
  };
  const answer = async (request, response) => {
    const path = request.url;
    const workers = path.includes('workers=no') ? "'none'" : "'self'";
    const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; worker-src ${workers}`;
    response.setHeader('content-security-policy', policy);
    if (path.endsWith('.js')) {
      response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(new URL(path.slice(1), PACKAGE)));
    } else if (path.endsWith('challenge')) {
      const given = await fetch(new URL('/.heliast/challenge', gateOf(path)));
      response.setHeader('content-type', 'application/json');
      response.end(await given.text());
    } else if (path.endsWith('sent')) {
      let body = '';
      for await (const part of request) body += part;
      const form = new URLSearchParams(body);
      const stamp = Buffer.from(form.get('stamp') ?? '', 'base64url');
      const { status } = await fetch(new URL('/.heliast/stamp', gateOf(path)), { method: 'POST', body: stamp });
      taken.push({ text: form.get('text'), status });
      response.end(`the gate says ${status}`);
    } else {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page(path));
    }
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  server.keepAliveTimeout = 0;
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${server.address().port}`;
  return { url, taken, stop: () => new Promise((stopped) => server.close(stopped).closeAllConnections()) };
}

/** A page in a context of its own, on which nothing may fail. Returns what the action does. */
async function visit(url, options, action) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(600_000);
  const page = await context.newPage();
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  const result = await action(page, context, () => page.goto(url));
  assert.deepEqual(troubles, []);
  await context.close();
  return result;
}

/** The kernel that a gate's page works with. */
const kernelOf = async (page) => {
  await page.waitForFunction(() => document.querySelector('#progress')?.dataset.kernel, undefined, { timeout: 600_000 });
  return page.evaluate(() => document.querySelector('#progress').dataset.kernel);
};

/** The violations that axe-core reports. */
async function complaints(page) {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
}

test('a browser waits, is let in, and writes a comment', LIMIT, async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(600_000);
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

test("a browser is let in at a site of express, by the gate's page", LIMIT, async () => {
  const app = express();
  app.use(stamps({ secret: new Uint8Array(32).fill(7), site: 'comments', price: 20_000, secure: false }));
  app.get('/', (_, response) => response.type('html').send('<h1>You have waited.</h1>'));
  const server = app.listen(0, '127.0.0.1');
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  try {
    await visit(`http://127.0.0.1:${server.address().port}/`, { locale: 'de-DE' }, async (page, context, open) => {
      const asked = await open();
      assert.deepEqual([asked.status(), (await asked.text()).includes('One moment · comments')], [401, true]);
      await page.waitForFunction(() => document.body.textContent.includes('You have waited.'));
      const [pass] = await context.cookies();
      assert.deepEqual([pass.name, pass.httpOnly, pass.sameSite], ['heliast-pass', true, 'Lax']);
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

/** The squarings that are done, once they stay the same: a busy machine ends late what is under way. */
async function atRest(page, done) {
  let before = -1;
  for (let same = 0; same < 3; ) {
    await page.waitForTimeout(300);
    const now = await done();
    same = now === before ? same + 1 : 0;
    before = now;
  }
  return before;
}

test('who reloads goes on where it was, and a pause is one', LIMIT, async () => {
  const context = await browser.newContext();
  context.setDefaultTimeout(600_000);
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
  assert.ok((await page.textContent('#says')).includes('40,000,000'));
  await page.click('#pause');
  assert.equal(await page.textContent('#pause'), 'Go on');
  const paused = await atRest(page, done);
  assert.ok(paused >= second);
  await page.waitForTimeout(1_500);
  assert.equal(await done(), paused);
  await page.click('#pause');
  await until(paused);
  await context.close();
});

test('without JavaScript there is an explanation and a command, which works', LIMIT, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  context.setDefaultTimeout(600_000);
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

/** A test for an earlier defect: the page was as wide as its command. */
test('without JavaScript a phone shows the page in its width', LIMIT, async () => {
  const phone = { javaScriptEnabled: false, viewport: { width: 375, height: 667 } };
  await visit(`${demo.url}/${'long/'.repeat(40)}`, phone, async (page, _, open) => {
    await open();
    const widths = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth, document.querySelector('main').getBoundingClientRect().right];
    });
    assert.ok(widths[0] <= widths[1] && widths[2] <= widths[1], String(widths));
  });
});

/** A test for an earlier defect: the page paid and loaded itself again without end. */
test('a browser that keeps no pass pays once, and says what to do', LIMIT, async () => {
  for (const [locale, said] of [['en', 'Allow cookies'], ['de-DE', 'Erlauben Sie Cookies']]) {
    await visit(demo.url, { locale }, async (page, context, open) => {
      let payments = 0;
      await context.route('**/.heliast/stamp', async (route) => {
        payments += 1;
        const response = await route.fetch();
        await context.clearCookies();
        const { 'set-cookie': _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
      await open();
      const stops = () => page.waitForFunction((said) => document.querySelector('#says')?.textContent.includes(said), said);
      await stops();
      assert.ok((await page.textContent('#says')).includes('--insecure'));
      await page.waitForTimeout(1_500);
      assert.deepEqual([payments, await complaints(page)], [1, []]);
      // A visitor who has allowed cookies begins again.
      await page.click('#pause');
      while (payments < 2) await page.waitForTimeout(50);
      await stops();
      assert.equal(payments, 2);
      await context.unroute('**/.heliast/stamp');
      await page.click('#pause');
      await page.waitForSelector('textarea', { timeout: 0 });
    });
  }
  await visit(demo.url, {}, async (page, context, open) => {
    await context.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
    await open();
    await page.waitForFunction(() => document.querySelector('#says').textContent.includes('Allow cookies'));
    assert.equal(await page.evaluate(() => document.querySelector('#progress').dataset.kernel), undefined);
  });
});

/** From now on the solver comes with a policy that forbids WebAssembly. */
const forbid = (context) =>
  context.route('**/solver.js', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': "default-src 'none'; script-src 'self'" };
    await route.fulfill({ response, headers });
  });

test('the page squares by WebAssembly, and by BigInt where a policy forbids that', LIMIT, async () => {
  const fast = await visit(slow.url, {}, async (page, _, open) => {
    await open();
    return kernelOf(page);
  });
  assert.ok(['fmi', 'dot'].includes(fast), fast);
  const plain = await visit(slow.url, {}, async (page, context, open) => {
    await forbid(context);
    await open();
    return kernelOf(page);
  });
  assert.equal(plain, 'bigint');
  await visit(demo.url, {}, async (page, context, open) => {
    await forbid(context);
    await open();
    await page.waitForSelector('textarea', { timeout: 0 });
  });
});

test('what one kernel has begun, another one ends after a reload', LIMIT, async () => {
  await visit(slow.url, {}, async (page, context, open) => {
    await open();
    const state = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('heliast-gate')));
    while (!(await state())) await page.waitForTimeout(100);
    const before = await state();
    await forbid(context);
    await page.reload();
    assert.equal(await kernelOf(page), 'bigint');
    while ((await state()).done <= before.done) await page.waitForTimeout(100);
    assert.equal((await state()).challenge, before.challenge);
  });
});

test('the page speaks the language of the browser', LIMIT, async () => {
  const expected = [
    ['de-DE', 'de', 'ltr', 'Einen Moment'],
    ['ar', 'ar', 'rtl', 'لحظة من فضلك'],
    ['sv', 'en', 'ltr', 'One moment'],
  ];
  for (const [locale, lang, dir, title] of expected) {
    await visit(slow.url, { locale }, async (page, _, open) => {
      await open();
      await kernelOf(page);
      const seen = await page.evaluate(() => {
        const { lang, dir } = document.documentElement;
        return [lang, dir, document.querySelector('h1').textContent];
      });
      assert.deepEqual(seen, [lang, dir, title]);
      assert.ok((await page.title()).startsWith(title));
      assert.deepEqual(await complaints(page), []);
    });
  }
});

test('a form of another site has the component, and its stamp is taken', LIMIT, async () => {
  for (const path of ['/', '/?workers=no']) {
    await visit(site.url + path, {}, async (page, _, open) => {
      await open();
      await page.waitForFunction(() => document.querySelector('heliast-stamp').phase === 'done');
      assert.deepEqual(await complaints(page), []);
      await page.fill('input', `by ${path}`);
      await page.click('form > button');
      await page.waitForFunction(() => document.body.textContent.includes('the gate says'));
      assert.equal(await page.textContent('body'), 'the gate says 204');
      assert.deepEqual(site.taken.pop(), { text: `by ${path}`, status: 204 });
    });
  }
});

test('who sends the form too early has sent it once the stamp is there', LIMIT, async () => {
  await visit(`${site.url}/?start=click`, {}, async (page, _, open) => {
    await open();
    await page.fill('input', 'early');
    assert.equal(await page.evaluate(() => document.querySelector('heliast-stamp').phase), 'idle');
    await page.click('form > button');
    await page.waitForFunction(() => document.body.textContent.includes('the gate says'));
    assert.deepEqual(site.taken.pop(), { text: 'early', status: 204 });
  });
});

test('the component works by keyboard, names itself, and keeps to the language of its page', LIMIT, async () => {
  await visit(`${site.url}/slow?start=click&lang=ar`, { reducedMotion: 'reduce' }, async (page, _, open) => {
    await open();
    await page.waitForFunction(() => customElements.get('heliast-stamp'));
    const phase = () => page.evaluate(() => document.querySelector('heliast-stamp').phase);
    const until = (wanted) => page.waitForFunction((wanted) => document.querySelector('heliast-stamp').phase === wanted, wanted);
    await page.focus('input');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await until('working');
    await page.keyboard.press('Space');
    await until('paused');
    assert.deepEqual(await complaints(page), []);
    const seen = await page.evaluate(() => {
      const root = document.querySelector('heliast-stamp').shadowRoot;
      const [box, text, bar] = ['div', '[role=status]', 'progress'].map((selector) => root.querySelector(selector));
      return [box.dir, box.lang, text.textContent, bar.getAttribute('aria-labelledby') === text.id, document.querySelector('form').checkValidity()];
    });
    assert.deepEqual(seen, ['rtl', 'ar', 'انتظار قصير يحمي هذا الموقع.', true, false]);
    await page.keyboard.press('Space');
    await until('working');
    assert.equal(await phase(), 'working');
  });
});

test('the component goes on after a reload, with the challenge that it had', LIMIT, async () => {
  await visit(`${site.url}/slow`, {}, async (page, _, open) => {
    await open();
    const state = () => page.evaluate(() => JSON.parse(Object.values(sessionStorage)[0] ?? 'null'));
    while (!(await state())) await page.waitForTimeout(100);
    const before = await state();
    await page.reload();
    while ((await state()).done <= before.done) await page.waitForTimeout(100);
    assert.equal((await state()).challenge, before.challenge);
  });
});

test('the component pauses while the page is hidden if it is asked to, and not otherwise', LIMIT, async () => {
  for (const isAsked of [true, false]) {
    await visit(`${site.url}/slow?start=click${isAsked ? '&pause' : ''}`, {}, async (page, _, open) => {
      await open();
      await page.waitForFunction(() => customElements.get('heliast-stamp'));
      const done = () => page.evaluate(() => globalThis.done ?? 0);
      const beyond = (least) => page.waitForFunction((least) => globalThis.done > least, least);
      // Headless browsers show all of their pages: the test tells the page that it is hidden, as the browser would.
      const hide = (hidden) =>
        page.evaluate((hidden) => {
          Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, hidden);
      await page.evaluate(() => {
        addEventListener('heliast-progress', ({ detail }) => (globalThis.done = detail.done));
        document.querySelector('heliast-stamp').start();
      });
      await beyond(0);
      await hide(true);
      if (isAsked) {
        const before = await atRest(page, done);
        await hide(false);
        await beyond(before);
      } else {
        await beyond(await done());
      }
    });
  }
});
