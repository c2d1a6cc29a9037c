// The pass of who has paid: a signed token in a cookie, the same as that of `heliast gate` with the same secret.

import { concat, integer, uint } from '@heliast/verify/parts';
import { fromBase64, toBase64 } from './base64.js';
import { mac, sameSecret } from './mac.js';

export const PASS_COOKIE = 'heliast-pass';
const TAG = 16;

/** Signs passes and knows them again: the time until which they hold, and a tag. */
export class Passes {
  readonly #key: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#key = mac(secret, 'heliast/gate/passes/v1');
  }

  /** A pass for a client until a time, in milliseconds since 1970. */
  sign(client: Uint8Array, untilMs: number): string {
    return toBase64(concat(uint(untilMs, 8), this.#tag(client, untilMs)));
  }

  /** Whether this is a pass for the client now. */
  isValid(pass: string, client: Uint8Array, nowMs: number): boolean {
    const bytes = pass.length <= 64 ? fromBase64(pass) : undefined;
    if (bytes === undefined || bytes.length !== 8 + TAG) return false;
    const until = integer(bytes.subarray(0, 8));
    if (until >= 1n << 53n) return false;
    return nowMs <= Number(until) && sameSecret(this.#tag(client, Number(until)), bytes.subarray(8));
  }

  #tag(client: Uint8Array, untilMs: number): Uint8Array {
    return mac(this.#key, 'heliast/gate/pass/v1', uint(untilMs, 8), client).slice(0, TAG);
  }
}

/** The values of the cookie in a header `Cookie`. */
export const passesIn = (header: string): string[] =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${PASS_COOKIE}=`))
    .map((pair) => pair.slice(PASS_COOKIE.length + 1));
