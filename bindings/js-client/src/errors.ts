// What can go wrong between here and the nodes. `Malformed`, `Invalid` and `Misuse` are those of @heliast/verify.

/** What one node did not answer, and why. */
export interface Failure {
  readonly url: string;
  readonly error: unknown;
}

/** No node gave an answer: `failures` says of each why. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    super(`no node answers: ${failures.map(({ url, error }) => `${url}: ${error instanceof Error ? error.message : String(error)}`).join('; ')}`);
    this.failures = failures;
  }
}

/** The round is still to come. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}
