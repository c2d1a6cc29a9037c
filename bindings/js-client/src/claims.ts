// What nodes of a chain without a network say of the rounds before one, and who is right where they differ.

import { type Chain, Invalid, openBundle, type Tip, toHex } from '@heliast/verify';
import { Unreachable } from './errors.js';
import { bytesOf } from './http.js';
import type { Nodes, Said } from './nodes.js';

/** Of a bundle with one round. */
const pathOf = (number: bigint): string => `/v1/bundle?from=${number}&to=${number}`;

const nameOf = ({ round, seed, keys }: Tip): string => `${round} ${toHex(seed)} ${toHex(keys.hash(round))}`;

const areSame = (a: Tip, b: Tip): boolean => nameOf(a) === nameOf(b);

/**
 * The tip before round `number` that all nodes say that answer. A node whose own round does not follow from what it says is dropped. Where two
 * of the others differ, the round is searched for in which they part, by halving the distance to `known`, and each has to show that round: who
 * can't is dropped too. If both can, the chain has two branches, and that is `Invalid`.
 */
export async function agreed(chain: Chain, nodes: Nodes, number: bigint, known: Tip, signal?: AbortSignal): Promise<Tip> {
  const read = async (response: Response): Promise<Tip> => {
    const { before, rounds } = openBundle(await bytesOf(response), chain, 'trusted');
    requireRound(before, number - 1n);
    for (const _ of rounds) break;
    return before;
  };
  let claims = await nodes.askReady(pathOf(number), read, signal);
  for (;;) {
    const [one] = claims;
    if (one === undefined) throw new Unreachable(pathOf(number), new Map());
    const other = claims.find(({ value }) => !areSame(value, one.value));
    if (other === undefined) return one.value;
    const failed = await part(chain, nodes, [one, other], known, signal);
    if (failed.size === 0) throw new Invalid(`nodes contradict each other, and each shows rounds that verify: ${one.url}, ${other.url}`);
    claims = claims.filter(({ url }) => !failed.has(url));
  }
}

type Pair = readonly [Said<Tip>, Said<Tip>];

/** Which of two nodes can't show where they part; both know what is before `known`. */
async function part(chain: Chain, nodes: Nodes, pair: Pair, known: Tip, signal?: AbortSignal): Promise<Set<string>> {
  let [common, claims] = [known, pair];
  const failed = new Set<string>();
  /** What each answers to `ask`; a node that fails is dropped. */
  const both = async (ask: (claim: Said<Tip>) => Promise<Tip>): Promise<Tip[]> =>
    Promise.all(
      claims.map((claim) =>
        ask(claim).catch((error: unknown) => {
          signal?.throwIfAborted();
          nodes.failed(claim.url, error);
          failed.add(claim.url);
          return claim.value;
        }),
      ),
    );
  while (claims[0].value.round - common.round > 1n) {
    const middle = (claims[0].value.round + common.round) / 2n;
    const [a, b] = (await both(({ url }) => claimed(chain, nodes, url, middle, signal))) as [Tip, Tip];
    if (failed.size > 0) return failed;
    if (areSame(a, b)) common = a;
    else claims = [{ ...claims[0], value: a }, { ...claims[1], value: b }];
  }
  await both((claim) => shown(chain, nodes, claim, common, signal));
  return failed;
}

/** The tip after a round, as a node says. */
async function claimed(chain: Chain, nodes: Nodes, url: string, round: bigint, signal?: AbortSignal): Promise<Tip> {
  const { before } = openBundle(await bytesOf(await nodes.get(url, pathOf(round + 1n), signal)), chain, 'trusted');
  requireRound(before, round);
  return before;
}

/** That a node has a round that leads from `common` to what it says. */
async function shown(chain: Chain, nodes: Nodes, { url, value }: Said<Tip>, common: Tip, signal?: AbortSignal): Promise<Tip> {
  const { rounds } = openBundle(await bytesOf(await nodes.get(url, pathOf(value.round), signal)), chain, common);
  for (const { tip } of rounds) {
    if (!areSame(tip, value)) throw new Invalid('the round leads elsewhere than the node says', value.round);
    return tip;
  }
  throw new Invalid('no round', value.round);
}

function requireRound({ round }: Tip, expected: bigint): void {
  if (round !== expected) throw new Invalid(`the bundle begins with round ${round + 1n}, not with round ${expected + 1n}`);
}
