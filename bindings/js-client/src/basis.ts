// The state against which a round in the middle is verified.

import { type Chain, FinalityVerifier, Misuse, Refused, type Tip } from '@heliast/verify';
import { agreed } from './claims.js';
import { NotYet, Unreachable } from './errors.js';
import { bundleOf, readBundle } from './heads.js';
import { bytesOf, jsonOf } from './http.js';
import type { Nodes } from './nodes.js';

export class Basis {
  readonly #chain: Chain;
  readonly #nodes: Nodes;
  /** Whether the answers of all nodes of a chain without a network are trusted. */
  readonly #trusts: boolean;
  /** The validators that sign the network's blocks; null for a chain of one node, undefined while unknown. */
  #network: Uint8Array | null | undefined;

  constructor(chain: Chain, nodes: Nodes, trusts: boolean) {
    [this.#chain, this.#nodes, this.#trusts] = [chain, nodes, trusts];
  }

  /** A tip before round `number`: the tip directly before it if a network has signed that tip, or if it is to be
   * trusted, and `known` otherwise. */
  async before(number: bigint, known: Tip, signal?: AbortSignal): Promise<Tip> {
    try {
      const network = await this.#findNetwork(signal);
      if (network !== null) return await this.#signed(network, number, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // No node has a frame of that time: all rounds from `known` on are verified.
      if (error instanceof NotYet || error instanceof Unreachable || error instanceof Refused) return known;
      throw error;
    }
    return this.#trusts ? agreed(this.#chain, this.#nodes, number, known, signal) : known;
  }

  async isNetwork(signal?: AbortSignal): Promise<boolean> {
    return (await this.#findNetwork(signal)) !== null;
  }

  /** Whether one of these nodes shows that a network agreed on a round. On a chain of one node no node can. */
  async signs(tip: Tip, urls: readonly string[], signal?: AbortSignal): Promise<boolean> {
    try {
      const network = await this.#findNetwork(signal);
      if (network === null) return false;
      await this.#prove(network, tip, [...new Set(urls)], signal);
      return true;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof NotYet || error instanceof Unreachable || error instanceof Refused) return false;
      throw error;
    }
  }

  /** The network file of the first node that has one: it fits the genesis, so that no node can invent one, or deny
   * alone that there is one. */
  async #findNetwork(signal?: AbortSignal): Promise<Uint8Array | null> {
    if (this.#network !== undefined) return this.#network;
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
        causes.set(url, error instanceof NotYet ? error : this.#nodes.failed(url, error));
      }
    }
    if (causes.size === urls.length) throw new Unreachable('/v1/finality', causes);
    // If all have answered, this stays so.
    if (causes.size === 0 && urls.length === this.#nodes.count) this.#network = null;
    return null;
  }

  /** The state that more than two thirds of the network's power have signed. */
  #signed(network: Uint8Array, number: bigint, signal?: AbortSignal): Promise<Tip> {
    const read = async (response: Response, url: string): Promise<Tip> => {
      const { before } = await readBundle(this.#chain, number, response);
      await this.#prove(network, before, [url, ...this.#nodes.ready().filter((one) => one !== url)], signal, url);
      return before;
    };
    return this.#nodes.ask(bundleOf(number), read, signal);
  }

  /**
   * Uses the frame of one of these nodes, since some nodes lack some frames. The first is `teller`, if a node has
   * reported that tip. Throws `NotYet` if one of them says that the frame is to come, and otherwise `Unreachable`.
   */
  async #prove(network: Uint8Array, before: Tip, urls: readonly string[], signal?: AbortSignal, teller?: string): Promise<void> {
    const path = `/v1/rounds/${before.round}/finality`;
    const causes = new Map<string, Error>();
    for (const url of urls) {
      try {
        const frame = await bytesOf(await this.#nodes.get(url, path, signal));
        new FinalityVerifier(this.#chain, network).verify(frame, before);
        return;
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Error) || error instanceof Misuse) throw error;
        causes.set(url, error);
        // A node is wrong if its frame contradicts its claim; a frame of another node proves nothing about it.
        if (url === teller && error instanceof Refused && error.code !== 'untrusted') throw error;
      }
    }
    if ([...causes.values()].some((error) => error instanceof NotYet)) throw new NotYet(`${path}: no node has it yet`);
    throw new Unreachable(path, causes);
  }
}
