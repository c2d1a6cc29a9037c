// @heliast/verify: bytes in, verified values out. Refusals are thrown, divided by their cause: `Malformed` (the bytes
// are not an object), `Invalid` (their claim is false); `Misuse` is a mistake of the caller.

export type { Announcement, Keys, Statement } from './announcement.js';
export { type Bundle, type FramedRound, openBundle, type Start, type VerifiedBundle, verifyBundle } from './bundle.js';
export { fromHex, toHex } from './bytes.js';
export type { Approval, Join, MemberChange, Proposal, StakeChange, ValidatorChange } from './change.js';
export { Chain, derive, type VerifiedRound } from './chain.js';
export { ClassGroup } from './class-group.js';
export type { Delays, Roots, Squarings } from './delay-rules.js';
export type { Inputs, Outputs, RootsOutput, SquaringsOutput } from './delays.js';
export { type Code, Invalid, Malformed, Misuse, Refused } from './errors.js';
export { FinalityVerifier, isFinality, type Signed } from './finality.js';
export type { Genesis, Participant } from './genesis.js';
export type { Form } from './forms.js';
export { type DelayGroup, type Element, type Group, RsaGroup } from './group.js';
export type { AdoptedChange, Members, OpenProposal } from './members.js';
export type { Mode, PrimeHash, Suite } from './hash-to-prime.js';
export { decodeNetworkFile, type Insisting, type KeyType, type NetworkFile, type Validator } from './network-file.js';
export { ANY_CHAIN, type Pin } from './pin.js';
export { RootField } from './root-field.js';
export type { Draw, Lot, Round, Ticket } from './round.js';
export type { Turn } from './stateful.js';
export type { Tip } from './tip.js';
export type { TreeKey } from './trees.js';
export type { ValidatorEntry } from './validator-entries.js';
export { ValidatorList } from './validator-list.js';

export * as avrf from './avrf.js';
export * as ecvrf from './ecvrf.js';
export * as ivrf from './ivrf.js';
export * as roots from './roots.js';
export * as sortition from './sortition.js';
export * as wesolowski from './wesolowski.js';
export * as xvrf from './xvrf.js';
