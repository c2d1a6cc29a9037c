export { randomnessAbi, STATES } from './abi.js';
export { addresses, type Addresses, addressOn, type Artifact, artifact, deterministic } from './addresses.js';
export { type Asking, Randomness, type Waiting } from './randomness.js';
export { type Asked, type Claim, listen, markOf, type Round, seedOf } from './rounds.js';
