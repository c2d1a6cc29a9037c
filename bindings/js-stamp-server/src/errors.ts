// The reasons for which a stamp is refused (spec/stamp.md, "Checking").

import { Refused } from '@heliast/verify';

const MESSAGES = {
  length: 'stamps of this form and group have another length',
  version: 'these are not bytes of a stamp of this version and form',
  issuer: "the stamp's challenge was given out by another issuer",
  terms: "the stamp's terms are out of range",
  resource: 'the stamp was made for another resource',
  client: 'the stamp was made by another client',
  difficulty: 'the stamp took fewer squarings than are asked for',
  early: "the stamp's challenge is from the future: the clocks of two machines differ",
  late: 'the stamp came late',
  forged: "the issuer did not give out the stamp's challenge",
  delay: 'this machine is not prepared for as many squarings, which another one has asked for',
  element: "the stamp's answer is not an element of the group",
  false: "the stamp's answer is wrong: nobody has done its squarings",
  forgotten: 'the stamp may have been spent before, which is forgotten: a clock was set back',
  spent: 'the stamp was spent before',
} as const;

/** The reasons of `spec/stamp.md`, in the order of the checks. */
export type RefusalName = keyof typeof MESSAGES;

const MALFORMED: ReadonlySet<RefusalName> = new Set(['length', 'version', 'issuer', 'terms', 'element']);

/** A stamp that is not accepted. `kind` says who is at fault, as in `@heliast/verify`. */
export class Refusal extends Refused {
  override readonly name = 'Refusal';
  readonly kind: 'malformed' | 'invalid';
  readonly why: RefusalName;

  constructor(why: RefusalName) {
    super(MESSAGES[why]);
    this.why = why;
    this.kind = MALFORMED.has(why) ? 'malformed' : 'invalid';
  }
}

/** It is unknown whether a stamp was spent before: the list is full, or cannot be reached. The stamp is not
 * accepted. */
export class SpentUnknown extends Error {
  override readonly name = 'SpentUnknown';
}
