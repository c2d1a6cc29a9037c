// The price of a request while a service is under load.

import { Misuse } from '@heliast/verify';

/** A price that follows the load. */
export interface Prices {
  /** The lowest and the highest price, in squarings: at most 4,096 times the lowest. */
  readonly floor: number;
  readonly ceiling: number;
  /** The number of paid requests that the service should handle in a second. A network that sends more than an eighth pays a surcharge. */
  readonly busy: number;
}

/**
 * The price of requests, between a floor and a ceiling: one step of a factor of √2 at most each time that the load is
 * checked, up while it is above 1, down while it is below one half.
 */
export class Pace {
  /** All prices, in ascending order: an issuer is prepared for each of them. */
  readonly delays: readonly number[];
  #level = 0;

  constructor({ floor, ceiling, busy }: Prices) {
    if (!Number.isInteger(floor) || !Number.isInteger(ceiling) || floor < 1 || ceiling < floor || ceiling >= 2 ** 48) {
      throw new Misuse(`the price goes from ${floor} to ${ceiling} squarings: the floor is 1 at least, the ceiling not below it`);
    }
    if (ceiling / floor > 4096) throw new Misuse(`from ${floor} to ${ceiling} squarings are more than 4096 times`);
    if (!(busy > 0)) throw new Misuse(`busy is a number of requests a second, not ${busy}`);
    const delays: number[] = [];
    for (let step = 0; floor * 2 ** (step / 2) < ceiling; step++) delays.push(Math.round(floor * 2 ** (step / 2)));
    this.delays = [...new Set([...delays, ceiling])];
  }

  /** The price so many steps above the present price, the ceiling at most. */
  above(steps: number): number {
    return this.delays[Math.min(this.#level + steps, this.delays.length - 1)]!;
  }

  /** Adjusts the price to the load, where 1 is the intended load of the service. */
  observe(load: number): void {
    if (load > 1) this.#level = Math.min(this.#level + 1, this.delays.length - 1);
    else if (load < 0.5) this.#level = Math.max(this.#level - 1, 0);
  }
}
