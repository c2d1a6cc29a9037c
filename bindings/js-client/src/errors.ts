// What can't be had, besides what is refused (`Malformed`, `Invalid`) and misused (`Misuse`) as in @heliast/verify.

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
