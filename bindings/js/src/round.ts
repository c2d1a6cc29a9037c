// A round (spec/round.md): its bytes, and each step of its verification. `Chain.verify` takes them all.

import { type Announcement, maxLength as maxAnnouncement, readAnnouncements } from './announcement.js';
import { concat, H, Reader, tag, uint } from './bytes.js';
import * as delays from './delays.js';
import { Invalid, Malformed, Refused } from './errors.js';
import type { Genesis } from './genesis.js';
import type { Element } from './group.js';
import * as sortition from './sortition.js';
import * as stateless from './stateless.js';
import type { Fixed, Tip } from './tip.js';
import * as trees from './trees.js';

/** A participant's claim to a place in a committee of a round. */
export interface Ticket {
  readonly slot: number;
  readonly participant: number;
  /** The VRF proof of the key that is due. */
  readonly proof: Uint8Array;
}

/** The fields of a round's bytes. */
export interface Round extends delays.Outputs {
  readonly number: bigint;
  readonly timeMs: bigint;
  /** In the order of slots and participants. */
  readonly tickets: readonly Ticket[];
  /** In the order of participants. */
  readonly announcements: readonly Announcement[];
  /** The output of the squarings; of the roots where these are alone. Without both it is z_K. */
  readonly y: Element;
  /** The proof of the squarings; null where roots are alone. */
  readonly proof: Element | null;
}

/** The facts that a ticket's proof shows. */
export interface Draw {
  readonly slot: number;
  readonly participant: number;
  /** The key of a hash tree that it was drawn with; null: the stateless key. */
  readonly key: trees.TreeKey | null;
  /** The VRF output β. */
  readonly output: Uint8Array;
}

/** The result of a winning ticket. */
export interface Lot extends Draw {
  readonly votes: bigint;
}

/** The round of some bytes, well formed for the chain and not verified. */
export function decodeRound({ genesis }: Fixed, bytes: Uint8Array): Round {
  const reader = new Reader(bytes, 'HLRD\x02');
  const [number, timeMs] = [reader.integer(8, 'round number'), reader.integer(8, 'time')];
  const tickets = readTickets(reader, genesis);
  const announcements = readAnnouncements(reader, genesis);
  const { squarings, roots } = delays.readOutputs(reader, genesis);
  reader.end();
  const { y } = (squarings ?? roots)!;
  return { number, timeMs, tickets, announcements, squarings, roots, y, proof: squarings?.proof ?? null };
}

function readTickets(reader: Reader, genesis: Genesis): Ticket[] {
  const [slots, participants] = [genesis.expectedVotes.length, genesis.maxParticipants];
  const count = reader.number(4, 'number of tickets', 0, slots * participants);
  const longest = maxProofLength(genesis);
  let least = 0;
  return Array.from({ length: count }, () => {
    const slot = reader.number(1, 'slot', 0, slots - 1);
    const participant = reader.number(4, 'participant', 0, participants - 1);
    const place = slot * participants + participant;
    if (place < least) throw new Malformed('tickets out of order');
    least = place + 1;
    return { slot, participant, proof: reader.take(reader.number(2, 'VRF proof length', 0, longest), 'VRF proof') };
  });
}

/** Bytes of the longest proof that a ticket may have, whichever key is due. */
const maxProofLength = ({ scheme }: Genesis): number => Math.max(stateless.proofLength(scheme), trees.MAX_PROOF_LENGTH);

/** Bytes of a round in which every participant has a ticket in each slot, and an announcement. */
export function maxLength(genesis: Genesis): number {
  const tickets = genesis.expectedVotes.length * (7 + maxProofLength(genesis));
  const announcement = genesis.lead > 0 ? maxAnnouncement(genesis) : 0;
  return 29 + genesis.maxParticipants * (tickets + announcement) + delays.outputsLength(genesis);
}

