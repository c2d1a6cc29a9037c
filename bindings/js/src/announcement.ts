// What a round announces, and what follows from all announcements up to some round: the keys of a chain (spec/round.md).

import { concat, H, Reader, tag, uint } from './bytes.js';
import { Invalid, Refused } from './errors.js';
import type { Genesis } from './genesis.js';
import { Schedule, type Statement } from './schedule.js';
import * as stateless from './stateless.js';
import { KEY_LENGTH } from './stateful.js';
import { decodeTreeKey, type TreeKey } from './trees.js';

export interface Announcement extends Statement {
  /** Of the participant's stateless key. */
  readonly proof: Uint8Array;
}

/** u32(participant) ‖ u32(serial) ‖ change; participants from `least` on. */
export function readStatement(reader: Reader, genesis: Genesis, least = 0): Statement {
  const participant = reader.number(4, 'participant of an announcement', least, genesis.participants.length - 1);
  const serial = reader.number(4, 'serial');
  const isKey = reader.number(1, 'change', 0, 1) === 1;
  return { participant, serial, key: isKey ? decodeTreeKey(reader.take(KEY_LENGTH, 'key')) : null };
}

/** In ascending order of participants. */
export function readAnnouncements(reader: Reader, genesis: Genesis): Announcement[] {
  const count = reader.number(4, 'number of announcements', 0, genesis.lead > 0 ? genesis.participants.length : 0);
  const length = stateless.proofLength(genesis.scheme);
  let least = 0;
  return Array.from({ length: count }, () => {
    const statement = readStatement(reader, genesis, least);
    least = statement.participant + 1;
    reader.number(2, "length of an announcement's proof", length, length);
    return { ...statement, proof: reader.take(length, "announcement's proof") };
  });
}

/** Bytes of the longest announcement. */
export const maxLength = ({ scheme }: Genesis): number => 11 + KEY_LENGTH + stateless.proofLength(scheme);

function encode({ participant, serial, key }: Statement): Uint8Array {
  return concat(uint(participant, 4), uint(serial, 4), key === null ? uint(0, 1) : concat(uint(1, 1), key.bytes));
}

/** Returns if each was made by its participant's stateless key. */
export function authenticate(chainId: Uint8Array, { scheme, participants }: Genesis, announcements: readonly Announcement[]): void {
  for (const announcement of announcements) {
    const { participant, proof } = announcement;
    const input = concat(tag('heliast/announcement/v1'), chainId, encode(announcement));
    const { publicKey } = participants[participant]!;
    ofParticipant(participant, 'VRF proof fails: ', () => stateless.verify(scheme, publicKey, input, proof));
  }
}

/** Whatever is wrong with an announcement whose bytes are one makes it invalid. */
function ofParticipant<T>(participant: number, what: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof Refused ? new Invalid(`announcement of participant ${participant}: ${what}${error.reason}`) : error;
  }
}

/** D after the announcements of a round. */
interface Hashes {
  readonly round: bigint;
  readonly value: Uint8Array;
  /** After those of the rounds before. */
  readonly before: Hashes | null;
}

/** The keys of a chain's participants after some round. They do not change: {@link Keys.after} returns others. */
export class Keys {
  readonly #schedule: Schedule;
  readonly #hashes: Hashes;

  private constructor(schedule: Schedule, hashes: Hashes) {
    this.#schedule = schedule;
    this.#hashes = hashes;
  }

  /** Before round 1: everybody has the stateless key. */
  static first(chainId: Uint8Array, { participants, expectedVotes, lead }: Genesis): Keys {
    const schedule = new Schedule({ participants: participants.length, slots: expectedVotes.length, lead });
    return new Keys(schedule, { round: 0n, value: H(tag(DOMAIN), chainId), before: null });
  }

  /** The key of a hash tree that is due, or null: the stateless one. Only rounds up to the lead after the last are settled. */
  due(participant: number, round: bigint): TreeKey | null {
    return this.#schedule.due(participant, round);
  }

  /** D_round, of this round or one before; D_0 for numbers below. */
  hash(round: bigint): Uint8Array {
    let at = this.#hashes;
    while (at.round > round && at.before !== null) at = at.before;
    return at.value;
  }

  /** After a later round with these announcements. Throws `Invalid` if one breaks a rule of the schedule. */
  after(round: bigint, statements: readonly Statement[]): Keys {
    if (statements.length === 0) return this;
    let [schedule, value] = [this.#schedule, this.#hashes.value];
    for (const statement of statements) {
      schedule = ofParticipant(statement.participant, '', () => schedule.record(round, statement));
      value = H(tag(DOMAIN), value, uint(round, 8), encode(statement));
    }
    return new Keys(schedule, { round, value, before: this.#hashes });
  }
}

const DOMAIN = 'heliast/announcements/v1';
