// The claims of nodes about the rounds before one, from the header of a bundle that begins there. Nothing in them is
// verified.

import { type Bundle, type Chain, Invalid, openBundle, type Tip, toHex } from '@heliast/verify';
import { bytesOf } from './http.js';
import type { Nodes } from './nodes.js';

/** The header of a bundle with this round alone. */
export const bundleOf = (number: bigint): string => `/v1/bundle?from=${number}&to=${number}`;

/** The bundle of an answer to {@link bundleOf}. */
export async function readBundle(chain: Chain, number: bigint, response: Response, start: Tip | 'trusted' = 'trusted'): Promise<Bundle> {
  const bundle = openBundle(await bytesOf(response), chain, start);
  if (bundle.from !== number) throw new Invalid(`the bundle begins with round ${bundle.from}, not with round ${number}`);
  return bundle;
}

/** A node's claim about the state before round `number`. */
export async function tipBefore(chain: Chain, nodes: Nodes, url: string, number: bigint, signal?: AbortSignal): Promise<Tip> {
  return (await readBundle(chain, number, await nodes.get(url, bundleOf(number), signal))).before;
}

const nameOf = ({ round, seed, keys }: Tip): string => `${round} ${toHex(seed)} ${toHex(keys.hash(round))}`;

export const areSame = (a: Tip, b: Tip): boolean => nameOf(a) === nameOf(b);
