// Rounds in a row, each verified from the one before, over nodes of which any may be wrong.

import { type Chain, Invalid, type Tip, toHex, type VerifiedRound } from '@heliast/verify';
import { listOf, numberOf } from './answers.js';
import { Basis } from './basis.js';
import { Branches } from './branches.js';
import { Branched, Elsewhere, NotYet, Turned, Undecided } from './errors.js';
import { BATCH, fromList, pathOf } from './follow.js';
import { areSame, tipBefore } from './heads.js';
import { jsonOf } from './http.js';
import type { Nodes, Said } from './nodes.js';
import { Tips } from './tips.js';

export class Rounds {
  readonly #chain: Chain;
  readonly #nodes: Nodes;
  readonly #basis: Basis;
  readonly #tips: Tips;
  readonly #branches: Branches;

  /** `trusts`: whether claims that all nodes of a chain without a network agree on are believed. */
  constructor(chain: Chain, nodes: Nodes, trusts: boolean) {
    [this.#chain, this.#nodes, this.#basis, this.#tips] = [chain, nodes, new Basis(chain, nodes, trusts), new Tips(chain.start)];
    this.#branches = new Branches(chain, nodes, this.#basis, this.#tips);
  }

  /**
   * Rounds `first` to `last`, or to the last that is finished; each follows from the one before. Throws `Branched` if
   * returned rounds turn out to belong to a branch that is not the chain's.
   */
  async *from(first: bigint, last: bigint | null, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    let given: VerifiedRound | undefined;
    for (;;) {
      try {
        const tip = await this.#before(given === undefined ? first : given.number + 1n, signal);
        for await (const round of this.#after(tip, last, signal)) {
          requireFollows(given, round);
          yield (given = round);
        }
        return;
      } catch (error) {
        if (error instanceof NotYet && last === null) return;
        // The returned rounds are compared with the next round.
        if (!(error instanceof Turned)) throw error;
      }
    }
  }

  /** The rounds after a tip. Throws `NotYet` if no node has the next one. */
  async *#after(tip: Tip, last: bigint | null, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    while (last === null || tip.round < last) {
      const { url, value: rounds } = await this.#next(tip, last ?? tip.round + BATCH, signal);
      const wanted = rounds.slice(0, last === null ? undefined : Number(last - tip.round));
      for (const round of wanted) this.#tips.note(round.tip, round.lots.length);
      try {
        await this.#branches.confirm(wanted.at(-1)!, url, signal);
      } catch (error) {
        // Data that no node has yet for the last round may be known for the one before.
        if (!(error instanceof Undecided) || wanted.length === 1) throw error;
        await this.#branches.confirm(wanted.at(-2)!, url, signal);
        yield* wanted.slice(0, -1);
        throw error;
      }
      yield* wanted;
      tip = wanted.at(-1)!.tip;
    }
  }

  /** Some rounds after a tip. They are verified before they are accepted, so that another node is asked if they are
   * false. */
  async #next(tip: Tip, last: bigint, signal?: AbortSignal): Promise<Said<VerifiedRound[]>> {
    const path = pathOf(tip.round + 1n, last);
    let where = '';
    const wrong = new Map<string, Error>();
    const read = async (response: Response, url: string): Promise<VerifiedRound[]> => {
      const list = listOf(await jsonOf(response));
      try {
        return fromList(this.#chain, tip, list);
      } catch (error) {
        if (!(error instanceof Invalid) || error.round !== tip.round + 1n || (await this.#builds(tip, url, signal))) throw error;
        throw wrong.get(url) ?? new Elsewhere((where = url));
      }
    };
    for (;;) {
      try {
        return await this.#nodes.askWhom(path, read, signal);
      } catch (error) {
        if (!(error instanceof Elsewhere)) throw error;
        wrong.set(where, await this.#branches.judge(tip, where, signal));
      }
    }
  }

  /** Whether a node says that the next round builds on this tip, or does not answer. */
  async #builds(tip: Tip, url: string, signal?: AbortSignal): Promise<boolean> {
    try {
      return areSame(tip, await tipBefore(this.#chain, this.#nodes, url, tip.round + 1n, signal));
    } catch {
      signal?.throwIfAborted();
      return true;
    }
  }

  /** The tip on which round `number` builds. */
  async #before(number: bigint, signal?: AbortSignal): Promise<Tip> {
    const known = this.#tips.before(number);
    if (known.round === number - 1n) return known;
    if (number - known.round > BATCH) await this.#requireFinished(number, signal);
    let tip = await this.#basis.before(number, known, signal);
    for await (const round of this.#after(tip, number - 1n, signal)) tip = round.tip;
    return tip;
  }

  /** Checks that a node claims to have a round, before all earlier rounds are verified. Throws `NotYet`. */
  async #requireFinished(number: bigint, signal?: AbortSignal): Promise<void> {
    const read = async (response: Response): Promise<void> => {
      const [item] = listOf(await jsonOf(response));
      if (numberOf(item, 'round') !== number) throw new Invalid(`it gives another round than ${number}`);
    };
    await this.#nodes.ask(pathOf(number, number), read, signal);
  }
}

/** Checks that a round follows from the one that was returned before it, if there is one. */
export function requireFollows(given: VerifiedRound | undefined, { seed }: VerifiedRound): void {
  if (given !== undefined && toHex(given.beacon) !== toHex(seed)) throw new Branched('it was given, and is of another branch than the chain', given.number);
}
