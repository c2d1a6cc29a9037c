// The delays of a chain's rounds, as its genesis names them: squarings, roots, or both side by side (spec/round.md).

import { integer, type Reader } from './bytes.js';
import { ClassGroup } from './class-group.js';
import { Invalid, Malformed } from './errors.js';
import { type Group, RsaGroup } from './group.js';
import { MODES, SHA_256, type Suite, suiteOf } from './hash-to-prime.js';
import { MAX_SEGMENTS, MAX_STEPS } from './root-chain.js';
import { checkTerms, RootField } from './root-field.js';

/** The squarings of each round (spec/wesolowski.md). */
export interface Squarings {
  readonly group: Group;
  /** The suite by which challenge primes are drawn. */
  readonly suite: Suite;
  /** Squarings per round. */
  readonly t: bigint;
}

/** The roots of each round (spec/roots.md). */
export interface Roots {
  readonly field: RootField;
  /** Steps per round. */
  readonly t: bigint;
  /** s, the number of segments in which a round's roots are verified. */
  readonly segments: number;
}

/** One of the two at least; with both, a beacon needs both outputs. */
export interface Delays {
  /** Null where roots are alone. */
  readonly squarings: Squarings | null;
  /** Null where squarings are alone. */
  readonly roots: Roots | null;
}

const MINIMUM_BITS = 1024;
const MAX_DISCRIMINANT_BITS = 4096;
const MINIMUM_PRIME_BITS = 200;
const MAX_SQUARINGS = (1n << 48n) - 1n;
/** Numbers of proof systems beyond those of {@link GROUPS}. */
const [ROOTS, BOTH] = [2, 3];

/** The step that comes last, since it takes time. */
type Make<T> = () => T;

/** Reads the fields before the times: proof system, suite and t. The returned function reads the bytes at the group's
 * place. */
export function readHead(reader: Reader): (reader: Reader) => Make<Delays> {
  const system = reader.number(1, 'proof system', 0, BOTH);
  if (system === ROOTS) {
    reader.number(4, 'suite', 0, 0);
    const t = reader.integer(8, 't', 1, MAX_STEPS);
    return (reader) => {
      const makeRoots = readRoots(reader, t);
      return () => ({ squarings: null, roots: makeRoots() });
    };
  }
  const suite = readSuite(reader);
  const t = reader.integer(8, 't', 1, MAX_SQUARINGS);
  return (reader) => {
    const makeGroup = GROUPS[system === BOTH ? reader.number(1, 'proof system of the squarings', 0, GROUPS.length - 1) : system]!(reader);
    const makeRoots = system === BOTH ? readRoots(reader, reader.integer(8, 't of the roots', 1, MAX_STEPS)) : () => null;
    return () => ({ squarings: { group: makeGroup(), suite, t }, roots: makeRoots() });
  };
}

/** The two modes and the hash function that every reader of a chain knows. */
function readSuite(reader: Reader): Suite {
  const [mode, hash, bits] = [reader.number(1, 'mode'), reader.number(1, 'hash'), reader.number(2, 'prime bits')];
  if (mode !== MODES.plain && mode !== MODES['sieved-full']) throw new Malformed(`mode not for chains: ${mode}`);
  if (hash !== SHA_256.id) throw new Malformed(`hash not for chains: ${hash}`);
  if (bits < MINIMUM_PRIME_BITS) throw new Malformed(`prime bits too few for chains: ${bits}`);
  return suiteOf(mode, SHA_256, bits);
}

/** By the number of the proof system, which is Wesolowski's in each. */
const GROUPS: readonly ((reader: Reader) => Make<Group>)[] = [readModulus, readDiscriminant];

function readModulus(reader: Reader): Make<Group> {
  const length = reader.number(4, 'L', MINIMUM_BITS / 8, 1024);
  const bytes = reader.take(length, 'modulus');
  if (bytes[0] === 0) throw new Malformed('modulus: leading zero byte');
  return () => new RsaGroup(integer(bytes), MINIMUM_BITS);
}

function readDiscriminant(reader: Reader): Make<Group> {
  const bits = reader.number(4, 'bits of the discriminant', MINIMUM_BITS, MAX_DISCRIMINANT_BITS);
  if (bits % 32 !== 0) throw new Malformed(`bits of the discriminant out of range: ${bits}, no multiple of 32`);
  const seed = reader.take(reader.number(2, 'length of the seed', 32, 255), 'seed');
  return () => ClassGroup.fromSeed(seed, bits);
}

function readRoots(reader: Reader, t: bigint): Make<Roots> {
  const [bits, counter, length] = [reader.number(2, 'bits of the prime'), reader.number(4, 'counter'), reader.number(1, 'length of the seed')];
  checkTerms(bits, length, counter);
  const seed = reader.take(length, 'seed');
  const segments = reader.number(2, 'number of segments', 1, MAX_SEGMENTS);
  if (t < segments) throw new Malformed(`number of segments: ${segments}, more than steps`);
  return () => ({ field: fieldOf(bits, seed, counter), t, segments });
}

/** A genesis whose terms give no field is malformed. */
function fieldOf(bits: number, seed: Uint8Array, counter: number): RootField {
  try {
    return new RootField(bits, seed, counter);
  } catch (error) {
    throw error instanceof Invalid ? new Malformed(`prime of the roots: ${error.reason}`) : error;
  }
}
