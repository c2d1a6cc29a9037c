// The middleware in real express, over real HTTP.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { after, test } from 'node:test';

import { MemorySpent, PrivateIssuer, PublicChecker, PublicIssuer, stamps, Till } from '@heliast/stamp-server';
import { Misuse } from '@heliast/verify';
import express from 'express';

import { answerOf, challengeIn, load, read, solve, stampOf } from './common.mjs';

const secret = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
const T = 200;
/** The tables of the issuer are made only once. */
const issuer = new PrivateIssuer(secret);
const closing = [];
after(() => closing.forEach((close) => close()));

/** A site behind the middleware, at a port of its own. */
async function site(options, configure = () => {}) {
  const app = express();
  configure(app);
  app.use(stamps({ secret, issuer, price: T, binding: 'nobody', secure: false, ...options }));
  app.use((request, response) => response.send(`come in to ${request.url}`));
  const server = app.listen(0, '127.0.0.1');
  // A connection that `fetch` keeps stays open, however long this machine stands still.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  closing.push(() => (server.close(), server.closeAllConnections()));
  return `http://127.0.0.1:${server.address().port}`;
}

const withStamp = (stamp) => ({ headers: { authorization: `Stamp ${stamp}` } });
const cookieOf = (response) => response.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ');

/** The reason why a request was refused. */
async function refusal(url, init) {
  const response = await fetch(url, init);
  assert.equal(response.status, 403);
  return (await response.json()).name;
}

test('who has paid is let in, and has a pass for the next time', async () => {
  const url = await site({});
  const asked = await fetch(`${url}/page?a=1`);
  assert.equal(asked.status, 401);
  assert.equal(asked.headers.get('cache-control'), 'no-store');
  assert.match(await asked.text(), /heliast stamp solve/);
  const answered = await fetch(`${url}/page?a=1`, withStamp(solve(challengeIn(asked))));
  assert.equal(answered.status, 200);
  assert.equal(await answered.text(), 'come in to /page?a=1');
  assert.match(answered.headers.get('set-cookie'), /^heliast-pass=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/);
  const again = await fetch(`${url}/other`, { headers: { cookie: `theme=dark; ${cookieOf(answered)}` } });
  assert.equal(again.status, 200);
});

// Each pass takes a MAC: a header has room for hundreds of them.
test('few passes of a request are looked at', async () => {
  const url = await site({});
  const pass = cookieOf(await fetch(url, withStamp(solve(challengeIn(await fetch(url))))));
  for (const [others, status] of [[0, 200], [3, 200], [4, 401], [100, 401]]) {
    const cookie = `${'heliast-pass=AAAA; '.repeat(others)}${pass}`;
    assert.equal((await fetch(url, { headers: { cookie } })).status, status, `${others}`);
  }
});

test("a page's routes: a challenge, and a stamp for a pass", async () => {
  const url = await site({ secure: true }, (app) => app.use(express.raw()));
  const { t, challenge } = await (await fetch(`${url}/.heliast/challenge`)).json();
  assert.equal(t, T);
  for (const headers of [{}, { 'content-type': 'application/octet-stream' }]) {
    const { challenge } = await (await fetch(`${url}/.heliast/challenge`)).json();
    const body = Buffer.from(solve(challenge), 'base64url');
    const taken = await fetch(`${url}/.heliast/stamp`, { method: 'POST', body, headers });
    assert.equal(taken.status, 204);
    assert.match(taken.headers.get('set-cookie'), /; Secure$/);
    assert.equal((await fetch(url, { headers: { cookie: cookieOf(taken) } })).status, 200);
    assert.equal(await refusal(`${url}/.heliast/stamp`, { method: 'POST', body, headers }), 'spent');
  }
  const long = await fetch(`${url}/.heliast/stamp`, { method: 'POST', body: new Uint8Array(5000) });
  assert.equal(long.status, 413);
  assert.equal((await long.json()).error, 'this is longer than any stamp');
  assert.equal(await refusal(`${url}/.heliast/stamp`, { method: 'POST', body: '' }), 'length');
  assert.ok(challenge.length > 0);
});

