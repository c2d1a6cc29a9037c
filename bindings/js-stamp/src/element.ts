// <heliast-stamp>: a field of a form that waits, and has the stamp as its value.
//
//   <form action="/comments" method="post"><textarea name="text"></textarea>
//     <heliast-stamp name="stamp" src="/stamps/new"></heliast-stamp> <button>Send</button></form>

import { fromBase64, toBase64 } from './bytes.js';
import { connect } from './line.js';
import { Kept } from './resume.js';
import type { Progress } from './solver.js';
import { begin, type Solving } from './start.js';
import { fill, restOf, type Texts, textsFor } from './texts.js';

const STYLE = `
:host { display: block; margin: .5em 0 }
:host([hidden]) { display: none }
div { display: flex; flex-wrap: wrap; gap: .4em; align-items: center }
p, progress { margin: 0; flex: 100%; accent-color: inherit }
button { font: inherit }`;

const HTML =
  '<div><p id=text part=text role=status></p><progress part=bar aria-labelledby=text value=0></progress>' +
  '<button part=button type=button></button><span part=rest></span></div>';

/** The interval at which the displayed remaining time changes, and also the bar if people want little motion. */
const TOLD_MS = 1000;

type Phase = 'idle' | 'working' | 'paused' | 'done' | 'failed';

// Without a document, as in Node, the class exists but cannot be used.
const Base = (globalThis.HTMLElement ?? Object) as typeof HTMLElement;

/**
 * Attributes: `challenge` (base64) or `src` (a place that answers `{"challenge": ...}`); `name` of the field; `start`: `load`
 * (as it is), `focus` (once somebody is in the form) or `click`; `pause-hidden`; `worker`, where its script is; `lang`.
 * Events, which bubble: `heliast-progress`, `heliast-stamp` and `heliast-error`, each with its `detail`.
 */
export class HeliastStamp extends Base {
  static readonly formAssociated = true;
  static readonly observedAttributes = ['challenge', 'src'];

  readonly #internals: ElementInternals;
  readonly #box: HTMLElement;
  readonly #text: HTMLElement;
  readonly #bar: HTMLProgressElement;
  readonly #button: HTMLButtonElement;
  readonly #rest: HTMLElement;
  #phase: Phase = 'idle';
  #texts: Texts = textsFor();
  #solving: Solving | null = null;
  #stop = new AbortController();
  #value = '';
  #isAwaited = false;
  #isPlaced = false;
  #told = 0;

