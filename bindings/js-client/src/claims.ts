// The claims of nodes of a chain without a network about the rounds before one, and the decision between claims that differ.

import { type Chain, Invalid, type Tip } from '@heliast/verify';
import { Unreachable } from './errors.js';
import { walk } from './follow.js';
import { areSame, bundleOf, readBundle, tipBefore } from './heads.js';
import type { Nodes, Said } from './nodes.js';

/**
 * The tip before round `number` that all answering nodes claim. A node whose own round does not follow from its claim
 * is dropped. If two of the others differ, the round in which they part is found by halving the distance to `known`,
 * and each has to show that round. A node that cannot is dropped too. If both can, the node with later tickets is
 * right, since nobody else has the keys for them. If both have some, or neither has, the chain has two branches, and
 * that is `Invalid`.
 */
export async function agreed(chain: Chain, nodes: Nodes, number: bigint, known: Tip, signal?: AbortSignal): Promise<Tip> {
  const read = async (response: Response): Promise<Tip> => {
    const { before, rounds } = await readBundle(chain, number, response);
    for (const _ of rounds) break;
    return before;
  };
  let claims = await nodes.askReady(bundleOf(number), read, signal);
  const causes = new Map<string, Error>();
  for (;;) {
    const [one] = claims;
    if (one === undefined) throw new Unreachable(bundleOf(number), causes);
    const other = claims.find(({ value }) => !areSame(value, one.value));
    if (other === undefined) return one.value;
    const failed = await part(chain, nodes, [one, other], known, signal);
    if (failed.size === 0) throw new Invalid(`nodes contradict each other, and each shows rounds that verify: ${one.url}, ${other.url}`);
    for (const [url, error] of failed) causes.set(url, nodes.failed(url, error));
    claims = claims.filter(({ url }) => !failed.has(url));
  }
}

type Pair = readonly [Said<Tip>, Said<Tip>];

/** The one of two nodes that does not show its branch where they part, or whose branch has no later tickets, and the
 * reason. Both agree up to `known`. */
async function part(chain: Chain, nodes: Nodes, pair: Pair, known: Tip, signal?: AbortSignal): Promise<Map<string, unknown>> {
  let [common, claims] = [known, pair];
  const failed = new Map<string, unknown>();
  /** The answer of each node to `ask`; undefined if it fails. */
  const both = <T>(ask: (claim: Said<Tip>) => Promise<T>): Promise<(T | undefined)[]> =>
    Promise.all(
      claims.map((claim) =>
        ask(claim).catch((error: unknown) => {
          signal?.throwIfAborted();
          failed.set(claim.url, error);
          return undefined;
        }),
      ),
    );
  while (claims[0].value.round - common.round > 1n) {
    const middle = (claims[0].value.round + common.round) / 2n;
    const [a, b] = await both(({ url }) => tipBefore(chain, nodes, url, middle + 1n, signal));
    if (a === undefined || b === undefined) return failed;
    if (areSame(a, b)) common = a;
    else claims = [{ ...claims[0], value: a }, { ...claims[1], value: b }];
  }
  const last = claims[0].value.round;
  const branches = await both(async ({ url, value }) => {
    const branch = await walk(chain, nodes, url, common, last, signal);
    if (branch.at === undefined || !areSame(branch.at, value)) throw new Invalid('the round leads elsewhere than the node says', last);
    return branch;
  });
  const withTickets = branches.filter((branch) => branch?.hasTickets);
  if (failed.size === 0 && withTickets.length === 1) {
    const loser = claims[branches.findIndex((branch) => !branch?.hasTickets)]!;
    failed.set(loser.url, new Invalid('a branch without a ticket, where another node has one with tickets', last));
  }
  return failed;
}
