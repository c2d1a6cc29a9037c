// Stamps that were taken, so that each is taken once.

import { toHex } from '@heliast/verify';
import { SpentUnknown } from './errors.js';
import type { Paid } from './terms.js';

/** The list of stamps that were taken. Machines that serve one site share one. */
export interface Spent {
  /**
   * Writes down that a stamp is spent, in one step, and says whether it was not yet: of all that spend it at once, one is told `true`.
   * Throws {@link SpentUnknown} where nobody knows.
   */
  spend(paid: Paid): boolean | Promise<boolean>;
}

/** A list in the memory of one process, of at most `limit` stamps that are not late yet. It ends with the process. */
export class MemorySpent implements Spent {
  readonly #limit: number;
  readonly #ids = new Set<string>();
  /** By the second in which they are late. */
  readonly #byEnd = new Map<number, string[]>();
  #forgotten = 0;

  constructor(limit = 1_000_000) {
    this.#limit = limit;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#ids.size;
  }

  spend({ id, nowMs, untilMs }: Paid): boolean {
    this.#forget(nowMs);
    const key = toHex(id);
    if (this.#ids.has(key)) return false;
    if (this.#ids.size >= this.#limit) throw new SpentUnknown(`${this.#limit} spent stamps are remembered, as many as are allowed`);
    this.#ids.add(key);
    const second = Math.floor(untilMs / 1000);
    const ending = this.#byEnd.get(second);
    if (ending === undefined) this.#byEnd.set(second, [key]);
    else ending.push(key);
    return true;
  }

  /** Forgets what is late for at least a second, once a second. */
  #forget(nowMs: number): void {
    const now = Math.floor(nowMs / 1000);
    if (now <= this.#forgotten) return;
    this.#forgotten = now;
    for (const [second, keys] of this.#byEnd) {
      if (second + 1 >= now) continue;
      keys.forEach((key) => this.#ids.delete(key));
      this.#byEnd.delete(second);
    }
  }
}

/** What a list needs of a client of Redis: node-redis has it. */
export interface RedisLike {
  /** Sets a key if it is not there, for so many milliseconds; `'OK'`, or null where it was there. */
  set(key: string, value: string, options: { NX: true; PX: number }): Promise<unknown>;
}

/** A list that machines share through Redis (or Valkey), which forgets by itself; that of `heliast gate --redis` is the same. */
export class RedisSpent implements Spent {
  readonly #client: RedisLike;
  readonly #prefix: string;

  constructor(client: RedisLike, prefix = 'heliast:stamp:') {
    this.#client = client;
    this.#prefix = prefix;
  }

  async spend({ id, nowMs, untilMs, skewMs }: Paid): Promise<boolean> {
    // Another machine's clock may be behind this one's.
    const lasts = Math.max(untilMs + skewMs - nowMs, 0) + 1000;
    const token = toHex(globalThis.crypto.getRandomValues(new Uint8Array(16)));
    let answer: unknown;
    try {
      answer = await this.#client.set(this.#prefix + toHex(id), token, { NX: true, PX: lasts });
    } catch (error) {
      throw new SpentUnknown('the list of spent stamps cannot be reached', { cause: error });
    }
    if (answer !== 'OK' && answer !== null) throw new SpentUnknown('the list of spent stamps answers what it should not');
    return answer === 'OK';
  }
}
