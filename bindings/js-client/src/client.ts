// A verifying client: every round that comes out of it has been verified, whatever the nodes say.

import { Chain, fromHex, Invalid, Malformed, Misuse, openBundle, Refused, type Tip, toHex, type VerifiedRound } from '@heliast/verify';
import { chainId } from '@heliast/verify/parts';
import { Backoff, pause } from './backoff.js';
import { NotYet } from './errors.js';
import { Memory } from './memory.js';
import { Node, objectOf } from './node.js';
import { Nodes } from './nodes.js';

export interface ClientOptions {
  /** Where nodes of the chain are: `http://127.0.0.1:8600`. Where one fails or lies, the next one is asked. */
  readonly nodes: string | readonly string[];
  /** The chain that you mean: its id, 32 bytes or 64 hexadecimal digits, from somewhere you trust. */
  readonly chain: Uint8Array | string;
  /** The genesis' bytes; they are asked for unless they are given, and held against the id. */
  readonly genesis?: Uint8Array;
  /** How long an answer may take, in milliseconds: 30,000 unless said otherwise. */
  readonly timeoutMs?: number;
  /** How often all nodes are asked again before they count as unreachable: twice unless said otherwise. */
  readonly retries?: number;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface WatchOptions {
  /** Ends the watch, quietly. */
  readonly signal?: AbortSignal;
  /** The first round: the latest one, unless said otherwise. */
  readonly from?: bigint | number;
}

/**
 * Follows a chain.
 *
 * What is taken on trust: a round that is asked for alone, and the first of several unless it is round 1, is verified with the seed and the
 * keys that the node says were before it, for which its own tickets vouch (`spec/round.md`). All rounds after the first are verified with
 * what the ones before them lead to; `rounds(1)` takes nothing on trust but the chain's id. No two rounds that come out of one client
 * contradict each other.
 */
export class Client {
  /** The chain's id: 32 bytes. */
  readonly id: Uint8Array;
  readonly #nodes: Nodes;
  readonly #memory = new Memory();
  #chain: Promise<Chain> | undefined;

  /** Throws `Misuse`. Nothing is asked before something is wanted. */
  constructor({ nodes, chain, genesis, timeoutMs = 30_000, retries = 2, fetch: fetcher }: ClientOptions) {
    this.id = idOf(chain);
    const urls = [nodes].flat();
    if (urls.length === 0) throw new Misuse('at least one node is needed');
    // A browser's own fetch wants to be called as a function of nobody.
    const get: typeof fetch = fetcher ?? ((...request) => fetch(...request));
    this.#nodes = new Nodes(urls.map((url) => new Node(baseOf(url), get, timeoutMs)), retries);
    if (genesis !== undefined) this.#chain = Promise.resolve(chainOf(genesis, this.id, () => new Misuse('the genesis is of another chain')));
  }

