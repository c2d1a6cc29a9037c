// Which of two branches is the chain's. Anybody can make rounds without tickets, or copy those of one round into another one of a different time;
// but a ticket of any round after that is drawn with the branch's own seed, so that only who has the keys can make it.

import { type Chain, Invalid, type Tip, toHex, type VerifiedRound } from '@heliast/verify';
import { listOf, textOf } from './answers.js';
import type { Basis } from './basis.js';
import { NotYet, Status, Turned, Undecided } from './errors.js';
import { pathOf, walk } from './follow.js';
import { areSame, tipBefore } from './heads.js';
import { jsonOf } from './http.js';
import type { Nodes } from './nodes.js';
import type { Tips } from './tips.js';

/** Rounds between two tips that are kept, at most, that another branch is verified over. */
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
   * Returns where a round that `teller` gave, and that has been verified, has been signed by a network, or where nobody says otherwise of those
   * nodes that do not rest. Throws {@link Turned} where the chain is another one, and `NotYet` where that is not to be told yet.
   */
  async confirm(round: VerifiedRound, teller: string, signal?: AbortSignal): Promise<void> {
    if (await this.#basis.signs(round.tip, [teller], signal)) return;
    const others = this.#nodes.ready().filter((url) => url !== teller);
    const differing = await Promise.all(others.map((url) => this.#differs(round, url, signal)));
    for (const url of others.filter((_, i) => differing[i])) await this.judge(round.tip, url, signal, teller);
  }

  /** Whether a node says something else of a round. Who does not have it says nothing, and what is late is not waited for. */
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
   * A node says something else than `ours`, which has been verified. Returns what is wrong with the node, which is left alone for that. Throws
   * {@link Turned} where it is right, and then `teller` is wrong; `NotYet` where nobody knows yet; `Invalid` where both branches have tickets of
   * their own.
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
      // Nobody rests for that: those who are left would be believed.
      if (error instanceof Undecided) throw this.#nodes.told(url, error);
      return this.#nodes.failed(url, error);
    }
  }

  /** The tip from which a node's branch, and not ours, is the chain. Throws what is wrong with the node. */
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

/** Two branches that nobody can choose between. */
class Contradiction extends Error {
  constructor(override readonly cause: Invalid) {
    super(cause.message);
  }
}
