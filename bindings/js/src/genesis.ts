// The genesis of a chain (spec/round.md): every rule that one breaks makes it malformed.

import { TOTAL_LIMIT } from './binomial.js';
import { integer, Reader, toHex } from './bytes.js';
import { readParticipant } from './change.js';
import { ClassGroup } from './class-group.js';
import { Malformed } from './errors.js';
import { type Group, RsaGroup } from './group.js';
import { MODES, SHA_256, type Suite, suiteOf } from './hash-to-prime.js';
import * as stateless from './stateless.js';

export interface Participant {
  /** The stateless one, which also names the account in the sortition. */
  readonly publicKey: Uint8Array;
  readonly stake: bigint;
}

export interface Genesis {
  /** Of the stateless keys. */
  readonly scheme: stateless.Scheme;
  /** What challenge primes are drawn by. */
  readonly suite: Suite;
  /** Squarings per round. */
  readonly t: bigint;
  /** When round 1 can open, in milliseconds since 1970. */
  readonly timeMs: bigint;
  readonly periodMs: bigint;
  /** k: rounds from the announcement of a key, or the adoption of a proposal, to its effect; 0: nothing is announced. */
  readonly lead: number;
  /** For each slot of a round, the votes of its committee on average. */
  readonly expectedVotes: readonly bigint[];
  /** Of the delay. */
  readonly group: Group;
  /** Those of the start. */
  readonly participants: readonly Participant[];
  /** Theirs. */
  readonly totalStake: bigint;
  /** x: in how many rounds after its own a proposal can be approved; null: members do not change. */
  readonly life: bigint | null;
  /** Whether validators of the chain's network change, too (spec/validators.md). */
  readonly validatorsChange: boolean;
  /** M: the most participants that there can ever be. */
  readonly maxParticipants: number;
  readonly nonce: Uint8Array;
}

/** Bytes of the longest genesis that is read. */
export const MAX_LENGTH = 16 << 20;
const MINIMUM_BITS = 1024;
const MAX_DISCRIMINANT_BITS = 4096;
const MINIMUM_PRIME_BITS = 200;
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
  const readGroup = GROUPS[reader.number(1, 'proof system', 0, GROUPS.length - 1)]!;
  const suite = readSuite(reader);
  const t = reader.integer(8, 't', 1, (1n << 48n) - 1n);
  const timeMs = reader.integer(8, 'genesis time', 0, (1n << 53n) - 1n);
  const periodMs = reader.integer(4, 'period', 100, 86_400_000);
  const lead = reader.number(2, 'lead');
  if (lead < MINIMUM_LEAD && (lead > 0 || membersChange)) throw new Malformed(`lead out of range: ${lead}`);
  const slots = reader.number(1, 'number of slots', 1, MAX_SLOTS);
  const expectedVotes = Array.from({ length: slots }, () => reader.integer(4, 'expected votes', 1, 1_000_000));
  const makeGroup = readGroup(reader);
  const life = membersChange ? reader.integer(4, 'life of a proposal', 1, MAX_LIFE) : null;
  const most = membersChange ? reader.number(4, 'most participants', 1, MAX_PARTICIPANTS) : MAX_PARTICIPANTS;
  const participants = readParticipants(reader, scheme, most);
  const nonce = reader.take(32, 'nonce');
  reader.end();
  const totalStake = participants.reduce((sum, { stake }) => sum + stake, 0n);
  if (totalStake >= TOTAL_LIMIT) throw new Malformed(`total stake out of range: ${totalStake}`);
  const group = makeGroup();
  const maxParticipants = membersChange ? most : participants.length;
  return { scheme, suite, t, timeMs, periodMs, lead, expectedVotes, group, participants, totalStake, life, validatorsChange, maxParticipants, nonce };
}

function readScheme(reader: Reader): stateless.Scheme {
  const scheme = reader.number(1, 'scheme');
  if (!stateless.isScheme(scheme)) throw new Malformed(`scheme not for chains: ${scheme}`);
  return scheme;
}

/** The two modes and the hash function that every reader of a chain knows. */
function readSuite(reader: Reader): Suite {
  const [mode, hash, bits] = [reader.number(1, 'mode'), reader.number(1, 'hash'), reader.number(2, 'prime bits')];
  if (mode !== MODES.plain && mode !== MODES['sieved-full']) throw new Malformed(`mode not for chains: ${mode}`);
  if (hash !== SHA_256.id) throw new Malformed(`hash not for chains: ${hash}`);
  if (bits < MINIMUM_PRIME_BITS) throw new Malformed(`prime bits too few for chains: ${bits}`);
  return suiteOf(mode, SHA_256, bits);
}

/** What comes last, since it takes time. */
type MakeGroup = () => Group;

/** By the number of the proof system, which is Wesolowski's in each. */
const GROUPS: readonly ((reader: Reader) => MakeGroup)[] = [readModulus, readDiscriminant];

function readModulus(reader: Reader): MakeGroup {
  const length = reader.number(4, 'L', MINIMUM_BITS / 8, 1024);
  const bytes = reader.take(length, 'modulus');
  if (bytes[0] === 0) throw new Malformed('modulus: leading zero byte');
  return () => new RsaGroup(integer(bytes), MINIMUM_BITS);
}

function readDiscriminant(reader: Reader): MakeGroup {
  const bits = reader.number(4, 'bits of the discriminant', MINIMUM_BITS, MAX_DISCRIMINANT_BITS);
  if (bits % 32 !== 0) throw new Malformed(`bits of the discriminant out of range: ${bits}, no multiple of 32`);
  const seed = reader.take(reader.number(2, 'length of the seed', 32, 255), 'seed');
  return () => ClassGroup.fromSeed(seed, bits);
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
