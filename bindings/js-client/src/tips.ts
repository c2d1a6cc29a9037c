// The tips that a client has verified, so that it need not verify what was before them again.

import type { Tip } from '@heliast/verify';

const MOST = 256;

/** A bounded number of tips: the newest, and fewer and fewer of the others, evenly. */
export class Tips {
  readonly #kept = new Map<bigint, Tip>();
  readonly #start: Tip;
  #newest: Tip;
  #spacing = 1n;

  constructor(start: Tip) {
    this.#start = this.#newest = start;
  }

  note(tip: Tip): void {
    if (tip.round > this.#newest.round) this.#newest = tip;
    if (tip.round % this.#spacing === 0n) this.#kept.set(tip.round, tip);
    while (this.#kept.size > MOST) {
      this.#spacing *= 2n;
      for (const round of this.#kept.keys()) if (round % this.#spacing !== 0n) this.#kept.delete(round);
    }
  }

  /** The last that is known before a round. */
  before(number: bigint): Tip {
    let best = this.#start;
    for (const tip of [...this.#kept.values(), this.#newest]) if (tip.round < number && tip.round > best.round) best = tip;
    return best;
  }
}
