// A client that follows a chain over nodes of others, and believes none of them: every round is verified.

import { Chain, fromHex, Invalid, Misuse, type Tip, type VerifiedRound } from '@heliast/verify';
import { pinnedId, requireOptions } from '@heliast/verify/parts';
import { listOf, numberOf, parsed, textOf } from './answers.js';
import { Basis } from './basis.js';
import { NotYet } from './errors.js';
import { events } from './events.js';
import { type Fetch, jsonOf } from './http.js';
import { Nodes, type Trouble } from './nodes.js';
import { Tips } from './tips.js';

export interface Options {
  /** URLs of nodes. One that is away or says what is not true is left alone for a while, and the next one is asked. */
  readonly nodes: readonly string[];
  /** The chain's id, from somewhere you trust: 32 bytes, or 64 hexadecimal digits. */
  readonly chain: Uint8Array | string;
  /**
   * On a chain of one node, begin in the middle with what all nodes say that answer, and **on trust in them**. Without this every round is
   * verified from the genesis on. A network's chain needs no trust: its validators have signed the state.
   */
  readonly trustStart?: boolean;
  /** `fetch` of the platform if nothing is given. */
  readonly fetch?: Fetch;
  /** Told of each failure of a node, and for how long the node is left alone. */
  readonly onTrouble?: Trouble;
}

const OPTIONS = ['nodes', 'chain', 'trustStart', 'fetch', 'onTrouble'];

/** Rounds that are asked for at once: a node gives at most 100. */
const BATCH = 100n;
/** Milliseconds of silence after which a stream is taken for dead; a node says something every two seconds. */
const SILENCE_MS = 30_000;
/** Milliseconds until a stream is opened again: twice as long each time, up to the last. */
const PAUSE_MS = [500, 30_000] as const;

export class Client {
  readonly chain: Chain;
  readonly #nodes: Nodes;
  readonly #basis: Basis;
  readonly #tips: Tips;

