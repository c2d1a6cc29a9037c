// Stamps that whoever has the public key checks (spec/stamp.md, "Public form"): a proof of the delay, and a signature of its terms.

import { ed25519 } from '@noble/curves/ed25519.js';
import { Misuse, type RsaGroup, wesolowski } from '@heliast/verify';
import { concat, H, tag, uint } from './bytes.js';
import { requireElement } from './private.js';
import { Refusal } from './refusal.js';
import { checkTerms, encodeTerms, type Expected, type Paid, paid, readTerms, type Terms, TERMS_SIZE } from './terms.js';

const SIGNATURE_SIZE = 64;
/** l and the hint. */
const TAIL_SIZE = 35;
const SUITE = wesolowski.suite('hinted', 'sha-256', 264);

const signed = (head: Uint8Array): Uint8Array => concat(tag('heliast/stamp/terms/v1'), head);

const issuerId = (group: RsaGroup, key: Uint8Array): Uint8Array => H(tag('heliast/stamp/public/v1'), group.id, key).subarray(0, 16);

/** Gives out challenges, with the seed of an Ed25519 key. */
export class PublicIssuer {
  /** 32 bytes, for {@link PublicChecker}. */
  readonly publicKey: Uint8Array;
  readonly #seed: Uint8Array;
  readonly #group: RsaGroup;

  constructor(seed: Uint8Array, group: RsaGroup) {
    if (!(seed instanceof Uint8Array) || seed.length !== 32) throw new Misuse('a seed has 32 bytes');
    [this.#seed, this.#group] = [seed.slice(), group];
    this.publicKey = ed25519.getPublicKey(seed);
  }

  /** The bytes of a challenge. */
  challenge(terms: Terms): Uint8Array {
    const group = this.#group;
    const head = encodeTerms(terms, 'public', issuerId(group, this.publicKey));
    const signature = ed25519.sign(signed(head), this.#seed);
    return concat(head, signature, uint(group.length, 4), uint(group.modulus, group.length));
  }
}

/** Checks stamps with the issuer's public key and the modulus: no secret is shared between machines. */
export class PublicChecker {
  readonly #key: Uint8Array;
  readonly #group: RsaGroup;
  readonly #id: Uint8Array;

  constructor(publicKey: Uint8Array, group: RsaGroup) {
    if (!(publicKey instanceof Uint8Array) || publicKey.length !== 32) throw new Misuse('a public key has 32 bytes');
    [this.#key, this.#group, this.#id] = [publicKey.slice(), group, issuerId(group, publicKey)];
  }

  /** Checks a stamp, or throws the first {@link Refusal}. What is paid is still to be spent. */
  check(stamp: Uint8Array, expected: Expected): Paid {
    const group = this.#group;
    if (stamp.length !== TERMS_SIZE + SIGNATURE_SIZE + group.length + TAIL_SIZE) throw new Refusal('length');
    const head = stamp.subarray(0, TERMS_SIZE);
    const terms = readTerms(head, 'public', this.#id);
    checkTerms(terms, expected);
    const end = TERMS_SIZE + SIGNATURE_SIZE;
    if (!isSigned(stamp.subarray(TERMS_SIZE, end), head, this.#key)) throw new Refusal('forged');
    requireElement(group, stamp.subarray(end, end + group.length));
    const x = group.encode(group.hash('heliast/stamp/input/v1', head));
    try {
      wesolowski.verify(group, { x, t: terms.t, suite: SUITE, form: 'compact', proof: stamp.slice(end) });
    } catch {
      throw new Refusal('false');
    }
    return paid(head, terms, expected);
  }
}

function isSigned(signature: Uint8Array, head: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, signed(head), key, { zip215: false });
  } catch {
    return false;
  }
}
