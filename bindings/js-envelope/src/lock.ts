// Locks of file keys: sealed at once, opened with y = x^(2^t) (spec/envelope.md).

import { type Element, Invalid, Malformed, Misuse, wesolowski } from '@heliast/verify';
import { concat, Reader, uint } from '@heliast/verify/parts';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Place, readPlace } from './place.js';
import { powers } from './power.js';
import type { Setup } from './setup.js';

/** The kind of a lock's stanza. */
export const KIND = 'heliast';
const VERSION = '1';
const INFO = new TextEncoder().encode('heliast/envelope/key/v1');
const FILE_KEY = 16;
const WRAPPED = FILE_KEY + 16;
const MAX_T = 2n ** 48n - 1n;
/** The least bits of security of an opening's proof. */
const LEVEL = 128;

/** The part of an age file for one recipient: a kind and its words, and bytes. */
export interface StanzaLike {
  readonly args: readonly string[];
  readonly body: Uint8Array;
}

/** A lock: anybody who squares x t times opens the file key in it. */
export interface Lock {
  readonly place: Place;
  readonly t: bigint;
  /** An encoded element. */
  readonly x: Uint8Array;
  readonly wrapped: Uint8Array;
}

/** Locks a file key of 16 bytes for a delay, which must be a delay of the setup. */
export async function seal(setup: Setup, t: bigint, fileKey: Uint8Array): Promise<StanzaLike> {
  for (;;) {
    const exponent = crypto.getRandomValues(new Uint8Array(setup.place.exponentLength));
    const stanza = await sealWith(setup, t, fileKey, exponent);
    exponent.fill(0);
    if (stanza) return stanza;
  }
}

/** The lock of an exponent, which is used once; null in the negligible case that x is the identity. */
export async function sealWith(setup: Setup, t: bigint, fileKey: Uint8Array, exponent: Uint8Array): Promise<StanzaLike | null> {
  const { place } = setup;
  const h = setup.power(t);
  if (h === undefined) throw new Misuse(`the setup has no delay of ${t} squarings`);
  if (!(fileKey instanceof Uint8Array) || fileKey.length !== FILE_KEY) throw new Misuse('a file key has 16 bytes');
  const { group } = place;
  const elements = await powers(place, [place.base, h], exponent);
  if (group.isIdentity(elements[0]!)) return null;
  const [x, y] = elements.map((element) => group.encode(element)) as [Uint8Array, Uint8Array];
  const wrapped = cipher({ place, t, x }, y).encrypt(fileKey);
  return { args: [KIND, VERSION, t.toString()], body: concat(place.bytes, x, wrapped) };
}

/** The lock in a stanza; null if the stanza is of another kind. Throws `Malformed`, and `Invalid` for one that takes no time. */
export function readLock({ args, body }: StanzaLike): Lock | null {
  if (args[0] !== KIND) return null;
  const [, version, digits, ...more] = args;
  if (version !== VERSION || digits === undefined || more.length > 0) throw new Malformed('a lock has the words 1 and a number of squarings');
  if (!/^[1-9][0-9]{0,14}$/.test(digits) || BigInt(digits) > MAX_T) throw new Malformed('t is not a number of squarings');
  const reader = new Reader(body, '');
  const place = readPlace(reader);
  const { group } = place;
  const x = reader.take(group.length, 'x');
  const wrapped = reader.take(WRAPPED, 'file key');
  reader.end();
  const element = group.decode(x, 'x');
  group.requireUnits(element);
  if (group.isIdentity(element)) throw new Invalid('x: identity');
  return { place, t: BigInt(digits), x, wrapped };
}

/** y, an encoded element, if an opening proves it. Throws `Malformed`, `Invalid`, and `Misuse` for a proof of another system. */
export function checkOpening(lock: Lock, opening: Uint8Array): Uint8Array {
  return wesolowski.verifyFile(lock.place.group, opening, { x: lock.x, t: lock.t, level: LEVEL }).y;
}

/** The file key, by an opening that somebody has published. The opening is verified. */
export const openWith = (lock: Lock, opening: Uint8Array): Uint8Array => unwrap(lock, checkOpening(lock, opening));

/** The file key, for y = x^(2^t). Throws `Invalid` for another y, and for a lock that its sealer made invalid. */
export function unwrap(lock: Lock, y: Uint8Array | Element): Uint8Array {
  const encoded = y instanceof Uint8Array ? y : lock.place.group.encode(y);
  try {
    return cipher(lock, encoded).decrypt(lock.wrapped);
  } catch {
    throw new Invalid('the file key does not open');
  }
}

/** The cipher that seals one file key: ChaCha20-Poly1305 with the nonce 0. */
function cipher({ place, t, x }: Pick<Lock, 'place' | 't' | 'x'>, y: Uint8Array) {
  const key = hkdf(sha256, y, concat(place.group.id, uint(t, 8), x), INFO, 32);
  return chacha20poly1305(key, new Uint8Array(12));
}
