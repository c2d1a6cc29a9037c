// The genesis of a chain (spec/round.md): a genesis that breaks a rule is malformed.

import { TOTAL_LIMIT } from './binomial.js';
import { Reader, toHex } from './bytes.js';
import { readParticipant } from './change.js';
import { type Delays, readHead } from './delay-rules.js';
import { Malformed } from './errors.js';
import type { DelayGroup } from './group.js';
import type { Suite } from './hash-to-prime.js';
import * as stateless from './stateless.js';

export interface Participant {
  /** The stateless one, which also names the account in the sortition. */
  readonly publicKey: Uint8Array;
  readonly stake: bigint;
}

export interface Genesis extends Delays {
  /** Of the stateless keys. */
  readonly scheme: stateless.Scheme;
  /** The suite by which challenge primes are drawn; null where roots are alone. */
  readonly suite: Suite | null;
  /** Squarings per round; steps where roots are alone. */
  readonly t: bigint;
  /** The time at which round 1 can open, in milliseconds since 1970. */
  readonly timeMs: bigint;
  readonly periodMs: bigint;
  /** k: rounds from the announcement of a key, or the adoption of a proposal, to its effect; 0: nothing is announced. */
  readonly lead: number;
  /** For each slot of a round, the votes of its committee on average. */
  readonly expectedVotes: readonly bigint[];
  /** Of the squarings; the field where roots are alone. */
  readonly group: DelayGroup;
  /** Those of the start. */
  readonly participants: readonly Participant[];
  /** Theirs. */
  readonly totalStake: bigint;
  /** x: the number of rounds after its own in which a proposal can be approved; null: members do not change. */
  readonly life: bigint | null;
  /** Whether validators of the chain's network change, too (spec/validators.md). */
  readonly validatorsChange: boolean;
  /** M: the greatest number of participants that there can ever be. */
  readonly maxParticipants: number;
  readonly nonce: Uint8Array;
}

/** Bytes of the longest genesis that is read. */
export const MAX_LENGTH = 16 << 20;
const MAX_PARTICIPANTS = 65_536;
const MAX_SLOTS = 16;
const MAX_LIFE = 1 << 24;
/** A key that took effect in the round after its announcement could be chosen with that round's seed in view. */
const MINIMUM_LEAD = 2;

export function decodeGenesis(bytes: Uint8Array): Genesis {
  if (bytes.length > MAX_LENGTH) throw new Malformed(`genesis has ${bytes.length} bytes, more than ${MAX_LENGTH}`);
  const reader = new Reader(bytes, 'HLGN');
  const version = reader.number(1, 'version', 2, 4);
  const [membersChange, validatorsChange] = [version >= 3, version === 4];
  const scheme = readScheme(reader);
  const readGroups = readHead(reader);
  const timeMs = reader.integer(8, 'genesis time', 0, (1n << 53n) - 1n);
  const periodMs = reader.integer(4, 'period', 100, 86_400_000);
  const lead = reader.number(2, 'lead');
  if (lead < MINIMUM_LEAD && (lead > 0 || membersChange)) throw new Malformed(`lead out of range: ${lead}`);
  const slots = reader.number(1, 'number of slots', 1, MAX_SLOTS);
  const expectedVotes = Array.from({ length: slots }, () => reader.integer(4, 'expected votes', 1, 1_000_000));
  const makeDelays = readGroups(reader);
  const life = membersChange ? reader.integer(4, 'life of a proposal', 1, MAX_LIFE) : null;
  const most = membersChange ? reader.number(4, 'most participants', 1, MAX_PARTICIPANTS) : MAX_PARTICIPANTS;
  const participants = readParticipants(reader, scheme, most);
  const nonce = reader.take(32, 'nonce');
  reader.end();
  const totalStake = participants.reduce((sum, { stake }) => sum + stake, 0n);
  if (totalStake >= TOTAL_LIMIT) throw new Malformed(`total stake out of range: ${totalStake}`);
  const { squarings, roots } = makeDelays();
  const { t } = (squarings ?? roots)!;
  const first = { suite: squarings?.suite ?? null, t, group: squarings?.group ?? roots!.field };
  const maxParticipants = membersChange ? most : participants.length;
  const members = { participants, totalStake, life, validatorsChange, maxParticipants };
  return { scheme, squarings, roots, ...first, timeMs, periodMs, lead, expectedVotes, ...members, nonce };
}

function readScheme(reader: Reader): stateless.Scheme {
  const scheme = reader.number(1, 'scheme');
  if (!stateless.isScheme(scheme)) throw new Malformed(`scheme not for chains: ${scheme}`);
  return scheme;
}

function readParticipants(reader: Reader, scheme: stateless.Scheme, most: number): Participant[] {
  const count = reader.number(4, 'number of participants', 1, most);
  const keys = new Set<string>();
  return Array.from({ length: count }, () => {
    const { publicKey, stake } = readParticipant(reader, scheme);
    if (keys.has(toHex(publicKey))) throw new Malformed('public key: twice');
    keys.add(toHex(publicKey));
    return { publicKey, stake };
  });
}
