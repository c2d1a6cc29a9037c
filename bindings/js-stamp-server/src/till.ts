// Where is paid: the site's issuer, the price, the list of spent stamps and the passes. What `heliast gate` does, for a site in JavaScript.

import { Misuse, type RsaGroup } from '@heliast/verify';
import { bytesOf } from './bytes.js';
import { Passes } from './pass.js';
import { PrivateIssuer, type Trapdoor } from './private.js';
import { Refusal } from './refusal.js';
import { MemorySpent, type Spent } from './spent.js';
import { type Expected, termsFor } from './terms.js';

export interface TillOptions {
  /** The site's name: all machines that serve it have the same, and no other site has. */
  readonly site: string;
  /** 32 secret bytes: all machines that serve the site have the same. */
  readonly secret: Uint8Array;
  /** RSA-2048, or a modulus of your own. */
  readonly group: RsaGroup;
  /** The prices in squarings, ascending; the first is asked for while nothing says otherwise ({@link Till.observe}). */
  readonly prices: readonly bigint[];
  /** The factors of the modulus, so that the prices' squarings need not be done at the start. */
  readonly trapdoor?: Trapdoor;
  /** Where stamps are remembered; in the memory of this process if nothing is given. */
  readonly spent?: Spent;
  /** Seconds that a pass lets in: 6 hours. */
  readonly passSeconds?: number;
  /** Microseconds of a squaring on the slowest device that is to be served: 25. */
  readonly slowestSquaring?: number;
  /** Seconds that a stamp may take besides: 120. */
  readonly allowance?: number;
  /** Seconds by which the clocks of two machines of the site may differ: 5. */
  readonly skew?: number;
  /** Milliseconds since 1970: `Date.now`. */
  readonly now?: () => number;
}

/** What a stamp and a pass are bound to: bytes, or text as UTF-8. */
export type Client = Uint8Array | string;

/** A pass, and the seconds that it lasts. */
export interface Pass {
  readonly pass: string;
  readonly seconds: number;
}

/** Gives out challenges, takes stamps, and signs passes. */
export class Till {
  readonly #issuer: PrivateIssuer;
  readonly #passes: Passes;
  readonly #spent: Spent;
  readonly #options: Required<Omit<TillOptions, 'trapdoor' | 'spent'>>;
  #level = 0;

  private constructor(options: TillOptions) {
    this.#issuer = new PrivateIssuer(options.secret, options.group);
    this.#passes = new Passes(options.secret);
    this.#spent = options.spent ?? new MemorySpent();
    const defaults = { passSeconds: 6 * 3_600, slowestSquaring: 25, allowance: 120, skew: 5, now: Date.now };
    this.#options = { ...defaults, ...options };
  }

  /** A till, when it has done the squarings of all prices once. */
  static async open(options: TillOptions): Promise<Till> {
    const { prices, trapdoor } = options;
    if (prices.length === 0 || prices.some((price, i) => i > 0 && price <= prices[i - 1]!)) throw new Misuse('prices ascend, and there is one');
    const till = new Till(options);
    for (const price of prices) await till.#issuer.addDelay(price, trapdoor);
    return till;
  }

  /** Squarings of a request now. */
  get price(): bigint {
    return this.#options.prices[this.#level]!;
  }

  /** The price goes one step up where the load is above 1, as much as the site is to bear, and one down below a half. */
  observe(load: number): void {
    if (load > 1) this.#level = Math.min(this.#level + 1, this.#options.prices.length - 1);
    else if (!(load >= 0.5)) this.#level = Math.max(this.#level - 1, 0);
  }

  /** A challenge for a client, at the present price. */
  challenge(client: Client): Uint8Array {
    const { slowestSquaring, allowance } = this.#options;
    const life = Math.ceil((Number(this.price) * slowestSquaring) / 1_000) + allowance * 1_000;
    return this.#issuer.challenge(termsFor(this.#expected(client), this.price, life));
  }

  /** Takes a stamp, once, or throws a `Refusal`; a `SpentError` where nobody knows whether it was spent. */
  async take(stamp: Uint8Array, client: Client): Promise<Pass> {
    const paid = this.#issuer.check(stamp, this.#expected(client));
    if (!(await this.#spent.spend(paid))) throw new Refusal('spent');
    const { passSeconds: seconds, now } = this.#options;
    return { pass: this.#passes.sign(bytesOf(client), now() + seconds * 1_000), seconds };
  }

  /** Whether this is a pass that lets the client in now. */
  letsIn(pass: string, client: Client): boolean {
    return this.#passes.isValid(pass, bytesOf(client), this.#options.now());
  }

  #expected(client: Client): Expected {
    const { site, prices, skew, now } = this.#options;
    return { resource: site, client, least: prices[0]!, now: now(), skew: skew * 1_000 };
  }
}
