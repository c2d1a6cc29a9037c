// Envelopes (spec/envelope.md): file keys that are sealed at once and opened by anybody who computes a delay. Nobody
// outside the project has reviewed it. Refusals are thrown, divided by their cause, as in @heliast/verify.

export { DelayRecipient, OpeningIdentity, WorkIdentity } from './age.js';
export { checkOpening, KIND, type Lock, openWith, readLock, seal, sealWith, type StanzaLike, unwrap } from './lock.js';
export { class2048, type Place, rsa2048 } from './place.js';
export { openSetup, type Setup } from './setup.js';
export { challengeOf, openWithStamp, work, type Working } from './work.js';
