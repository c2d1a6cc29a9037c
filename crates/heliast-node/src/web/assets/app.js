// Makes the page live: the countdown, the delay's progress, new rounds, and verification on demand.

const byId = (id) => document.getElementById(id);

const now = byId('now');
if (now) live(now);
verification(byId('verify'));

// The round under way ------------------------------------------------------------------------------------------------------------------

function live(section) {
  const state = {
    round: Number(byId('now-round').textContent),
    next: Number(section.dataset.next),
    period: Number(section.dataset.period),
    behind: null, // this clock minus the node's, once it is known
    paused: false,
  };
  follow(state);
  pauseButton(state);
  byId('countdown-words').hidden = false;
  setInterval(() => countDown(state), 100);
  countDown(state);
}

const RETRY_MS = 5_000;

/** Follows the stream. A browser reconnects by itself when a stream breaks, but not when one is refused. */
function follow(state) {
  const source = new EventSource('/v1/stream');
  const close = () => source.close();
  source.addEventListener('status', (event) => onStatus(state, JSON.parse(event.data)));
  source.addEventListener('round', (event) => onRound(state, JSON.parse(event.data).round));
  source.addEventListener('error', () => {
    say('reconnecting');
    if (source.readyState !== EventSource.CLOSED) return;
    removeEventListener('pagehide', close);
    setTimeout(() => follow(state), RETRY_MS);
  });
  addEventListener('pagehide', close);
}

const WORDS = {
  tickets: 'drawing lots',
  delay: 'the delay is running',
  proof: 'proving the delay',
  waiting: 'waiting for the next round',
};

const say = (words) => {
  byId('now-words').textContent = words;
};

function onStatus(state, status) {
  if (status.round !== state.round && status.phase !== 'waiting') {
    // A round has just opened: that moment shows how the two clocks differ.
    const behind = Date.now() - status.opens_ms;
    if (state.behind === null || Math.abs(behind) < Math.abs(state.behind) || Math.abs(behind - state.behind) > 2 * state.period) {
      state.behind = behind;
    }
    state.round = status.round;
  }
  state.next = status.next_ms;
  if (state.paused) return;
  byId('now-round').textContent = status.round;
  say(WORDS[status.phase] ?? status.phase);
  const progress = byId('delay');
  progress.value = status.phase === 'delay' ? status.progress : Number(status.phase !== 'tickets');
  progress.classList.toggle('waiting', status.phase === 'waiting');
}

function countDown(state) {
  if (state.paused) return;
  const left = state.next - (Date.now() - (state.behind ?? 0));
  const known = Math.abs(left) < 3 * state.period + 60_000;
  const seconds = left > 0 ? `in ${(left / 1000).toFixed(1)} s` : 'now';
  byId('countdown').textContent = known ? seconds : 'soon';
}

function pauseButton(state) {
  const button = byId('pause');
  button.hidden = false;
  button.addEventListener('click', () => {
    state.paused = !state.paused;
    button.setAttribute('aria-pressed', String(state.paused));
    button.textContent = state.paused ? 'Go on' : 'Pause';
    if (!state.paused) refresh(state);
  });
}

// A finished round ---------------------------------------------------------------------------------------------------------------------

function onRound(state, round) {
  const shown = Number(document.querySelector('#round [data-round]')?.dataset.round ?? 0);
  if (!state.paused && round > shown) refresh(state);
}

/** The server draws rounds; new ones are taken over from its page. A part that holds the focus or a selection waits. */
async function refresh(state) {
  if (state.fetching) return;
  state.fetching = true;
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' } });
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    for (const id of ['round', 'recent', 'keys']) replace(byId(id), fresh.getElementById(id));
    document.title = fresh.title;
  } catch {
    // The next round tries again.
  } finally {
    state.fetching = false;
  }
}

function replace(old, fresh) {
  if (!old || !fresh) return;
  const selection = getSelection();
  const selected = selection && !selection.isCollapsed && selection.containsNode(old, true);
  if (old.contains(document.activeElement) || selected) return;
  old.replaceWith(document.adoptNode(fresh));
}

// Verification -------------------------------------------------------------------------------------------------------------------------

function verification(button) {
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
    const good = await verifyRound(evidence, show);
    const took = Math.round(performance.now() - start);
    verdict.classList.add(good ? 'good' : 'bad');
    verdict.textContent = good ? `Round ${round} is what it claims to be. Checked here in ${took} ms.` : `Round ${round} fails.`;
    if (good && round > 1) note('Not checked here: the rounds before it. “heliast verify” checks all of them, from the first.');
  } catch (error) {
    verdict.classList.add('bad');
    verdict.textContent = `Round ${round} could not be verified: ${error.message}`;
  }
  button.disabled = false;
}

/** In a worker: the arithmetic takes long enough to be felt. */
function verifyRound(evidence, report) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  const outcome = new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => ('report' in data ? report(data.report) : resolve(data.good)));
    worker.addEventListener('error', ({ message }) => reject(new Error(message ?? 'this browser does not run its verifier')));
  });
  worker.postMessage(evidence);
  return outcome.finally(() => worker.terminate());
}

/** Fetched anew for every verification, past the browser's cache. */
async function collect(chain, round) {
  const load = async (path) => {
    const response = await fetch(path, { cache: 'reload' });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error ?? `status ${response.status}`);
    return answer;
  };
  const loadBytes = async (path) => {
    const response = await fetch(path, { cache: 'reload' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const [genesis, whole, previous, bundle] = await Promise.all([
    load('/v1/genesis'),
    load(`/v1/rounds/${round}`),
    round > 1 ? load(`/v1/rounds/${round - 1}`) : null,
    loadBytes(`/v1/bundle?from=${round}&to=${round}`),
  ]);
  // drand's routes number rounds by their periods.
  const period = 1 + (whole.time_ms - genesis.genesis_time_ms) / genesis.period_ms;
  const shown = await load(`/public/${period}`);
  return { chain, genesis, round: whole, public: shown, previous, bundle };
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

function part(tag, name, text, attributes = {}) {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
