// A chain: the parameters that its genesis fixes, and the verification of its rounds (spec/round.md).

import { utf8ToBytes } from '@noble/hashes/utils.js';
import { authenticate, Keys } from './announcement.js';
import { concat, H, requireBytes, tag, uint } from './bytes.js';
import { inRound, Invalid, Misuse } from './errors.js';
import type { Inputs } from './delays.js';
import { decodeGenesis, type Genesis } from './genesis.js';
import type { Element } from './group.js';
import { admits, type Pin } from './pin.js';
import { beaconPreimage, checkDelays, checkPlace, countVotes, decodeRound, delayInputs, draw, entropy, maxLength } from './round.js';
import type { Lot, Round } from './round.js';
import { requireTip, type Tip } from './tip.js';

declare const verified: unique symbol;

/** A round that has been verified. Only {@link Chain.verify} makes one. */
export interface VerifiedRound extends Round {
  readonly [verified]: true;
  /** Q_K, the seed with which its lots were drawn. */
  readonly seed: Uint8Array;
  readonly lots: readonly Lot[];
  /** e_K, the hash of the lots. */
  readonly entropy: Uint8Array;
  /** The input of the squarings; of the roots where these are alone. Without both it is x_K. */
  readonly x: Element;
  /** x_K, the input of each delay. */
  readonly inputs: Inputs;
  /** B_K, the round's random value: 32 bytes. */
  readonly beacon: Uint8Array;
  /** The tip on which the next round builds. */
  readonly tip: Tip;
}

export class Chain {
  readonly genesis: Genesis;
  /** 32 bytes that name the chain. */
  readonly id: Uint8Array;
  /** Before round 1. */
  readonly start: Tip;
  /** Bytes of a round in which every participant has a ticket in each slot, and an announcement. */
  readonly maxRoundLength: number;

  /**
   * Throws `Invalid` if it is the genesis of another chain than the caller means, whose group is not looked for then, `Malformed` unless it is a
   * genesis, and `Misuse` for no pin.
   */
  constructor(genesis: Uint8Array, pin: Pin) {
    requireBytes(genesis, 'genesis');
    this.id = chainId(genesis);
    if (!admits(pin, this.id)) throw new Invalid('the genesis is of another chain');
    this.genesis = decodeGenesis(genesis);
    this.start = { round: 0n, timeMs: null, seed: H(tag('heliast/seed/v1'), this.id), keys: Keys.first(this.id, this.genesis) };
    this.maxRoundLength = maxLength(this.genesis);
  }

  /** The round that follows `tip`, from its bytes. Throws `Malformed` or `Invalid`, which name the round, and `Misuse` for no tip. */
  verify(tip: Tip, bytes: Uint8Array): VerifiedRound {
    requireTip(tip);
    return inRound(tip.round + 1n, () => {
      const round = decodeRound(this, bytes);
      checkPlace(this, tip, round);
      authenticate(this.id, this.genesis, tip.keys.members, round.announcements);
      const keys = tip.keys.after(round.number, round.announcements);
      const lots = countVotes(this, tip, draw(this, tip, round));
      const hash = entropy(this, tip.seed, round, lots);
      const inputs = delayInputs(this, hash);
      checkDelays(this, inputs, round);
      const x = (inputs.squarings ?? inputs.roots)!;
      const beacon = H(beaconPreimage(this, round));
      const next = { round: round.number, timeMs: round.timeMs, seed: beacon, keys };
      return { ...round, seed: tip.seed, lots, entropy: hash, x, inputs, beacon, tip: next } as unknown as VerifiedRound;
    });
  }
}

/** The id of the chain whose genesis has these bytes. */
export const chainId = (genesis: Uint8Array): Uint8Array => H(tag('heliast/chain/v1'), genesis);

/** Randomness for one use, from a round's beacon and a label of 1 to 200 bytes (spec/http.md). */
export function derive(beacon: Uint8Array, label: string): Uint8Array {
  if (!(beacon instanceof Uint8Array) || beacon.length !== 32) throw new Misuse('a beacon has 32 bytes');
  if (typeof label !== 'string') throw new Misuse('a label is a text of 1 to 200 bytes in UTF-8');
  const bytes = utf8ToBytes(label);
  if (bytes.length < 1 || bytes.length > 200) throw new Misuse('a label has 1 to 200 bytes');
  return H(concat(tag('heliast/derive/v1'), beacon, uint(bytes.length, 2), bytes));
}
