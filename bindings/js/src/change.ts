// Announcements of a round about members (spec/members.md): proposals that somebody joins or gets another stake, or about
// validators, and approvals of them.

import { concat, type Reader, uint } from './bytes.js';
import * as stateless from './stateless.js';
import { encodeEntries, MAX_ENTRIES_LENGTH, readEntries, type ValidatorEntry } from './validator-entries.js';

/** A proposal: somebody with this key becomes a participant. */
export interface Join {
  readonly kind: 'join';
  readonly scheme: stateless.Scheme;
  /** The stateless one. */
  readonly publicKey: Uint8Array;
  readonly stake: bigint;
}

/** A proposal: a participant has this stake; with 0 it leaves. */
export interface StakeChange {
  readonly kind: 'stake';
  readonly participant: number;
  readonly stake: bigint;
}

/** A proposal about a network's validators (spec/validators.md). */
export interface ValidatorChange {
  readonly kind: 'validators';
  readonly entries: readonly ValidatorEntry[];
}

export type Proposal = Join | StakeChange | ValidatorChange;

export interface Approval {
  readonly kind: 'approval';
  /** The proposal's: D right after it was taken in, 32 bytes. */
  readonly id: Uint8Array;
}

export type MemberChange = Proposal | Approval;

const [JOIN, STAKE, APPROVAL, VALIDATORS] = [2, 3, 4, 5];

/** The greatest first byte of a change, in chains whose members change; and in those whose validators do, too. */
export const lastKind = (validatorsChange: boolean): number => (validatorsChange ? VALIDATORS : APPROVAL);

/** Bytes of the longest change of members, with its first byte. */
export const maxLength = (scheme: stateless.Scheme, validatorsChange: boolean): number =>
  Math.max(1 + 32, 12 + stateless.keyLength(scheme), validatorsChange ? 1 + MAX_ENTRIES_LENGTH : 0);

/** Reads the bytes of a change after the first, `kind`, which is not that of a withdrawal or of a key. Throws `Malformed`. */
export function readMemberChange(reader: Reader, kind: number, scheme: stateless.Scheme): MemberChange {
  if (kind === JOIN) return readJoin(reader, scheme);
  if (kind === STAKE) return { kind: 'stake', participant: reader.number(4, 'participant'), stake: reader.integer(8, 'stake') };
  if (kind === VALIDATORS) return { kind: 'validators', entries: readEntries(reader) };
  return { kind: 'approval', id: reader.take(32, 'id') };
}

/** A participant as a genesis has it: `scheme` is the chain's. */
export function readParticipant(reader: Reader, scheme: stateless.Scheme): Omit<Join, 'kind'> {
  const length = stateless.keyLength(scheme);
  reader.number(1, "participant's scheme", scheme, scheme);
  reader.number(2, 'public key length', length, length);
  const publicKey = reader.take(length, 'public key');
  stateless.checkPublicKey(scheme, publicKey);
  return { scheme, publicKey, stake: reader.integer(8, 'stake', 1) };
}

const readJoin = (reader: Reader, scheme: stateless.Scheme): Join => ({ kind: 'join', ...readParticipant(reader, scheme) });

export function encodeMemberChange(change: MemberChange): Uint8Array {
  switch (change.kind) {
    case 'join': {
      const { scheme, publicKey, stake } = change;
      return concat(uint(JOIN, 1), uint(scheme, 1), uint(publicKey.length, 2), publicKey, uint(stake, 8));
    }
    case 'stake':
      return concat(uint(STAKE, 1), uint(change.participant, 4), uint(change.stake, 8));
    case 'validators':
      return concat(uint(VALIDATORS, 1), encodeEntries(change.entries));
    case 'approval':
      return concat(uint(APPROVAL, 1), change.id);
  }
}
