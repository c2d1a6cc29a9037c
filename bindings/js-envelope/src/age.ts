// Recipients and identities for the package age-encryption, which reads and writes the files (its interfaces Recipient and Identity).

import { type Lock, openWith, readLock, seal, type StanzaLike } from './lock.js';
import type { Setup } from './setup.js';
import { work } from './work.js';
import type { Options } from '@heliast/stamp';

/** A delay to seal to: `encrypter.addRecipient(new DelayRecipient(setup, t, Stanza))`, where `Stanza` is the class of age-encryption. */
export class DelayRecipient<S extends StanzaLike> {
  readonly #setup: Setup;
  readonly #t: bigint;
  readonly #make: new (args: string[], body: Uint8Array) => S;

  constructor(setup: Setup, t: bigint, make: new (args: string[], body: Uint8Array) => S) {
    this.#setup = setup;
    this.#t = t;
    this.#make = make;
  }

  async wrapFileKey(fileKey: Uint8Array): Promise<S[]> {
    const { args, body } = await seal(this.#setup, this.#t, fileKey);
    return [new this.#make([...args], body)];
  }
}

const locksOf = (stanzas: readonly StanzaLike[]): Lock[] => stanzas.map(readLock).filter((lock) => lock !== null);

/** Opens with an opening that somebody has published: `decrypter.addIdentity(new OpeningIdentity(opening))`. */
export class OpeningIdentity {
  readonly #opening: Uint8Array;

  constructor(opening: Uint8Array) {
    this.#opening = opening;
  }

  /** The file key; null if the opening belongs to none of the locks. */
  unwrapFileKey(stanzas: readonly StanzaLike[]): Uint8Array | null {
    const named = ({ t, x, place }: Lock) => {
      const start = [...place.group.id, 0, 0, 0, 0, ...x];
      const bytes = this.#opening;
      // HLVP, version, form, system, suite, t, group id, u32(L), x.
      const at = 19;
      const isT = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(11) === t;
      return isT && start.every((byte, i) => (i >= 32 && i < 36) || bytes[at + i] === byte);
    };
    const lock = this.#opening.length > 55 ? locksOf(stanzas).find(named) : undefined;
    return lock ? openWith(lock, this.#opening) : null;
  }
}

/** Opens by computing a delay: `decrypter.addIdentity(new WorkIdentity({ onProgress }))`. */
export class WorkIdentity {
  readonly #options: Options;

  constructor(options: Options = {}) {
    this.#options = options;
  }

  /** The file key, after the delay of the shortest lock; null if no stanza is a lock on an RSA group. */
  async unwrapFileKey(stanzas: readonly StanzaLike[]): Promise<Uint8Array | null> {
    const [lock] = locksOf(stanzas)
      .filter(({ place }) => 'modulus' in place.group)
      .sort((one, other) => Number(one.t - other.t));
    return lock ? work(lock, this.#options).fileKey : null;
  }
}
