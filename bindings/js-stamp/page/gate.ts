// The gate's page that waits: it pays with a stamp and then asks for the site again. A reload continues where the page
// was.

import { fromBase64 } from '../src/bytes.js';
import { readChallenge } from '../src/challenge.js';
import { connect } from '../src/line.js';
import { Kept } from '../src/resume.js';
import { begin } from '../src/start.js';
import { fill, restOf, textsFor } from '../src/texts.js';
import { pageTexts } from './texts.js';

/** The interval at which the displayed remaining time changes. */
const TOLD_MS = 1000;
/** Within this time a page that was paid for asks again only if no pass came with the reload. */
const PAID_MS = 30_000;
const PAID = 'heliast-gate-paid';

const texts = textsFor(...navigator.languages);
const { title, steps, cookies, operator } = pageTexts(texts.lang);
const kept = new Kept('heliast-gate');
const element = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const [says, rest] = [element('says'), element('rest')];
const [progress, pause] = [element<HTMLProgressElement>('progress'), element<HTMLButtonElement>('pause')];

function fail(error: unknown): void {
  kept.erase();
  says.textContent = fill(texts.failed, { error: error instanceof Error ? error.message : String(error) });
  rest.textContent = '';
  offer(texts.begin);
}

/** Requests the page that was paid for, and records that. If nothing can be recorded the visitor requests it, so that
 * this does not repeat without end. */
function reload(): void {
  try {
    sessionStorage.setItem(PAID, JSON.stringify([location.href, Date.now()]));
    location.reload();
  } catch {
    offer(texts.resume);
  }
}

/** Whether the browser has lost the pass: it keeps no cookies, or this page was paid for a moment ago. The second check
 * says no. */
function hasLostPass(): boolean {
  if (!navigator.cookieEnabled) return true;
  try {
    const [href, paidMs] = JSON.parse(sessionStorage.getItem(PAID) ?? '[]') as [string?, number?];
    sessionStorage.removeItem(PAID);
    return href === location.href && Math.abs(Date.now() - paidMs!) < PAID_MS;
  } catch {
    return false;
  }
}

/** A button that loads the page again. */
function offer(name: string): void {
  pause.hidden = false;
  pause.textContent = name;
  pause.onclick = () => location.reload();
}

async function pay(stamp: Uint8Array): Promise<void> {
  progress.value = 1;
  pause.hidden = true;
  const answer = await fetch('/.heliast/stamp', { method: 'POST', body: stamp as BodyInit, credentials: 'same-origin' });
  if (answer.ok) {
    kept.erase();
    says.textContent = texts.done;
    rest.textContent = '';
    reload();
    return;
  }
  const { error } = (await answer.json().catch(() => ({}))) as { error?: string };
  throw new Error(error ?? `${answer.status} ${answer.statusText}`);
}

async function wait(): Promise<void> {
  const fresh = document.body.dataset['challenge']!;
  const resume = kept.read(fresh);
  const challenge = resume?.challenge ?? fresh;
  const t = readChallenge(fromBase64(challenge)).t.toLocaleString(texts.lang);
  says.textContent = `${texts.why} ${fill(steps, { t })}`;
  let told = 0;
  const solving = begin(connect, challenge, {
    resume,
    worker: '/.heliast/solver.js',
    onState: (state) => kept.write(state),
    onProgress: ({ part, remainingMs, kernel }) => {
      progress.value = part;
      progress.dataset['kernel'] = kernel;
      const now = performance.now();
      if (now - told < TOLD_MS || solving.isPaused) return;
      told = now;
      rest.textContent = restOf(texts, remainingMs);
    },
  });
  pause.textContent = texts.pause;
  pause.hidden = false;
  pause.onclick = () => {
    if (solving.isPaused) solving.resume();
    else solving.pause();
    pause.textContent = solving.isPaused ? texts.resume : texts.pause;
    if (solving.isPaused) rest.textContent = '';
  };
  await pay(await solving.stamp);
}

const page = document.documentElement;
[page.lang, page.dir] = [texts.lang, texts.dir];
element('title').textContent = title;
document.title = document.title.replace(/^[^·]*/, `${title} `);
progress.setAttribute('aria-labelledby', 'says');
if (hasLostPass()) {
  says.textContent = location.protocol === 'http:' ? `${cookies} ${operator}` : cookies;
  offer(texts.begin);
} else {
  wait().catch(fail);
}
