// For express, and whatever else passes Node's requests and responses on with `next`.

import { networkOf } from './client.js';
import { type Asked, Door, type DoorOptions, isAnswer, MAX_STAMP } from './door.js';
import type { Client, Till } from './till.js';

/** What is needed of a request of Node's `http`; express adds `ip` and `originalUrl`. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly originalUrl?: string | undefined;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly ip?: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** What a parser that ran before has left. */
  readonly body?: unknown;
}

/** What is needed of a response of Node's `http`. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  appendHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

export interface ExpressOptions extends DoorOptions {
  /**
   * Who a request is of: an address, a network, an account; what a stamp and a pass are bound to. By default the network of the
   * address, which express takes from a proxy's header if its setting `trust proxy` says so.
   */
  readonly client?: (request: NodeRequest) => Client;
}

type Middleware = (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void) => void;

/** The middleware: `app.use(stamps(till))`, before what parses bodies. */
export function stamps(till: Till, options: ExpressOptions = {}): Middleware {
  const door = new Door(till, options);
  const client = options.client ?? ((request) => networkOf(request.ip ?? request.socket.remoteAddress ?? ''));
  const answer = async (request: NodeRequest, response: NodeResponse): Promise<boolean> => {
    const verdict = await door.decide(asked(request), client(request));
    if (!isAnswer(verdict)) {
      if (verdict.cookie !== undefined) response.appendHeader('set-cookie', verdict.cookie);
      return false;
    }
    response.statusCode = verdict.status;
    for (const [name, value] of Object.entries(verdict.headers)) response.setHeader(name, value);
    response.end(verdict.body);
    return true;
  };
  return (request, response, next) => {
    answer(request, response).then((isAnswered) => (isAnswered ? undefined : next()), next);
  };
}

const asked = (request: NodeRequest): Asked => ({
  method: request.method ?? 'GET',
  path: (request.originalUrl ?? request.url ?? '/').split('?', 1)[0]!,
  header: (name) => [request.headers[name]].flat().join('; ') || undefined,
  body: () => limited(request),
});

/** The body, unless it is longer than any stamp. */
async function limited(request: NodeRequest): Promise<Uint8Array | undefined> {
  if (request.body instanceof Uint8Array) return request.body.length > MAX_STAMP ? undefined : request.body;
  const bytes = new Uint8Array(MAX_STAMP);
  let length = 0;
  for await (const part of request) {
    const chunk = part as Uint8Array;
    if (length + chunk.length > MAX_STAMP) return undefined;
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.slice(0, length);
}
