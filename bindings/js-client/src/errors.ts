// What can't be had, besides what is refused (`Malformed`, `Invalid`) and misused (`Misuse`) as in @heliast/verify.
import { Invalid, type Refused } from '@heliast/verify';

/** No node gave an answer. `causes` has what each of them did, by its URL. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  readonly causes: ReadonlyMap<string, Error>;

  constructor(what: string, causes: ReadonlyMap<string, Error>) {
    super(`${what}: no node gave it: ${[...causes].map(([url, error]) => `${url}: ${error.message}`).join('; ')}`);
    this.causes = causes;
  }
}

/** A round that is not there yet: it has not been made. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

/** An answer of another status than 200. Who gives one is there. */
export class Status extends Error {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    super(`${status} ${reason}`);
  }
}

/** Nodes differ about a round that is so new that nobody knows who is right. */
export class Undecided extends NotYet {}

/** Rounds that were given up to `round` are not of the chain, as later ones show: some of them have to be asked for again. */
export class Branched extends Invalid {}

/** A node goes on with another branch than the one that has been verified, which need not be its fault. */
export class Elsewhere extends Error {
  override readonly name = 'Elsewhere';
}

/** Rounds after `common`, which had been verified, are of a branch that is not the chain's. */
export class Turned extends Error {
  override readonly name = 'Turned';

  constructor(
    override readonly cause: Refused,
    readonly common: bigint,
  ) {
    super(cause.message);
  }
}
