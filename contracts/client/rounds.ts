// Rounds by the events of a coordinator: data that are not in the contract's storage, and that callers pass to it again.
import { type Address, type Hex, type PublicClient, encodeAbiParameters, keccak256, sliceHex, zeroAddress, zeroHash } from 'viem';
import { randomnessAbi } from './abi.js';

/** A claim, or a draw that nobody has claimed: then everything from `claimedAt` on is zero. */
export interface Claim {
  readonly count: number;
  /** Blocks. */
  readonly drawnAt: number;
  readonly claimedAt: number;
  /** 22 bytes. */
  readonly entropy: Hex;
  readonly claimant: Address;
  readonly mark: Hex;
  readonly disputer: Address;
}

/** The terms of a request: gas for the call of its consumer, and wei for the account that delivers it. */
export interface Asked {
  readonly gasLimit: bigint;
  readonly tip: bigint;
}

/** The known data of a round. */
export interface Round {
  readonly requests: Map<bigint, Asked>;
  claim?: Claim;
}

/** The first 25 bytes of the hash of an output of 256 bytes. */
export const seedOf = (output: Hex): Hex => sliceHex(keccak256(output), 0, 25);

/** The mark of an output, which a claimant states before its window has passed. */
export const markOf = (claimant: Address, seed: Hex): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes25' }], [claimant, seed]));

/** Records in `rounds` the events of these blocks. It may be called again for the same blocks: later events count. */
export async function listen(
  reader: PublicClient,
  address: Address,
  rounds: Map<bigint, Round>,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<void> {
  for (const log of await reader.getContractEvents({ abi: randomnessAbi, address, fromBlock, toBlock, strict: true })) {
    const block = Number(log.blockNumber);
    if (log.eventName === 'Requested') {
      const known = rounds.get(log.args.round) ?? { requests: new Map() };
      const { request, gasLimit, tip } = log.args;
      known.requests.set(request, { gasLimit, tip });
      rounds.set(log.args.round, known);
      continue;
    }
    if (log.eventName === 'Delivered') continue;
    const known = rounds.get(log.args.round);
    if (!known) continue;
    if (log.eventName === 'Drawn') {
      const none = { claimedAt: 0, claimant: zeroAddress, mark: zeroHash, disputer: zeroAddress };
      known.claim = { count: Number(log.args.requests), drawnAt: block, entropy: log.args.entropy, ...none };
    } else if (known.claim && log.eventName === 'Claimed') {
      const { claimant, mark } = log.args;
      known.claim = { ...known.claim, claimedAt: block, claimant, mark, disputer: zeroAddress };
    } else if (known.claim && log.eventName === 'Disputed') {
      known.claim = { ...known.claim, disputer: log.args.disputer };
    }
  }
}
