// The equation of Wesolowski's proof that y = x^(2^t) (spec/wesolowski.md), on elements.

import { concat, tag, uint } from './bytes.js';
import { Invalid } from './errors.js';
import type { Element, Group } from './group.js';
import { encodeSuite, hashToPrime, hintedPrime, type Suite } from './hash-to-prime.js';
import { modPow } from './numbers.js';

/** y = x^(2^t), if it is true. */
export interface Statement {
  readonly x: Element;
  readonly y: Element;
  readonly t: bigint;
}

type Input = Omit<Statement, 'y'>;

/** Further inputs of the challenge, in addition to suite and statement. */
export interface Drawing {
  /** Names the challenge prime of a hinted suite; without one it is the first. */
  readonly hint?: number | undefined;
  /** The context to which the proof is bound, up to 255 bytes, if there is one. */
  readonly context?: Uint8Array | undefined;
}

/** The input of the delay that a message fixes. */
export const delayInput = (group: Group, message: Uint8Array): Element => group.hash('heliast/delay-input/v1', message);

/** Returns if π proves the statement. */
export function checkOutput(group: Group, suite: Suite, statement: Statement, pi: Element, drawing: Drawing = {}): void {
  requireInput(group, statement);
  group.requireUnits(statement.x, statement.y, pi);
  const l = challenge(group, suite, statement, drawing);
  if (!group.isEqual(rightSide(group, statement, pi, l), statement.y)) throw new Invalid('delay proof fails');
}

/** y, recovered from π and l. */
export function recoverOutput(group: Group, suite: Suite, { x, t }: Input, pi: Element, l: bigint, drawing: Drawing = {}): Element {
  requireInput(group, { x, t });
  if ((l & 1n) === 0n) throw new Invalid('l even');
  if (l < 1n << BigInt(suite.bits - 64)) throw new Invalid('l short');
  group.requireUnits(x, pi);
  const y = rightSide(group, { x, t }, pi, l);
  if (challenge(group, suite, { x, y, t }, drawing) !== l) throw new Invalid('delay proof fails: l is not the challenge');
  return y;
}

/** The prime l. */
export function challenge(group: Group, suite: Suite, { x, y, t }: Statement, { hint, context }: Drawing = {}): bigint {
  const statement = concat(group.id, uint(t, 8), uint(group.length, 4), group.encode(x), group.encode(y));
  const bound = context === undefined ? [] : [uint(context.length, 1), context];
  const transcript = concat(tag('heliast/wesolowski/v1'), encodeSuite(suite), statement, ...bound);
  return hint === undefined ? hashToPrime(suite, transcript).prime : hintedPrime(suite, transcript, hint);
}

const MAX_T = (1n << 48n) - 1n;

function requireInput(group: Group, { x, t }: Input): void {
  group.requireSound();
  if (t < 1n || t > MAX_T) throw new Invalid(`t out of range: ${t}`);
  if (group.isIdentity(x)) throw new Invalid('x: identity');
}

/** π^l · x^r with r = 2^t mod l. */
const rightSide = (group: Group, { x, t }: Input, pi: Element, l: bigint): Element =>
  group.power2(pi, l, x, modPow(2n, t, l));
