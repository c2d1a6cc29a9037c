// Several nodes of one chain, of which any may fail or lie.

import { Refused } from '@heliast/verify';
import { type Failure, NotYet, Unreachable } from './errors.js';
import type { Node } from './node.js';
import { Backoff } from './backoff.js';

export class Nodes {
  readonly all: readonly Node[];
  readonly #retries: number;
  #preferred = 0;

  constructor(all: readonly Node[], retries: number) {
    this.all = all;
    this.#retries = retries;
  }

  /** The node that answered last, or another one after {@link next}. */
  get preferred(): Node {
    return this.all[this.#preferred]!;
  }

  /** The one after it is asked first from now on. */
  next(): void {
    this.#preferred = (this.#preferred + 1) % this.all.length;
  }

  /**
   * The first result that an attempt has at a node. If no node has one: `Malformed` or `Invalid` if one said what is not true, {@link NotYet}
   * if one has nothing yet, else {@link Unreachable}, after some more tries.
   */
  async first<T>(attempt: (node: Node) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const backoff = new Backoff();
    for (let tried = 0; ; tried++) {
      const failures: Failure[] = [];
      for (let i = 0; i < this.all.length; i++) {
        try {
          return await attempt(this.preferred);
        } catch (error) {
          signal?.throwIfAborted();
          failures.push({ url: this.preferred.url, error });
          this.next();
        }
      }
      const worst = failures.find(({ error }) => error instanceof Refused) ?? failures.find(({ error }) => error instanceof NotYet);
      if (worst !== undefined) throw worst.error;
      if (tried >= this.#retries) throw new Unreachable(failures);
      await backoff.wait(signal);
    }
  }
}
