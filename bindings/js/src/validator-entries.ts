// Changes of a network's validators as they are announced (spec/validators.md). Keys and proofs are not checked here.

import { concat, equal, Reader, uint } from './bytes.js';
import { Malformed } from './errors.js';

/** The power that a validator will have. */
export interface ValidatorEntry {
  /** 1: Ed25519; 2: ML-DSA-65. */
  readonly keyType: number;
  readonly key: Uint8Array;
  /** 0: it leaves. */
  readonly power: bigint;
  /** A signature of the key, or empty. */
  readonly proof: Uint8Array;
}

const MAX_ENTRIES = 4;
/** Lengths of keys and signatures, by the key's type from 1 on. */
const LENGTHS = [
  { key: 32, signature: 64 },
  { key: 1952, signature: 3309 },
] as const;

/** Bytes of the longest entries, with their length. */
export const MAX_ENTRIES_LENGTH = 2 + MAX_ENTRIES * (1 + 2 + LENGTHS[1].key + 8 + 2 + LENGTHS[1].signature);

/** u16(len) ‖ 1 to 4 entries. Throws `Malformed`. */
export function readEntries(reader: Reader): ValidatorEntry[] {
  const inner = new Reader(reader.take(reader.number(2, 'length of the entries'), 'entries'), '');
  const entries: ValidatorEntry[] = [];
  while (!inner.isAtEnd && entries.length < MAX_ENTRIES) entries.push(readEntry(inner));
  inner.end();
  if (entries.length === 0) throw new Malformed('no entries');
  const isTwice = entries.some((one, i) => entries.slice(0, i).some((other) => other.keyType === one.keyType && equal(other.key, one.key)));
  if (isTwice) throw new Malformed('public key: twice');
  return entries;
}

function readEntry(reader: Reader): ValidatorEntry {
  const keyType = reader.number(1, 'key type', 1, LENGTHS.length);
  const lengths = LENGTHS[keyType - 1]!;
  reader.number(2, 'public key length', lengths.key, lengths.key);
  const key = reader.take(lengths.key, 'public key');
  const power = reader.integer(8, 'power', 0, Number.MAX_SAFE_INTEGER);
  const length = reader.number(2, 'length of the proof');
  if (length !== 0 && (length !== lengths.signature || power === 0n)) throw new Malformed(`length of the proof out of range: ${length}`);
  return { keyType, key, power, proof: reader.take(length, 'proof') };
}

export function encodeEntries(entries: readonly ValidatorEntry[]): Uint8Array {
  const bytes = concat(
    ...entries.flatMap(({ keyType, key, power, proof }) => [uint(keyType, 1), uint(key.length, 2), key, uint(power, 8), uint(proof.length, 2), proof]),
  );
  return concat(uint(bytes.length, 2), bytes);
}
