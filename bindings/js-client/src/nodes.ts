// The nodes that are asked, one after the other.

import { Invalid, Malformed, Misuse } from '@heliast/verify';
import { Elsewhere, NotYet, Status, Unreachable } from './errors.js';
import { type Fetch, get, requireOk, stream } from './http.js';
import { Standing } from './standing.js';

/** Milliseconds that others have when one has answered what all are asked. */
const GRACE_MS = 5_000;

/** Told of a node that failed: its URL, what was wrong, and for how many milliseconds it is left alone while others answer. */
export type Trouble = (url: string, error: Error, restMs: number) => void;

/** What a node said, and which one. */
export interface Said<T> {
  readonly url: string;
  readonly value: T;
}

/** What is wrong with a node that names a round which nobody has. */
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

  /** What the first node gives that `read` takes: {@link Nodes.askWhom}. */
  async ask<T>(path: string, read: (response: Response, url: string) => Promise<T> | T, signal?: AbortSignal): Promise<T> {
    return (await this.askWhom(path, read, signal)).value;
  }

  /**
   * What the first node gives that `read` takes, and who it was. A node that is away, or whose answer is refused, is left for the next one. Who
   * answers 425 does not have it yet, and if nobody has, that is `NotYet`. Those that rest are asked last, and not at all where another one says
   * that the thing is still to come. Who answers 404 is not left alone for it. Where `read` throws `Elsewhere` and no node's answer is taken, that is thrown.
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
    // A lie is said to be one, if all that there was were lies.
    const refused = [...causes.values()].find((error) => error instanceof Malformed || error instanceof Invalid);
    if (refused !== undefined && causes.size === this.count) throw refused;
    if (early.length > 0) throw new NotYet(`${path}: no node has it yet`);
    throw new Unreachable(path, causes);
  }

  /**
   * What each node gives that does not rest, all at the same time, or each that rests where nobody else gives anything. When one has answered,
   * the others are not waited for long. Throws `NotYet` or `Unreachable` where none does.
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

  /** Those that do not rest, in the order in which they are asked. */
  ready(): string[] {
    return this.#standing.ready();
  }

  /** Leaves a node alone for a while, and tells of it. */
  failed(url: string, error: unknown): Error {
    const cause = error instanceof Error ? error : new Error(String(error));
    this.#trouble(url, cause, this.#standing.failed(url, cause));
    return cause;
  }

  /** Tells of a node that is not left alone. */
  told(url: string, error: Error): Error {
    this.#trouble(url, error, 0);
    return error;
  }

  /** The URL of the node that is asked first. */
  get first(): string {
    return this.#standing.order()[0]!;
  }

  /** What one node answers. Throws `NotYet` for 425. Where others have answered, `isQuick` waits less long. */
  async get(url: string, path: string, signal?: AbortSignal, isQuick = false): Promise<Response> {
    const response = await get(this.#fetch, url + path, signal, isQuick);
    if (response.status === 425) {
      await response.body?.cancel();
      throw new NotYet(`${path}: it is too early`);
    }
    return requireOk(response);
  }

  /** An answer without an end: its beginning is waited for as long as for others. */
  stream(url: string, path: string, signal: AbortSignal): Promise<Response> {
    return stream(this.#fetch, url + path, signal).then(requireOk);
  }
}

/** How long those are waited for who have not answered. */
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
    // It is said below.
  }
  throw new Misuse(`a node is an address like https://one.example.org, not ${url}`);
}
