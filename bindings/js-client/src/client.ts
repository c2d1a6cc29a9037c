// A client that follows a chain over nodes of others, and believes none of them: every round is verified.

import { Chain, FinalityVerifier, fromHex, Invalid, Malformed, Misuse, openBundle, type Tip, toHex, type VerifiedRound } from '@heliast/verify';
import { pinnedId } from '@heliast/verify/parts';
import { NotYet } from './errors.js';
import { events } from './events.js';
import { bytesOf, type Fetch, jsonOf, Nodes, type Trouble } from './nodes.js';

export interface Options {
  /** URLs of nodes; each is left for the next one when it is away or says what is not true. */
  readonly nodes: readonly string[];
  /** The chain's id, from somewhere you trust: 32 bytes, or as hexadecimal. */
  readonly chain: Uint8Array | string;
  /** `fetch` of the platform if nothing is given. */
  readonly fetch?: Fetch;
  /** Told of a node that was left for another one. */
  readonly onTrouble?: Trouble;
}

/** Rounds that are asked for at once: a node gives at most 100. */
const BATCH = 100n;
/** Milliseconds of silence after which a stream is taken for dead; a node says something every two seconds. */
const SILENCE_MS = 30_000;
/** Milliseconds until a stream is opened again: twice as long each time, up to the last. */
const PAUSE_MS = [500, 30_000] as const;

export class Client {
  readonly chain: Chain;
  readonly #nodes: Nodes;
  /** Whom the network's blocks are signed by; null for a chain of one node. */
  readonly #network: Uint8Array | null;
  readonly #trouble: Trouble;
  /** After the newest round that was verified. */
  #tip: Tip;

  private constructor(chain: Chain, nodes: Nodes, network: Uint8Array | null, trouble: Trouble) {
    [this.chain, this.#nodes, this.#network, this.#trouble] = [chain, nodes, network, trouble];
    this.#tip = chain.start;
  }

  /** A client of the chain with this id. Throws `Unreachable` where no node answers. */
  static async open(options: Options): Promise<Client> {
    const id = pinnedId(options.chain);
    if (id === null) throw new Misuse('a client follows one chain: name it by its id');
    const trouble = options.onTrouble ?? (() => {});
    const nodes = new Nodes(options.nodes, options.fetch ?? ((url, init) => globalThis.fetch(url, init)), trouble);
    const chain = await nodes.ask('/v1/genesis', async (response) => new Chain(fromHex(textOf(await jsonOf(response), 'bytes')), id));
    const { network } = (await nodes.ask('/v1/finality', jsonOf)) as { network?: boolean };
    const file = network === true ? await nodes.ask('/v1/network', async (response) => checked(chain, await bytesOf(response))) : null;
    return new Client(chain, nodes, file, trouble);
  }

  /** The round that was finished last. */
  async latest(signal?: AbortSignal): Promise<VerifiedRound> {
    const number = await this.#nodes.ask('/public/latest', async (response) => numberOf(await jsonOf(response), 'heliast_round'), signal);
    return this.round(number, signal);
  }

  /** The last round that opened at or before a time, in milliseconds since 1970 or as a `Date`. */
  async at(time: number | Date, signal?: AbortSignal): Promise<VerifiedRound> {
    const ms = Number(time);
    if (!Number.isSafeInteger(ms) || ms < 0) throw new Misuse('a time is a Date, or milliseconds since 1970');
    const number = await this.#nodes.ask(
      `/v1/rounds?time_ms=${ms}`,
      async (response) => numberOf(listOf(await jsonOf(response))[0], 'round'),
      signal,
    );
    const round = await this.round(number, signal);
    if (round.timeMs > BigInt(ms)) throw new Invalid('a round that opened later', number);
    // That no later round opened by then is for the next one to say, if there is one.
    const next = await this.round(number + 1n, signal).catch((error: unknown) => {
      if (error instanceof NotYet) return undefined;
      throw error;
    });
    if (next !== undefined && next.timeMs <= BigInt(ms)) throw new Invalid('a later round opened by then, too', number + 1n);
    return round;
  }

  /**
   * Any round. What it builds on is what this client has verified, if it has; otherwise what more than two thirds of the network's power have
   * signed or, for a chain of one node, what all nodes say that answer.
   */
  async round(number: bigint | number, signal?: AbortSignal): Promise<VerifiedRound> {
    for await (const round of this.rounds(number, number, signal)) return round;
    throw new NotYet(`round ${number}: no node has it yet`);
  }

