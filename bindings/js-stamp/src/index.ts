// Makes stamps: `solve` turns a challenge into a stamp, in a worker of a browser.

import { requireArguments } from './arguments.js';
import { connect } from './line.js';
import { begin, type Options, type Solving } from './start.js';

export { Misuse } from './arguments.js';
export { fromBase64, Malformed, toBase64 } from './bytes.js';
export { type Challenge, readChallenge } from './challenge.js';
export type { KernelName } from './kernels.js';
export type { Progress } from './solver.js';
export type { Options, Solving } from './start.js';
export type { State } from './state.js';
export { fill, LANGUAGES, restOf, type Texts, textsFor } from './texts.js';

/**
 * Begins with a challenge, given as bytes or in base64, and returns an object that pauses and resumes it. Throws {@link
 * Malformed} for other text, and {@link Misuse} for arguments of another kind.
 */
export const start = (challenge: Uint8Array | string, options: Options = {}): Solving => {
  requireArguments(challenge, options);
  return begin(connect, challenge, options);
};

/**
 * The stamp of a challenge. Rejected with {@link Malformed} if it is not a challenge, with {@link Misuse} for arguments
 * of another kind, and with the signal's reason if that ends it.
 */
export const solve = async (challenge: Uint8Array | string, options: Options = {}): Promise<Uint8Array> =>
  start(challenge, options).stamp;
