// Errors of refusals, by their cause (spec/README.md).

/**
 * A distinction within a kind. `untrusted`: a frame of finality that is complete, but signed by too few of the presently trusted
 * validators; the frame of another round may lead to its signers.
 */
export type Code = 'untrusted';

/** The maker of the bytes is at fault. */
export abstract class Refused extends Error {
  abstract readonly kind: 'malformed' | 'invalid';
  /** The reason, without the round's number. */
  readonly reason: string;
  /** The round at fault, where several are verified. */
  readonly round: bigint | undefined;
  readonly code: Code | undefined;

  constructor(reason: string, round?: bigint, code?: Code) {
    super(round === undefined ? reason : `round ${round}: ${reason}`);
    this.reason = reason;
    this.round = round;
    this.code = code;
  }
}

/** The bytes are not an object. */
export class Malformed extends Refused {
  override readonly name = 'Malformed';
  readonly kind = 'malformed';
}

/** An object whose claim is false. */
export class Invalid extends Refused {
  override readonly name = 'Invalid';
  readonly kind = 'invalid';
}

/** The caller is at fault. */
export class Misuse extends Error {
  override readonly name = 'Misuse';
}

/** Returns the result of `verify`; its refusals get the number of this round. */
export function inRound<T>(round: bigint, verify: () => T): T {
  try {
    return verify();
  } catch (error) {
    if (error instanceof Malformed) throw new Malformed(error.reason, round, error.code);
    if (error instanceof Invalid) throw new Invalid(error.reason, round, error.code);
    throw error;
  }
}