  /** Rounds `from` to `to`, or to the last that is finished; each follows from the one before. */
  async *rounds(from: bigint | number, to?: bigint | number, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    const [first, last] = [requireNumber(from), to === undefined ? null : requireNumber(to)];
    let tip = await this.#before(first, signal);
    while (last === null || tip.round < last) {
      const next = tip.round + 1n;
      const most = next + BATCH - 1n;
      const path = `/v1/rounds?from=${next}&to=${last === null || last > most ? most : last}`;
      // What one node says is verified before it is taken, so that another one is asked if it is not true.
      const verified = await this.#nodes
        .ask(path, async (response) => this.#follow(tip, listOf(await jsonOf(response))), signal)
        .catch((error: unknown) => {
          if (error instanceof NotYet && last === null) return [];
          throw error;
        });
      for (const round of verified) {
        tip = round.tip;
        if (tip.round > this.#tip.round) this.#tip = tip;
        yield round;
      }
      if (verified.length === 0) return;
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
          for await (const round of this.rounds(next, known, signal)) {
            if (isOver()) return;
            [next, pause] = [round.number + 1n, PAUSE_MS[0]];
            yield round;
          }
        }
        throw new Error('the stream of events ended');
      } catch (error) {
        if (isOver()) return;
        if (error instanceof Misuse) throw error;
        this.#trouble(url, error as Error);
        this.#nodes.demote(url);
      }
      await sleep(pause * (0.5 + Math.random() / 2), signal);
      pause = Math.min(2 * pause, PAUSE_MS[1]);
    }
  }

  /** The numbers of rounds that a node says are finished: the latest at once, and others as they come. */
  async *#announced(url: string, signal?: AbortSignal): AsyncGenerator<bigint, void> {
    const stop = new AbortController();
    const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    try {
      const response = await this.#nodes.stream(url, '/v1/stream', either, { accept: 'text/event-stream' });
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
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
    if (this.#tip.round === number - 1n) return this.#tip;
    if (number === 1n) return this.chain.start;
    const path = `/v1/bundle?from=${number}&to=${number}`;
    if (this.#network === null) return this.#agreed(path, signal);
    return this.#nodes.ask(
      path,
      async (response) => {
        const { before } = openBundle(await bytesOf(response), this.chain, 'trusted');
        const frame = await this.#nodes.ask(`/v1/rounds/${number - 1n}/finality`, bytesOf, signal);
        new FinalityVerifier(this.chain, this.#network!).verify(frame, before);
        return before;
      },
      signal,
    );
  }

  /** What all nodes that answer say. */
  async #agreed(path: string, signal?: AbortSignal): Promise<Tip> {
    const answers = await this.#nodes.askAll(path, bytesOf, signal);
    const different = new Set([...answers.values()].map((bytes) => toHex(bytes)));
    if (different.size > 1) throw new Invalid(`nodes contradict each other: ${[...answers.keys()].join(', ')}`);
    const [bytes] = answers.values();
    if (bytes !== undefined) return openBundle(bytes, this.chain, 'trusted').before;
    // Nobody gave it: why is said in the usual way.
    return this.#nodes.ask(path, async (response) => openBundle(await bytesOf(response), this.chain, 'trusted').before, signal);
  }

  #follow(tip: Tip, list: readonly unknown[]): VerifiedRound[] {
    return list.map((item) => {
      const round = this.chain.verify(tip, fromHex(textOf(item, 'bytes')));
      tip = round.tip;
      return round;
    });
  }
}

function checked(chain: Chain, network: Uint8Array): Uint8Array {
  new FinalityVerifier(chain, network);
  return network;
}

function requireNumber(round: bigint | number): bigint {
  if (typeof round !== 'bigint' && !Number.isSafeInteger(round)) throw new Misuse('a round has a whole number');
  const number = BigInt(round);
  if (number < 1n) throw new Misuse('rounds begin with 1');
  return number;
}

const field = (value: unknown, name: string): unknown => (value as Record<string, unknown> | null | undefined)?.[name];

function textOf(value: unknown, name: string): string {
  const text = field(value, name);
  if (typeof text !== 'string') throw new Malformed(`the answer has no ${name}`);
  return text;
}

function numberOf(value: unknown, name: string): bigint {
  const number = field(value, name);
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) throw new Malformed(`the answer has no ${name}`);
  return BigInt(number);
}

function listOf(value: unknown): unknown[] {
  const list = field(value, 'rounds');
  if (!Array.isArray(list)) throw new Malformed('the answer has no rounds');
  return list;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Malformed('an event is no JSON');
  }
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
