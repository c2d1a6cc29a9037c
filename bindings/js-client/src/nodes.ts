// The nodes that are asked: one after the other, the one that answered last first.

import { Invalid, Malformed, Misuse } from '@heliast/verify';
import { NotYet, Unreachable } from './errors.js';

/** Milliseconds until a node that does not answer is left for the next one. */
const PATIENCE_MS = 20_000;
/** Bytes of an answer at most: more than any that a node gives. */
const MAX_BYTES = 64 << 20;

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** What is told of a node that was left for another one: what it sent, or did not. */
export type Trouble = (url: string, error: Error) => void;

export class Nodes {
  readonly #urls: string[];
  readonly #fetch: Fetch;
  readonly #trouble: Trouble;

  constructor(urls: readonly string[], fetch: Fetch, trouble: Trouble) {
    if (urls.length === 0) throw new Misuse('give the URL of a node at least');
    this.#urls = urls.map((url) => new URL(url).href.replace(/\/$/, ''));
    [this.#fetch, this.#trouble] = [fetch, trouble];
  }

  get count(): number {
    return this.#urls.length;
  }

  /**
   * What the first node gives that `read` takes. A node that is away, or whose answer is refused, is left for the next one; whoever's answer
   * is 425 does not have it yet, and if nobody has, that is `NotYet`.
   */
  async ask<T>(path: string, read: (response: Response, url: string) => Promise<T> | T, signal?: AbortSignal): Promise<T> {
    const causes = new Map<string, Error>();
    let isToCome = false;
    for (const url of [...this.#urls]) {
      try {
        const response = await this.get(url, path, signal);
        if (response.status === 425) {
          isToCome = true;
          await response.body?.cancel();
          continue;
        }
        if (!response.ok) throw new Error(`${response.status} ${await reason(response)}`);
        const value = await read(response, url);
        this.#prefer(url);
        return value;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof Misuse) throw error;
        causes.set(url, error as Error);
        this.#trouble(url, error as Error);
      }
    }
    // A lie is said to be one, if all that there was were lies.
    const refused = [...causes.values()].find((error) => error instanceof Malformed || error instanceof Invalid);
    if (refused !== undefined && causes.size === this.#urls.length) throw refused;
    if (isToCome) throw new NotYet(`${path}: no node has it yet`);
    throw new Unreachable(path, causes);
  }

  /** What each node gives; a node that gives nothing is left out, and told of. */
  async askAll<T>(path: string, read: (response: Response) => Promise<T>, signal?: AbortSignal): Promise<Map<string, T>> {
    const answers = new Map<string, T>();
    await Promise.all(
      this.#urls.map(async (url) => {
        try {
          const response = await this.get(url, path, signal);
          if (!response.ok) throw new Error(`${response.status} ${await reason(response)}`);
          answers.set(url, await read(response));
        } catch (error) {
          signal?.throwIfAborted();
          this.#trouble(url, error as Error);
        }
      }),
    );
    return answers;
  }

  /** A node that failed is asked last from now on. */
  demote(url: string): void {
    const at = this.#urls.indexOf(url);
    if (at >= 0) this.#urls.push(...this.#urls.splice(at, 1));
  }

  /** The URL of the node that is asked first. */
  get first(): string {
    return this.#urls[0]!;
  }

  /**
   * One answer of one node. Where no answer comes, it is asked for once more: a node closes a connection that was idle for long, perhaps just
   * when the next request goes out, and `fetch` does not send that again. To ask twice is safe (RFC 9110, section 9.2.2).
   */
  async get(url: string, path: string, signal?: AbortSignal, headers: Record<string, string> = {}): Promise<Response> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const either = signal === undefined ? patience : AbortSignal.any([signal, patience]);
    const ask = () => this.#fetch(url + path, { signal: either, headers });
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TypeError) || either.aborted) throw error;
      return ask();
    }
  }

  /** An answer without an end, which nobody waits for. */
  stream(url: string, path: string, signal: AbortSignal, headers: Record<string, string>): Promise<Response> {
    return this.#fetch(url + path, { signal, headers });
  }

  #prefer(url: string): void {
    const at = this.#urls.indexOf(url);
    this.#urls.unshift(...this.#urls.splice(at, 1));
  }
}

async function reason(response: Response): Promise<string> {
  const text = new TextDecoder().decode((await bytesOf(response)).subarray(0, 300));
  try {
    return (JSON.parse(text) as { error?: string }).error ?? response.statusText;
  } catch {
    return response.statusText;
  }
}

/** The bytes of an answer, of a bounded number. */
export async function bytesOf(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader!.read()) {
    const chunk = part.value as Uint8Array;
    length += chunk.length;
    if (length > MAX_BYTES) {
      await reader!.cancel();
      throw new Malformed(`an answer of more than ${MAX_BYTES} bytes`);
    }
    parts.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** JSON, or {@link Malformed}. */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(response)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw new Malformed('the answer is no JSON');
    throw error;
  }
}
