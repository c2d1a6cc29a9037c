// One request to one node, and the decoding of its answer.

import { Malformed } from '@heliast/verify';
import { concat } from '@heliast/verify/parts';
import { Status } from './errors.js';

/** Milliseconds after which a node without an answer is given up for the next one. */
const PATIENCE_MS = 20_000;
/** The same for a node whose answer is not needed. */
const SHORT_PATIENCE_MS = 5_000;
/** The greatest number of bytes of an answer: more than any answer of a node has. */
const MAX_BYTES = 64 << 20;

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * One answer of one node. If no answer comes, the request is sent once more: a node closes a connection that was idle
 * for long, perhaps just when the next request goes out, and `fetch` does not send that again. It is safe to ask twice
 * (RFC 9110, section 9.2.2).
 */
export async function get(fetch: Fetch, url: string, signal?: AbortSignal, isQuick = false): Promise<Response> {
  const patience = AbortSignal.timeout(isQuick ? SHORT_PATIENCE_MS : PATIENCE_MS);
  const either = signal === undefined ? patience : AbortSignal.any([signal, patience]);
  const ask = () => fetch(url, { signal: either });
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof TypeError) || either.aborted) throw error;
    return ask();
  }
}

/** An answer whose beginning has to arrive in time, but not its end. */
export async function stream(fetch: Fetch, url: string, signal: AbortSignal): Promise<Response> {
  const patience = new AbortController();
  const late = new Error(`no answer came for ${PATIENCE_MS / 1000} s`);
  const timer = setTimeout(() => patience.abort(late), PATIENCE_MS);
  try {
    return await fetch(url, { signal: AbortSignal.any([signal, patience.signal]), headers: { accept: 'text/event-stream' } });
  } finally {
    clearTimeout(timer);
  }
}

/** The answer if its status is 200; otherwise its status and reason are thrown. */
export async function requireOk(response: Response): Promise<Response> {
  if (!response.ok) throw new Status(response.status, await reason(response));
  return response;
}

async function reason(response: Response): Promise<string> {
  const text = new TextDecoder().decode((await bytesOf(response)).subarray(0, 300));
  try {
    return (JSON.parse(text) as { error?: string }).error ?? response.statusText;
  } catch {
    return response.statusText;
  }
}

/** The bytes of an answer, up to a limit. */
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
  return concat(...parts);
}

/** JSON, or {@link Malformed}. */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(response)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw new Malformed('the answer is not JSON');
    throw error;
  }
}
