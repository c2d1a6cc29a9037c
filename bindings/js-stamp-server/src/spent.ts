// Stamps that were accepted, so that each is accepted only once.

import { Misuse, toHex } from '@heliast/verify';
import { Refusal, SpentUnknown } from './errors.js';
import type { Paid } from './terms.js';

/** The list of stamps that were accepted. Machines that serve one site share one list. */
export interface Spent {
  /**
   * Records in one step that a stamp is spent, and returns whether it was unspent: of all callers that spend it at
   * once, one gets `true`. Throws {@link SpentUnknown} if this is unknown, and the {@link Refusal} `forgotten` for a
   * stamp that ends by `forgottenMs`.
   */
  spend(paid: Paid): boolean | Promise<boolean>;
  /** The latest end of spent stamps that may be forgotten, in milliseconds since 1970. It never decreases. */
  readonly forgottenMs?: number;
}

/** A list in the memory of one process, of at most `limit` stamps that are not late yet. It ends with the process. */
export class MemorySpent implements Spent {
  readonly #limit: number;
  readonly #ids = new Set<string>();
  /** The stamps by the second in which they become late. */
  readonly #byEnd = new Map<number, string[]>();
  #swept = 0;
  #forgottenMs = 0;

  constructor(limit = 1_000_000) {
    if (!Number.isInteger(limit) || limit < 1) throw new Misuse(`a limit is a whole number, 1 at least, not ${limit}`);
    this.#limit = limit;
  }

  /** The number of remembered stamps. */
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

  /** Forgets stamps that have been late for at least a second, once a second. */
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

/** The part of the interface of a Redis client (6.2 or later) that a list needs: node-redis has it. Commands are sent
 * in the order of the calls. */
export interface RedisLike {
  /** The answer of Redis to a command. */
  sendCommand(command: string[]): Promise<unknown>;
}

/** The sorted set whose member `latest` is the latest time that Redis has reported to a machine, in milliseconds
 * since 1970. */
const TIME = 'heliast:stamps:time';

/**
 * A list that machines share through Redis (or Valkey), which forgets a stamp by its own clock when the stamp has
 * ended. `heliast gate --redis` uses the same list.
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
    // The time after the write: an id that was written again because Redis had forgotten it has ended by then.
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
