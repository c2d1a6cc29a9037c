// One node, over HTTP (spec/http.md). Nothing of what it says is believed here.

import { Malformed } from '@heliast/verify';
import { NotYet } from './errors.js';

/** No answer is longer. */
const MAX_BYTES = 64 << 20;
/** A node says something every other second. */
const SILENCE_MS = 20_000;

export class Node {
  readonly url: string;
  readonly #fetch: typeof fetch;
  readonly #timeoutMs: number;

  constructor(url: string, fetcher: typeof fetch, timeoutMs: number) {
    this.url = url;
    this.#fetch = fetcher;
    this.#timeoutMs = timeoutMs;
  }

  /** The bytes of an answer. Throws {@link NotYet} for what is to come, and what `fetch` throws. */
  async bytes(path: string, signal?: AbortSignal): Promise<Uint8Array> {
    const deadline = AbortSignal.timeout(this.#timeoutMs);
    const response = await this.#get(path, signal === undefined ? deadline : AbortSignal.any([signal, deadline]));
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of chunks(response)) {
      length += part.length;
      if (length > MAX_BYTES) throw new Malformed('the answer is longer than any that is asked for');
      parts.push(part);
    }
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  /** An answer's JSON object. Throws `Malformed` where it is none. */
  async json(path: string, signal?: AbortSignal): Promise<Record<string, unknown>> {
    return objectOf(new TextDecoder().decode(await this.bytes(path, signal)));
  }

  /** The events of a stream, until it ends; one that says nothing any more is broken off. */
  async *events(path: string, lastId: bigint | undefined, signal?: AbortSignal): AsyncGenerator<ServerEvent, void> {
    const silence = new AbortController();
    const wait = () => setTimeout(() => silence.abort(new Error('the stream of events has gone silent')), SILENCE_MS);
    let timer = wait();
    try {
      const headers: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': String(lastId) };
      const response = await this.#get(path, signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]), headers);
      for await (const event of parse(chunks(response), () => {
        clearTimeout(timer);
        timer = wait();
      })) yield event;
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  async #get(path: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Response> {
    const fetcher = this.#fetch;
    const response = await fetcher(this.url + path, { signal, headers });
    if (response.ok) return response;
    const reason = await reasonOf(response);
    if (response.status === 425) throw new NotYet(reason);
    throw new Error(`${path} is answered ${response.status}: ${reason}`);
  }
}

/** What happened at a node. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

const MAX_LINE = 1 << 20;

/** Server-sent events (the HTML standard, section 9.2.6), without what a client of a node has no use for: `id` and `retry`. */
export async function* parse(bytes: AsyncIterable<Uint8Array>, heard: () => void = () => {}): AsyncGenerator<ServerEvent, void> {
  const decoder = new TextDecoder();
  let [rest, name, data] = ['', '', [] as string[]];
  for await (const part of bytes) {
    heard();
    const lines = (rest + decoder.decode(part, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { name: name || 'message', data: data.join('\n') };
        [name, data] = ['', []];
        continue;
      }
      const [, field, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
      if (field === 'event') name = value ?? '';
      if (field === 'data') data.push(value ?? '');
    }
    const kept = rest.length + data.reduce((sum, line) => sum + line.length, 0);
    if (kept > MAX_LINE) throw new Malformed('an event is longer than any of a node');
  }
}

/** The parts of a body. A generator, because not every browser iterates over streams. */
async function* chunks(response: Response): AsyncGenerator<Uint8Array, void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // The connection of an answer that nobody reads to its end is given back.
    await reader.cancel().catch(() => {});
  }
}

export function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // It is said below.
  }
  throw new Malformed('the answer is no JSON object');
}

/** The first of the node's words on an answer that is none. */
async function reasonOf(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of chunks(response)) {
    text += decoder.decode(part, { stream: true });
    if (text.length > 2000) break;
  }
  try {
    const { error } = objectOf(text);
    if (typeof error === 'string') return error.slice(0, 300);
  } catch {
    // Something between here and the node has answered.
  }
  return text.slice(0, 300);
}
