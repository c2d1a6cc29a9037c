// The tips that a client has verified, so that it need not verify earlier rounds again.

import type { Tip } from '@heliast/verify';

const MOST = 256;

/** A bounded number of tips: the newest ones, and some of the others at growing distances. */
export class Tips {
  readonly #kept = new Map<bigint, Tip>();
  readonly #start: Tip;
  #newest: Tip;
  /** The last round that is known to have tickets. */
  #lastTickets = 0n;
  #spacing = 1n;

  constructor(start: Tip) {
    this.#start = this.#newest = start;
  }

  /** Adds the tip after a round with so many tickets. */
  note(tip: Tip, tickets = 0): void {
    if (tip.round > this.#newest.round) this.#newest = tip;
    if (tickets > 0 && tip.round > this.#lastTickets) this.#lastTickets = tip.round;
    if (tip.round % this.#spacing === 0n) this.#kept.set(tip.round, tip);
    while (this.#kept.size > MOST) {
      this.#spacing *= 2n;
      for (const round of this.#kept.keys()) if (round % this.#spacing !== 0n) this.#kept.delete(round);
    }
  }

  /** The last known tip before a round. */
  before(number: bigint): Tip {
    let best = this.#start;
    for (const tip of [...this.#kept.values(), this.#newest]) if (tip.round < number && tip.round > best.round) best = tip;
    return best;
  }

  /** The first tip of the chain, the known tips before `last`, and `last`. */
  upTo(last: Tip): Tip[] {
    const between = [...this.#kept.values()].filter(({ round }) => round > this.#start.round && round < last.round);
    return [this.#start, ...between.sort((a, b) => (a.round < b.round ? -1 : 1)), last];
  }

  /** Whether a round after this one is known to have tickets. */
  hasTickets(after: bigint): boolean {
    return this.#lastTickets > after;
  }

  /** Forgets all tips after a round. */
  forget(after: bigint): void {
    for (const round of this.#kept.keys()) if (round > after) this.#kept.delete(round);
    this.#newest = this.#start;
    for (const tip of this.#kept.values()) if (tip.round > this.#newest.round) this.#newest = tip;
    if (this.#lastTickets > after) this.#lastTickets = 0n;
  }
}
