// The state that a page keeps for its next load, in its tab's storage.

import { fromBase64 } from './bytes.js';
import type { State } from './state.js';

/** A stored challenge is continued if at least so much time is left, in milliseconds. */
const LEAST_LEFT = 5000;

/** A place for one state. If the browser stores nothing, a reload begins anew. */
export class Kept {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  write(state: State): void {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(state));
    } catch {
      // The storage is full, or forbidden.
    }
  }

  erase(): void {
    try {
      sessionStorage.removeItem(this.#key);
    } catch {
      // No state is stored.
    }
  }

  /** The state of an earlier load whose challenge has the same terms as a new one and is still valid for a while. */
  read(challenge: string): State | null {
    try {
      const state = JSON.parse(sessionStorage.getItem(this.#key)!) as State;
      const [old, fresh] = [fromBase64(state.challenge), fromBase64(challenge)];
      const last = Number(new DataView(old.buffer).getBigUint64(38));
      return purpose(old) === purpose(fresh) && last > Date.now() + LEAST_LEFT ? state : null;
    } catch {
      return null;
    }
  }
}

/** Form, issuer, resource and client, at their places in the terms (spec/stamp.md). */
const purpose = (challenge: Uint8Array): string => `${challenge.subarray(4, 22)} ${challenge.subarray(62, 126)}`;
