// That a network agreed on a round (spec/finality.md).

import { ascii, concat, equal, H, Reader, tag, toHex, uint } from './bytes.js';
import type { Chain } from './chain.js';
import * as engine from './engine.js';
import { type Code, Invalid, Malformed } from './errors.js';
import {
  checkValidators,
  decodeNetworkFile,
  engineChainId,
  isOrdered,
  MAX_VALIDATORS,
  readValidator,
  setHash,
  signatureLength,
  totalPower,
  type Validator,
  verifies,
} from './network-file.js';
import { requireTip, type Tip } from './tip.js';

/** What a verified frame says of its round. */
export interface Signed {
  readonly round: bigint;
  /** Of the engine's block that was signed. */
  readonly height: bigint;
  /** The power of the validators that signed, and of all. */
  readonly power: bigint;
  readonly total: bigint;
  /** The times of the blocks in which the round opened and closed, in milliseconds since 1970. */
  readonly openedMs: bigint;
  readonly closedMs: bigint;
}

interface Vote {
  readonly seconds: bigint;
  readonly nanoseconds: bigint;
  readonly signature: Uint8Array;
}

interface Frame extends engine.Block {
  readonly chainId: Uint8Array;
  readonly round: bigint;
  readonly openedMs: bigint;
  readonly closedMs: bigint;
  readonly state: Uint8Array;
  readonly leaves: readonly Uint8Array[];
  readonly height: bigint;
  readonly validators: readonly Validator[];
  /** One for each validator; null for none. */
  readonly votes: readonly (Vote | null)[];
}

/**
 * Verifies frames of one chain, in the order of its rounds: it trusts the validators of the network file that the chain's genesis stands for,
 * less those that have lost their power in a block that more than two thirds of the trusted power signed.
 */
export class FinalityVerifier {
  readonly #chainId: Uint8Array;
  readonly #first: readonly Validator[];
  #trusted: readonly Validator[];
  /** Of the block whose validators are trusted. */
  #height = 0n;

  /** Throws `Malformed`, or `Invalid` if the network file is not that of the chain. */
  constructor(chain: Chain, networkFile: Uint8Array) {
    const network = decodeNetworkFile(networkFile);
    if (!equal(network.nonce, chain.genesis.nonce)) throw new Invalid('network file does not fit the genesis');
    this.#chainId = chain.id;
    this.#first = this.#trusted = network.validators;
  }

