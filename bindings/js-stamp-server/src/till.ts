// The till takes payments: the issuer, the price, the list of spent stamps and the passes. It does not depend on HTTP.

import { Misuse } from '@heliast/verify';
import { BINDINGS, nameOf, type Binding } from './binding.js';
import { Refusal } from './errors.js';
import type { Issuer } from './issuer.js';
import { mac } from './mac.js';
import type { Prices } from './pace.js';
import { Passes } from './pass.js';
import { PrivateIssuer } from './private.js';
import { MemorySpent, type Spent } from './spent.js';
import { Tariff } from './tariff.js';
import { clientDigest, type Expected, resourceDigest, type Terms } from './terms.js';

/** The conditions of a site. */
export interface TillOptions {
  /** 32 random bytes, the same on all machines of the site and used by no other site: {@link readSecret}. Passes are
   * signed with it. */
  readonly secret: Uint8Array;
  /** The issuer of challenges: `new PrivateIssuer(secret)` by default. */
  readonly issuer?: Issuer;
  /** Squarings of a request: 500,000 unless said otherwise, which are one or two seconds in a browser. */
  readonly price?: number | Prices;
  /** The list of spent stamps: in memory, unless said otherwise, so that machines that serve one site need another one. */
  readonly spent?: Spent;
  /** The binding of stamps and passes: `network` by default. */
  readonly binding?: Binding;
  /** The lifetime of a pass in seconds: a day by default. With 0 there are no passes, and every request needs a stamp. */
  readonly passSeconds?: number;
  /** The time of a squaring on the slowest supported device, in microseconds: 20 by default. */
  readonly slowestSquaringUs?: number;
  /** The least lifetime of a challenge, in milliseconds: 20,000 by default. */
  readonly leastLifeMs?: number;
  /** The greatest difference between the clocks of two machines of the site, in milliseconds: 5,000 by default. */
  readonly skewMs?: number;
  /** The time, in milliseconds since 1970: `Date.now` by default. */
  readonly now?: () => number;
}

/** A pass, and the time for which it is valid. */
export interface Pass {
  readonly value: string;
  readonly seconds: number;
}

const DAY = 86_400;
const MAX_TIME_MS = 2 ** 53 - 1;

export class Till {
  readonly #issuer: Issuer;
  readonly #tariff: Tariff;
  readonly #spent: Spent;
  readonly #passes: Passes;
  readonly #binding: Binding;
  readonly #passSeconds: number;
  readonly #slowestSquaringUs: number;
  readonly #leastLifeMs: number;
  readonly #skewMs: number;
  readonly #now: () => number;
  #prepared: Promise<void> | undefined;

  constructor(options: TillOptions) {
    requireTill(options);
    const { price = 500_000, binding = 'network' } = options;
    if (!BINDINGS.includes(binding)) throw new Misuse(`binding is nobody, network or address, not ${binding}`);
    this.#issuer = options.issuer ?? new PrivateIssuer(options.secret);
    const prices = typeof price === 'number' ? { floor: price, ceiling: price, busy: 1 } : price;
    this.#tariff = new Tariff(prices, mac(options.secret, 'heliast/gate/networks/v1'));
    this.#spent = options.spent ?? new MemorySpent();
    this.#passes = new Passes(options.secret);
    this.#binding = binding;
    this.#passSeconds = amount('passSeconds', DAY, options.passSeconds);
    this.#slowestSquaringUs = amount('slowestSquaringUs', 20, options.slowestSquaringUs);
    this.#leastLifeMs = amount('leastLifeMs', 20_000, options.leastLifeMs);
    this.#skewMs = amount('skewMs', 5_000, options.skewMs);
    this.#now = options.now ?? Date.now;
  }

  get hasPasses(): boolean {
    return this.#passSeconds > 0;
  }

  /** Resolves when challenges can be given out: at once with a trapdoor or in the public form, else after the highest price's squarings. */
  prepare(): Promise<void> {
    this.#prepared ??= this.#issuer.prepare(this.#tariff.delays);
    return this.#prepared;
  }

  /** Squarings of a request now, without a surcharge. */
  get price(): number {
    return this.#tariff.delay;
  }

