// For what takes a Request and gives a Response: Deno, Bun, workers at the edge, and frameworks of that shape.

import { type Asked, Door, type DoorOptions, isAnswer, MAX_STAMP } from './door.js';
import type { Client, Till } from './till.js';

export interface FetchOptions<Context extends unknown[]> extends DoorOptions {
  /** Who a request is of: an address, a network, an account; what a stamp and a pass are bound to. */
  readonly client: (request: Request, ...context: Context) => Client;
}

export type Handler<Context extends unknown[]> = (request: Request, ...context: Context) => Response | Promise<Response>;

/** The handler, behind stamps. What it is called with besides the request is passed on. */
export function withStamps<Context extends unknown[]>(till: Till, handler: Handler<Context>, options: FetchOptions<Context>): Handler<Context> {
  const door = new Door(till, options);
  return async (request, ...context) => {
    const asked: Asked = {
      method: request.method,
      path: new URL(request.url).pathname,
      header: (name) => request.headers.get(name) ?? undefined,
      body: () => limited(request),
    };
    const verdict = await door.decide(asked, options.client(request, ...context));
    if (isAnswer(verdict)) return new Response(verdict.status === 204 ? null : verdict.body, verdict);
    const response = await handler(request, ...context);
    if (verdict.cookie === undefined) return response;
    // The headers of some responses can't be changed.
    const changed = new Response(response.body, response);
    changed.headers.append('set-cookie', verdict.cookie);
    return changed;
  };
}

/** The body, unless it is longer than any stamp. */
async function limited(request: Request): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(MAX_STAMP);
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader!.read()) {
    const chunk = part.value as Uint8Array;
    if (length + chunk.length > MAX_STAMP) {
      await reader!.cancel();
      return undefined;
    }
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes.slice(0, length);
}