/** The rules of number and time. */
export function checkPlace({ genesis }: Fixed, tip: Pick<Tip, 'round' | 'timeMs'>, { number, timeMs }: Round): void {
  if (number !== tip.round + 1n) throw new Invalid(`round number is ${number}`);
  if (timeMs >= 1n << 53n) throw new Invalid('time is 2^53 ms or more');
  const since = timeMs - genesis.timeMs;
  if (since < 0n || since % genesis.periodMs !== 0n) throw new Invalid('time is not on the grid');
  if (tip.timeMs !== null && timeMs <= tip.timeMs) throw new Invalid('time is not later than the round before');
}

/** The facts that each ticket's proof shows, by the key that is due. */
export const draw = (chain: Fixed, tip: Tip, { tickets }: Round): Draw[] =>
  tickets.map((ticket) => {
    tip.keys.members.publicKey(ticket.participant); // There is such a participant.
    const key = tip.keys.due(ticket.participant, tip.round + 1n);
    const output = ofTicket(ticket, () => ticketOutput(chain, tip, ticket, key));
    return { slot: ticket.slot, participant: ticket.participant, key, output };
  });

function ticketOutput(chain: Fixed, tip: Tip, { slot, participant, proof }: Ticket, key: trees.TreeKey | null): Uint8Array {
  const { scheme } = chain.genesis;
  const input = ticketInput(chain, tip, slot);
  if (key !== null) return trees.verify(key, { round: tip.round + 1n, slot }, input, proof);
  return stateless.verify(scheme, tip.keys.members.publicKey(participant), input, proof);
}

/** α_(K,s) */
function ticketInput({ id, genesis }: Fixed, { round, seed, keys }: Tip, slot: number): Uint8Array {
  const number = round + 1n;
  const settled = keys.hash(number - BigInt(genesis.lead));
  return concat(tag('heliast/ticket/v2'), id, uint(number, 8), uint(slot, 1), seed, settled);
}

/** In a round, a malformed VRF proof makes the ticket invalid. */
function ofTicket<T>({ slot, participant }: Ticket, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof Refused ? new Invalid(`ticket of participant ${participant} in slot ${slot}: VRF proof fails: ${error.reason}`) : error;
  }
}

/** The lots that they won, by the stakes in effect in the round. */
export function countVotes({ genesis }: Fixed, { round, keys: { members } }: Tip, draws: readonly Draw[]): Lot[] {
  const number = round + 1n;
  const total = members.total(number);
  return draws.map((drawn) => {
    const { slot, participant, output } = drawn;
    const share = { stake: members.stake(participant, number), total, expected: genesis.expectedVotes[slot]! };
    const votes = sortition.votes(output, members.publicKey(participant), share);
    if (votes === 0n) throw new Invalid(`ticket of participant ${participant} in slot ${slot}: no votes`);
    return { ...drawn, votes };
  });
}

/** e_K */
export function entropy(chain: Fixed, seed: Uint8Array, { number, timeMs }: Round, draws: readonly Draw[]): Uint8Array {
  const head = concat(tag('heliast/entropy/v2'), chain.id, uint(number, 8), uint(timeMs, 8), seed, uint(draws.length, 4));
  const lot = ({ slot, participant, output }: Draw) => concat(uint(slot, 1), uint(participant, 4), uint(output.length, 2), output);
  return H(head, ...draws.map(lot));
}

/** x_K */
export const delayInputs = ({ genesis }: Fixed, entropy: Uint8Array): delays.Inputs => delays.inputs(genesis, entropy);

export const checkDelays = ({ genesis }: Fixed, inputs: delays.Inputs, round: Round): void => delays.check(genesis, inputs, round);

/** The preimage of the round's beacon under SHA-256. */
export const beaconPreimage = (chain: Fixed, round: Round): Uint8Array =>
  concat(tag('heliast/beacon/v1'), chain.id, uint(round.number, 8), delays.encodeOutput(chain.genesis, round));