  constructor() {
    super();
    this.#internals = this.attachInternals();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.innerHTML = HTML;
    // Not a <style>, which a page's policy may forbid.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#box = root.firstElementChild as HTMLElement;
    const parts = this.#box.children as unknown as [HTMLElement, HTMLProgressElement, HTMLButtonElement, HTMLElement];
    [this.#text, this.#bar, this.#button, this.#rest] = parts;
    this.#button.onclick = () => this.#press();
    // A form that is sent too early is sent once the stamp exists.
    this.addEventListener('invalid', (event) => {
      event.preventDefault();
      this.#isAwaited = true;
      if (this.#phase === 'idle') void this.start();
    });
  }

  /** The stamp in base64, or nothing. */
  get value(): string {
    return this.#value;
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get phase(): Phase {
    return this.#phase;
  }

  connectedCallback(): void {
    const asked = this.closest<HTMLElement>('[lang]')?.lang;
    this.#texts = textsFor(...(asked ? [asked] : navigator.languages));
    this.#isPlaced = true;
    this.#show(this.#phase);
    this.#begin();
  }

  disconnectedCallback(): void {
    this.#isPlaced = false;
    this.#end();
  }

  attributeChangedCallback(): void {
    if (this.#isPlaced) this.reset();
  }

  formResetCallback(): void {
    this.reset();
  }

  /** Begins, if it is not running yet. */
  async start(): Promise<void> {
    if (this.#phase === 'working' || this.#phase === 'paused' || this.#phase === 'done') return;
    this.#show('working');
    const { signal } = (this.#stop = new AbortController());
    const kept = new Kept(`heliast-stamp ${location.pathname} ${this.getAttribute('name') ?? ''}`);
    try {
      const fresh = this.getAttribute('challenge') ?? (await this.#fetched(signal));
      const resume = kept.read(fresh);
      this.#solving = begin(connect, resume?.challenge ?? fresh, {
        signal,
        resume,
        worker: this.getAttribute('worker') ?? undefined,
        pauseWhenHidden: this.hasAttribute('pause-hidden'),
        onProgress: (progress) => this.#progress(progress),
        onState: (state) => kept.write(state),
      });
      const stamp = await this.#solving.stamp;
      kept.erase();
      this.#finish(stamp);
    } catch (error) {
      if (signal.aborted) return;
      this.#fail(error as Error);
    }
  }

  pause(): void {
    if (this.#phase !== 'working') return;
    this.#solving?.pause();
    this.#show('paused');
  }

  resume(): void {
    if (this.#phase !== 'paused') return;
    this.#solving?.resume();
    this.#show('working');
  }

  /** Forgets the stamp, which can be used only once, and begins anew. */
  reset(): void {
    this.#end();
    this.#value = '';
    this.#show('idle');
    if (this.#isPlaced) this.#begin();
  }

  #begin(): void {
    const when = this.getAttribute('start');
    if (when === 'focus') this.form?.addEventListener('focusin', () => void this.start(), { once: true, signal: this.#stop.signal });
    else if (when !== 'click' && (this.hasAttribute('challenge') || this.hasAttribute('src'))) void this.start();
  }

  #end(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#solving = null;
    if (this.#phase !== 'done') this.#show('idle');
  }

  async #fetched(signal: AbortSignal): Promise<string> {
    const answer = await fetch(this.getAttribute('src') ?? '', { signal, headers: { accept: 'application/json' }, cache: 'no-store' });
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`.trim());
    const { challenge } = (await answer.json()) as { challenge: string };
    fromBase64(challenge);
    return challenge;
  }

  #press(): void {
    if (this.#phase === 'working') this.pause();
    else if (this.#phase === 'paused') this.resume();
    else void this.start();
  }

  #progress(progress: Progress): void {
    const now = performance.now();
    const isDue = now - this.#told > TOLD_MS;
    if (isDue || !matchMedia('(prefers-reduced-motion: reduce)').matches) this.#bar.value = progress.part;
    if (isDue && this.#phase === 'working') {
      this.#told = now;
      this.#rest.textContent = restOf(this.#texts, progress.remainingMs);
    }
    this.#tell('progress', progress);
  }

  #finish(stamp: Uint8Array): void {
    this.#value = toBase64(stamp);
    this.#show('done');
    this.#tell('stamp', { stamp, value: this.#value });
    if (this.#isAwaited) {
      this.#isAwaited = false;
      this.form?.requestSubmit();
    }
  }

  #fail(error: Error): void {
    this.#show('failed');
    this.#say(fill(this.#texts.failed, { error: error.message }));
    this.#tell('error', error);
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(`heliast-${name}`, { detail, bubbles: true, composed: true }));
  }

  #say(text: string): void {
    this.#text.textContent = text;
  }

  #show(phase: Phase): void {
    this.#phase = phase;
    const [texts, isDone] = [this.#texts, phase === 'done'];
    [this.#box.lang, this.#box.dir] = [texts.lang, texts.dir];
    this.#say(isDone ? texts.done : texts.why);
    if (phase === 'idle' || isDone) this.#bar.value = Number(isDone);
    if (phase !== 'working') this.#rest.textContent = '';
    const { begin, pause, resume } = texts;
    this.#button.textContent = { idle: begin, working: pause, paused: resume, failed: begin, done: '' }[phase];
    this.#button.hidden = isDone;
    this.#internals.setFormValue(this.#value || null);
    if (isDone) this.#internals.setValidity({});
    else this.#internals.setValidity({ valueMissing: true }, texts.why, this.#button);
  }
}

globalThis.customElements?.define('heliast-stamp', HeliastStamp);
