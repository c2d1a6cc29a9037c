// A bundle: a genesis and any range of its rounds in one file (spec/round.md).

import { type Keys, readStatement, type Statement } from './announcement.js';
import { equal, Reader } from './bytes.js';
import { Chain, chainId, type VerifiedRound } from './chain.js';
import { Invalid, inRound, Malformed, Misuse } from './errors.js';
import { admits, type Pin } from './pin.js';
import { MAX_LENGTH } from './genesis.js';
import { requireTip, type Tip } from './tip.js';

/** A bundle whose rounds are verified as they are taken. */
export interface Bundle {
  readonly chain: Chain;
  /** The first round. */
  readonly from: bigint;
  readonly count: bigint;
  /** The tip on which the first round builds. */
  readonly before: Tip;
  /** Whether that tip is taken on trust from the bundle alone. */
  readonly isTrusted: boolean;
  /** Verifies one round after the other as they are iterated over; throws `Malformed` or `Invalid`, which name the round. */
  readonly rounds: Iterable<VerifiedRound>;
  /** The same with the frames before each round, except epoch proofs. Their contents are not checked; they show that a network agreed. */
  readonly framed: Iterable<FramedRound>;
}

/** A round and the frames before it in its bundle. */
export interface FramedRound {
  readonly round: VerifiedRound;
  readonly frames: readonly Uint8Array[];
}

/** The contents of a whole verified bundle. */
export interface VerifiedBundle {
  readonly chain: Chain;
  readonly from: bigint;
  /** {@link Bundle.isTrusted} */
  readonly isTrusted: boolean;
  readonly rounds: readonly VerifiedRound[];
}

/**
 * The start of a bundle. `genesis`: the bundle has to begin with round 1. A tip: it has to continue from there. `trusted`: it may begin anywhere,
 * and seed and keys of that time are taken on trust from its writer; a liar can make all of it up, lots included.
 */
export type Start = 'genesis' | 'trusted' | Tip;

/**
 * Verifies a bundle from its first to its last byte. `pin` is the expected chain: its id, a `Chain`, or {@link
 * ANY_CHAIN}. Throws `Malformed` or `Invalid`, for the first defect, and `Misuse` for no pin, or for a bundle that
 * begins later than `start` allows.
 */
export function verifyBundle(bytes: Uint8Array, pin: Chain | Pin, start: Start = 'genesis'): VerifiedBundle {
  const bundle = openBundle(bytes, pin, start);
  return { chain: bundle.chain, from: bundle.from, isTrusted: bundle.isTrusted, rounds: [...bundle.rounds] };
}

/** The header of a bundle. For long bundles: {@link verifyBundle} holds the caller up for as long as it takes. */
export function openBundle(bytes: Uint8Array, pin: Chain | Pin, start: Start = 'genesis'): Bundle {
  requireStart(start);
  const meant = pin instanceof Chain ? pin.id : pin;
  const reader = new Reader(bytes, 'HLBN');
  const isExtended = reader.number(1, 'version', 3, 4) === 4;
  const id = reader.take(32, 'chain id');
  const genesis = reader.take(reader.number(4, 'genesis length', 0, MAX_LENGTH), 'genesis');
  // Before the genesis is decoded: finding its discriminant would take time.
  if (!admits(meant, chainId(genesis))) throw new Invalid('the bundle is of another chain');
  const chain = pin instanceof Chain ? pin : new Chain(genesis, pin);
  if (!equal(id, chain.id)) throw new Invalid('chain id does not fit the genesis');
  const from = reader.integer(8, 'from', 1);
  const count = reader.integer(8, 'count', 1, (1n << 64n) - 1n - from);
  const seed = reader.take(32, 'Q_from');
  if (from === 1n && !equal(seed, chain.start.seed)) throw new Invalid('Q_1 does not fit the genesis');
  const claimed = { round: from - 1n, timeMs: null, seed, keys: readKeys(reader, chain, from) };
  const before = startOf(start, claimed);
  const isTrusted = before === claimed && from > 1n;
  const frames = reader.rest();
  const framed = { [Symbol.iterator]: () => verifyFrames(chain, before, count, frames, isExtended) };
  return { chain, from, count, before, isTrusted, framed, rounds: { [Symbol.iterator]: () => withoutFrames(framed) } };
}

function requireStart(start: Start): void {
  if (typeof start === 'string' && start !== 'genesis' && start !== 'trusted') throw new Misuse("a start is 'genesis', 'trusted' or a Tip");
  if (typeof start !== 'string') requireTip(start);
}

