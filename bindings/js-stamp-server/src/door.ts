// What becomes of a request, whatever the framework: the routes, headers and cookie of `heliast gate`, so that the same programs pay at both.

import { base64, fromBase64 } from './bytes.js';
import { Refusal, SpentError } from './refusal.js';
import type { Client, Till } from './till.js';

/** The cookie of a pass. */
export const COOKIE = 'heliast-pass';
const OWN = '/.heliast/';
/** No stamp is longer. */
export const MAX_STAMP = 4_096;

export interface DoorOptions {
  /** Who nobody asks for a stamp: by default `/robots.txt`, `/favicon.ico` and what is below `/.well-known/`. */
  readonly isOpen?: (path: string) => boolean;
  /** The page for browsers that are asked for a stamp: HTML, with `<heliast-stamp>` in it for instance. */
  readonly page?: (asked: { challenge: string; t: bigint; path: string }) => string;
  /** Whether browsers are to send the pass over TLS only: yes. */
  readonly isSecure?: boolean;
  /** Where an error is told that is the site's own: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** What is looked at of a request. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly header: (name: string) => string | undefined;
  /** The body, of {@link MAX_STAMP} bytes at most; undefined where it is longer. */
  readonly body: () => Promise<Uint8Array | undefined>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** To be let in, with a cookie to be set where somebody has just paid; or an answer. */
export type Verdict = { readonly cookie?: string } | Answer;

export const isAnswer = (verdict: Verdict): verdict is Answer => 'status' in verdict;

export class Door {
  readonly #till: Till;
  readonly #options: DoorOptions;

  constructor(till: Till, options: DoorOptions = {}) {
    [this.#till, this.#options] = [till, options];
  }

  async decide(asked: Asked, client: Client): Promise<Verdict> {
    const { path } = asked;
    if (path.startsWith(OWN)) return this.#own(path.slice(OWN.length), asked, client);
    const isOpen = this.#options.isOpen ?? openByDefault;
    if (isOpen(path) || this.#hasPass(asked.header('cookie'), client)) return {};
    const [, sent] = /^Stamp +(\S+)$/i.exec(asked.header('authorization') ?? '') ?? [];
    if (sent === undefined) return this.#ask(asked, client);
    return this.#take(sent.length <= 2 * MAX_STAMP ? fromBase64(sent) : undefined, client, (cookie) => ({ cookie }));
  }

  async #own(route: string, asked: Asked, client: Client): Promise<Verdict> {
    if (asked.method === 'GET' && route === 'challenge') {
      return json(200, { t: Number(this.#till.price), challenge: base64(this.#till.challenge(client)) });
    }
    if (asked.method === 'POST' && route === 'stamp') {
      const taken = (cookie: string): Answer => ({ status: 204, headers: { 'set-cookie': cookie, 'cache-control': 'no-store' }, body: '' });
      return this.#take(await asked.body(), client, taken);
    }
    return json(404, { error: 'there is no such page' });
  }

  #ask(asked: Asked, client: Client): Answer {
    const t = this.#till.price;
    const challenge = base64(this.#till.challenge(client));
    const isPage = asked.method === 'GET' && (asked.header('accept') ?? '').includes('text/html') && this.#options.page !== undefined;
    const body = isPage
      ? this.#options.page!({ challenge, t, path: asked.path })
      : `this site asks for a stamp of ${t} squarings: \`heliast stamp solve URL\` makes one\n`;
    const headers = {
      'www-authenticate': `Stamp challenge="${challenge}"`,
      'content-type': isPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'cookie, accept',
    };
    return { status: 401, headers, body };
  }

  async #take(stamp: Uint8Array | undefined, client: Client, taken: (cookie: string) => Verdict): Promise<Verdict> {
    try {
      const { pass, seconds } = await this.#till.take(stamp ?? new Uint8Array(0), client);
      const secure = (this.#options.isSecure ?? true) ? '; Secure' : '';
      return taken(`${COOKIE}=${pass}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`);
    } catch (error) {
      if (error instanceof Refusal) return json(403, { error: error.message, name: error.reason });
      if (!(error instanceof SpentError)) throw error;
      (this.#options.onError ?? console.error)(error);
      return json(503, { error: error.message, name: 'unknown' });
    }
  }

  #hasPass(cookies: string | undefined, client: Client): boolean {
    return (cookies ?? '').split(';').some((pair) => {
      const [name, value] = pair.trim().split('=', 2);
      return name === COOKIE && value !== undefined && this.#till.letsIn(value, client);
    });
  }
}

const openByDefault = (path: string): boolean => path === '/robots.txt' || path === '/favicon.ico' || path.startsWith('/.well-known/');

const json = (status: number, value: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(value),
});