  /** The network of an address, whose requests pay a surcharge together; nothing if the address is invalid. */
  network(address: string | undefined): Uint8Array | undefined {
    return nameOf('network', address ?? '');
  }

  /** Counts a request that is answered with a challenge or a refusal: its network alone pays for it. */
  ask(network: Uint8Array | undefined): void {
    this.#tariff.ask(network, this.#now());
  }

  /** Counts a request that is let in: the price follows. */
  reach(network: Uint8Array | undefined): void {
    this.#tariff.reach(network, this.#now());
  }

  /** The name of a client with this address; nothing if the address is invalid. */
  client(address: string | undefined): Uint8Array | undefined {
    return nameOf(this.#binding, address ?? '');
  }

  /** A challenge for a client, at the present price of its network. It is valid for twice the time of the slowest
   * device. */
  challenge(resource: string, client: Uint8Array, network?: Uint8Array): { bytes: Uint8Array; t: number } {
    const t = this.#tariff.delayOf(network);
    const nowMs = this.#stampsNow();
    const lifeMs = Math.max(2 * Math.ceil((t * this.#slowestSquaringUs) / 1000), this.#leastLifeMs);
    const lastMs = Math.min(nowMs + lifeMs, MAX_TIME_MS);
    const nonce = crypto.getRandomValues(new Uint8Array(16));
    const terms: Terms = { t, issuedMs: nowMs, lastMs, nonce, ...digests(resource, client) };
    return { bytes: this.#issuer.challenge(terms), t };
  }

  /** Accepts a stamp, once. Returns a pass if there are passes. Throws `Refusal` or `SpentUnknown`. */
  async take(stamp: Uint8Array, resource: string, client: Uint8Array): Promise<Pass | null> {
    const nowMs = this.#stampsNow();
    const expected: Expected = { ...digests(resource, client), least: this.#least, nowMs, skewMs: this.#skewMs };
    const paid = this.#issuer.check(stamp, expected);
    if (!(await this.#spent.spend(paid))) throw new Refusal('spent');
    if (!this.hasPasses) return null;
    const untilMs = Math.min(this.#now() + 1000 * this.#passSeconds, MAX_TIME_MS);
    return { value: this.#passes.sign(client, untilMs, paid.terms.t), seconds: this.#passSeconds };
  }

  /** The lowest price, for which every stamp and every pass must have paid at least. */
  get #least(): number {
    return this.#tariff.delays[0]!;
  }

  /** The time for stamps. It is never before the end of forgotten stamps, so that a client that pays is let in after a
   * clock was set back. */
  #stampsNow(): number {
    return Math.max(this.#now(), this.#spent.forgottenMs ?? 0);
  }

  /** Whether this is a pass that lets the client in now. */
  letsIn(pass: string, client: Uint8Array): boolean {
    return this.hasPasses && this.#passes.isValid(pass, client, this.#now(), this.#least);
  }
}

const digests = (resource: string, client: Uint8Array): { resource: Uint8Array; client: Uint8Array } => ({
  resource: resourceDigest(new TextEncoder().encode(resource)),
  client: clientDigest(client),
});

/** Checks the types of options; numbers are checked where they are used. */
function requireTill({ secret, issuer, price, spent, now }: TillOptions): void {
  if (!(secret instanceof Uint8Array) || secret.length !== 32) throw new Misuse('a secret is a Uint8Array of 32 bytes');
  if (issuer !== undefined && !hasMethods(issuer, 'prepare', 'challenge', 'check')) throw new Misuse('an issuer is a PrivateIssuer or a PublicIssuer, or has their methods');
  if (spent !== undefined && !hasMethods(spent, 'spend')) throw new Misuse('spent is a MemorySpent or a RedisSpent, or has their method spend');
  if (now !== undefined && typeof now !== 'function') throw new Misuse('now is a function');
  const isPrice = price === undefined || typeof price === 'number' || (typeof price === 'object' && price !== null);
  if (!isPrice) throw new Misuse('a price is a number of squarings, or { floor, ceiling, busy }');
}

const hasMethods = (value: unknown, ...names: string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');

function amount(name: string, usual: number, value = usual): number {
  if (!Number.isInteger(value) || value < 0 || value > 2 ** 40) throw new Misuse(`${name} is a whole number, not ${value}`);
  return value;
}