/** The tip against which the first round is verified, if the header claims one. */
function startOf(start: Start, claimed: Tip): Tip {
  const first = claimed.round + 1n;
  if (start === 'trusted' || (start === 'genesis' && first === 1n)) return claimed;
  if (start === 'genesis') throw new Misuse(`the bundle begins with round ${first}: what was before is taken on trust only where start is 'trusted'`);
  if (start.round !== claimed.round) throw new Invalid(`the bundle begins with round ${first}, not with round ${start.round + 1n}`);
  const isSame = equal(start.seed, claimed.seed) && equal(start.keys.hash(start.round), claimed.keys.hash(claimed.round));
  if (!isSame) throw new Invalid('the bundle is of another branch than the tip');
  return start;
}

function* withoutFrames(framed: Iterable<FramedRound>): Generator<VerifiedRound, void> {
  for (const { round } of framed) yield round;
}

const MAX_HISTORY = 1 << 20;

/** The state after the announcements of the rounds before. */
function readKeys(reader: Reader, chain: Chain, from: bigint): Keys {
  const count = reader.number(4, 'number of announcements before', 0, chain.genesis.lead > 0 ? MAX_HISTORY : 0);
  let keys = chain.start.keys;
  let [last, ofLast]: [bigint, Statement[]] = [1n, []];
  for (let i = 0; i < count; i++) {
    const round = reader.integer(8, 'round of an announcement', last, from - 1n);
    if (round !== last) {
      keys = after(keys, last, ofLast);
      [last, ofLast] = [round, []];
    }
    const least = ofLast.length === 0 ? 0 : ofLast.at(-1)!.participant + 1;
    ofLast.push(readStatement(reader, chain.genesis, least));
  }
  return after(keys, last, ofLast);
}

/** In a header, announcements that break a rule are not announcements. */
function after(keys: Keys, round: bigint, statements: readonly Statement[]): Keys {
  try {
    return keys.after(round, statements);
  } catch (error) {
    throw error instanceof Invalid ? new Malformed(`announcements before: ${error.reason}`) : error;
  }
}

function* verifyFrames(chain: Chain, tip: Tip, count: bigint, bytes: Uint8Array, isExtended: boolean): Generator<FramedRound, void> {
  const reader = new Reader(bytes, '');
  for (let i = 0n; i < count; i++) {
    const due = tip.round + 1n;
    const frames: Uint8Array[] = [];
    const taken = inRound(due, () => {
      const bytes = takeRound(chain, reader, frames, isExtended);
      checkFrames(frames, i === 0n);
      return bytes;
    });
    const round = chain.verify(tip, taken);
    tip = round.tip;
    if (i === count - 1n) reader.end();
    yield { round, frames };
  }
}

/** The next round's bytes; frames before it go to `frames`, except an epoch proof. */
function takeRound(chain: Chain, reader: Reader, frames: Uint8Array[], isExtended: boolean): Uint8Array {
  let frame = takeFrame(chain, reader, isExtended);
  while (isExtended && frames.length < MAX_FRAMES && !isKind(frame, 'HLRD') && !isKind(frame, 'HLEP')) {
    frames.push(frame);
    frame = takeFrame(chain, reader, isExtended);
  }
  // Not a part of the chain: every round is verified by its own proof.
  return isKind(frame, 'HLEP') ? takeFrame(chain, reader, isExtended) : frame;
}

/** The frames that may stand before a round, in their order, by their first four bytes. */
function checkFrames(frames: readonly Uint8Array[], isFirst: boolean): void {
  const known = frames.filter((frame) => isKind(frame, 'HLFN') || isKind(frame, 'HLNW'));
  if (known.filter((frame) => isKind(frame, 'HLFN')).length > 1) throw new Malformed('two frames of finality before a round');
  if (known.slice(isFirst ? 1 : 0).some((frame) => isKind(frame, 'HLNW'))) throw new Malformed('a network file out of place');
}

/** Frames before a round that are neither rounds nor epoch proofs, in bundles of version 4. */
const MAX_FRAMES = 8;
const MAX_FRAME_LENGTH = 2 << 20;

function takeFrame(chain: Chain, reader: Reader, isExtended: boolean): Uint8Array {
  const length = reader.number(4, 'length');
  if (length > Math.max(chain.maxRoundLength, isExtended ? MAX_FRAME_LENGTH : 0)) throw new Malformed('length: longer than any round of this chain');
  return reader.take(length, 'the round');
}

const isKind = (frame: Uint8Array, kind: string): boolean => String.fromCharCode(...frame.subarray(0, 4)) === kind;
