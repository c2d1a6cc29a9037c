// Rounds of a node, each of which follows from the one before.

import { type Chain, fromHex, type Tip, type VerifiedRound } from '@heliast/verify';
import { listOf, textOf } from './answers.js';
import { NotYet } from './errors.js';
import { jsonOf } from './http.js';
import type { Nodes } from './nodes.js';

/** The number of rounds in one request: a node gives at most 100. */
export const BATCH = 100n;
/** The rounds from one number to another, as many as one answer has. */
export const pathOf = (from: bigint, to: bigint): string => `/v1/rounds?from=${from}&to=${to < from + BATCH ? to : from + BATCH - 1n}`;

/** The rounds after a tip. Throws `NotYet` for a list without any, and `Malformed` or `Invalid`. */
export function fromList(chain: Chain, tip: Tip, list: readonly unknown[]): VerifiedRound[] {
  if (list.length === 0) throw new NotYet(`round ${tip.round + 1n}: the answer has no rounds`);
  return list.map((item) => {
    const round = chain.verify(tip, fromHex(textOf(item, 'bytes')));
    tip = round.tip;
    return round;
  });
}

/** A branch of a node, as far as it was verified. */
interface Branch {
  /** The tip after the requested round; undefined if the node does not have that round. */
  readonly at: Tip | undefined;
  /** Whether a later round has a ticket. */
  readonly hasTickets: boolean;
  /** The last tip. */
  readonly end: Tip;
}

/** Verifies a node's rounds from `common` on, up to the first ticket after round `number`, or for as many rounds as one
 * answer has. */
export async function walk(chain: Chain, nodes: Nodes, url: string, common: Tip, number: bigint, signal?: AbortSignal): Promise<Branch> {
  const last = number + BATCH;
  let [tip, at, hasTickets] = [common, undefined as Tip | undefined, false];
  try {
    while (tip.round < last && !hasTickets) {
      const list = listOf(await jsonOf(await nodes.get(url, pathOf(tip.round + 1n, last), signal)));
      for (const round of fromList(chain, tip, list)) {
        tip = round.tip;
        if (tip.round === number) at = tip;
        hasTickets ||= tip.round > number && round.lots.length > 0;
      }
    }
  } catch (error) {
    if (!(error instanceof NotYet)) throw error;
  }
  return { at, hasTickets, end: tip };
}
