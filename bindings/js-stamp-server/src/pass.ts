// The pass that somebody has who has paid: a signed token in a cookie, the same as that of `heliast gate` with the same secret.

import { base64, concat, equal, fromBase64, integer, mac, uint } from './bytes.js';

const TAG_SIZE = 16;
const LONGEST = 64;

export class Passes {
  readonly #key: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#key = mac(secret, 'heliast/gate/passes/v1');
  }

  /** A pass for a client until a time in milliseconds since 1970. */
  sign(client: Uint8Array, until: number): string {
    const time = uint(until, 8);
    return base64(concat(time, this.#tag(client, time)));
  }

  isValid(pass: string, client: Uint8Array, now: number): boolean {
    const bytes = pass.length <= LONGEST ? fromBase64(pass) : undefined;
    if (bytes?.length !== 8 + TAG_SIZE) return false;
    const time = bytes.subarray(0, 8);
    return equal(this.#tag(client, time), bytes.subarray(8)) && BigInt(now) <= integer(time);
  }

  #tag(client: Uint8Array, time: Uint8Array): Uint8Array {
    return mac(this.#key, 'heliast/gate/pass/v1', time, client).subarray(0, TAG_SIZE);
  }
}
