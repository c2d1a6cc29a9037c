// A bundle: a genesis and any range of its rounds in one file (spec/round.md).

import { equal, Reader } from './bytes.js';
import { Chain, type Tip, type VerifiedRound } from './chain.js';
import { Invalid, inRound, Malformed } from './errors.js';
import { MAX_LENGTH } from './genesis.js';

/** A bundle whose rounds are verified as they are taken. */
export interface Bundle {
  readonly chain: Chain;
  /** The first round. From 2 on, the seed that it builds on is taken on trust. */
  readonly from: bigint;
  readonly count: bigint;
  /** Verifies one round after the other; throws `Malformed` or `Invalid`, which name the round. */
  rounds(): Generator<VerifiedRound, void>;
}

/** What a whole bundle shows. */
export interface VerifiedBundle {
  readonly chain: Chain;
  readonly from: bigint;
  readonly rounds: readonly VerifiedRound[];
}

/**
 * Verifies a bundle from its first to its last byte. Throws `Malformed` or `Invalid`, for the first defect. `chainId` is the chain that the
 * caller means: without it, any chain passes.
 */
export function verifyBundle(bytes: Uint8Array, chainId?: Uint8Array): VerifiedBundle {
  const bundle = openBundle(bytes, chainId);
  return { chain: bundle.chain, from: bundle.from, rounds: [...bundle.rounds()] };
}

/** The header of a bundle. For long bundles: {@link verifyBundle} holds the caller up for as long as it takes. */
export function openBundle(bytes: Uint8Array, chainId?: Uint8Array): Bundle {
  const reader = new Reader(bytes, 'HLBN');
  const version = reader.number(1, 'version', 1, 2);
  const id = reader.take(32, 'chain id');
  const chain = new Chain(reader.take(reader.number(4, 'genesis length', 0, MAX_LENGTH), 'genesis'));
  if (!equal(id, chain.id)) throw new Invalid('chain id does not fit the genesis');
  if (chainId !== undefined && !equal(chainId, chain.id)) throw new Invalid('the bundle is of another chain');
  const from = reader.integer(8, 'from', 1);
  const count = reader.integer(8, 'count', 1, (1n << 64n) - 1n - from);
  const seed = reader.take(32, 'Q_from');
  if (from === 1n && !equal(seed, chain.start.seed)) throw new Invalid('Q_1 does not fit the genesis');
  const tip = from === 1n ? chain.start : { round: from - 1n, timeMs: null, seed };
  const frames = reader.rest();
  return { chain, from, count, rounds: () => verifyFrames(chain, tip, count, version === 2, frames) };
}

function* verifyFrames(chain: Chain, tip: Tip, count: bigint, epochs: boolean, frames: Uint8Array): Generator<VerifiedRound, void> {
  const reader = new Reader(frames, '');
  for (let i = 0n; i < count; i++) {
    const due = tip.round + 1n;
    const bytes = inRound(due, () => {
      const frame = takeFrame(chain, reader);
      return epochs && isEpochProof(frame) ? takeFrame(chain, reader) : frame;
    });
    const round = chain.verify(tip, bytes);
    tip = round.tip;
    if (i === count - 1n) reader.end();
    yield round;
  }
}

function takeFrame(chain: Chain, reader: Reader): Uint8Array {
  const length = reader.number(4, 'length');
  if (length > chain.maxRoundLength) throw new Malformed('length: longer than any round of this chain');
  return reader.take(length, 'the round');
}

/** No part of the chain: whoever verifies every round passes over it. */
const isEpochProof = (frame: Uint8Array): boolean => String.fromCharCode(...frame.subarray(0, 4)) === 'HLEP';
