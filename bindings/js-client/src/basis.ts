// What a round in the middle is verified against.

import { type Chain, FinalityVerifier, Invalid, openBundle, Refused, type Tip } from '@heliast/verify';
import { agreed } from './claims.js';
import { NotYet, Unreachable } from './errors.js';
import { bytesOf, jsonOf } from './http.js';
import type { Nodes } from './nodes.js';

export class Basis {
  readonly #chain: Chain;
  readonly #nodes: Nodes;
  /** Whether what all nodes of a chain without a network say is believed. */
  readonly #trusts: boolean;
  /** Whom the network's blocks are signed by; null for a chain of one node, undefined while nobody has said. */
  #network: Uint8Array | null | undefined;

  constructor(chain: Chain, nodes: Nodes, trusts: boolean) {
    [this.#chain, this.#nodes, this.#trusts] = [chain, nodes, trusts];
  }

  /** A tip before round `number`: the one before it if a network has signed that, or if it is to be trusted, and `known` otherwise. */
  async before(number: bigint, known: Tip, signal?: AbortSignal): Promise<Tip> {
    try {
      const network = this.#network === undefined ? await this.#findNetwork(signal) : this.#network;
      if (network !== null) return await this.#signed(network, number, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // Nobody has a frame of that time: all rounds from `known` on are verified.
      if (error instanceof NotYet || error instanceof Unreachable || error instanceof Refused) return known;
      throw error;
    }
    return this.#trusts ? agreed(this.#chain, this.#nodes, number, known, signal) : known;
  }

  /** The network file of the first node that has one: it fits the genesis, so that no node can make one up, or deny it alone. */
  async #findNetwork(signal?: AbortSignal): Promise<Uint8Array | null> {
    const causes = new Map<string, Error>();
    const urls = this.#nodes.ready();
    for (const url of urls) {
      try {
        const { network } = (await jsonOf(await this.#nodes.get(url, '/v1/finality', signal))) as { network?: unknown };
        if (network !== true) continue;
        const file = await bytesOf(await this.#nodes.get(url, '/v1/network', signal));
        new FinalityVerifier(this.#chain, file);
        return (this.#network = file);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof NotYet) throw error;
        causes.set(url, this.#nodes.failed(url, error));
      }
    }
    if (causes.size === urls.length) throw new Unreachable('/v1/finality', causes);
    // Where all have answered, it stays so.
    if (causes.size === 0 && urls.length === this.#nodes.count) this.#network = null;
    return null;
  }

  /** What more than two thirds of the network's power have signed. */
  #signed(network: Uint8Array, number: bigint, signal?: AbortSignal): Promise<Tip> {
    const read = async (response: Response, url: string): Promise<Tip> => {
      const { before } = openBundle(await bytesOf(response), this.#chain, 'trusted');
      if (before.round !== number - 1n) throw new Invalid('a bundle of other rounds', number);
      await this.#prove(network, before, url, signal);
      return before;
    };
    return this.#nodes.ask(`/v1/bundle?from=${number}&to=${number}`, read, signal);
  }

  /** By the frame of the node that says so, or by another's: some nodes lack some frames. */
  async #prove(network: Uint8Array, before: Tip, teller: string, signal?: AbortSignal): Promise<void> {
    const path = `/v1/rounds/${before.round}/finality`;
    for (const url of [teller, ...this.#nodes.ready().filter((one) => one !== teller)]) {
      try {
        const frame = await bytesOf(await this.#nodes.get(url, path, signal));
        new FinalityVerifier(this.#chain, network).verify(frame, before);
        return;
      } catch (error) {
        signal?.throwIfAborted();
        // Who shows a frame of something else than it says is wrong; that another one does shows nothing.
        const isFalse = error instanceof Refused && !error.reason.startsWith('trusted power');
        if (url === teller && isFalse) throw error;
      }
    }
    throw new NotYet(`round ${before.round}: no node has a frame of it`);
  }
}
