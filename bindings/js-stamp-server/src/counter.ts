// Handles a request of any server: the routes, headers and answers of `heliast gate`.

import { Misuse } from '@heliast/verify';
import { requireOptions } from '@heliast/verify/parts';
import { fromBase64, toBase64 } from './base64.js';
import { Refusal, SpentUnknown } from './errors.js';
import { ASSETS, messagePage, PAGE_HEADERS, prefers, waitPage } from './page.js';
import { PASS_COOKIE, passesIn } from './pass.js';
import { Till, type TillOptions } from './till.js';

/** The options of both kinds of middleware. */
export interface CounterOptions extends TillOptions {
  /** The resource that is paid for: the site's name, the same on all machines of the site and different from that of
   * other sites. */
  readonly site?: string;
  /** Whether browsers send the pass over TLS only: true by default; set it to false for trials on one machine. */
  readonly secure?: boolean;
  /** The page for browsers that have not paid, in HTML: that of `heliast gate`, with its policy, unless said otherwise. */
  readonly page?: (challenge: { readonly bytes: string; readonly t: number }) => string;
}

/** The parts of a request that are used. */
export interface Asked {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The site's host, as the client named it. */
  readonly host: string;
  /** Undefined if its address cannot be read. */
  readonly client: Uint8Array | undefined;
  /** {@link Till.network} */
  readonly network: Uint8Array | undefined;
  readonly resource: string;
  header(name: string): string | undefined;
  /** Its bytes, or nothing if they are more than `limit`. */
  body(limit: number): Promise<Uint8Array | undefined>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request is let in, perhaps with a pass for the next time; or it is answered. */
export type Verdict = { readonly cookie: string | undefined } | { readonly answer: Answer };

/** The options of both kinds of middleware, which add the last two. */
const OPTIONS: Record<keyof CounterOptions | 'resource' | 'address', true> = {
  secret: true,
  issuer: true,
  price: true,
  spent: true,
  binding: true,
  passSeconds: true,
  slowestSquaringUs: true,
  leastLifeMs: true,
  skewMs: true,
  now: true,
  site: true,
  secure: true,
  page: true,
  resource: true,
  address: true,
};

type Known = Asked & { readonly client: Uint8Array };

/** The path under which the middleware itself answers. */
export const OWN = '/.heliast/';
/** The length of a stamp of a modulus of 8,192 bits in its longer form, and some more. */
const MAX_STAMP = 2_048;
/** The number of passes of a request that are checked. A client that sends more has invented them. */
const PASSES = 4;

export class Counter {
  readonly till: Till;
  readonly #options: CounterOptions;

  /** `what` is the caller's function, which may be given all these options. Throws `Misuse`. */
  constructor(what: string, options: CounterOptions) {
    requireOptions(what, options, Object.keys(OPTIONS));
    const { site, secure, page } = options;
    if (site !== undefined && typeof site !== 'string') throw new Misuse('site is a text');
    if (secure !== undefined && typeof secure !== 'boolean') throw new Misuse('secure is true or false');
    if (page !== undefined && typeof page !== 'function') throw new Misuse('page is a function that gives HTML');
    this.#options = options;
    this.till = new Till(options);
  }

  async decide(asked: Asked): Promise<Verdict> {
    await this.till.prepare();
    return isKnown(asked) ? this.#decide(asked) : { answer: json(400, { error: "the client's address cannot be read" }) };
  }

  async #decide(asked: Known): Promise<Verdict> {
    if (asked.path.startsWith(OWN)) return { answer: await this.#own(asked.path.slice(OWN.length), asked) };
    const passes = passesIn(asked.header('cookie') ?? '').slice(0, PASSES);
    if (passes.some((pass) => this.till.letsIn(pass, asked.client))) {
      this.till.reach(asked.network);
      return { cookie: undefined };
    }
    return this.#pay(asked);
  }

  /** A request without a pass: it may carry a stamp, as requests of programs do. */
  async #pay(asked: Known): Promise<Verdict> {
    const stamp = /^Stamp (.*)$/.exec(asked.header('authorization') ?? '')?.[1];
    if (stamp === undefined) return { answer: this.#ask(asked) };
    const bytes = stamp.length <= 2 * MAX_STAMP ? fromBase64(stamp) : undefined;
    try {
      const cookie = await this.#take(bytes ?? new Uint8Array(0), asked);
      this.till.reach(asked.network);
      return { cookie };
    } catch (error) {
      return { answer: unpaid(error) };
    }
  }

