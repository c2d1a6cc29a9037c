// The pass of a client that has paid: a signed token in a cookie, the same as that of `heliast gate` with the same
// secret.

import { concat, integer, uint } from '@heliast/verify/parts';
import { fromBase64, toBase64 } from './base64.js';
import { mac, sameSecret } from './mac.js';

export const PASS_COOKIE = 'heliast-pass';
const SAID = 16;
const TAG = 16;

/** Signs passes and verifies them. A pass has the time until which it is valid, the squarings that were paid, and a
 * tag. */
export class Passes {
  readonly #key: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#key = mac(secret, 'heliast/gate/passes/v1');
  }

  /** A pass for a client that has paid t squarings, until a time in milliseconds since 1970. */
  sign(client: Uint8Array, untilMs: number, t: number): string {
    const said = concat(uint(untilMs, 8), uint(t, 8));
    return toBase64(concat(said, this.#tag(client, said)));
  }

  /** Whether this is a pass of the client now, for which `least` squarings were paid at least. */
  isValid(pass: string, client: Uint8Array, nowMs: number, least: number): boolean {
    const bytes = pass.length <= 64 ? fromBase64(pass) : undefined;
    if (bytes === undefined || bytes.length !== SAID + TAG) return false;
    const said = bytes.subarray(0, SAID);
    if (!sameSecret(this.#tag(client, said), bytes.subarray(SAID))) return false;
    return nowMs <= Number(integer(said.subarray(0, 8))) && Number(integer(said.subarray(8))) >= least;
  }

  // The gate writes a host behind the client if it answers for several sites. Here there is only one site.
  #tag(client: Uint8Array, said: Uint8Array): Uint8Array {
    return mac(this.#key, 'heliast/gate/pass/v2', said, Uint8Array.of(client.length), client).slice(0, TAG);
  }
}

/** The values of the cookie in a header `Cookie`. */
export const passesIn = (header: string): string[] =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${PASS_COOKIE}=`))
    .map((pair) => pair.slice(PASS_COOKIE.length + 1));
