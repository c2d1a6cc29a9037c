// Errors of unavailable answers, in addition to refusals (`Malformed`, `Invalid`) and `Misuse` of @heliast/verify.
import { Invalid, type Refused } from '@heliast/verify';

/** No node gave an answer. `causes` has the error of each node, by its URL. */
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

/** An answer with a status other than 200. A node that gives one can be reached. */
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

/** Returned rounds up to `round` do not belong to the chain, as later rounds show: some of them have to be requested
 * again. */
export class Branched extends Invalid {}

/** A node continues with another branch than the verified one, which need not be its fault. */
export class Elsewhere extends Error {
  override readonly name = 'Elsewhere';
}

/** Verified rounds after `common` belong to a branch that is not the chain's. */
export class Turned extends Error {
  override readonly name = 'Turned';

  constructor(
    override readonly cause: Refused,
    readonly common: bigint,
  ) {
    super(cause.message);
  }
}
