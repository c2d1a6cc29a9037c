// A client that follows a chain over other people's nodes without trusting them: every round is verified.

import { Chain, fromHex, Invalid, Misuse, type VerifiedRound } from '@heliast/verify';
import { pinnedId, requireOptions } from '@heliast/verify/parts';
import { listOf, numberOf, textOf } from './answers.js';
import { NotYet, Status, Undecided, Unreachable } from './errors.js';
import { type Fetch, jsonOf } from './http.js';
import { Nodes, noneGives, type Trouble } from './nodes.js';
import { Rounds } from './rounds.js';
import { Watch } from './watch.js';

export interface Options {
  /** URLs of nodes. A node that cannot be reached or makes a false claim is left alone for a while, and the next one is
   * asked. */
  readonly nodes: readonly string[];
  /** The chain's id, from somewhere you trust: 32 bytes, or 64 hexadecimal digits. */
  readonly chain: Uint8Array | string;
  /**
   * On a chain of one node, begin in the middle with the state that all answering nodes claim, and **on trust in
   * them**. Without this every round is verified from the genesis on. A network's chain needs no trust: its validators
   * have signed the state.
   */
  readonly trustStart?: boolean;
  /** `fetch` of the platform if nothing is given. */
  readonly fetch?: Fetch;
  /** Called for each failure of a node, with the time for which the node is left alone. */
  readonly onTrouble?: Trouble;
}

export interface WatchOptions {
  /** The first round; the next one if nothing is given. */
  readonly from?: bigint | number;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

const WATCH_OPTIONS: Record<keyof WatchOptions, true> = { from: true, signal: true };
const OPTIONS: Record<keyof Options, true> = { nodes: true, chain: true, trustStart: true, fetch: true, onTrouble: true };

export class Client {
  readonly chain: Chain;
  readonly #nodes: Nodes;
  readonly #rounds: Rounds;
  readonly #watch: Watch;

  private constructor(chain: Chain, nodes: Nodes, trusts: boolean) {
    [this.chain, this.#nodes, this.#rounds] = [chain, nodes, new Rounds(chain, nodes, trusts)];
    this.#watch = new Watch(nodes, this.#rounds);
  }

  /** A client of the chain with this id. Throws `Unreachable` where no node answers, and `Misuse` for options that are wrong. */
  static async open(options: Options): Promise<Client> {
    requireOptions('Client.open', options, Object.keys(OPTIONS));
    const { trustStart = false, fetch, onTrouble } = options;
    const id = pinnedId(options.chain);
    if (id === null) throw new Misuse('a client follows one chain: name it by its id');
    if (typeof trustStart !== 'boolean') throw new Misuse('trustStart must be true or false');
    for (const [name, value] of Object.entries({ fetch, onTrouble })) {
      if (value !== undefined && typeof value !== 'function') throw new Misuse(`${name} must be a function`);
    }
    const nodes = new Nodes(options.nodes, fetch ?? ((url, init) => globalThis.fetch(url, init)), onTrouble ?? (() => {}));
    const chain = await nodes.ask('/v1/genesis', async (response) => new Chain(fromHex(textOf(await jsonOf(response), 'bytes')), id));
    return new Client(chain, nodes, trustStart);
  }

  /** The newest round that a node names and that verifies. */
  async latest(signal?: AbortSignal): Promise<VerifiedRound> {
    requireSignal(signal);
    const read = async (response: Response): Promise<bigint> => numberOf(await jsonOf(response), 'heliast_round');
    const said = await this.#nodes.askReady('/public/latest', read, signal);
    let [newest, problem]: [VerifiedRound | undefined, unknown] = [undefined, undefined];
    // A number that is too high is refused at once where the one below has been verified.
    for (const { url, value: number } of said.sort((a, b) => (a.value < b.value ? -1 : 1))) {
      if (newest !== undefined && number <= newest.number) continue;
      try {
        newest = await this.#decided(number, signal);
      } catch (error) {
        signal?.throwIfAborted();
        problem = error;
        if (error instanceof NotYet && !(error instanceof Undecided)) this.#nodes.failed(url, noneGives(number));
      }
    }
    if (newest === undefined) throw problem;
    return newest;
  }

  /** A round, or the one before where nodes differ about it and nobody knows yet who is right. */
  async #decided(number: bigint, signal?: AbortSignal): Promise<VerifiedRound> {
    try {
      return await this.round(number, signal);
    } catch (error) {
      if (error instanceof Undecided && number > 1n) return this.round(number - 1n, signal);
      throw error;
    }
  }