test('one stamp that is sent 1,000 times at once is spent once', async () => {
  const url = await site({});
  const init = withStamp(solve(challengeIn(await fetch(url))));
  // Over a hundred connections: a thousand that are opened at once would test the queue of the socket.
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const send = () => new Promise((resolve, reject) => {
    get(url, { ...init, agent }, (response) => response.resume().on('end', () => resolve(response.statusCode))).on('error', reject);
  });
  const statuses = await Promise.all(Array.from({ length: 1000 }, send));
  agent.destroy();
  assert.equal(statuses.filter((status) => status === 200).length, 1);
  assert.equal(statuses.filter((status) => status === 403).length, 999);
});

test('a stamp that was changed is refused, by name', async () => {
  const url = await site({});
  const fresh = async () => {
    const challenge = read(Buffer.from(challengeIn(await fetch(url)), 'base64url'));
    return { challenge, y: answerOf(challenge) };
  };
  const { challenge, y } = await fresh();
  const other = await fresh();
  const changed = (place, by = 1) => {
    const stamp = stampOf(challenge, y);
    stamp[place] ^= by;
    return stamp;
  };
  const { modulus } = challenge;
  for (const [what, stamp, why] of [
    ['its resource', changed(62), 'resource'],
    ['its client', changed(94), 'client'],
    ['its expiry', changed(45), 'forged'],
    ['its t, upwards', changed(28), 'forged'],
    ['its t, below the price', changed(29, T ^ (T - 8)), 'difficulty'],
    ['its nonce', changed(50), 'forged'],
    ['its seal', changed(126), 'forged'],
    ['its issuer', changed(6), 'issuer'],
    ['y = 0', stampOf(challenge, 0n), 'element'],
    ['y = 1', stampOf(challenge, 1n), 'false'],
    ['y = -1', stampOf(challenge, modulus - 1n), 'element'],
    ['N - y', stampOf(challenge, modulus - y), 'element'],
    ['y + N', stampOf(challenge, (y + modulus) % 2n ** 2048n), undefined],
    ["another challenge's y", stampOf(challenge, other.y), 'false'],
    ['cut off', stampOf(challenge, y).subarray(1), 'length'],
  ]) {
    const found = await refusal(url, withStamp(stamp.toString('base64url')));
    if (why === undefined) assert.ok(['element', 'false'].includes(found), what);
    else assert.equal(found, why, what);
  }
  for (const stamp of ['!', 'AAAA', 'A'.repeat(9000)]) assert.equal(await refusal(url, withStamp(stamp)), 'length');
  // None of these requests spent the stamp.
  assert.equal((await fetch(url, withStamp(stampOf(challenge, y).toString('base64url')))).status, 200);
});

test("another site's stamp, and another client's, are refused", async () => {
  const trusting = (app) => app.set('trust proxy', true);
  const url = await site({ site: 'a', binding: 'network' }, trusting);
  const from = (address) => ({ 'x-forwarded-for': address });
  const asked = await fetch(url, { headers: from('203.0.113.7') });
  const stamp = solve(challengeIn(asked));
  assert.equal(await refusal(await site({ site: 'b', binding: 'network' }), withStamp(stamp)), 'resource');
  const paying = (address) => ({ headers: { ...withStamp(stamp).headers, ...from(address) } });
  assert.equal(await refusal(url, paying('203.0.114.7')), 'client');
  const neighbour = await fetch(url, paying('::ffff:203.0.113.9'));
  assert.equal(neighbour.status, 200);
  const pass = { cookie: cookieOf(neighbour) };
  assert.equal((await fetch(url, { headers: { ...pass, ...from('203.0.113.1') } })).status, 200);
  assert.equal((await fetch(url, { headers: { ...pass, ...from('203.0.114.1') } })).status, 401);
  assert.equal((await fetch(url, { headers: from('nonsense') })).status, 400);
});

