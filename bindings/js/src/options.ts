// Settings by name: a misspelt setting would count as missing, and would switch its check off.

import { Misuse } from './errors.js';

/** Checks that the options of `what` are an object with no other names than these. Throws `Misuse`. */
export function requireOptions(what: string, options: unknown, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null) throw new Misuse(`${what} takes an object with options`);
  const unknown = Object.keys(options).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Misuse(`${what} has no option ${unknown.join(', ')}: there are ${names.join(', ')}`);
}
