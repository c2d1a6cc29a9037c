// The record of the nodes, and the order in which they are asked: a node that failed is not asked for a while.

import { Refused } from '@heliast/verify';

/** Milliseconds for which a node is left alone after a false claim. */
const LIE_MS = 300_000;
/** The same for a node that gave no answer: twice as long each time, up to the last. */
const AWAY_MS = [15_000, 300_000] as const;
/** The same for a node that is behind the others. */
const BEHIND_MS = 10_000;

interface Health {
  /** The time until which the node is left alone. */
  until: number;
  /** The number of failures since the node's last answer. */
  failures: number;
}

export class Standing {
  readonly #health: Map<string, Health>;
  /** The time in milliseconds, from an arbitrary start. */
  readonly #now: () => number;
  /** The node that answered last. */
  #preferred: string | undefined;

  constructor(urls: readonly string[], now: () => number = () => performance.now()) {
    this.#health = new Map(urls.map((url) => [url, { until: -Infinity, failures: 0 }]));
    this.#now = now;
  }

  get count(): number {
    return this.#health.size;
  }

  /** The nodes in the order in which they are asked: the one that answered last first, and those that rest at the end, the longest rest last. */
  order(): string[] {
    const rank = (url: string): number => (this.rests(url) ? this.#of(url).until : -Infinity);
    const urls = [...this.#health.keys()].sort((a, b) => Number(b === this.#preferred) - Number(a === this.#preferred));
    return urls.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  }

  /** The nodes that do not rest; all, if all rest. */
  ready(): string[] {
    const all = this.order();
    const ready = all.filter((url) => !this.rests(url));
    return ready.length > 0 ? ready : all;
  }

  rests(url: string): boolean {
    return this.#of(url).until > this.#now();
  }

  worked(url: string): void {
    this.#health.set(url, { until: -Infinity, failures: 0 });
    this.#preferred = url;
  }

  isBehind(url: string): void {
    this.#rest(url, BEHIND_MS);
  }

  /** Leaves a node alone, and says for how many milliseconds. */
  failed(url: string, error: Error): number {
    const health = this.#of(url);
    const isLie = error instanceof Refused;
    const rest = this.#rest(url, isLie ? LIE_MS : Math.min(AWAY_MS[0] * 2 ** health.failures, AWAY_MS[1]));
    health.failures += 1;
    return rest;
  }

  /** A rest that is longer already is not made shorter. */
  #rest(url: string, ms: number): number {
    const [health, now] = [this.#of(url), this.#now()];
    health.until = Math.max(health.until, now + ms);
    // A sum and a difference are not exact.
    return Math.round(health.until - now);
  }

  #of(url: string): Health {
    return this.#health.get(url)!;
  }
}
