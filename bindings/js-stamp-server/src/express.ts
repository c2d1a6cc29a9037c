// For express, and for other middleware of the same form on Node's own server.

import { Misuse } from '@heliast/verify';
import { Counter, type CounterOptions, resourceOf } from './counter.js';

/** The parts of a request that are used: express' requests have them, and Node's own. */
export interface IncomingRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** Express' address of the client, by its setting `trust proxy`. */
  readonly ip?: string | undefined;
  /** The body that an earlier parser has read. */
  readonly body?: unknown;
}

/** The parts of a response that are used. */
export interface OutgoingResponse {
  statusCode: number;
  setHeader(name: string, value: string | readonly string[]): unknown;
  getHeader(name: string): number | string | string[] | undefined;
  end(body: string): unknown;
}

export type Middleware = (request: IncomingRequest, response: OutgoingResponse, next: (error?: unknown) => void) => void;

export interface StampsOptions extends CounterOptions {
  /** The resource of a request, if it differs: only with `passSeconds: 0`. */
  readonly resource?: (request: IncomingRequest) => string;
  /** The address of a client: `request.ip`, which follows express' `trust proxy`, or the connection's, unless said otherwise. */
  readonly address?: (request: IncomingRequest) => string | undefined;
}

/** A middleware that lets in clients that have paid: `app.use(stamps({ secret }))`. Its `ready()` resolves when it is
 * prepared. */
export function stamps(options: StampsOptions): Middleware & { ready(): Promise<void> } {
  const counter = new Counter('stamps', options);
  const resource = resourceOf(options.resource, options);
  if (options.address !== undefined && typeof options.address !== 'function') throw new Misuse('address is a function of a request');
  const address = options.address ?? ((request: IncomingRequest) => request.ip ?? request.socket.remoteAddress);
  const handle = async (request: IncomingRequest, response: OutgoingResponse): Promise<boolean> => {
    const verdict = await counter.decide({
      method: request.method ?? 'GET',
      path: (request.url ?? '/').split('?')[0]!,
      host: joined(request.headers['host']) ?? 'localhost',
      client: counter.till.client(address(request)),
      network: counter.till.network(address(request)),
      resource: resource(request),
      header: (name) => joined(request.headers[name]),
      body: (limit) => bodyOf(request, limit),
    });
    if ('cookie' in verdict) {
      if (verdict.cookie !== undefined) addCookie(response, verdict.cookie);
      return true;
    }
    response.statusCode = verdict.answer.status;
    for (const [name, value] of Object.entries(verdict.answer.headers)) {
      if (name === 'set-cookie') addCookie(response, value);
      else response.setHeader(name, value);
    }
    response.end(verdict.answer.body);
    return false;
  };
  const middleware: Middleware = (request, response, next) => {
    handle(request, response).then((isIn) => isIn && next(), next);
  };
  return Object.assign(middleware, { ready: () => counter.till.prepare() });
}

const joined = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value.join('; ') : value);

/** In addition to the cookies that others have set. */
function addCookie(response: OutgoingResponse, cookie: string): void {
  const before = response.getHeader('set-cookie');
  const all = [...(before === undefined ? [] : [before].flat().map(String)), cookie];
  response.setHeader('set-cookie', all);
}

async function bodyOf(request: IncomingRequest, limit: number): Promise<Uint8Array | undefined> {
  if (request.body instanceof Uint8Array) return request.body.length <= limit ? request.body : undefined;
  if (request.body !== undefined && request.body !== null && Object.keys(request.body).length > 0) {
    throw new Misuse('a parser has read the stamp as something else than bytes: use stamps() before it');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}
