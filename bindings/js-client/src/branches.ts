// Decides which of two branches is the chain's. Anybody can make rounds without tickets, or copy those of one round into another one of a different time;
// but a ticket of any round after that is drawn with the branch's own seed, so that only the owners of the keys can
// make it.

import { type Chain, Invalid, type Tip, toHex, type VerifiedRound } from '@heliast/verify';
import { listOf, textOf } from './answers.js';
import type { Basis } from './basis.js';
import { NotYet, Status, Turned, Undecided } from './errors.js';
import { pathOf, walk } from './follow.js';
import { areSame, tipBefore } from './heads.js';
import { jsonOf } from './http.js';
import type { Nodes } from './nodes.js';
import type { Tips } from './tips.js';

/** The greatest number of rounds between two kept tips; another branch is verified over so many rounds. */
const MOST_ROUNDS = 2_000n;

export class Branches {
  readonly #chain: Chain;
  readonly #nodes: Nodes;
  readonly #basis: Basis;
  readonly #tips: Tips;

  constructor(chain: Chain, nodes: Nodes, basis: Basis, tips: Tips) {
    [this.#chain, this.#nodes, this.#basis, this.#tips] = [chain, nodes, basis, tips];
  }

  /**
   * Returns if a network has signed a verified round of `teller`, or if none of the nodes that do not rest contradicts
   * it. Throws {@link Turned} if the chain is another branch, and `NotYet` if this cannot be decided yet.
   */
  async confirm(round: VerifiedRound, teller: string, signal?: AbortSignal): Promise<void> {
    if (await this.#basis.signs(round.tip, [teller], signal)) return;
    const others = this.#nodes.ready().filter((url) => url !== teller);
    const differing = await Promise.all(others.map((url) => this.#differs(round, url, signal)));
    for (const url of others.filter((_, i) => differing[i])) await this.judge(round.tip, url, signal, teller);
  }

  /** Whether a node states something else about a round. A node without the round states nothing, and late answers are not awaited. */
  async #differs({ number, beacon }: VerifiedRound, url: string, signal?: AbortSignal): Promise<boolean> {
    try {
      const [item] = listOf(await jsonOf(await this.#nodes.get(url, pathOf(number, number), signal, true)));
      return item !== undefined && textOf(item, 'randomness') !== toHex(beacon);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof NotYet || error instanceof Status)) this.#nodes.failed(url, error);
      return false;
    }
  }

  /**
   * A node contradicts `ours`, which has been verified. Returns the node's error, for which it is left alone. Throws
   * {@link Turned} if the node is right, and then `teller` is wrong; `NotYet` if this is not known yet; `Invalid` if
   * both branches have tickets of their own.
   */
  async judge(ours: Tip, url: string, signal?: AbortSignal, teller?: string): Promise<Error> {
    try {
      const common = await this.#settle(ours, url, signal);
      const cause = new Invalid(`another branch of the chain, by the node ${url}, has what this one lacks`, common.round + 1n);
      if (teller !== undefined) this.#nodes.failed(teller, cause);
      this.#tips.forget(common.round);
      throw new Turned(cause, common.round);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Turned || error instanceof Contradiction) throw error instanceof Contradiction ? error.cause : error;
      // No node is left alone for that: the remaining nodes would be believed.
      if (error instanceof Undecided) throw this.#nodes.told(url, error);
      return this.#nodes.failed(url, error);
    }
  }

  /** The tip from which a node's branch, and not ours, is the chain. Throws the node's error. */
  async #settle(ours: Tip, url: string, signal?: AbortSignal): Promise<Tip> {
    if (await this.#basis.isNetwork(signal)) return this.#signed(ours, url, signal);
    const tips = this.#tips.upTo(ours);
    let [common, first] = [tips[0]!, tips.at(-1)!];
    for (let [low, high] = [0, tips.length - 1]; high - low > 1; ) {
      const middle = (low + high) >> 1;
      const isShared = areSame(tips[middle]!, await tipBefore(this.#chain, this.#nodes, url, tips[middle]!.round + 1n, signal));
      if (isShared) common = tips[(low = middle)]!;
      else first = tips[(high = middle)]!;
    }
    if (first.round - common.round > MOST_ROUNDS) throw new Error(`it says something else of round ${ours.round}, too far from what is known`);
    const theirs = await walk(this.#chain, this.#nodes, url, common, first.round, signal);
    if (theirs.at === undefined) throw new Error(`it does not give round ${first.round}, of which it says something else`);
    if (areSame(theirs.at, first)) throw new Invalid('the node contradicts itself', first.round);
    const hasTickets = this.#tips.hasTickets(first.round);
    if (theirs.hasTickets && hasTickets) {
      throw new Contradiction(new Invalid(`the chain has two branches, both with tickets of their own; one is that of ${url}`, first.round));
    }
    if (hasTickets) throw new Invalid('a branch without a ticket, where another one has tickets', first.round);
    if (!theirs.hasTickets) throw new Undecided(`nodes differ about round ${first.round}, and no later ticket says who is right: ${url}`);
    return common;
  }

  /** The same in a network, which has signed one branch or the other. */
  async #signed(ours: Tip, url: string, signal?: AbortSignal): Promise<Tip> {
    if (await this.#basis.signs(ours, this.#nodes.ready(), signal)) throw new Invalid('another branch than the one that the network signed', ours.round);
    const theirs = await tipBefore(this.#chain, this.#nodes, url, ours.round + 1n, signal).catch((error: unknown) => {
      if (error instanceof NotYet) return undefined;
      throw error;
    });
    if (theirs !== undefined && !areSame(theirs, ours) && (await this.#basis.signs(theirs, [url, ...this.#nodes.ready()], signal))) return this.#chain.start;
    throw new Undecided(`nodes differ about round ${ours.round}, and no node has a frame that says who is right: ${url}`);
  }
}

/** Two branches between which nobody can decide. */
class Contradiction extends Error {
  constructor(override readonly cause: Invalid) {
    super(cause.message);
  }
}
