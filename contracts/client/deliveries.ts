// Which requests are delivered together with a proof: those that pay for it, as far as a transaction reaches.

/** What a request asks for: gas for the call of its consumer, and wei for whoever delivers. */
export interface Asked {
  readonly gasLimit: bigint;
  readonly tip: bigint;
}

/** Requests to deliver, the gas that their consumers may take, and what delivering them pays, in wei. */
export interface Deliveries {
  readonly requests: bigint[];
  readonly gas: bigint;
  readonly tips: bigint;
}

export const NONE: Deliveries = { requests: [], gas: 0n, tips: 0n };

const MOST_REQUESTS = 64;
/** Gas of all calls in a transaction: with a proof, and once more in case that they take more than was estimated, it stays
 * below the 2^24 that a transaction has (EIP-7825). */
const MOST_GAS = 6_000_000n;
/** Gas of a delivery beside the call. */
const EACH = 40_000n;

/** Those requests whose tip pays for their gas at this price of gas, in their order, as far as the limits go. */
export function deliverable(asked: ReadonlyMap<bigint, Asked>, gasPrice: bigint): Deliveries {
  let { gas, tips } = NONE;
  const requests: bigint[] = [];
  for (const [request, it] of asked) {
    const takes = it.gasLimit + it.gasLimit / 63n + EACH;
    if (requests.length === MOST_REQUESTS || gas + takes > MOST_GAS || it.tip < takes * gasPrice) continue;
    requests.push(request);
    gas += takes;
    tips += it.tip;
  }
  return { requests, gas, tips };
}
