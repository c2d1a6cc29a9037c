// @heliast/stamp-server: asks the visitors of a service for stamps (spec/stamp.md). Solvers: @heliast/stamp, and `heliast stamp solve`.

export { networkOf } from './client.js';
export { COOKIE, type DoorOptions } from './door.js';
export { type ExpressOptions, type NodeRequest, type NodeResponse, stamps } from './express.js';
export { type FetchOptions, type Handler, withStamps } from './fetch.js';
export { Passes } from './pass.js';
export { PrivateIssuer, type Trapdoor } from './private.js';
export { PublicChecker, PublicIssuer } from './public.js';
export { type Reason, Refusal, SpentError } from './refusal.js';
export { MemorySpent, type Redis, RedisSpent, type Spent } from './spent.js';
export { clientDigest, type Expected, type Form, type Paid, resourceDigest, type Terms, termsFor } from './terms.js';
export { type Client, type Pass, Till, type TillOptions } from './till.js';