  /** The middleware's own routes. */
  async #own(name: string, asked: Known): Promise<Answer> {
    if (asked.method === 'POST' && name === 'stamp') return this.#stamp(asked);
    if (asked.method === 'GET' && name === 'challenge') return this.#challenge(asked);
    const asset = asked.method === 'GET' ? ASSETS.get(name) : undefined;
    if (asset !== undefined) return { status: 200, headers: { 'content-type': asset.kind, 'cache-control': 'public, max-age=3600' }, body: asset.text };
    const text = 'The gate has no such page.';
    if (!prefers('text/html', asked.header('accept'))) return answer(404, 'text/plain; charset=utf-8', `${text}\n`);
    return answer(404, HTML, messagePage('Not found', text), PAGE_HEADERS);
  }

  /** Asks for a stamp: a page for browsers, JSON or a line for programs, and a header for all. */
  #ask(asked: Known): Answer {
    this.till.ask(asked.network);
    const { bytes, t } = this.till.challenge(asked.resource, asked.client, asked.network);
    const challenge = toBase64(bytes);
    const stamp = { 'www-authenticate': `Stamp challenge="${challenge}"` };
    const accept = asked.header('accept');
    if (asked.method === 'GET' && prefers('text/html', accept)) {
      const { page } = this.#options;
      if (page !== undefined) return answer(401, HTML, page({ bytes: challenge, t }), stamp);
      if (this.till.hasPasses) return answer(401, HTML, this.#page(asked, challenge, t), { ...PAGE_HEADERS, ...stamp });
    }
    const asks = `this site asks for a stamp of ${t} squarings`;
    if (prefers('application/json', accept)) return json(401, { error: asks, name: 'unpaid', t, challenge }, stamp);
    return answer(401, 'text/plain; charset=utf-8', `${asks}: \`heliast stamp solve URL\` makes one\n`, stamp);
  }

  /** The page that pays with a stamp, gets a pass, and sends the request again. */
  #page({ host, path }: Known, challenge: string, t: number): string {
    const scheme = this.#options.secure === false ? 'http' : 'https';
    return waitPage({ site: this.#options.site ?? 'site', challenge, url: `${scheme}://${host}${path}`, t });
  }

  #challenge(asked: Known): Answer {
    this.till.ask(asked.network);
    const { bytes, t } = this.till.challenge(asked.resource, asked.client, asked.network);
    return json(200, { t, challenge: toBase64(bytes) });
  }

  /** A page's stamp, for which it gets a pass. Without passes a stamp goes with the request that it pays for. */
  async #stamp(asked: Known): Promise<Answer> {
    if (!this.till.hasPasses) return json(404, { error: 'there are no passes here: send the stamp with the request, as Authorization: Stamp ...' });
    const bytes = await asked.body(MAX_STAMP);
    if (bytes === undefined) return json(413, { error: 'this is longer than any stamp' });
    try {
      const cookie = await this.#take(bytes, asked);
      return answer(204, 'text/plain', '', { 'set-cookie': cookie! });
    } catch (error) {
      return unpaid(error);
    }
  }

  /** The cookie of the pass, if there are passes. */
  async #take(stamp: Uint8Array, { resource, client, network }: Known): Promise<string | undefined> {
    const pass = await this.till.take(stamp, resource, client).catch((error: unknown) => {
      this.till.ask(network);
      throw error;
    });
    if (pass === null) return undefined;
    const secure = this.#options.secure === false ? '' : '; Secure';
    return `${PASS_COOKIE}=${pass.value}; Path=/; Max-Age=${pass.seconds}; HttpOnly; SameSite=Lax${secure}`;
  }
}

const isKnown = (asked: Asked): asked is Known => asked.client !== undefined;

/** The resource, if an option names it for each request. A pass would be valid for all resources, whichever was paid
 * for. */
export function resourceOf<R>(resource: ((request: R) => string) | undefined, options: CounterOptions): (request: R) => string {
  if (resource === undefined) return () => options.site ?? 'site';
  if (typeof resource !== 'function') throw new Misuse('resource is a function that names what a request is for');
  if (options.passSeconds !== 0) throw new Misuse('resource needs passSeconds: 0, because a pass lets in to every resource of a site');
  return resource;
}

function unpaid(error: unknown): Answer {
  if (error instanceof Refusal) return json(403, { error: error.message, name: error.why });
  if (error instanceof SpentUnknown) return json(503, { error: error.message, name: 'unknown' });
  throw error;
}

const HTML = 'text/html; charset=utf-8';

const json = (status: number, value: unknown, more: Record<string, string> = {}): Answer =>
  answer(status, 'application/json', JSON.stringify(value), more);

/** Caches do not keep an answer that is for one client at this moment. */
const answer = (status: number, kind: string, body: string, more: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': kind, 'cache-control': 'no-store', vary: 'cookie, accept', ...more },
  body,
});
