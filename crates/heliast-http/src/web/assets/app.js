// Makes the page live: the node's state, the countdown, the delay's progress, new rounds.

import { byId, part } from './parts.js';
import { verification } from './verification.js';

const now = byId('now');
if (now) live(now);
verification(byId('verify'));

// The round under way ------------------------------------------------------------------------------------------------------------------

function live(section) {
  const state = {
    next: Number(section.dataset.next),
    behind: 0, // this clock minus the node's, once it is known
    heard: Date.now(), // when the node last said anything
    lost: false, // whether the connection is broken
    paused: false,
  };
  follow(state);
  pauseButton(state);
  byId('countdown-words').hidden = false;
  setInterval(() => tick(state), 100);
}

const RETRY_MS = 5_000;
/** The node sends an event at least every two seconds. */
const SILENCE_MS = 7_000;

/** Follows the stream. A browser reconnects automatically when a stream breaks, but not when it is refused. */
function follow(state) {
  const source = new EventSource('/v1/stream');
  const close = () => source.close();
  source.addEventListener('status', (event) => onStatus(state, JSON.parse(event.data)));
  source.addEventListener('round', (event) => onRound(state, JSON.parse(event.data)));
  source.addEventListener('error', () => {
    state.lost = true;
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

function onStatus(state, status) {
  state.heard = Date.now();
  state.lost = false;
  state.behind = state.heard - status.now_ms;
  state.next = status.next_ms;
  if (state.paused) return;
  stand(status.standing);
  warn(status.alarms);
  agree(status.network);
  byId('now-round').textContent = grouped(status.round);
  byId('now-words').textContent = status.network?.halted ? 'waiting for the network' : WORDS[status.phase] ?? status.phase;
  const progress = byId('delay');
  progress.value = status.phase === 'delay' ? status.progress : Number(status.phase !== 'tickets');
  progress.classList.toggle('waiting', status.phase === 'waiting');
  progress.classList.toggle('still', status.standing.kind === 'stalled');
  entitle(status.standing.kind);
}

function tick(state) {
  if (state.paused) return;
  const silent = Date.now() - state.heard;
  if (state.lost || !navigator.onLine) {
    lose({ kind: 'offline', text: `this browser has lost the node, last heard ${duration(silent)} ago, and keeps trying` });
  } else if (silent > SILENCE_MS) {
    lose({ kind: 'stalled', text: `no word from the node for ${duration(silent)}: it has stopped, or the network has` });
  }
  // Only the node's state shows how late a round is.
  const left = state.next - (Date.now() - state.behind);
  const isKnown = !byId('delay').classList.contains('still') && left > -1_000;
  byId('countdown-words').hidden = !isKnown;
  byId('countdown').textContent = left > 0 ? `in ${precise(left)}` : 'now';
}

/** Clears the current round, about which nothing is known any more. */
function lose(standing) {
  stand(standing);
  entitle(standing.kind);
  byId('now-words').textContent = 'not known';
  byId('delay').classList.add('still');
}

/** Also shows in the title that nothing is moving: the page may be one of many in the browser. */
function entitle(kind) {
  const round = document.title.split(' – ').at(-1);
  const isStill = kind === 'stalled' || kind === 'offline';
  const title = isStill ? `${STANDINGS[kind]} – ${round}` : round;
  if (document.title !== title) document.title = title;
}

const precise = (ms) => (ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms));

/** A number in readable form, with narrow no-break spaces. */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** A time in its two largest units. */
function duration(ms) {
  const seconds = Math.floor(ms / 1000);
  const units = [[86_400, 'd'], [3_600, 'h'], [60, 'min'], [1, 's']];
  const first = Math.max(0, units.findIndex(([unit]) => seconds >= unit));
  const words = units.slice(seconds < 60 ? 3 : first).slice(0, 2);
  let left = seconds;
  return words.map(([unit, name]) => { const count = Math.floor(left / unit); left -= count * unit; return `${count} ${name}`; }).join(' ');
}

// How the node stands ------------------------------------------------------------------------------------------------------------------

const STANDINGS = { 'on-time': 'On time', 'catching-up': 'Catching up', late: 'Late', stalled: 'Stalled', offline: 'Offline' };

/** Only the name is announced to screen readers, since the words count seconds. */
function stand({ kind, text }) {
  const standing = byId('standing');
  standing.className = `standing ${kind}`;
  const name = STANDINGS[kind] ?? kind;
  if (byId('standing-name').textContent !== name) byId('standing-name').textContent = name;
  byId('standing-words').textContent = text;
}

/** The state of the network, as the node sees it. */
function agree(network) {
  if (!network || !byId('peers')) return;
  const { peers, height, final } = network;
  byId('peers').textContent = peers === null ? 'not known' : grouped(peers);
  if (height > 0) byId('block').textContent = grouped(height);
  if (final > 0) byId('final').textContent = `round ${grouped(final)}`;
}

function warn(alarms) {
  const list = byId('alarms');
  const shown = [...list.querySelectorAll('.alarm-text')].map((item) => item.textContent);
  if (shown.length === alarms.length && alarms.every(({ text }, i) => text === shown[i])) return;
  list.hidden = alarms.length === 0;
  list.replaceChildren(...alarms.map(({ kind, text }) => {
    const item = part('p', 'alarm', '');
    item.append(part('b', '', kind), ' ', part('span', 'alarm-text', text));
    return item;
  }));
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

function onRound(state, { randomness }) {
  const shown = [...document.querySelectorAll('.output span')].map((group) => group.textContent).join('');
  if (!state.paused && randomness !== shown) refresh(state);
}

/** The server renders rounds; new ones are copied from its page. A part with the focus or a selection is copied later. */
async function refresh(state) {
  if (state.fetching) return;
  state.fetching = true;
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' } });
    const page = await response.text();
    // The reader may have paused the page meanwhile.
    if (!response.ok || state.paused) return;
    const fresh = new DOMParser().parseFromString(page, 'text/html');
    for (const id of ['round', 'recent', 'network', 'relay', 'keys']) replace(byId(id), fresh.getElementById(id));
    if (!byId('delay').classList.contains('still')) document.title = fresh.title;
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
  // Parts that the reader has opened stay open.
  const opened = [...old.querySelectorAll('details')].map(({ open }) => open);
  fresh.querySelectorAll('details').forEach((part, i) => { part.open = opened[i] ?? false; });
  old.replaceWith(document.adoptNode(fresh));
}
