// @heliast/stamp-server: gives out challenges, and accepts each stamp once (spec/stamp.md).

export type { Binding } from './binding.js';
export type { CounterOptions } from './counter.js';
export { Refusal, type RefusalName, SpentUnknown } from './errors.js';
export { type IncomingRequest, type Middleware, type OutgoingResponse, stamps, type StampsOptions } from './express.js';
export { type FetchOptions, type Handler, withStamps } from './fetch.js';
export type { Issuer } from './issuer.js';
export type { Prices } from './pace.js';
export { PrivateIssuer } from './private.js';
export { PublicChecker, PublicIssuer } from './public.js';
export { rsa2048 } from './rsa-2048.js';
export { MemorySpent, type RedisLike, RedisSpent, type Spent } from './spent.js';
export { clientDigest, type Expected, type Paid, resourceDigest, type Terms } from './terms.js';
export { type Pass, Till, type TillOptions } from './till.js';
export { readSecret, Trapdoor } from './trapdoor.js';
