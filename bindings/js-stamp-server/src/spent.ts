// Stamps that were taken, so that each is taken once.

import { toHex } from '@heliast/verify';
import { SpentError } from './refusal.js';
import type { Paid } from './terms.js';

/** The list of stamps that were taken. Machines that serve one site share one. */
export interface Spent {
  /**
   * Writes down that a stamp is spent, if it is not yet, in one step: of all that spend it at once, one is told true. Throws
   * {@link SpentError} where nobody knows.
   */
  spend(paid: Paid): boolean | Promise<boolean>;
}

/** A list in memory: of one process, and gone with it. */
export class MemorySpent implements Spent {
  readonly #limit: number;
  readonly #ids = new Set<string>();
  /** By the second in which they end; the keys ascend nearly always. */
  readonly #byEnd = new Map<number, string[]>();
  #soonest = Infinity;

  /** At most `limit` stamps that are not late yet. */
  constructor(limit = 1_000_000) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#ids.size;
  }

  spend(paid: Paid): boolean {
    this.#forget(paid.now);
    const id = toHex(paid.id);
    if (this.#ids.has(id)) return false;
    if (this.#ids.size >= this.#limit) {
      throw new SpentError(`${this.#limit} spent stamps are remembered, as many as are allowed: raise the limit, or the price`);
    }
    this.#ids.add(id);
    const end = Math.floor(paid.until / 1_000);
    this.#soonest = Math.min(this.#soonest, end);
    const list = this.#byEnd.get(end);
    if (list === undefined) this.#byEnd.set(end, [id]);
    else list.push(id);
    return true;
  }

  /** Forgets what is late for at least a second. */
  #forget(now: number): void {
    const second = Math.floor(now / 1_000);
    if (this.#soonest + 1 >= second) return;
    for (const [end, ids] of this.#byEnd) {
      if (end + 1 >= second) continue;
      ids.forEach((id) => this.#ids.delete(id));
      this.#byEnd.delete(end);
    }
    this.#soonest = Math.min(Infinity, ...this.#byEnd.keys());
  }
}

/** What is needed of a client of Redis: node-redis and those of its shape. */
export interface Redis {
  set(key: string, value: string, options: { NX: true; PX: number }): Promise<string | null>;
}

/** A list that machines share, gates of `heliast gate --redis` among them. It is as durable as the Redis is, and where that does not answer no stamp is taken. */
export class RedisSpent implements Spent {
  readonly #redis: Redis;
  readonly #prefix: string;

  constructor(redis: Redis, prefix = 'heliast:stamp:') {
    [this.#redis, this.#prefix] = [redis, prefix];
  }

  async spend(paid: Paid): Promise<boolean> {
    const token = toHex(globalThis.crypto.getRandomValues(new Uint8Array(16)));
    const PX = Math.max(1, paid.until - paid.now + 1_000);
    try {
      return (await this.#redis.set(this.#prefix + toHex(paid.id), token, { NX: true, PX })) === 'OK';
    } catch (error) {
      throw new SpentError(`the list of spent stamps can't be used: ${String(error)}`, { cause: error });
    }
  }
}
