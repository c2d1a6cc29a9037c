// Proof files of the systems that are not verified here, Pietrzak's and in segments (spec/wesolowski.md).

import type { Reader } from './bytes.js';
import { Malformed, Misuse } from './errors.js';
import { readSuite } from './prime-hashes.js';

/** The numbers of proof systems. */
export const [WESOLOWSKI, PIETRZAK, LAST_SYSTEM] = [0, 1, 2] as const;
/** The most segments, and the most halvings from one to the next. */
const MAX_CUT = 16;
/** Squarings that Pietrzak's verifier does. */
const DIRECT = 1024n;

/** Reads a file on from its suite, so that bytes that are not a file are `Malformed`; one that is a file is `Misuse`. */
export function refuseOther(reader: Reader, system: number, form: number, maxLength: number): never {
  if (form !== 0) throw new Malformed(`form out of range: ${form}`);
  if (system === PIETRZAK) reader.number(4, 'suite', 0, 0);
  else readSuite(reader);
  const t = reader.integer(8, 't');
  reader.take(32, 'group id');
  const length = reader.number(4, 'L', 0, maxLength);
  reader.take(2 * length, 'x and y');
  reader.take(length * (system === PIETRZAK ? midpoints(t) : segmentElements(reader)), 'proof');
  reader.end();
  const name = system === PIETRZAK ? "of Pietrzak's" : 'in segments';
  throw new Misuse(`the file has a proof ${name}: only Wesolowski's proofs of a whole delay are verified here`);
}

/** The least i with floor(t/2^i) <= 1024 (spec/pietrzak.md). */
function midpoints(t: bigint): number {
  let count = 0;
  for (; t > DIRECT; t >>= 1n) count++;
  return count;
}

/** 2s − 1 (spec/segments.md). */
function segmentElements(reader: Reader): number {
  const segments = reader.number(1, 'number of segments', 1, MAX_CUT);
  reader.number(1, 'cut', 1, segments === 1 ? 1 : MAX_CUT);
  return 2 * segments - 1;
}
