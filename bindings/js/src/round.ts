// A round (spec/round.md): its bytes, and each step of its verification. `Chain.verify` takes them all.

import { concat, H, Reader, tag, uint } from './bytes.js';
import type { Chain, Tip } from './chain.js';
import * as delay from './delay.js';
import * as ecvrf from './ecvrf.js';
import { Invalid, Refused } from './errors.js';
import type { Element } from './group.js';
import * as sortition from './sortition.js';

/** A participant's claim to a place in a round's committee. */
export interface Ticket {
  readonly participant: number;
  /** The VRF proof. */
  readonly proof: Uint8Array;
}

/** What a round's bytes say. */
export interface Round {
  readonly number: bigint;
  readonly timeMs: bigint;
  readonly tickets: readonly Ticket[];
  /** z_K, the delay's output. */
  readonly y: Element;
  /** π_K */
  readonly proof: Element;
}

/** What a ticket won. */
export interface Lot {
  readonly participant: number;
  readonly votes: bigint;
  /** The VRF output β. */
  readonly output: Uint8Array;
}

/** The round of some bytes, well formed for the chain and not verified. */
export function decodeRound({ genesis }: Chain, bytes: Uint8Array): Round {
  const reader = new Reader(bytes, 'HLRD\x01');
  const [number, timeMs] = [reader.integer(8, 'round number'), reader.integer(8, 'time')];
  const tickets = readTickets(reader, genesis.participants.length);
  const { group } = genesis;
  const [y, proof] = [reader.take(group.length, 'z'), reader.take(group.length, 'delay proof')];
  reader.end();
  return { number, timeMs, tickets, y: group.decode(y, 'z'), proof: group.decode(proof, 'delay proof') };
}

function readTickets(reader: Reader, participants: number): Ticket[] {
  const count = reader.number(4, 'number of tickets', 0, participants);
  let least = 0;
  return Array.from({ length: count }, () => {
    const participant = reader.number(4, 'participant (in ascending order)', least, participants - 1);
    least = participant + 1;
    reader.number(2, 'VRF proof length', ecvrf.PROOF_LENGTH, ecvrf.PROOF_LENGTH);
    return { participant, proof: reader.take(ecvrf.PROOF_LENGTH, 'VRF proof') };
  });
}

/** The rules of number and time. */
export function checkPlace({ genesis }: Chain, tip: Omit<Tip, 'seed'>, { number, timeMs }: Round): void {
  if (number !== tip.round + 1n) throw new Invalid(`round number is ${number}`);
  if (timeMs >= 1n << 53n) throw new Invalid('time is 2^53 ms or more');
  const since = timeMs - genesis.timeMs;
  if (since < 0n || since % genesis.periodMs !== 0n) throw new Invalid('time is not on the grid');
  if (tip.timeMs !== null && timeMs <= tip.timeMs) throw new Invalid('time is not later than the round before');
}

/** The VRF output of each ticket, drawn with the round's seed. */
export function outputs(chain: Chain, seed: Uint8Array, { number, tickets }: Round): Uint8Array[] {
  const { genesis } = chain;
  const input = concat(tag('heliast/ticket/v1'), chain.id, uint(number, 8), seed);
  return tickets.map(({ participant, proof }) => {
    const { publicKey } = genesis.participants[participant]!;
    return ticketOutput(participant, () => ecvrf.verify(genesis.scheme, publicKey, input, proof));
  });
}

/** In a round, a VRF proof that is none makes an invalid ticket. */
function ticketOutput(participant: number, verify: () => Uint8Array): Uint8Array {
  try {
    return verify();
  } catch (error) {
    throw error instanceof Refused ? new Invalid(`ticket of participant ${participant}: ${error.reason}`) : error;
  }
}

/** What each ticket won by its output. */
export function countVotes({ genesis }: Chain, { tickets }: Round, outputs: readonly Uint8Array[]): Lot[] {
  return tickets.map(({ participant }, i) => {
    const { publicKey, stake } = genesis.participants[participant]!;
    const output = outputs[i]!;
    const votes = sortition.votes(output, publicKey, { stake, total: genesis.totalStake, expected: genesis.expectedVotes });
    if (votes === 0n) throw new Invalid(`ticket of participant ${participant}: no votes`);
    return { participant, votes, output };
  });
}

/** e_K */
export function entropy(chain: Chain, seed: Uint8Array, { number, timeMs }: Round, lots: readonly Lot[]): Uint8Array {
  const head = concat(tag('heliast/entropy/v1'), chain.id, uint(number, 8), uint(timeMs, 8), seed, uint(lots.length, 4));
  return H(head, ...lots.map(({ participant, output }) => concat(uint(participant, 4), uint(output.length, 2), output)));
}

/** x_K */
export const delayInput = ({ genesis }: Chain, entropy: Uint8Array): Element => delay.delayInput(genesis.group, entropy);

export function checkDelay({ genesis }: Chain, x: Element, { y, proof }: Round): void {
  delay.checkOutput(genesis.group, genesis.suite, { x, y, t: genesis.t }, proof);
}

/** What the round's beacon is the SHA-256 of. */
export const beaconPreimage = (chain: Chain, { number, y }: Round): Uint8Array =>
  concat(tag('heliast/beacon/v1'), chain.id, uint(number, 8), chain.genesis.group.encode(y));