  /** The last round that opened at or before a time, in milliseconds since 1970 or as a `Date`. `Misuse` if no round
   * had opened by then. */
  async at(time: number | Date, signal?: AbortSignal): Promise<VerifiedRound> {
    requireSignal(signal);
    const ms = time instanceof Date ? time.getTime() : time;
    if (!Number.isSafeInteger(ms) || ms < 0) throw new Misuse('a time is a Date, or milliseconds since 1970');
    if (BigInt(ms) < this.chain.genesis.timeMs) throw noRoundBy(ms);
    const read = async (response: Response): Promise<bigint> => numberOf(listOf(await jsonOf(response))[0], 'round');
    for (let tries = this.#nodes.count; ; tries--) {
      const { url, value: number } = await this.#nodes.askWhom(`/v1/rounds?time_ms=${ms}`, read, signal).catch((error: unknown) => {
        throw isMissing(error) ? noRoundBy(ms) : error;
      });
      try {
        return await this.#lastBy(BigInt(ms), number, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (tries <= 1 || error instanceof Undecided || !(error instanceof NotYet || error instanceof Wrong)) throw error instanceof Wrong ? error.cause : error;
        this.#nodes.failed(url, error instanceof Wrong ? error.cause : noneGives(number));
      }
    }
  }

  /** A round that a node names as the last one that opened by a time. */
  async #lastBy(ms: bigint, number: bigint, signal?: AbortSignal): Promise<VerifiedRound> {
    const round = await this.round(number, signal);
    if (round.timeMs > ms) throw new Wrong(new Invalid('a round that opened later', round.number));
    // The next round, if there is one, shows that no later round opened by then.
    const next = await this.round(round.number + 1n, signal).catch((error: unknown) => {
      if (error instanceof NotYet) return undefined;
      throw error;
    });
    if (next !== undefined && next.timeMs <= ms) throw new Wrong(new Invalid('a later round opened by then, too', next.number));
    return round;
  }

  /**
   * Any round. It builds on a state that more than two thirds of a network's power have signed, or else on the state
   * that this client has verified from the genesis on. With `trustStart`, on a chain of one node, it builds on the
   * state that all answering nodes claim.
   */
  async round(number: bigint | number, signal?: AbortSignal): Promise<VerifiedRound> {
    const wanted = requireNumber(number);
    for await (const round of this.rounds(wanted, wanted, signal)) return round;
    throw new NotYet(`round ${number}: no node has it yet`);
  }

  /**
   * Rounds `from` to `to`, or to the last that is finished; each follows from the one before. Throws `Branched` if
   * returned rounds turn out to belong to a branch that is not the chain's.
   */
  async *rounds(from: bigint | number, to?: bigint | number, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    requireSignal(signal);
    yield* this.#rounds.from(requireNumber(from), to === undefined ? null : requireNumber(to), signal);
  }

  /**
   * Every round from `from` on, or from the next, as it is finished; without end, until `signal` says so. Rounds that
   * appear between two connections are not left out. Throws `Branched` as `rounds` does, and `Misuse` for options that
   * are wrong.
   */
  async *watch(options: WatchOptions = {}): AsyncGenerator<VerifiedRound, void> {
    requireOptions('watch', options, Object.keys(WATCH_OPTIONS));
    const { from, signal } = options;
    requireSignal(signal);
    const next = from === undefined ? (await this.latest(signal)).number + 1n : requireNumber(from);
    yield* this.#watch.from(next, signal);
  }
}

/** Says that a node named another round than the requested one. */
class Wrong extends Error {
  constructor(override readonly cause: Invalid) {
    super(cause.message);
  }
}

const noRoundBy = (ms: number): Misuse => new Misuse(`no round had opened at ${ms}`);

/** Whether all nodes say that the requested object does not exist. */
const isMissing = (error: unknown): boolean =>
  error instanceof Unreachable && [...error.causes.values()].every((cause) => cause instanceof Status && cause.status === 404);

function requireSignal(signal: unknown): void {
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new Misuse('a signal is an AbortSignal');
}

function requireNumber(round: bigint | number): bigint {
  if (typeof round !== 'bigint' && !Number.isSafeInteger(round)) throw new Misuse('a round has a whole number');
  const number = BigInt(round);
  if (number < 1n) throw new Misuse('rounds begin with 1');
  return number;
}
