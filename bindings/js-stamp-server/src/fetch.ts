// For fetch handlers, `(request) => Response`: nothing here depends on Node.

import { Misuse } from '@heliast/verify';
import { Counter, type CounterOptions, resourceOf } from './counter.js';

export type Handler<A extends unknown[]> = (request: Request, ...rest: A) => Response | Promise<Response>;

export interface FetchOptions<A extends unknown[]> extends CounterOptions {
  /** The resource of a request, if it differs: only with `passSeconds: 0`. */
  readonly resource?: (request: Request) => string;
  /** The address of a client, which a `Request` does not have: needed unless `binding` is `nobody`. */
  readonly address?: (request: Request, ...rest: A) => string | undefined;
}

/** A handler that lets in clients that have paid, in front of another handler: `serve(withStamps({ secret, address },
 * handler))`. */
export function withStamps<A extends unknown[]>(options: FetchOptions<A>, handler: Handler<A>): (request: Request, ...rest: A) => Promise<Response> {
  const counter = new Counter('withStamps', options);
  const { address } = options;
  if (address === undefined && options.binding !== 'nobody') throw new Misuse("a fetch handler needs address, or binding: 'nobody'");
  if (address !== undefined && typeof address !== 'function') throw new Misuse('address is a function of a request');
  if (typeof handler !== 'function') throw new Misuse('a handler is a function that answers a request');
  const resource = resourceOf(options.resource, options);
  return async (request, ...rest) => {
    const verdict = await counter.decide({
      method: request.method,
      path: new URL(request.url).pathname,
      host: new URL(request.url).host,
      client: counter.till.client(address?.(request, ...rest)),
      network: counter.till.network(address?.(request, ...rest)),
      resource: resource(request),
      header: (name) => request.headers.get(name) ?? undefined,
      body: (limit) => bodyOf(request, limit),
    });
    if ('answer' in verdict) {
      const { status, headers, body } = verdict.answer;
      return new Response(status === 204 ? null : body, { status, headers: { ...headers } });
    }
    const response = await handler(request, ...rest);
    return verdict.cookie === undefined ? response : withCookie(response, verdict.cookie);
  };
}

/** The same response with one more cookie: the headers of a fetched response cannot be changed. */
function withCookie(response: Response, cookie: string): Response {
  const headers = new Headers(response.headers);
  headers.append('set-cookie', cookie);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function bodyOf(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const reader = request.body?.getReader();
  const bytes = new Uint8Array(limit);
  let length = 0;
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return bytes.slice(0, length);
    if (length + part.value.length > limit) {
      await reader?.cancel();
      return undefined;
    }
    bytes.set(part.value, length);
    length += part.value.length;
  }
}
