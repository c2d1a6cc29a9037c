// Stamps that their issuer checks: one power of a base that never changes (spec/stamp.md, "Private form").

import { Malformed, Misuse, type RsaGroup } from '@heliast/verify';
import { concat, H, tag, uint } from '@heliast/verify/parts';
import { Refusal } from './errors.js';
import { FixedBase } from './fixed-base.js';
import type { Issuer } from './issuer.js';
import { mac, sameSecret } from './mac.js';
import { rsa2048 } from './rsa-2048.js';
import { checkTerms, decodeTerms, encodeTerms, type Expected, paid, type Paid, TERMS, type Terms } from './terms.js';
import { Trapdoor } from './trapdoor.js';

const SEAL = 16;
/** Squarings between two pauses, in which other work goes on. */
const SLICE = 2_000;

/**
 * Gives out challenges and checks their stamps with a secret, the same on all machines of a site. A challenge or a
 * check takes 32 products modulo N; each delay has a table of 2 MB.
 *
 * BigInt takes time that depends on its operands: a program that measures an issuer on the same machine might solve single challenges without
 * waiting, but learns no more than that.
 */
export class PrivateIssuer implements Issuer {
  readonly group: RsaGroup;
  /** 16 bytes that name the issuer in every challenge. */
  readonly id: Uint8Array;
  readonly #secret: Uint8Array;
  readonly #trapdoor: Trapdoor | undefined;
  readonly #g: bigint;
  readonly #inputs: FixedBase;
  readonly #outputs = new Map<number, FixedBase>();

  /** `secret`: 32 random bytes. With a trapdoor nothing has to be squared to {@link prepare}; without one, RSA-2048 is the usual group. */
  constructor(secret: Uint8Array, group: RsaGroup | Trapdoor = rsa2048()) {
    if (!(secret instanceof Uint8Array) || secret.length !== 32) throw new Misuse('a secret is a Uint8Array of 32 bytes');
    this.#secret = Uint8Array.from(secret);
    this.#trapdoor = group instanceof Trapdoor ? group : undefined;
    this.group = group instanceof Trapdoor ? group.group : group;
    this.id = H(tag('heliast/stamp/private/v1'), this.group.id, mac(this.#secret, 'heliast/stamp/id/v1')).slice(0, 16);
    this.#g = this.group.hash('heliast/stamp/base/v1', new Uint8Array(0));
    this.#inputs = new FixedBase(this.group, this.#g);
  }

  /** Computes the squarings of these delays: as many as the longest has, or none with a trapdoor. */
  async prepare(delays: readonly number[]): Promise<void> {
    const isDelay = (t: number): boolean => Number.isSafeInteger(t) && t >= 1;
    if (!delays.every(isDelay)) throw new Misuse('a number of squarings is a whole number of at least 1');
    const missing = delays.filter((t) => !this.#outputs.has(t));
    let [done, h] = [0, this.#g];
    for (const t of missing.sort((a, b) => a - b)) {
      if (this.#trapdoor !== undefined) h = this.#trapdoor.evaluate(this.#g, t);
      else h = await this.#square(h, t - done);
      done = t;
      this.#outputs.set(t, new FixedBase(this.group, h));
      await pause();
    }
  }

  async #square(h: bigint, count: number): Promise<bigint> {
    const n = this.group.modulus;
    for (let i = 0; i < count; i++) {
      h = (h * h) % n;
      if (i % SLICE === SLICE - 1) await pause();
    }
    return h;
  }

  challenge(terms: Terms): Uint8Array {
    if (!this.#outputs.has(terms.t)) throw new Misuse(`this issuer is not prepared for ${terms.t} squarings`);
    const bytes = encodeTerms(terms, 'private', this.id);
    const x = this.#inputs.power(this.#exponent(bytes));
    const { length, modulus } = this.group;
    return concat(bytes, this.#seal(bytes), uint(length, 4), uint(modulus, length), uint(x, length));
  }

  check(stamp: Uint8Array, expected: Expected): Paid {
    const { length } = this.group;
    if (stamp.length !== TERMS + SEAL + length) throw new Refusal('length');
    const bytes = stamp.subarray(0, TERMS);
    const terms = decodeTerms(bytes, 'private', this.id);
    checkTerms(terms, expected);
    if (!sameSecret(this.#seal(bytes), stamp.subarray(TERMS, TERMS + SEAL))) throw new Refusal('forged');
    const outputs = this.#outputs.get(terms.t);
    if (outputs === undefined) throw new Refusal('delay');
    const y = stamp.subarray(TERMS + SEAL);
    requireElement(this.group, y);
    if (!sameSecret(uint(outputs.power(this.#exponent(bytes)), length), y)) throw new Refusal('false');
    return paid(bytes, terms, expected);
  }

  #seal(terms: Uint8Array): Uint8Array {
    return mac(this.#secret, 'heliast/stamp/seal/v1', terms).slice(0, SEAL);
  }

  #exponent(terms: Uint8Array): Uint8Array {
    return mac(this.#secret, 'heliast/stamp/exponent/v1', terms);
  }
}

/** The unit that some bytes encode. */
export function requireElement(group: RsaGroup, bytes: Uint8Array): bigint {
  try {
    const element = group.decode(bytes);
    group.requireUnits(element);
    return element;
  } catch (error) {
    throw error instanceof Malformed ? new Refusal('element') : error;
  }
}

/** Lets other work run. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
