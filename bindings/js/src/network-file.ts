// The network file and the engine's sets of validators (spec/network.md).

import { ed25519 } from '@noble/curves/ed25519.js';
import { H, Reader, tag, toHex } from './bytes.js';
import * as engine from './engine.js';
import { Malformed } from './errors.js';
import * as mlDsa from './ml-dsa.js';

export type KeyType = 'Ed25519' | 'ML-DSA-65';

interface Scheme {
  readonly name: KeyType;
  readonly keyLength: number;
  readonly signatureLength: number;
  /** Of the engine's protobuf. */
  readonly field: number;
  verifies(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  check(key: Uint8Array): void;
}

/** By their numbers in the file, from 1. */
const SCHEMES: readonly Scheme[] = [
  { name: 'Ed25519', keyLength: 32, signatureLength: 64, field: 1, verifies: verifiesEd25519, check: checkEd25519 },
  { name: 'ML-DSA-65', keyLength: mlDsa.KEY_LENGTH, signatureLength: mlDsa.SIGNATURE_LENGTH, field: 4, verifies: mlDsa.verifies, check: () => {} },
];

/** A validator, which votes on blocks. */
export interface Validator {
  readonly keyType: KeyType;
  readonly key: Uint8Array;
  readonly power: bigint;
}

/** The times until which validators insist on tickets that a proposer leaves out, in milliseconds since they had the previous block. */
export interface Insisting {
  /** g: validators insist on the tickets that they have by then. */
  readonly withinMs: number;
  /** x: from then on validators do not insist. */
  readonly untilMs: number;
}

/** The terms on which a network's first validators have agreed. */
export interface NetworkFile {
  /** w: blocks from the opening of a round to its closing. */
  readonly windowBlocks: number;
  /** c: milliseconds of block time from the opening of a round to its closing, at least. */
  readonly windowMs: number;
  /** In files of version 2. */
  readonly insisting?: Insisting;
  readonly validators: readonly Validator[];
  /** The nonce of the network's genesis. */
  readonly nonce: Uint8Array;
}

export const MAX_VALIDATORS = 200;

/** Throws `Malformed` unless the bytes are a network file. */
export function decodeNetworkFile(bytes: Uint8Array): NetworkFile {
  const reader = new Reader(bytes, 'HLNW');
  const version = reader.number(1, 'version', 1, 2);
  const windowBlocks = reader.number(4, 'w', 1, 100);
  const windowMs = reader.number(4, 'c', 0, 86_400_000);
  const insisting = version === 1 ? {} : { insisting: readInsisting(reader) };
  const count = reader.number(2, 'number of validators', 1, MAX_VALIDATORS);
  const validators = Array.from({ length: count }, () => readValidator(reader));
  reader.take(32, 'salt');
  reader.end();
  checkValidators(validators);
  if (validators.some(({ keyType }) => keyType !== validators[0]!.keyType)) throw new Malformed('validators: keys of two types');
  return { windowBlocks, windowMs, ...insisting, validators, nonce: H(tag('heliast/network/v1'), bytes) };
}

function readInsisting(reader: Reader): Insisting {
  const withinMs = reader.number(4, 'g', 1, 60_000);
  const untilMs = reader.number(4, 'x', 1, 86_400_000);
  if (withinMs >= untilMs) throw new Malformed('x: not later than g');
  return { withinMs, untilMs };
}

export function readValidator(reader: Reader): Validator {
  const scheme = SCHEMES[reader.number(1, 'key type', 1, SCHEMES.length) - 1]!;
  reader.number(2, 'public key length', scheme.keyLength, scheme.keyLength);
  const key = reader.take(scheme.keyLength, 'public key');
  scheme.check(key);
  return { keyType: scheme.name, key, power: reader.integer(8, 'power', 1) };
}

export function checkValidators(validators: readonly Validator[]): void {
  if (totalPower(validators) >= 1n << 53n) throw new Malformed('total power out of range');
  if (new Set(validators.map(({ key }) => toHex(key))).size < validators.length) throw new Malformed('public key: twice');
}

export const totalPower = (validators: readonly Validator[]): bigint => validators.reduce((sum, { power }) => sum + power, 0n);

const schemeOf = ({ keyType }: Validator): Scheme => SCHEMES.find(({ name }) => name === keyType)!;

export const signatureLength = (validator: Validator): number => schemeOf(validator).signatureLength;

export const verifies = (validator: Validator, message: Uint8Array, signature: Uint8Array): boolean =>
  schemeOf(validator).verifies(validator.key, message, signature);

/** The validator with this key, by the number of its type. Throws `Malformed` if no validator can have it. */
export function validatorOf(keyType: number, key: Uint8Array, power: bigint): Validator {
  const scheme = SCHEMES[keyType - 1];
  if (scheme === undefined || key.length !== scheme.keyLength) throw new Malformed('no key of a validator');
  scheme.check(key);
  return { keyType: scheme.name, key, power };
}

/** The number of a key's type. */
export const typeNumber = ({ keyType }: Validator): number => SCHEMES.findIndex(({ name }) => name === keyType) + 1;

/** In the engine's order. */
export const inOrder = (validators: readonly Validator[]): Validator[] =>
  [...validators].sort((a, b) => (a.power === b.power ? (address(a) < address(b) ? -1 : 1) : a.power > b.power ? -1 : 1));

/** Whether they are in the engine's order: the greatest power first, those of equal power by their addresses. */
export function isOrdered(validators: readonly Validator[]): boolean {
  return validators.every((one, i) => {
    const before = validators[i - 1];
    if (before === undefined || before.power > one.power) return true;
    return before.power === one.power && address(before) < address(one);
  });
}

const address = ({ key }: Validator): string => toHex(H(key).subarray(0, 20));

/** The hash of a set of validators in a header. */
export const setHash = (validators: readonly Validator[]): Uint8Array =>
  engine.merkleRoot(validators.map((one) => engine.simpleValidator(schemeOf(one).field, one.key, one.power)));

export const engineChainId = (chainId: Uint8Array): string => `heliast-${toHex(chainId.subarray(0, 20))}`;

/** As ZIP 215 says. */
function verifiesEd25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return ed25519.verify(signature, message, key, { zip215: true });
}

/** Anybody can sign for a key of small order. */
function checkEd25519(key: Uint8Array): void {
  let isSmall = true;
  try {
    isSmall = ed25519.Point.fromBytes(key, true).isSmallOrder();
  } catch {
    // The bytes are not a point.
  }
  if (isSmall) throw new Malformed('Ed25519 key: no point of the curve of large order');
}