  private constructor(chain: Chain, nodes: Nodes, trusts: boolean) {
    [this.chain, this.#nodes, this.#basis, this.#tips] = [chain, nodes, new Basis(chain, nodes, trusts), new Tips(chain.start)];
  }

  /** A client of the chain with this id. Throws `Unreachable` where no node answers, and `Misuse` for options that are wrong. */
  static async open(options: Options): Promise<Client> {
    requireOptions('Client.open', options, OPTIONS);
    const { trustStart = false, fetch, onTrouble } = options;
    const id = pinnedId(options.chain);
    if (id === null) throw new Misuse('a client follows one chain: name it by its id');
    if (typeof trustStart !== 'boolean') throw new Misuse('trustStart is true or false');
    for (const [name, value] of Object.entries({ fetch, onTrouble })) {
      if (value !== undefined && typeof value !== 'function') throw new Misuse(`${name} is a function`);
    }
    const nodes = new Nodes(options.nodes, fetch ?? ((url, init) => globalThis.fetch(url, init)), onTrouble ?? (() => {}));
    const chain = await nodes.ask('/v1/genesis', async (response) => new Chain(fromHex(textOf(await jsonOf(response), 'bytes')), id));
    return new Client(chain, nodes, trustStart);
  }

  /** The round that was finished last. */
  async latest(signal?: AbortSignal): Promise<VerifiedRound> {
    const read = async (response: Response): Promise<bigint> => numberOf(await jsonOf(response), 'heliast_round');
    return this.#named('/public/latest', read, async () => {}, signal);
  }

  /** The last round that opened at or before a time, in milliseconds since 1970 or as a `Date`. */
  async at(time: number | Date, signal?: AbortSignal): Promise<VerifiedRound> {
    const ms = Number(time);
    if (!Number.isSafeInteger(ms) || ms < 0) throw new Misuse('a time is a Date, or milliseconds since 1970');
    const read = async (response: Response): Promise<bigint> => numberOf(listOf(await jsonOf(response))[0], 'round');
    const check = async (round: VerifiedRound): Promise<void> => {
      if (round.timeMs > BigInt(ms)) throw new Wrong(new Invalid('a round that opened later', round.number));
      // That no later round opened by then is for the next one to say, if there is one.
      const next = await this.round(round.number + 1n, signal).catch((error: unknown) => {
        if (error instanceof NotYet) return undefined;
        throw error;
      });
      if (next !== undefined && next.timeMs <= BigInt(ms)) throw new Wrong(new Invalid('a later round opened by then, too', next.number));
    };
    return this.#named(`/v1/rounds?time_ms=${ms}`, read, check, signal);
  }

  /** The round whose number a node names. A node that names a wrong one, or one that nobody has, is left for the next one. */
  async #named(
    path: string,
    read: (response: Response) => Promise<bigint>,
    check: (round: VerifiedRound) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<VerifiedRound> {
    for (let tries = this.#nodes.count; ; tries--) {
      const { url, value: number } = await this.#nodes.askWhom(path, read, signal);
      const wrong = (error: unknown): Error => {
        if (tries <= 1 || !(error instanceof NotYet || error instanceof Wrong)) throw error instanceof Wrong ? error.cause : error;
        return error instanceof Wrong ? error.cause : new Error(`it names round ${number}, which no node gives`);
      };
      try {
        const round = await this.round(number, signal);
        await check(round);
        return round;
      } catch (error) {
        signal?.throwIfAborted();
        this.#nodes.failed(url, wrong(error));
      }
    }
  }

  /**
   * Any round. What it builds on is what more than two thirds of a network's power have signed, or else what this client has verified, from the
   * genesis on; with `trustStart`, on a chain of one node, what all nodes say that answer.
   */
  async round(number: bigint | number, signal?: AbortSignal): Promise<VerifiedRound> {
    for await (const round of this.rounds(number, number, signal)) return round;
    throw new NotYet(`round ${number}: no node has it yet`);
  }

  /** Rounds `from` to `to`, or to the last that is finished; each follows from the one before. */
  async *rounds(from: bigint | number, to?: bigint | number, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    const [first, last] = [requireNumber(from), to === undefined ? null : requireNumber(to)];
    const tip = await this.#before(first, signal);
    try {
      yield* this.#after(tip, last, signal);
    } catch (error) {
      if (!(error instanceof NotYet) || last !== null) throw error;
    }
  }

  /** The rounds after a tip. Throws `NotYet` where no node has the next one. */
  async *#after(tip: Tip, last: bigint | null, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    while (last === null || tip.round < last) {
      const next = tip.round + 1n;
      const most = next + BATCH - 1n;
      const path = `/v1/rounds?from=${next}&to=${last === null || last > most ? most : last}`;
      // What one node says is verified before it is taken, so that another one is asked if it is not true.
      const verified = await this.#nodes.ask(path, async (response) => this.#follow(tip, listOf(await jsonOf(response))), signal);
      for (const round of verified.slice(0, last === null ? undefined : Number(last - tip.round))) {
        tip = round.tip;
        this.#tips.note(tip);
        yield round;
      }
    }
  }

  /**
   * Every round from `from` on, or from the next, as it is finished; without end, until `signal` says so. What comes between two connections
   * is not left out.
   */
  async *watch({ from, signal }: { from?: bigint | number; signal?: AbortSignal } = {}): AsyncGenerator<VerifiedRound, void> {
    let next = from === undefined ? (await this.latest(signal)).number + 1n : requireNumber(from);
    let pause: number = PAUSE_MS[0];
    const isOver = (): boolean => signal?.aborted === true;
    while (!isOver()) {
      const url = this.#nodes.first;
      try {
        for await (const known of this.#announced(url, signal)) {
          if (known < next) continue;
          for await (const round of this.#told(next, known, signal)) {
            if (isOver()) return;
            [next, pause] = [round.number + 1n, PAUSE_MS[0]];
            yield round;
          }
        }
        throw new Error('the stream of events ended');
      } catch (error) {
        if (isOver()) return;
        if (error instanceof Misuse) throw error;
        // What went wrong with rounds has been told of, by the node that it went wrong with.
        if (!(error instanceof Failed)) this.#nodes.failed(url, error);
      }
      await sleep(pause * (0.5 + Math.random() / 2), signal);
      pause = Math.min(2 * pause, PAUSE_MS[1]);
    }
  }

  /** The rounds that a stream has told of. */
  async *#told(from: bigint, to: bigint, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    try {
      yield* this.rounds(from, to, signal);
    } catch (error) {
      if (error instanceof NotYet) throw new Error(`it says that round ${to} is finished, which no node gives`);
      throw error instanceof Misuse ? error : new Failed('rounds', { cause: error });
    }
  }

  /** The numbers of rounds that a node says are finished: the latest at once, and others as they come. */
  async *#announced(url: string, signal?: AbortSignal): AsyncGenerator<bigint, void> {
    const stop = new AbortController();
    const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    try {
      const response = await this.#nodes.stream(url, '/v1/stream', either);
      const latest = (await jsonOf(await this.#nodes.get(url, '/v1/status', signal))) as { latest?: unknown };
      if (latest.latest !== null && latest.latest !== undefined) yield numberOf(latest, 'latest');
      for await (const { event, data } of events(response, SILENCE_MS)) {
        if (event === 'round') yield numberOf(parsed(data), 'round');
      }
    } finally {
      stop.abort();
    }
  }

  /** What round `number` builds on. */
  async #before(number: bigint, signal?: AbortSignal): Promise<Tip> {
    const known = this.#tips.before(number);
    if (known.round === number - 1n) return known;
    let tip = await this.#basis.before(number, known, signal);
    for await (const round of this.#after(tip, number - 1n, signal)) tip = round.tip;
    return tip;
  }

  #follow(tip: Tip, list: readonly unknown[]): VerifiedRound[] {
    if (list.length === 0) throw new NotYet(`round ${tip.round + 1n}: the answer has no rounds`);
    return list.map((item) => {
      const round = this.chain.verify(tip, fromHex(textOf(item, 'bytes')));
      tip = round.tip;
      return round;
    });
  }
}

/** That a node named another round than was asked for. */
class Wrong extends Error {
  constructor(override readonly cause: Invalid) {
    super(cause.message);
  }
}

/** That rounds could not be read, for which their nodes have been named. */
class Failed extends Error {}

function requireNumber(round: bigint | number): bigint {
  if (typeof round !== 'bigint' && !Number.isSafeInteger(round)) throw new Misuse('a round has a whole number');
  const number = BigInt(round);
  if (number < 1n) throw new Misuse('rounds begin with 1');
  return number;
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
