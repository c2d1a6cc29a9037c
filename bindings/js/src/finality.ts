// Verifies that a network agreed on a round (spec/finality.md).

import { ascii, concat, equal, H, Reader, tag, toHex, uint } from './bytes.js';
import type { Chain } from './chain.js';
import * as engine from './engine.js';
import { type Code, Invalid, Malformed } from './errors.js';
import {
  checkValidators,
  decodeNetworkFile,
  engineChainId,
  inOrder,
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
import { type Listed, Lists } from './validator-list.js';

/** The facts of a verified frame about its round. */
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

/** The facts that follow from the rounds about the validators of a frame. */
interface Place {
  /** The list to which they belong, and N_K. */
  readonly list: Listed;
  readonly after: Listed;
  /** The keys of the list that the frame does not have. */
  readonly missing: ReadonlySet<string>;
}

/**
 * Verifies frames of one chain, in the order of its rounds: it trusts the validators of the network file that the chain's genesis stands for,
 * and follows how their list changes with the rounds, and who has lost power in a block that more than two thirds of the trusted power signed.
 */
export class FinalityVerifier {
  readonly #chainId: Uint8Array;
  readonly #lists: Lists;
  #trusted: readonly Validator[];
  /** Of the block with the greatest height, and the round of its frame. */
  #height = 0n;
  #round = 0n;
  /** Keys that have lost their power. */
  #gone: ReadonlySet<string> = new Set();

  /** Throws `Malformed`, or `Invalid` if the network file is not that of the chain. */
  constructor(chain: Chain, networkFile: Uint8Array) {
    const network = decodeNetworkFile(networkFile);
    if (!equal(network.nonce, chain.genesis.nonce)) throw new Invalid('network file does not fit the genesis');
    this.#chainId = chain.id;
    this.#trusted = network.validators;
    this.#lists = new Lists(chain.id, network.validators);
  }

  /** Verifies that the network agreed on the verified round before `tip`. Throws `Malformed` or `Invalid`. */
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
    const place = this.#place(frame, tip);
    if (frame.height > this.#height) this.#takeLater(frame, place, signers);
    else this.#checkPast(frame, place, signers);
    const { round, height, openedMs, closedMs } = frame;
    return { round, height, power, total, openedMs, closedMs };
  }

  /** The list to which the frame's validators belong; checks the header's next validators after a change. */
  #place({ round, validators, leaves }: Frame, tip: Tip): Place {
    this.#lists.see(tip.keys.members.validatorChanges);
    const [before, after] = [this.#lists.after(round - 1n), this.#lists.after(round)];
    const list = firstOutside(validators, before) === -1 ? before : after;
    const stranger = firstOutside(validators, list);
    if (stranger !== -1) throw new Invalid(`validator ${stranger} is new, or its power is`);
    const present = new Set(validators.map(({ key }) => toHex(key)));
    const missing = new Set([...list.keys()].filter((key) => !present.has(key)));
    if (list === before && !isSameList(before, after)) {
      const next = engine.text(1, setHash(inOrder(less(after, missing))));
      if (!equal(leaves[engine.NEXT_VALIDATORS_HASH]!, next)) throw new Invalid('leaf of the next validators');
    }
    return { list, after, missing };
  }

  #takeLater({ round, height, validators }: Frame, { after, missing }: Place, signers: ReadonlySet<string>): void {
    if (round < this.#round) throw new Invalid(`round ${round} at a later height than round ${this.#round}`);
    const stranger = validators.findIndex(({ key }) => this.#gone.has(toHex(key)));
    if (stranger !== -1) throw new Invalid(`validator ${stranger} has lost its power`);
    requireMost('trusted power', this.#trusted, signers, 'untrusted');
    this.#gone = new Set([...this.#gone, ...missing]);
    [this.#height, this.#round, this.#trusted] = [height, round, less(after, this.#gone)];
  }

  #checkPast({ round }: Frame, { list, missing }: Place, signers: ReadonlySet<string>): void {
    if (round > this.#round) throw new Invalid(`round ${round} at an earlier height than round ${this.#round}`);
    if (this.#trusted.some(({ key }) => missing.has(toHex(key)))) throw new Invalid('a validator is missing that has power later');
    requireMost('trusted power', less(list, this.#gone), signers, 'untrusted');
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

/** Returns whether a frame of a bundle begins as one of finality. */
export const isFinality = (frame: Uint8Array): boolean => equal(frame.subarray(0, 4), ascii('HLFN'));

/** The place of the first validator that is not in a list with this power, or -1. */
const firstOutside = (validators: readonly Validator[], list: Listed): number =>
  validators.findIndex(({ keyType, key, power }) => {
    const listed = list.get(toHex(key));
    return listed?.power !== power || listed.keyType !== keyType;
  });

const isSameList = (a: Listed, b: Listed): boolean => a.size === b.size && firstOutside([...a.values()], b) === -1;

/** The validators of a list whose keys are not among these. */
const less = (list: Listed, gone: ReadonlySet<string>): Validator[] => [...list].filter(([key]) => !gone.has(key)).map(([, one]) => one);

/** Checks that `signers` have more than two thirds of `validators`' power; returns the two powers. */
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
