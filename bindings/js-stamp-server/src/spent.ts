// Stamps that were taken, so that each is taken once.

import { Misuse, toHex } from '@heliast/verify';
import { Refusal, SpentUnknown } from './errors.js';
import type { Paid } from './terms.js';

/** The list of stamps that were taken. Machines that serve one site share one. */
export interface Spent {
  /**
   * Writes down that a stamp is spent, in one step, and says whether it was not yet: of all that spend it at once, one is told `true`.
   * Throws {@link SpentUnknown} where nobody knows, and the {@link Refusal} `forgotten` for a stamp that ends by `forgottenMs`.
   */
  spend(paid: Paid): boolean | Promise<boolean>;
  /** Up to which end, in milliseconds since 1970, stamps may be forgotten that were spent. It never goes back. */
  readonly forgottenMs?: number;
}

/** A list in the memory of one process, of at most `limit` stamps that are not late yet. It ends with the process. */
export class MemorySpent implements Spent {
  readonly #limit: number;
  readonly #ids = new Set<string>();
  /** By the second in which they are late. */
  readonly #byEnd = new Map<number, string[]>();
  #swept = 0;
  #forgottenMs = 0;

  constructor(limit = 1_000_000) {
    if (!Number.isInteger(limit) || limit < 1) throw new Misuse(`a limit is a whole number, 1 at least, not ${limit}`);
    this.#limit = limit;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#ids.size;
  }

  get forgottenMs(): number {
    return this.#forgottenMs;
  }

  spend({ id, nowMs, untilMs }: Paid): boolean {
    this.#forget(nowMs);
    if (untilMs <= this.#forgottenMs) throw new Refusal('forgotten');
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
    if (now <= this.#swept) return;
    this.#swept = now;
    for (const [second, keys] of this.#byEnd) {
      if (second + 1 >= now) continue;
      keys.forEach((key) => this.#ids.delete(key));
      this.#byEnd.delete(second);
      this.#forgottenMs = Math.max(this.#forgottenMs, 1000 * second + 999);
    }
  }
}

/** What a list needs of a client of Redis 6.2 or later: node-redis has it. Commands go out in the order of the calls. */
export interface RedisLike {
  /** What Redis answers to a command. */
  sendCommand(command: string[]): Promise<unknown>;
}

/** The sorted set whose member `latest` is the latest time that a machine was told by Redis, in milliseconds since 1970. */
const TIME = 'heliast:stamps:time';

/**
 * A list that machines share through Redis (or Valkey), which forgets a stamp by its own clock when that has ended; that of
 * `heliast gate --redis` is the same.
 */
export class RedisSpent implements Spent {
  readonly #client: RedisLike;
  readonly #prefix: string;
  #forgottenMs = 0;

  constructor(client: RedisLike, prefix = 'heliast:stamp:') {
    this.#client = client;
    this.#prefix = prefix;
  }

  get forgottenMs(): number {
    return this.#forgottenMs;
  }

  async spend({ id, untilMs, skewMs }: Paid): Promise<boolean> {
    // Another machine's clock may be behind this one's.
    const end = untilMs + skewMs;
    const key = this.#prefix + toHex(id);
    const token = toHex(globalThis.crypto.getRandomValues(new Uint8Array(16)));
    // The time behind the writing: what was written anew because Redis had forgotten it has ended by then.
    const answers = await this.#ask([
      ['SET', key, token, 'NX', 'PXAT', String(end)],
      ['GET', key],
      ['ZADD', TIME, 'GT', String(this.#forgottenMs), 'latest'],
      ['TIME'],
      ['ZSCORE', TIME, 'latest'],
    ]);
    const [set, value, , time, latest] = answers;
    const [seconds, micros] = Array.isArray(time) ? time.map(Number) : [];
    const told = Math.max(1000 * seconds! + Math.floor(micros! / 1000), Number(latest));
    if ((set !== 'OK' && set !== null) || !Number.isSafeInteger(told)) throw new SpentUnknown('the list of spent stamps answers what it should not');
    this.#forgottenMs = Math.max(this.#forgottenMs, told);
    if (end <= this.#forgottenMs) throw new Refusal('forgotten');
    if (typeof value !== 'string') throw new SpentUnknown('the list of spent stamps does not keep one');
    return value === token;
  }

  async #ask(commands: string[][]): Promise<unknown[]> {
    try {
      return await Promise.all(commands.map((command) => this.#client.sendCommand(command)));
    } catch (error) {
      throw new SpentUnknown('the list of spent stamps cannot be reached', { cause: error });
    }
  }
}
