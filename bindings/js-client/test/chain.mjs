// Chains of the vectors, branches that anybody can make of them, and nodes that give them, without a network.

import { readFileSync } from 'node:fs';

import { ANY_CHAIN, Chain, fromHex, toHex } from '@heliast/verify';
import { concat, H as sha, tag, uint } from '@heliast/verify/parts';
import { challenge, delayInput } from '../../js/dist/delay.js';

const load = (name) => JSON.parse(readFileSync(new URL(`../../../vectors/${name}.json`, import.meta.url), 'utf8')).cases;
const ascii = (text) => new TextEncoder().encode(text);

/** A chain of one node: four rounds, of which that chain's third has no tickets. */
export function soloChain(wanted = 'tai, rsa-1024') {
  const item = load('round').find(({ kind, name }) => kind === 'chain' && name === wanted);
  return withRounds(item, item.rounds.map(({ bytes }) => bytes));
}

/** A network's chain: three rounds, with the network file and the frames that CometBFT signed. */
export function network() {
  const cases = load('finality');
  const item = cases.find(({ kind, name }) => kind === 'network' && name === 'ed25519');
  const frames = cases.filter(({ kind, network }) => kind === 'engine' && network === 'ed25519').map(({ bytes }) => fromHex(bytes));
  return { ...withRounds(item, item.rounds), file: fromHex(item.bytes), frames };
}

function withRounds({ genesis_bytes: bytes }, rounds) {
  const genesis = fromHex(bytes);
  const chain = new Chain(genesis, ANY_CHAIN);
  return { genesis, chain, id: toHex(chain.id), rounds: verified(chain, rounds.map(fromHex)) };
}

/** Each round with its bytes. */
function verified(chain, list) {
  let tip = chain.start;
  return list.map((bytes) => {
    const round = chain.verify(tip, bytes);
    tip = round.tip;
    return { ...round, bytes };
  });
}

/** `rounds`, and so many more without tickets that verify after them: these need no keys. */
export function forged(chain, rounds, count) {
  const all = [...rounds];
  for (let i = 0; i < count; i++) {
    const bytes = emptyRound(chain, all.at(-1)?.tip ?? chain.start);
    all.push({ ...chain.verify(all.at(-1)?.tip ?? chain.start, bytes), bytes });
  }
  return all;
}

function emptyRound({ id, genesis }, { round, timeMs, seed }) {
  const { group, suite, t, timeMs: begin, periodMs } = genesis;
  const [number, time] = [round + 1n, timeMs === null ? begin : timeMs + 7n * periodMs];
  const entropy = sha(concat(tag('heliast/entropy/v2'), id, uint(number, 8), uint(time, 8), seed, uint(0, 4)));
  const x = delayInput(group, entropy);
  const y = group.canonical(power(x, 1n << t, group.modulus));
  const proof = group.canonical(power(x, (1n << t) / challenge(group, suite, { x, y, t }), group.modulus));
  const announcements = uint(0, 4);
  return concat(ascii('HLRD\x02'), uint(number, 8), uint(time, 8), uint(0, 4), announcements, group.encode(y), group.encode(proof));
}

function power(base, exponent, modulus) {
  let [product, square] = [1n, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) product = (product * square) % modulus;
    square = (square * square) % modulus;
  }
  return product;
}

const json = (value, status = 200) => new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
export const early = () => json({ error: 'too early' }, 425);
const missing = () => json({ error: 'not found' }, 404);

/** A node's answer to a path. */
export function node({ genesis, chain, rounds, file, frames = [] }) {
  const tip = (number) => (number === 0 ? chain.start : rounds[number - 1].tip);
  const item = ({ number, beacon, bytes }) => ({ round: Number(number), randomness: toHex(beacon), bytes: toHex(bytes) });
  const bundle = (from, to) => {
    const { seed } = tip(from - 1);
    const head = concat(ascii('HLBN\x03'), chain.id, uint(genesis.length, 4), genesis, uint(from, 8), uint(to - from + 1, 8), seed, uint(0, 4));
    return concat(head, ...rounds.slice(from - 1, to).flatMap(({ bytes }) => [uint(bytes.length, 4), bytes]));
  };
  return (path) => {
    const url = new URL(path, 'http://node');
    const [from, to, time] = ['from', 'to', 'time_ms'].map((name) => Number(url.searchParams.get(name)));
    if (url.pathname === '/v1/genesis') return json({ bytes: toHex(genesis) });
    if (url.pathname === '/public/latest') return rounds.length === 0 ? early() : json({ heliast_round: rounds.length });
    if (url.pathname === '/v1/status') return json({ latest: rounds.length });
    if (url.pathname === '/v1/finality') return json({ network: file !== undefined });
    if (url.pathname === '/v1/network') return file === undefined ? missing() : new Response(file);
    if (url.searchParams.has('time_ms')) {
      const found = rounds.findLast(({ timeMs }) => timeMs <= BigInt(time));
      return found === undefined ? missing() : json({ rounds: [item(found)] });
    }
    const [, framed] = /^\/v1\/rounds\/(\d+)\/finality$/.exec(url.pathname) ?? [];
    if (framed !== undefined) return frames[framed - 1] === undefined ? early() : new Response(frames[framed - 1]);
    if (from > rounds.length) return early();
    const last = Math.min(to, rounds.length);
    if (url.pathname === '/v1/rounds') return json({ rounds: rounds.slice(from - 1, Math.min(last, from + 99)).map(item) });
    return url.pathname === '/v1/bundle' ? new Response(bundle(from, last)) : missing();
  };
}

/**
 * `fetch` for nodes by their URLs: the answer of each to a path, or a promise of it. `asked` has the requested URLs.
 */
export function fetching(nodes) {
  const asked = [];
  const fetch = async (url, init) => {
    const { origin, pathname, search } = new URL(url);
    asked.push(url);
    return nodes[origin](pathname + search, init);
  };
  return { fetch, asked };
}