test('stamps and passes end', async () => {
  let time = 1_800_000_000_000;
  const url = await site({ now: () => time, passSeconds: 100, leastLifeMs: 1000, slowestSquaringUs: 0, skewMs: 10 });
  const stamp = solve(challengeIn(await fetch(url)));
  time += 1011;
  assert.equal(await refusal(url, withStamp(stamp)), 'late');
  time -= 1011 + 11;
  assert.equal(await refusal(url, withStamp(stamp)), 'early');
  time += 1011 + 10;
  const answered = await fetch(url, withStamp(stamp));
  assert.equal(answered.status, 200);
  time += 100_000;
  assert.equal((await fetch(url, { headers: { cookie: cookieOf(answered) } })).status, 200);
  time += 1;
  assert.equal((await fetch(url, { headers: { cookie: cookieOf(answered) } })).status, 401);
});

test('a pass opens no site that asks for more than was paid', async () => {
  const cheap = await site({ price: 1000 });
  const dear = await site({ price: 1001 });
  for (const [url, opened] of [[cheap, [cheap]], [dear, [cheap, dear]]]) {
    const answered = await fetch(url, withStamp(solve(challengeIn(await fetch(url)))));
    const headers = { cookie: cookieOf(answered) };
    for (const other of [cheap, dear]) assert.equal((await fetch(other, { headers })).status, opened.includes(other) ? 200 : 401);
  }
});

test('a clock that is set back makes no spent stamp good again', async () => {
  const start = 1_800_000_000_000;
  let time = start;
  const url = await site({ now: () => time, passSeconds: 0 });
  const stamp = async () => solve(challengeIn(await fetch(url)));
  const early = await stamp();
  assert.equal((await fetch(url, withStamp(early))).status, 200);
  time += 3_600_000;
  assert.equal((await fetch(url, withStamp(await stamp()))).status, 200);
  time = start;
  assert.equal(await refusal(url, withStamp(early)), 'late');
  const list = new MemorySpent();
  const paid = (nowMs, id) => ({ id: new Uint8Array(16).fill(id), nowMs, untilMs: nowMs + 20_000, skewMs: 5000 });
  assert.equal(list.spend(paid(start, 1)), true);
  assert.equal(list.spend(paid(start + 3_600_000, 2)), true);
  assert.throws(() => list.spend(paid(start, 1)), { why: 'forgotten' });
  // A client that pays now is let in, once.
  const next = await stamp();
  assert.equal((await fetch(url, withStamp(next))).status, 200);
  assert.equal(await refusal(url, withStamp(next)), 'spent');
});

test('a list of spent stamps that is full lets nobody in', async () => {
  const url = await site({ spent: new MemorySpent(1) });
  const pay = async () => fetch(url, withStamp(solve(challengeIn(await fetch(url)))));
  assert.equal((await pay()).status, 200);
  const response = await pay();
  assert.equal(response.status, 503);
  assert.equal((await response.json()).name, 'unknown');
});

test('without passes every request pays, and each resource has stamps of its own', async () => {
  const url = await site({ passSeconds: 0, resource: ({ url }) => url });
  const stamp = solve(challengeIn(await fetch(`${url}/a`)));
  assert.equal(await refusal(`${url}/b`, withStamp(stamp)), 'resource');
  const answered = await fetch(`${url}/a`, withStamp(stamp));
  assert.equal(answered.status, 200);
  assert.equal(answered.headers.get('set-cookie'), null);
  assert.equal(await refusal(`${url}/a`, withStamp(stamp)), 'spent');
  assert.equal((await fetch(`${url}/.heliast/stamp`, { method: 'POST' })).status, 404);
  assert.throws(() => stamps({ secret, resource: () => 'a' }), Misuse);
});

test('a browser gets the page that the site has', async () => {
  const url = await site({ page: ({ t, bytes }) => `<p data-challenge="${bytes}">${t} steps` });
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  assert.equal(page.status, 401);
  assert.match(page.headers.get('content-type'), /^text\/html/);
  assert.match(await page.text(), /^<p data-challenge="[\w-]+">200 steps$/);
  assert.equal(page.headers.get('content-security-policy'), null);
  const program = await fetch(url, { headers: { accept: 'text/plain' } });
  assert.match(program.headers.get('content-type'), /^text\/plain/);
  const json = await fetch(url, { headers: { accept: 'application/json' } });
  const { error, name, t, challenge } = await json.json();
  assert.deepEqual([json.status, name, t, error], [401, 'unpaid', T, `this site asks for a stamp of ${T} squarings`]);
  assert.equal(challenge, challengeIn(json));
});

