// Checks the arguments of `solve` and `start`. The component and the gate's page, which are built to be small, give
// correct ones.

import type { Options } from './start.js';

/** The caller is at fault. */
export class Misuse extends Error {
  override name = 'Misuse';
}

type Check = readonly [what: string, isRight: (value: unknown) => boolean];

const FUNCTION: Check = ['a function', (value) => typeof value === 'function'];
const OPTIONS: Record<keyof Options, Check> = {
  onProgress: FUNCTION,
  onState: FUNCTION,
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
  // Anything that is not a state of this challenge is ignored.
  resume: ['anything', () => true],
  pauseWhenHidden: ['true or false', (value) => typeof value === 'boolean'],
  kernel: ["'fmi', 'dot' or 'bigint'", (value) => ['fmi', 'dot', 'bigint'].includes(value as string)],
  worker: ['a URL, or null', (value) => value === null || typeof value === 'string' || value instanceof URL],
};

/** Throws {@link Misuse} unless these are a challenge's bytes or text, and known options. An option that is undefined
 * counts as missing. */
export function requireArguments(challenge: unknown, options: unknown): void {
  if (typeof challenge !== 'string' && !(challenge instanceof Uint8Array)) throw new Misuse('a challenge is a Uint8Array, or its text in base64');
  if (typeof options !== 'object' || options === null) throw new Misuse('options are an object');
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) throw new Misuse(`there is no option ${name}, only ${Object.keys(OPTIONS).join(', ')}`);
    const [what, isRight] = OPTIONS[name as keyof Options];
    if (value !== undefined && !isRight(value)) throw new Misuse(`${name} is ${what}`);
  }
}