  /** The chain, whose genesis has the id that is meant. */
  chain(): Promise<Chain> {
    this.#chain ??= this.#nodes.first((node) => this.#genesis(node)).catch((error: unknown) => {
      this.#chain = undefined;
      throw error;
    });
    return this.#chain;
  }

  /** The last round that the first node to answer has finished, and none before one that was verified here already. */
  async latest(signal?: AbortSignal): Promise<VerifiedRound> {
    const chain = await this.chain();
    return this.#nodes.first(async (node) => {
      const number = integerOf((await node.json('/public/latest', signal))['heliast_round']);
      const known = this.#memory.latest;
      return known !== undefined && known.number >= number ? known : this.#alone(node, chain, number, signal);
    }, signal);
  }

  /** Round n. Throws {@link NotYet} if it is to come. */
  async round(n: bigint | number, signal?: AbortSignal): Promise<VerifiedRound> {
    const number = requireRound(n);
    const chain = await this.chain();
    return this.#nodes.first((node) => this.#alone(node, chain, number, signal), signal);
  }

  /**
   * The last round that opened at or before a time, given as a date or in milliseconds since 1970. That it is the last one is verified too.
   * Throws {@link NotYet} while a later one could still be it, and `Misuse` for a time before the genesis.
   */
  async at(time: Date | bigint | number, signal?: AbortSignal): Promise<VerifiedRound> {
    const timeMs = requireTime(time);
    const chain = await this.chain();
    if (timeMs < chain.genesis.timeMs) throw new Misuse('the chain begins after this time');
    return this.#nodes.first(async (node) => {
      const [found] = await this.#page(node, `/v1/rounds?time_ms=${timeMs}`, signal);
      const number = integerOf(found?.['round']);
      const round = await this.#alone(node, chain, number, signal);
      if (round.timeMs > timeMs) throw new Invalid('it opened after the time that was asked for', number);
      // Rounds open on a grid, so that nothing comes between this one and the end of its period.
      if (timeMs < round.timeMs + chain.genesis.periodMs) return round;
      const next = await this.#following(node, chain, round.tip, number + 1n, signal).next();
      if (next.done) throw new NotYet(`round ${number + 1n} is still to come`);
      if (next.value.timeMs <= timeMs) throw new Invalid('a later round opened before the time that was asked for', number);
      return round;
    }, signal);
  }

  /** Rounds one after the other, up to the latest unless `to` is given. Throws {@link NotYet} at one that is to come. */
  async *rounds(from: bigint | number, to?: bigint | number, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    const first = requireRound(from);
    const last = to === undefined ? (await this.latest(signal)).number : requireRound(to);
    if (last < first) return;
    const chain = await this.chain();
    let tip = chain.start;
    if (first > 1n) {
      const round = await this.round(first, signal);
      yield round;
      tip = round.tip;
    }
    while (tip.round < last) {
      const next = await this.#next(chain, tip, last, signal);
      for (const round of next) yield round;
      tip = next.at(-1)!.tip;
    }
  }

  /**
   * Every round as it is finished, without a gap, as long as the signal lets it: connections that end are made again, at the next node, with
   * pauses that grow to half a minute. Throws `Malformed` or `Invalid` if all nodes have said what is not true.
   */
  async *watch({ signal, from }: WatchOptions = {}): AsyncGenerator<VerifiedRound, void> {
    const backoff = new Backoff();
    const liars = new Map<Node, unknown>();
    let tip: Tip | undefined;
    let first = from === undefined ? undefined : requireRound(from);
    const isOver = (): boolean => signal?.aborted === true;
    while (!isOver()) {
      const node = this.#nodes.preferred;
      try {
        for await (const round of this.#follow(node, tip, first, signal)) {
          [tip, first] = [round.tip, undefined];
          backoff.reset();
          liars.clear();
          yield round;
          if (isOver()) return;
        }
      } catch (error) {
        if (isOver()) return;
        if (error instanceof Misuse) throw error;
        if (error instanceof Refused) liars.set(node, error);
        if (liars.size === this.#nodes.all.length) throw error;
      }
      this.#nodes.next();
      await backoff.wait(signal).catch(() => {});
    }
  }

  /** The rounds after `tip` of one node, until its stream ends. */
  async *#follow(node: Node, tip: Tip | undefined, first: bigint | undefined, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    const chain = await (this.#chain ?? this.#genesis(node));
    this.#chain ??= Promise.resolve(chain);
    if (tip === undefined && first === 1n) tip = chain.start;
    if (tip === undefined) {
      const number = first ?? integerOf((await node.json('/public/latest', signal))['heliast_round']);
      const round = await this.#alone(node, chain, number, signal);
      yield round;
      tip = round.tip;
    }
    // What is finished before the stream begins comes with its first event.
    for await (const { name, data } of node.events('/v1/stream', tip.round, signal)) {
      if (name !== 'round' && name !== 'status') continue;
      const latest = integerOf(objectOf(data)[name === 'round' ? 'round' : 'latest']);
      if (latest <= tip.round) continue;
      for await (const round of this.#following(node, chain, tip, latest, signal)) {
        yield round;
        tip = round.tip;
      }
    }
  }

  /** Some rounds after `tip`, at least one, from the first node that has it. */
  #next(chain: Chain, tip: Tip, last: bigint, signal?: AbortSignal): Promise<VerifiedRound[]> {
    return this.#nodes.first(async (node) => {
      const rounds: VerifiedRound[] = [];
      for await (const round of this.#following(node, chain, tip, last, signal)) {
        rounds.push(round);
        if (rounds.length === PAGE) break;
      }
      if (rounds.length === 0) throw new NotYet(`round ${tip.round + 1n} is still to come`);
      return rounds;
    }, signal);
  }

  /** The rounds after `tip` that a node has, up to `last`. */
  async *#following(node: Node, chain: Chain, tip: Tip, last: bigint, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    while (tip.round < last) {
      const [from, end] = [tip.round + 1n, tip.round + BigInt(PAGE)];
      const page = await this.#page(node, `/v1/rounds?from=${from}&to=${last < end ? last : end}`, signal);
      if (page.length === 0) return;
      for (const { bytes } of page) {
        if (typeof bytes !== 'string') throw new Malformed('a round without bytes', tip.round + 1n);
        const round = this.#memory.add(chain.verify(tip, fromHex(bytes)));
        tip = round.tip;
        yield round;
        // Verification holds everything else up: other work has its turn, and connections that a node has closed are seen to be.
        await pause();
      }
    }
  }

  async #page(node: Node, path: string, signal?: AbortSignal): Promise<Record<string, unknown>[]> {
    const { rounds } = await node.json(path, signal);
    const areObjects = Array.isArray(rounds) && rounds.length <= PAGE && rounds.every((round) => typeof round === 'object' && round !== null);
    if (!areObjects) throw new Malformed('a page of rounds is a list of objects');
    return rounds as Record<string, unknown>[];
  }

  /** A round with what the node says was before it. */
  async #alone(node: Node, chain: Chain, number: bigint, signal?: AbortSignal): Promise<VerifiedRound> {
    const bundle = openBundle(await node.bytes(`/v1/bundle?from=${number}&to=${number}`, signal), chain);
    if (bundle.from !== number || bundle.count !== 1n) throw new Malformed('a bundle of other rounds than those that were asked for');
    const [round] = bundle.rounds;
    return this.#memory.add(round!);
  }

  async #genesis(node: Node): Promise<Chain> {
    const { bytes } = await node.json('/v1/genesis');
    if (typeof bytes !== 'string') throw new Malformed('a genesis without bytes');
    return chainOf(fromHex(bytes), this.id, () => new Invalid('the node has another chain than the one that is meant'));
  }
}

