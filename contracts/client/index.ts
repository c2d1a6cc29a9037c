export { randomnessAbi, STATES } from './abi.js';
export { addresses, type Addresses, addressOn, type Artifact, artifact, deterministic } from './addresses.js';
export type { Asked } from './deliveries.js';
export { type Evaluator, type Task, heliast } from './evaluator.js';
export { Fulfiller, type Terms } from './fulfiller.js';
export { openKeystore } from './keystore.js';
export { type Asking, Randomness, type Waiting } from './randomness.js';
export { type Claim, listen, markOf, type Round, seedOf } from './rounds.js';
