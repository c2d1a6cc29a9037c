// @heliast/client: follows a beacon and verifies every round.

export { Client, type ClientOptions, type WatchOptions } from './client.js';
export { type Failure, NotYet, Unreachable } from './errors.js';
export { Invalid, Malformed, Misuse, Refused, type VerifiedRound } from '@heliast/verify';
