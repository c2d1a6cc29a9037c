// Stamps that their issuer checks (spec/stamp.md, "Private form"): one power of a base that never changes.

import { Misuse, type RsaGroup } from '@heliast/verify';
import { concat, equal, H, mac, tag, uint } from './bytes.js';
import { FixedBase } from './fixed-base.js';
import { Refusal } from './refusal.js';
import { checkTerms, encodeTerms, type Expected, type Paid, paid, readTerms, type Terms, TERMS_SIZE } from './terms.js';

const SEAL_SIZE = 16;
const BASE = 'heliast/stamp/base/v1';

/** The factors of a modulus, which make any delay's base at once. */
export interface Trapdoor {
  readonly p: bigint;
  readonly q: bigint;
}

/** Gives out challenges and checks their stamps by itself, with 32 secret bytes that all machines of a site have. */
export class PrivateIssuer {
  readonly group: RsaGroup;
  readonly #secret: Uint8Array;
  readonly #id: Uint8Array;
  readonly #g: bigint;
  readonly #inputs: FixedBase;
  readonly #outputs = new Map<bigint, FixedBase>();

  constructor(secret: Uint8Array, group: RsaGroup) {
    if (!(secret instanceof Uint8Array) || secret.length !== 32) throw new Misuse('a secret has 32 bytes');
    this.group = group;
    this.#secret = secret.slice();
    this.#id = H(tag('heliast/stamp/private/v1'), group.id, this.#mac('heliast/stamp/id/v1')).subarray(0, 16);
    this.#g = group.hash(BASE, new Uint8Array(0));
    this.#inputs = new FixedBase(group, this.#g);
  }

  /**
   * Prepares for delays of t squarings, by doing them once: some microseconds each, and the event loop is let go every few milliseconds.
   * With the factors of the modulus they are done at once.
   */
  async addDelay(t: bigint, trapdoor?: Trapdoor): Promise<void> {
    const output = trapdoor === undefined ? await this.#squared(t) : this.#jumped(t, trapdoor);
    this.#outputs.set(t, new FixedBase(this.group, output));
  }

  /** The bytes of a challenge. {@link Misuse} where it is not prepared for the delay. */
  challenge(terms: Terms): Uint8Array {
    if (!this.#outputs.has(terms.t)) throw new Misuse(`not prepared for ${terms.t} squarings: add the delay first`);
    const head = encodeTerms(terms, 'private', this.#id);
    const { group } = this;
    const modulus = concat(uint(group.length, 4), uint(group.modulus, group.length));
    return concat(head, this.#seal(head), modulus, group.encode(this.#inputs.power(this.#exponent(head))));
  }

  /** Checks a stamp, or throws the first {@link Refusal}. What is paid is still to be spent. */
  check(stamp: Uint8Array, expected: Expected): Paid {
    if (stamp.length !== TERMS_SIZE + SEAL_SIZE + this.group.length) throw new Refusal('length');
    const [head, seal] = [stamp.subarray(0, TERMS_SIZE), stamp.subarray(TERMS_SIZE, TERMS_SIZE + SEAL_SIZE)];
    const terms = readTerms(head, 'private', this.#id);
    checkTerms(terms, expected);
    if (!equal(seal, this.#seal(head))) throw new Refusal('forged');
    const outputs = this.#outputs.get(terms.t);
    if (outputs === undefined) throw new Refusal('delay');
    const y = stamp.subarray(TERMS_SIZE + SEAL_SIZE);
    requireElement(this.group, y);
    if (!equal(this.group.encode(outputs.power(this.#exponent(head))), y)) throw new Refusal('false');
    return paid(head, terms, expected);
  }

  #mac(label: string, ...parts: Uint8Array[]): Uint8Array {
    return mac(this.#secret, label, ...parts);
  }

  #seal(head: Uint8Array): Uint8Array {
    return this.#mac('heliast/stamp/seal/v1', head).subarray(0, SEAL_SIZE);
  }

  #exponent(head: Uint8Array): Uint8Array {
    return this.#mac('heliast/stamp/exponent/v1', head);
  }

  async #squared(t: bigint): Promise<bigint> {
    const SLICE = 2_000;
    let h = this.#g;
    for (let done = 0n; done < t; done++) {
      h = (h * h) % this.group.modulus;
      if (Number(done) % SLICE === SLICE - 1) await new Promise((resolve) => setTimeout(resolve));
    }
    return this.group.canonical(h);
  }

  #jumped(t: bigint, { p, q }: Trapdoor): bigint {
    if (p * q !== this.group.modulus) throw new Misuse('these are not the factors of the modulus');
    return this.group.canonical(power(this.#g, power(2n, t, (p - 1n) * (q - 1n)), this.group.modulus));
  }
}

/** That bytes are the canonical encoding of a unit. */
export function requireElement(group: RsaGroup, bytes: Uint8Array): bigint {
  try {
    const element = group.decode(bytes);
    group.requireUnits(element);
    return element;
  } catch {
    throw new Refusal('element');
  }
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * base) % modulus;
  }
  return result;
}

