// The nodes that are asked, one after the other.

import { Invalid, Malformed, Misuse } from '@heliast/verify';
import { Elsewhere, NotYet, Status, Unreachable } from './errors.js';
import { type Fetch, get, requireOk, stream } from './http.js';
import { Standing } from './standing.js';

/** Milliseconds that the other nodes have after the first answer to a question to all. */
const GRACE_MS = 5_000;

/** Called for a node that failed: its URL, the error, and for how many milliseconds it is left alone while others
 * answer. */
export type Trouble = (url: string, error: Error, restMs: number) => void;

/** The answer of a node, and the node. */
export interface Said<T> {
  readonly url: string;
  readonly value: T;
}

/** The error of a node that names a round which no node has. */
export const noneGives = (number: bigint): Error => new Error(`it names round ${number}, which no node gives`);

export class Nodes {
  readonly #standing: Standing;
  readonly #fetch: Fetch;
  readonly #trouble: Trouble;

  constructor(urls: readonly string[], fetch: Fetch, trouble: Trouble, standing = new Standing(addressesOf(urls))) {
    [this.#fetch, this.#trouble, this.#standing] = [fetch, trouble, standing];
  }

  get count(): number {
    return this.#standing.count;
  }

  /** The first answer of a node that `read` accepts: {@link Nodes.askWhom}. */
  async ask<T>(path: string, read: (response: Response, url: string) => Promise<T> | T, signal?: AbortSignal): Promise<T> {
    return (await this.askWhom(path, read, signal)).value;
  }

  /**
   * The first answer that `read` accepts, and its node. If a node cannot be reached, or its answer is refused, the next
   * one is asked. A node that answers 425 does not have the object yet; if no node has it, that is `NotYet`. Nodes that
   * rest are asked last, and not at all if another node says that the object is still to come. A node that answers 404
   * is not left alone for that. If `read` throws `Elsewhere` and no node's answer is accepted, that error is thrown.
   */
  async askWhom<T>(path: string, read: (response: Response, url: string) => Promise<T> | T, signal?: AbortSignal): Promise<Said<T>> {
    const causes = new Map<string, Error>();
    const early: string[] = [];
    let elsewhere: Elsewhere | undefined;
    for (const url of this.#standing.order()) {
      if (early.length > 0 && this.#standing.rests(url)) break;
      try {
        const value = await read(await this.get(url, path, signal), url);
        for (const one of early) this.#standing.isBehind(one);
        this.#standing.worked(url);
        return { url, value };
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof Misuse) throw error;
        if (error instanceof NotYet) early.push(url);
        else if (error instanceof Elsewhere) elsewhere = error;
        else causes.set(url, error instanceof Status && error.status === 404 ? this.told(url, error) : this.failed(url, error));
      }
    }
    if (elsewhere !== undefined) throw elsewhere;
    // If all answers were false, the error says that.
    const refused = [...causes.values()].find((error) => error instanceof Malformed || error instanceof Invalid);
    if (refused !== undefined && causes.size === this.count) throw refused;
    if (early.length > 0) throw new NotYet(`${path}: no node has it yet`);
    throw new Unreachable(path, causes);
  }

  /**
   * The answers of all nodes that do not rest, which are asked at the same time; or of those that rest, if no other
   * node answers. After the first answer the other nodes have little time. Throws `NotYet` or `Unreachable` if no node
   * answers.
   */
  async askReady<T>(path: string, read: (response: Response) => Promise<T>, signal?: AbortSignal): Promise<Said<T>[]> {
    const causes = new Map<string, Error>();
    const ready = this.#standing.ready();
    for (const urls of [ready, this.#standing.order().filter((url) => !ready.includes(url))]) {
      const said: Said<T>[] = [];
      let isToCome = false;
      const grace = new Grace(signal);
      await Promise.all(
        urls.map(async (url) => {
          try {
            said.push({ url, value: await read(await this.get(url, path, grace.signal)) });
            grace.begin();
          } catch (error) {
            signal?.throwIfAborted();
            if (error instanceof NotYet) isToCome = true;
            else causes.set(url, this.failed(url, error));
          }
        }),
      );
      grace.end();
      if (said.length > 0) return said;
      if (isToCome) throw new NotYet(`${path}: no node has it yet`);
    }
    throw new Unreachable(path, causes);
  }

  /** The nodes that do not rest, in the order in which they are asked. */
  ready(): string[] {
    return this.#standing.ready();
  }

  /** Leaves a node alone for a while, and reports it. */
  failed(url: string, error: unknown): Error {
    const cause = error instanceof Error ? error : new Error(String(error));
    this.#trouble(url, cause, this.#standing.failed(url, cause));
    return cause;
  }

  /** Reports a node that is not left alone. */
  told(url: string, error: Error): Error {
    this.#trouble(url, error, 0);
    return error;
  }

  /** The URL of the node that is asked first. */
  get first(): string {
    return this.#standing.order()[0]!;
  }

  /** The answer of one node. Throws `NotYet` for 425. If others have answered, `isQuick` waits less long. */
  async get(url: string, path: string, signal?: AbortSignal, isQuick = false): Promise<Response> {
    const response = await get(this.#fetch, url + path, signal, isQuick);
    if (response.status === 425) {
      await response.body?.cancel();
      throw new NotYet(`${path}: it is too early`);
    }
    return requireOk(response);
  }

  /** An answer without an end: the limit for its beginning is that of other answers. */
  stream(url: string, path: string, signal: AbortSignal): Promise<Response> {
    return stream(this.#fetch, url + path, signal).then(requireOk);
  }
}

/** The time for which nodes that have not answered are awaited. */
class Grace {
  readonly signal: AbortSignal;
  readonly #late = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(signal?: AbortSignal) {
    this.signal = signal === undefined ? this.#late.signal : AbortSignal.any([signal, this.#late.signal]);
  }

  begin(): void {
    this.#timer ??= setTimeout(() => this.#late.abort(new Error(`no answer came when another node's was ${GRACE_MS / 1000} s old`)), GRACE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

function addressesOf(urls: readonly string[]): string[] {
  if (!Array.isArray(urls) || urls.length === 0) throw new Misuse('nodes are the URLs of one node at least');
  return [...new Set(urls.map(addressOf))];
}

function addressOf(url: string): string {
  try {
    const { protocol, href } = new URL(url);
    if (protocol === 'http:' || protocol === 'https:') return href.replace(/\/$/, '');
  } catch {
    // The error is thrown below.
  }
  throw new Misuse(`a node is an address like https://one.example.org, not ${url}`);
}