test("a browser gets the gate's page unless the site has one, and what it loads", async () => {
  const url = await site({ site: 'a <b> & "c"' });
  const html = { headers: { accept: 'text/html,*/*' } };
  const page = await fetch(`${url}/a?b`, html);
  assert.equal(page.status, 401);
  assert.match(page.headers.get('content-security-policy'), /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const text = await page.text();
  assert.ok(text.includes('<title>One moment · a &#60;b&#62; &#38; &#34;c&#34;</title>'), text);
  assert.ok(text.includes(`<body data-challenge="${challengeIn(page)}">`) && text.includes(`heliast stamp solve ${url}/a</pre>`), text);
  for (const [, path] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
    const loaded = await fetch(url + path);
    assert.deepEqual([loaded.status, loaded.headers.get('cache-control')], [200, 'public, max-age=3600'], path);
  }
  assert.match((await fetch(`${url}/.heliast/solver.js`)).headers.get('content-type'), /^text\/javascript/);
  const missing = await fetch(`${url}/.heliast/nothing`, html);
  assert.deepEqual([missing.status, (await missing.text()).includes('<h1>Not found</h1>')], [404, true]);
  // Without passes the page could not continue.
  const none = await fetch(await site({ passSeconds: 0 }), html);
  assert.match(none.headers.get('content-type'), /^text\/plain/);
  // A header that only looks like a stamp.
  assert.match((await fetch(url, { headers: { accept: 'xtext/html' } })).headers.get('content-type'), /^text\/plain/);
});

test('the price follows the load, and comes back', async () => {
  let time = 1_800_000_000_000;
  const url = await site({ now: () => time, price: { floor: T, ceiling: 2 * T, busy: 3 } });
  const price = async () => {
    const { t } = await (await fetch(`${url}/.heliast/challenge`)).json();
    return t;
  };
  const seconds = [];
  for (let second = 0; second < 4; second++) {
    for (let i = 0; i < 5; i++) seconds[second] = await price();
    time += 1000;
  }
  assert.deepEqual(seconds, [200, 283, 400, 400]);
  time += 60_000;
  assert.equal(await price(), 200);
});

test('a challenge lives in proportion to its price', () => {
  const life = (price) => {
    let terms;
    const issuer = { prepare: async () => {}, challenge: (given) => ((terms = given), new Uint8Array(0)), check: () => assert.fail() };
    new Till({ secret, issuer, price, slowestSquaringUs: 1000 }).challenge('a', new Uint8Array(0));
    return terms.lastMs - terms.issuedMs;
  };
  assert.deepEqual([1, 10_000, 20_000, 320_000].map(life), [20_000, 20_000, 40_000, 640_000]);
});

test('who asks without a stamp raises the price of its own network only', async () => {
  let time = 1_800_000_000_000;
  const now = () => time;
  const url = await site({ now, price: { floor: T, ceiling: 16 * T, busy: 160 } }, (app) => app.set('trust proxy', true));
  const price = async (address) => {
    const { t } = await (await fetch(`${url}/.heliast/challenge`, { headers: { 'x-forwarded-for': address } })).json();
    return t;
  };
  for (let second = 0; second < 12; second++) {
    for (let i = 0; i < 39; i++) await price('198.51.100.7');
    time += 1000;
  }
  assert.equal(await price('198.51.100.9'), 16 * T);
  assert.equal(await price('203.0.113.9'), T);
  time += 12_000;
  assert.equal(await price('198.51.100.7'), T);
});

test('what reaches the service from many networks raises the price for all', () => {
  let time = 1_800_000_000_000;
  const till = new Till({ secret, issuer, price: { floor: T, ceiling: 4 * T, busy: 160 }, now: () => time });
  const reach = (count) => {
    for (let i = 0; i < 200; i++) till.reach(till.network(`10.${i % count}.0.1`));
    time += 1000;
  };
  for (let second = 0; second < 6; second++) reach(1);
  assert.equal(till.price, T);
  for (let second = 0; second < 6; second++) reach(100);
  assert.equal(till.price, 4 * T);
});

test('options that are misspelt or of another kind are Misuse, and say which', () => {
  for (const options of [undefined, null, 7, {}, { site: 'a' }]) assert.throws(() => stamps(options), Misuse);
  for (const [name, values] of Object.entries({
    secret: [null, 'secret', new Uint8Array(31)],
    issuer: [null, {}, secret],
    spent: [null, {}, []],
    price: [null, '1', 0, -1, NaN, {}],
    binding: [null, 'nobdy', ''],
    passSeconds: [null, '60', -1, 0.5, NaN],
    skewMs: [null, -1, Infinity],
    leastLifeMs: [null, '1'],
    slowestSquaringUs: [null, NaN],
    site: [null, 7],
    secure: [null, 0, 'no'],
    page: [null, '<p>'],
    resource: [null, 'a'],
    address: [null, '::1'],
    now: [null, 7],
    passSecond: [0],
    Secret: [secret],
  })) {
    for (const value of values) assert.throws(() => stamps({ secret, [name]: value }), Misuse, `${name}: ${value}`);
  }
  assert.throws(() => stamps({ secret, passSecond: 0 }), /stamps has no option passSecond/);
  for (const limit of [null, NaN, 0, '9']) assert.throws(() => new MemorySpent(limit), Misuse);
});

test('what is expected of a stamp is expected in full', () => {
  const full = { resource: new Uint8Array(32), client: new Uint8Array(32), least: 1, nowMs: 0, skewMs: 0 };
  const terms = { t: 200, issuedMs: 0, lastMs: 1, nonce: new Uint8Array(16), resource: full.resource, client: full.client };
  const maker = new PublicIssuer(secret);
  const stamp = new Uint8Array(126 + 64 + 256 + 35);
  stamp.set(maker.challenge(terms).subarray(0, 126 + 64));
  // It has everything except the squarings.
  assert.throws(() => maker.check(stamp, full), { why: 'element' });
  for (const name of Object.keys(full)) {
    for (const none of [undefined, null, NaN, '']) assert.throws(() => maker.check(stamp, { ...full, [name]: none }), Misuse, `${name}: ${none}`);
  }
  assert.throws(() => maker.check(stamp), Misuse);
});

test('prices that are none', () => {
  assert.throws(() => stamps({ secret, price: { floor: 1, ceiling: 4097, busy: 1 } }), Misuse);
});

test('stamps of the public form are checked by who has the public key only', async () => {
  const { cases } = load('stamp');
  const made = cases.find(({ kind, form, group }) => kind === 'challenge' && form === 'public' && group === 'RSA-2048');
  const issuer = new PublicIssuer(Buffer.from(made.secret, 'hex'));
  const checker = new PublicChecker(issuer.publicKey);
  const mirror = { prepare: async () => {}, challenge: (terms) => issuer.challenge(terms), check: (...given) => checker.check(...given) };
  // The client of the vectors is a text of its own, so that it is given as the resource and the client here.
  const url = await site({ issuer: mirror, price: 300, now: () => made.issued, site: Buffer.from(made.resource, 'hex').toString() });
  assert.equal(await refusal(url, withStamp(Buffer.from(made.stamp, 'hex').toString('base64url'))), 'client');
  assert.equal((await fetch(url)).status, 401);
});

test('a private issuer of one machine takes the stamps of another with the same secret, and no others', async () => {
  const one = await site({});
  const two = await site({ issuer: new PrivateIssuer(secret) });
  const stamp = solve(challengeIn(await fetch(one)));
  assert.equal((await fetch(two, withStamp(stamp))).status, 200);
  const stranger = await site({ issuer: new PrivateIssuer(new Uint8Array(32)) });
  assert.equal(await refusal(stranger, withStamp(stamp)), 'issuer');
});
