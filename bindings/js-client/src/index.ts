// @heliast/client: follows a beacon over its nodes' API (spec/http.md), and gives verified rounds only.

export { Invalid, Malformed, Misuse, type VerifiedRound } from '@heliast/verify';
export { Client, type Options, type WatchOptions } from './client.js';
export { Branched, NotYet, Unreachable } from './errors.js';
export type { Fetch } from './http.js';
export type { Trouble } from './nodes.js';
