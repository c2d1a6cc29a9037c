// Verifies the shown round on request, in a worker.

import { byId, part } from './parts.js';

export function verification(button) {
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => verify(button));
}

function note(text) {
  const paragraph = byId('verify-note');
  paragraph.textContent = text;
  paragraph.hidden = false;
}

async function verify(button) {
  const round = Number(document.querySelector('#round [data-round]')?.dataset.round ?? 0);
  const displayed = (document.querySelector('.output')?.textContent ?? '').replace(/\s/g, '');
  const verdict = byId('verdict');
  if (round === 0) {
    verdict.textContent = 'There is no round to verify yet.';
    return;
  }
  button.disabled = true;
  byId('checks').replaceChildren();
  byId('verify-note').hidden = true;
  verdict.className = 'verdict';
  verdict.textContent = `Verifying round ${round} …`;
  try {
    const evidence = { asked: round, displayed, ...(await collect(button.dataset.chain, round)) };
    const start = performance.now();
    const { good, agreement } = await verifyRound(evidence, show);
    const took = Math.round(performance.now() - start);
    const isFalse = agreement?.ok === false;
    verdict.classList.add(good && !isFalse ? 'good' : 'bad');
    if (!good) verdict.textContent = `Round ${round} fails.`;
    else if (isFalse) verdict.textContent = `Round ${round} is a true round, but the network’s signatures fail: ${agreement.detail}`;
    else verdict.textContent = `Round ${round} is what it claims to be. ${agreement.detail} Checked here in ${took} ms.`;
    if (good && round > 1) note('Not checked here: the rounds before it. “heliast verify” checks all of them, from the first.');
  } catch (error) {
    verdict.classList.add('bad');
    verdict.textContent = `Round ${round} could not be verified: ${error.message}`;
  }
  button.disabled = false;
}

/** A stopped node never answers, and some inputs could keep a verifier busy forever. */
const FETCH_MS = 30_000;
const CHECK_MS = 120_000;

/** Rejects after `ms` milliseconds; `cancel` ends the work that it waited for. */
function within(ms, promise, words, cancel) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      cancel();
      reject(new Error(words));
    }, ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs in a worker, because the arithmetic takes noticeable time. */
function verifyRound(evidence, report) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  const outcome = new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => ('report' in data ? report(data.report) : resolve(data)));
    worker.addEventListener('error', ({ message }) => reject(new Error(message ?? 'this browser does not run its verifier')));
  });
  worker.postMessage(evidence);
  const words = `it took this browser more than ${CHECK_MS / 1000} s; “heliast verify” is faster`;
  return within(CHECK_MS, outcome, words, () => {}).finally(() => worker.terminate());
}

/** Fetched again for every verification, without the browser's cache. */
function collect(chain, round) {
  const giveUp = new AbortController();
  const words = `the node did not send it within ${FETCH_MS / 1000} s; try again, or ask another copy of the chain`;
  return within(FETCH_MS, fetchAll(chain, round, giveUp.signal), words, () => giveUp.abort());
}

async function fetchAll(chain, round, signal) {
  const fetched = async (path) => {
    const response = await fetch(path, { cache: 'reload', signal });
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({}));
    throw new Error(error ?? `status ${response.status}`);
  };
  const load = async (path) => (await fetched(path)).json();
  const loadBytes = async (path) => new Uint8Array(await (await fetched(path)).arrayBuffer());
  const agreement = async () => {
    const { network, final } = await load('/v1/finality');
    return network ? [await loadBytes('/v1/network'), round <= final ? await loadBytes(`/v1/rounds/${round}/finality`) : null] : [null, null];
  };
  const [genesis, whole, previous, bundle, [network, finality]] = await Promise.all([
    load('/v1/genesis'),
    load(`/v1/rounds/${round}`),
    round > 1 ? load(`/v1/rounds/${round - 1}`) : null,
    loadBytes(`/v1/bundle?from=${round}&to=${round}`),
    agreement(),
  ]);
  // drand's routes number rounds by period.
  const period = 1 + (whole.time_ms - genesis.genesis_time_ms) / genesis.period_ms;
  const shown = await load(`/public/${period}`);
  return { chain, genesis, round: whole, public: shown, previous, bundle, network, finality };
}

const MARKS = new Map([
  [true, ['good', '✓', 'passed: ']],
  [false, ['bad', '✗', 'failed: ']],
  [null, ['skipped', '–', 'not reached: ']],
]);

function show({ id, title, ok, detail, ms }) {
  const [name, mark, spoken] = MARKS.get(ok);
  const item = document.createElement('li');
  item.className = name;
  item.dataset.check = id;
  item.append(
    part('span', 'mark', mark, { 'aria-hidden': 'true' }),
    part('span', 'spoken', spoken),
    part('span', 'title', title),
    part('span', 'detail', detail),
    part('span', 'ms', ok === null ? '' : `${ms.toFixed(1)} ms`),
  );
  byId('checks').append(item);
}
