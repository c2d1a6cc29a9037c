// The price of a request: the price of the service, which follows the requests that reach it, and a surcharge for the network that a
// request comes from, which follows that network's own requests. It is the same as `heliast_stamp::Tariff`, which
// explains it.

import { H } from '@heliast/verify/parts';
import { Pace, type Prices } from './pace.js';

/** The number of counters of a network: one in each row. */
const ROWS = 4;
/** The number of counters in a row. */
const CELLS = 1 << 14;
/** The number of networks that, with their greatest share each, use the whole capacity of the service. */
const NETWORKS = 8;
/** Seconds without a request after which all prices are at the floor in any case. */
const LONGEST = 60;

/** Prices that follow the load. Memory: 65,536 counters of 9 bytes, however many networks there are. */
export class Tariff {
  readonly #pace: Pace;
  readonly #busy: number;
  /** Anybody who knows it can choose networks that share counters with another one. */
  readonly #seed: Uint8Array;
  /** By row and counter: requests in this second, those of them that reached the service, and steps of the surcharge. */
  readonly #requests = new Uint32Array(ROWS * CELLS);
  readonly #reached = new Uint32Array(ROWS * CELLS);
  readonly #steps = new Uint8Array(ROWS * CELLS);
  /** The requests from unknown addresses that reached the service. */
  #unknown = 0;
  #sinceMs: number | undefined;

  constructor(prices: Prices, seed: Uint8Array) {
    this.#pace = new Pace(prices);
    this.#busy = prices.busy;
    this.#seed = seed;
  }

  /** All prices, in ascending order: an issuer is prepared for each of them. */
  get delays(): readonly number[] {
    return this.#pace.delays;
  }

  /** The price without a surcharge. */
  get delay(): number {
    return this.#pace.above(0);
  }

  /** The price of a request from a network now; an unknown network pays no surcharge. */
  delayOf(network: Uint8Array | undefined): number {
    const steps = network === undefined ? [0] : this.#places(network).map((place) => this.#steps[place]!);
    return this.#pace.above(Math.min(...steps));
  }

  /** Counts a request that is answered with a challenge or a refusal: only its own network pays for it. */
  ask(network: Uint8Array | undefined, nowMs: number): void {
    this.#look(nowMs);
    for (const place of network === undefined ? [] : this.#places(network)) this.#requests[place]! += 1;
  }

  /** Counts a request that reaches the service, because it is paid for. */
  reach(network: Uint8Array | undefined, nowMs: number): void {
    this.ask(network, nowMs);
    if (network === undefined) this.#unknown += 1;
    else for (const place of this.#places(network)) this.#reached[place]! += 1;
  }

  /** Processes each second that has passed. */
  #look(nowMs: number): void {
    this.#sinceMs ??= nowMs;
    const seconds = Math.floor((nowMs - this.#sinceMs) / 1000);
    // After a clock was set back, counting begins anew.
    if (seconds < 0) this.#sinceMs = nowMs;
    if (seconds <= 0) return;
    for (let i = 0, isRaised = true; isRaised && i < Math.min(seconds, LONGEST); i++) isRaised = this.#second();
    this.#sinceMs += 1000 * seconds;
  }

  /** Processes a second, and returns whether any price is above the floor. */
  #second(): boolean {
    const share = this.#busy / NETWORKS;
    const rows = Array.from({ length: ROWS }, (_, row) => this.#reached.subarray(row * CELLS, (row + 1) * CELLS));
    const sums = rows.map((row) => row.reduce((sum, reached) => sum + Math.min(reached, share), 0));
    this.#pace.observe((Math.max(...sums) + this.#unknown) / this.#busy);
    const top = this.delays.length - 1;
    this.#requests.forEach((requests, place) => {
      const steps = this.#steps[place]!;
      if (requests > share) this.#steps[place] = Math.min(steps + 1, top);
      else if (requests < share / 2) this.#steps[place] = Math.max(steps - 1, 0);
    });
    this.#requests.fill(0);
    this.#reached.fill(0);
    this.#unknown = 0;
    return this.delay > this.delays[0]! || this.#steps.some((steps) => steps > 0);
  }

  #places(network: Uint8Array): number[] {
    const hash = H(this.#seed, network);
    return Array.from({ length: ROWS }, (_, row) => row * CELLS + ((hash[2 * row]! << 8) | hash[2 * row + 1]!) % CELLS);
  }
}
