// Stamps that everybody checks: an issuer's signature on the terms, and a delay's proof (spec/stamp.md, "Public form").

import { Misuse, Refused, type RsaGroup, wesolowski } from '@heliast/verify';
import { concat, H, tag, uint } from '@heliast/verify/parts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { Refusal } from './errors.js';
import type { Issuer } from './issuer.js';
import { requireElement } from './private.js';
import { rsa2048 } from './rsa-2048.js';
import { largePoint, verifies } from './signature.js';
import { checkTerms, decodeTerms, encodeTerms, type Expected, paid, type Paid, TERMS, type Terms } from './terms.js';

const SIGNATURE = 64;
/** Hinted, SHA-256, 264 bits. */
const SUITE = wesolowski.suite('hinted', 'sha-256', 264);
const REST = SUITE.bits / 8 + 2;

const signed = (terms: Uint8Array): Uint8Array => concat(tag('heliast/stamp/terms/v1'), terms);

/** Checks stamps of an issuer by its public key, without a secret. */
export class PublicChecker {
  readonly group: RsaGroup;
  /** 16 bytes that name the issuer in every challenge. */
  readonly id: Uint8Array;
  readonly #key: Uint8Array;

  /** Throws `Misuse` unless `key` has 32 bytes and is not a point of small order. */
  constructor(key: Uint8Array, group: RsaGroup = rsa2048()) {
    if (!(key instanceof Uint8Array) || key.length !== 32 || largePoint(key) === null) throw new Misuse('a public key is an Ed25519 key of 32 bytes');
    this.#key = Uint8Array.from(key);
    this.group = group;
    this.id = H(tag('heliast/stamp/public/v1'), group.id, key).slice(0, 16);
  }

  /** The value of a stamp, which is still to be spent. A signature and a delay's proof are verified. Throws {@link Refusal}. */
  check(stamp: Uint8Array, expected: Expected): Paid {
    const { length } = this.group;
    if (stamp.length !== TERMS + SIGNATURE + length + REST) throw new Refusal('length');
    const bytes = stamp.subarray(0, TERMS);
    const terms = decodeTerms(bytes, 'public', this.id);
    checkTerms(terms, expected);
    const proof = stamp.subarray(TERMS + SIGNATURE);
    if (!verifies(this.#key, signed(bytes), stamp.subarray(TERMS, TERMS + SIGNATURE))) throw new Refusal('forged');
    requireElement(this.group, proof.subarray(0, length));
    this.#checkDelay(bytes, terms.t, proof);
    return paid(bytes, terms, expected);
  }

  #checkDelay(terms: Uint8Array, t: number, proof: Uint8Array): void {
    const x = this.group.encode(this.group.hash('heliast/stamp/input/v1', terms));
    try {
      wesolowski.verify(this.group, { x, t: BigInt(t), suite: SUITE, form: 'compact', proof });
    } catch (error) {
      throw error instanceof Refused ? new Refusal('false') : error;
    }
  }
}

/** Gives out challenges, each with a signature. Everybody who has its public key can check their stamps. */
export class PublicIssuer extends PublicChecker implements Issuer {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly #seed: Uint8Array;

  /** `seed`: 32 random bytes. Nobody may have the factors of the group's modulus: somebody who has them need not
   * wait. */
  constructor(seed: Uint8Array, group: RsaGroup = rsa2048()) {
    if (!(seed instanceof Uint8Array) || seed.length !== 32) throw new Misuse('a seed is a Uint8Array of 32 bytes');
    const publicKey = ed25519.getPublicKey(seed);
    super(publicKey, group);
    this.publicKey = publicKey;
    this.#seed = Uint8Array.from(seed);
  }

  /** Nothing has to be prepared. */
  async prepare(): Promise<void> {}

  challenge(terms: Terms): Uint8Array {
    const bytes = encodeTerms(terms, 'public', this.id);
    const { length, modulus } = this.group;
    return concat(bytes, ed25519.sign(signed(bytes), this.#seed), uint(length, 4), uint(modulus, length));
  }
}
