// Makes stamps: `solve` turns a challenge into a stamp, in a thread of Node.

import { Worker } from 'node:worker_threads';
import { requireArguments } from './arguments.js';
import { beside } from './line.js';
import { begin, type Connect, type Options, type Solving } from './start.js';

export { Misuse } from './arguments.js';
export { fromBase64, Malformed, toBase64 } from './bytes.js';
export { type Challenge, readChallenge } from './challenge.js';
export type { KernelName } from './kernels.js';
export type { Progress } from './solver.js';
export type { Options, Solving } from './start.js';
export type { State } from './state.js';
export { fill, LANGUAGES, restOf, type Texts, textsFor } from './texts.js';

const connect: Connect = (place, hear, fail) => {
  if (place === null) return beside('./worker.js', hear, fail);
  const thread = new Worker(new URL(place ?? './thread.js', import.meta.url));
  thread.on('message', hear);
  thread.on('error', fail);
  return { tell: (order) => thread.postMessage(order), close: () => void thread.terminate() };
};

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