/** Rounds that are asked for at once; a node gives as many at most. */
const PAGE = 100;
const MAX_ROUND = (1n << 63n) - 1n;

function chainOf(genesis: Uint8Array, id: Uint8Array, error: () => Error): Chain {
  if (toHex(chainId(genesis)) !== toHex(id)) throw error();
  return new Chain(genesis);
}

function idOf(chain: Uint8Array | string): Uint8Array {
  const isId = typeof chain === 'string' ? /^[0-9a-f]{64}$/i.test(chain) : chain instanceof Uint8Array && chain.length === 32;
  if (!isId) throw new Misuse("a chain's id has 32 bytes, or 64 hexadecimal digits");
  return typeof chain === 'string' ? fromHex(chain.toLowerCase()) : Uint8Array.from(chain);
}

function baseOf(url: string): string {
  if (typeof url !== 'string' || !/^https?:\/\/[^?#]+$/.test(url)) throw new Misuse(`a node has an http:// or https:// URL, not ${String(url)}`);
  return url.replace(/\/+$/, '');
}

function requireRound(n: bigint | number): bigint {
  const isNumber = typeof n === 'bigint' || Number.isSafeInteger(n);
  if (!isNumber || n < 1 || n > MAX_ROUND) throw new Misuse(`rounds are numbered from 1 on: ${n} is none`);
  return BigInt(n);
}

function requireTime(time: Date | bigint | number): bigint {
  const ms = time instanceof Date ? time.getTime() : time;
  const isTime = typeof ms === 'bigint' ? ms < 1n << 53n : Number.isFinite(ms) && ms < 2 ** 53;
  if (!isTime || ms < 0) throw new Misuse(`this is no time: ${String(time)}`);
  return typeof ms === 'bigint' ? ms : BigInt(Math.floor(ms));
}

/** A round's number in JSON. */
function integerOf(value: unknown): bigint {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Malformed('a round has a number');
  return BigInt(value);
}