  /** That the network agreed on the round after which `tip` is, which has been verified. Throws `Malformed` or `Invalid`. */
  verify(bytes: Uint8Array, tip: Tip): Signed {
    requireTip(tip);
    const frame = decodeFrame(bytes);
    const name = engineChainId(this.#chainId);
    this.#checkHeader(frame, tip, name);
    frame.validators.forEach((one, i) => {
      const vote = frame.votes[i]!;
      if (vote === null) return;
      const signed = engine.vote(frame.leaves, frame, vote.seconds, vote.nanoseconds, name);
      if (!verifies(one, signed, vote.signature)) throw new Invalid(`signature of validator ${i}`);
    });
    const signers = new Set(frame.validators.filter((_, i) => frame.votes[i] !== null).map(({ key }) => toHex(key)));
    const [power, total] = requireMost('power', frame.validators, signers);
    this.#checkSet(frame);
    requireMost('trusted power', this.#trusted, signers, 'untrusted');
    if (frame.height > this.#height) [this.#height, this.#trusted] = [frame.height, frame.validators];
    const { round, height, openedMs, closedMs } = frame;
    return { round, height, power, total, openedMs, closedMs };
  }

  /** Sets only shrink. */
  #checkSet({ height, validators }: Frame): void {
    const isLater = height > this.#height;
    const stranger = firstOutside(validators, isLater ? this.#trusted : this.#first);
    if (stranger !== -1) throw new Invalid(`validator ${stranger} is new, or its power is`);
    if (!isLater && firstOutside(this.#trusted, validators) !== -1) throw new Invalid('a validator is missing that has power later');
  }

  #checkHeader(frame: Frame, tip: Tip, name: string): void {
    if (!equal(frame.chainId, this.#chainId)) throw new Invalid('another chain');
    if (frame.round !== tip.round) throw new Invalid(`another round: ${frame.round}`);
    const expected = [
      [engine.CHAIN_ID, ascii(name)],
      [engine.APP_HASH, appHash(frame, tip)],
      [engine.VALIDATORS_HASH, setHash(frame.validators)],
    ] as const;
    for (const [field, value] of expected) {
      if (!equal(frame.leaves[field]!, engine.text(1, value))) throw new Invalid(`leaf ${field} of the header`);
    }
  }
}

/** Whether a frame of a bundle is meant to be one of finality. */
export const isFinality = (frame: Uint8Array): boolean => equal(frame.subarray(0, 4), ascii('HLFN'));

/** The place of the first validator that is not among the others with the same key and power, or -1. */
function firstOutside(validators: readonly Validator[], others: readonly Validator[]): number {
  const nameOf = ({ keyType, key, power }: Validator): string => `${keyType} ${toHex(key)} ${power}`;
  const known = new Set(others.map(nameOf));
  return validators.findIndex((one) => !known.has(nameOf(one)));
}

/** More than two thirds of `validators`' power is `signers`'; the two powers. */
function requireMost(what: string, validators: readonly Validator[], signers: ReadonlySet<string>, code?: Code): [bigint, bigint] {
  const power = totalPower(validators.filter(({ key }) => signers.has(toHex(key))));
  const total = totalPower(validators);
  if (3n * power <= 2n * total) throw new Invalid(`${what}: ${power} of ${total} signed`, undefined, code);
  return [power, total];
}

function appHash({ chainId, round, openedMs, closedMs, state }: Frame, { seed, keys }: Tip): Uint8Array {
  const record = concat(uint(round, 8), seed, keys.hash(round), uint(openedMs, 8), uint(closedMs, 8));
  return H(tag('heliast/network-app/v1'), chainId, record, state);
}

function decodeFrame(bytes: Uint8Array): Frame {
  const reader = new Reader(bytes, 'HLFN\x01');
  const chainId = reader.take(32, 'chain id');
  const round = reader.integer(8, 'round', 1);
  const openedMs = reader.integer(8, "opening block's time");
  const closedMs = reader.integer(8, "closing block's time");
  const state = reader.take(32, 'state');
  const leaves = Array.from({ length: engine.FIELDS }, () => reader.take(reader.number(1, 'leaf length'), 'leaf'));
  const height = engine.heightOf(leaves);
  if (height === null) throw new Malformed("the header's height is none");
  const commitRound = reader.integer(4, 'commit round', 0, 2 ** 31 - 1);
  const parts = reader.integer(4, 'parts');
  const partsHash = reader.take(32, "parts' hash");
  const count = reader.number(2, 'number of validators', 1, MAX_VALIDATORS);
  const validators: Validator[] = [];
  const votes: (Vote | null)[] = [];
  for (let i = 0; i < count; i++) {
    const one = readValidator(reader);
    validators.push(one);
    votes.push(reader.number(1, 'vote', 0, 1) === 1 ? readVote(reader, one) : null);
  }
  reader.end();
  checkValidators(validators);
  if (!isOrdered(validators)) throw new Malformed('validators out of order');
  return { chainId, round, openedMs, closedMs, state, leaves, height, commitRound, parts, partsHash, validators, votes };
}

const SECONDS_LIMIT = 253_402_300_800;

function readVote(reader: Reader, validator: Validator): Vote {
  const seconds = reader.integer(8, 'seconds', 0, SECONDS_LIMIT - 1);
  const nanoseconds = reader.integer(4, 'nanoseconds', 0, 999_999_999);
  const length = signatureLength(validator);
  reader.number(2, 'signature length', length, length);
  return { seconds, nanoseconds, signature: reader.take(length, 'signature') };
}
