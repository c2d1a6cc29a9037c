// What a request costs while a service is under load.

import { Misuse } from '@heliast/verify';

/** A price that follows the load. */
export interface Prices {
  /** The lowest and the highest price, in squarings: at most 4,096 times the lowest. */
  readonly floor: number;
  readonly ceiling: number;
  /** How many requests without a pass the service is to bear in a second. */
  readonly busy: number;
}

/** Seconds without a request after which the price is the floor in any case. */
const LONGEST = 60;

/**
 * The price of requests, between a floor and a ceiling: for each second one step of a factor of √2 at most, up while more ask than the
 * service is to bear, down while fewer than half as many do.
 */
export class Pace {
  /** All prices, ascending: an issuer is prepared for each of them. */
  readonly delays: readonly number[];
  readonly #busy: number;
  #level = 0;
  #asked = 0;
  #sinceMs: number | undefined;

  constructor({ floor, ceiling, busy }: Prices) {
    if (!Number.isInteger(floor) || !Number.isInteger(ceiling) || floor < 1 || ceiling < floor || ceiling >= 2 ** 48) {
      throw new Misuse(`the price goes from ${floor} to ${ceiling} squarings: the floor is 1 at least, the ceiling not below it`);
    }
    if (ceiling / floor > 4096) throw new Misuse(`from ${floor} to ${ceiling} squarings are more than 4096 times`);
    if (!(busy > 0)) throw new Misuse(`busy is a number of requests a second, not ${busy}`);
    const delays: number[] = [];
    for (let step = 0; floor * 2 ** (step / 2) < ceiling; step++) delays.push(Math.round(floor * 2 ** (step / 2)));
    this.delays = [...new Set([...delays, ceiling])];
    this.#busy = busy;
  }

  /** The price of a request now. */
  get delay(): number {
    return this.delays[this.#level]!;
  }

  /** The lowest price that a stamp is taken at: the price may have risen while it was solved. */
  get least(): number {
    return this.delays[0]!;
  }

  /** Somebody asks for a stamp, or comes with one. */
  ask(nowMs: number): void {
    this.#sinceMs ??= nowMs;
    const seconds = Math.floor((nowMs - this.#sinceMs) / 1000);
    // A clock that was set back begins anew.
    if (seconds < 0) [this.#sinceMs, this.#asked] = [nowMs, 0];
    if (seconds > 0) {
      this.#observe(this.#asked / this.#busy);
      for (let i = 1; i < Math.min(seconds, LONGEST); i++) this.#observe(0);
      [this.#sinceMs, this.#asked] = [this.#sinceMs + 1000 * seconds, 0];
    }
    this.#asked += 1;
  }

  #observe(load: number): void {
    if (load > 1) this.#level = Math.min(this.#level + 1, this.delays.length - 1);
    else if (load < 0.5) this.#level = Math.max(this.#level - 1, 0);
  }
}
