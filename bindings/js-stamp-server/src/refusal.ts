// Why a stamp is not taken (spec/stamp.md, "Checking").

const WORDS = {
  length: ['malformed', 'a stamp has another length here'],
  version: ['malformed', 'these are no bytes of a stamp of this version and form'],
  issuer: ['malformed', "the stamp's challenge was given out by another issuer"],
  terms: ['malformed', "the stamp's terms are out of range"],
  resource: ['invalid', 'the stamp was made for another resource'],
  client: ['invalid', 'the stamp was made by another client'],
  difficulty: ['invalid', 'the stamp took fewer squarings than are asked for'],
  early: ['invalid', "the stamp's challenge is from the future: the clocks of two machines differ"],
  late: ['invalid', 'the stamp came late: ask for a new challenge'],
  forged: ['invalid', "the issuer did not give out the stamp's challenge"],
  delay: ['invalid', "this machine is not prepared for the stamp's squarings, which another one has asked for"],
  element: ['malformed', "the stamp's answer is no element of the group"],
  false: ['invalid', "the stamp's answer is wrong: nobody has done its squarings"],
  spent: ['invalid', 'the stamp was spent before: ask for a new challenge'],
} as const;

/** A name of spec/stamp.md. */
export type Reason = keyof typeof WORDS;

/** A stamp that is not taken: `reason` is the first that applies, in the order of spec/stamp.md. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: Reason;
  /** Whether the bytes are no stamp, or one whose claim is false. */
  readonly kind: 'malformed' | 'invalid';

  constructor(reason: Reason) {
    super(WORDS[reason][1]);
    this.reason = reason;
    this.kind = WORDS[reason][0];
  }
}

/** Nobody knows whether a stamp was spent: it is not taken, and the operator has to look. */
export class SpentError extends Error {
  override readonly name = 'SpentError';
}
