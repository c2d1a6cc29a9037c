// Announcements of a round, and the keys and members of a chain that follow from all announcements up to some round (spec/round.md).

import { concat, H, Reader, tag, uint } from './bytes.js';
import { encodeMemberChange, lastKind, maxLength as maxMemberChange, type MemberChange, readMemberChange } from './change.js';
import { Invalid, Refused } from './errors.js';
import type { Genesis } from './genesis.js';
import { type Announced, Members } from './members.js';
import { type KeyStatement, Schedule } from './schedule.js';
import * as stateless from './stateless.js';
import { KEY_LENGTH } from './stateful.js';
import { decodeTreeKey, type TreeKey } from './trees.js';

/** An announcement of a participant. */
export interface Statement extends KeyStatement {
  /** A proposal or an approval, instead of a statement about keys: then `key` is null. */
  readonly member: MemberChange | null;
}

export interface Announcement extends Statement {
  /** Of the participant's stateless key. */
  readonly proof: Uint8Array;
}

/** The first byte of a change: a withdrawal, or a key; greater ones are about members. */
const [WITHDRAWAL, KEY] = [0, 1];

/** u32(participant) ‖ u32(serial) ‖ change; participants from `least` on. */
export function readStatement(reader: Reader, genesis: Genesis, least = 0): Statement {
  const participant = reader.number(4, 'participant of an announcement', least, genesis.maxParticipants - 1);
  const serial = reader.number(4, 'serial');
  const kind = reader.number(1, 'change', 0, genesis.life === null ? KEY : lastKind(genesis.validatorsChange));
  if (kind > KEY) return { participant, serial, key: null, member: readMemberChange(reader, kind, genesis.scheme) };
  return { participant, serial, key: kind === KEY ? decodeTreeKey(reader.take(KEY_LENGTH, 'key')) : null, member: null };
}

/** In ascending order of participants. */
export function readAnnouncements(reader: Reader, genesis: Genesis): Announcement[] {
  const count = reader.number(4, 'number of announcements', 0, genesis.lead > 0 ? genesis.maxParticipants : 0);
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
export function maxLength({ scheme, life, validatorsChange }: Genesis): number {
  const change = Math.max(1 + KEY_LENGTH, life === null ? 0 : maxMemberChange(scheme, validatorsChange));
  return 10 + change + stateless.proofLength(scheme);
}

const encode = (statement: Statement): Uint8Array => concat(uint(statement.participant, 4), uint(statement.serial, 4), encodeChange(statement));

function encodeChange({ key, member }: Statement): Uint8Array {
  if (member !== null) return encodeMemberChange(member);
  return key === null ? uint(WITHDRAWAL, 1) : concat(uint(KEY, 1), key.bytes);
}

/** Returns if each was made by its participant's stateless key; `members` are those before the round. */
export function authenticate(chainId: Uint8Array, { scheme }: Genesis, members: Members, announcements: readonly Announcement[]): void {
  for (const announcement of announcements) {
    const { participant, proof } = announcement;
    const input = concat(tag('heliast/announcement/v1'), chainId, encode(announcement));
    const publicKey = ofParticipant(participant, '', () => members.publicKey(participant));
    ofParticipant(participant, 'VRF proof fails: ', () => stateless.verify(scheme, publicKey, input, proof));
  }
}

/** Any error in an announcement that is well formed makes it invalid. */
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

/** The keys and stakes of a chain's participants after some round. They do not change: {@link Keys.after} returns others. */
export class Keys {
  readonly #schedule: Schedule;
  readonly #hashes: Hashes;
  /** The participants and their stakes. */
  readonly members: Members;

  private constructor(schedule: Schedule, hashes: Hashes, members: Members) {
    this.#schedule = schedule;
    this.#hashes = hashes;
    this.members = members;
  }

  /** Before round 1: everybody has the stateless key. */
  static first(chainId: Uint8Array, genesis: Genesis): Keys {
    const { participants, expectedVotes, lead } = genesis;
    const schedule = new Schedule({ participants: participants.length, slots: expectedVotes.length, lead });
    return new Keys(schedule, { round: 0n, value: H(tag(DOMAIN), chainId), before: null }, Members.first(genesis));
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

  /** After a later round with all of these announcements. Throws `Invalid` if one breaks a rule of the schedule or of members. */
  after(round: bigint, statements: readonly Statement[]): Keys {
    if (statements.length === 0) return this;
    let [schedule, value] = [this.#schedule, this.#hashes.value];
    const changes: Announced[] = [];
    for (const statement of statements) {
      const { participant, member } = statement;
      schedule = ofParticipant(participant, '', () => {
        const next = member === null ? schedule.record(round, statement) : schedule.count(round, statement);
        this.members.check(round, participant, member);
        return next;
      });
      value = H(tag(DOMAIN), value, uint(round, 8), encode(statement));
      if (member !== null) changes.push({ participant, change: member, hash: value });
    }
    const members = this.members.after(round, changes);
    return new Keys(schedule.withParticipants(members.count), { round, value, before: this.#hashes }, members);
  }
}

const DOMAIN = 'heliast/announcements/v1';
