// Verifies one round for the beacon's web page: checks that its bytes are a valid round, and that everything that the node says about it agrees
// with them. Runs in browsers and in Node.

import { authenticate } from '../src/announcement.js';
import { openBundle } from '../src/bundle.js';
import { fromHex, H, toHex } from '../src/bytes.js';
import { Chain, chainId } from '../src/chain.js';
import * as delays from '../src/delays.js';
import { Invalid } from '../src/errors.js';
import { FinalityVerifier } from '../src/finality.js';
import * as rounds from '../src/round.js';
import * as stateless from '../src/stateless.js';
import type { Tip } from '../src/tip.js';
import * as trees from '../src/trees.js';

/** The pinned chain id, what a reader was shown, and a node's answers about round `asked`. */
export interface Evidence {
  /** Hexadecimal, like all bytes here except the bundle's. */
  chain: string;
  asked: number;
  /** The randomness that the reader was shown. */
  displayed: string;
  /** `/v1/genesis` */
  genesis: { bytes: string };
  /** `/v1/rounds/K` */
  round: RoundAnswer;
  /** `/public/P`, where P is the number of the round's period. */
  public: { round: number; heliast_round: number; randomness: string; signature: string; previous_signature: string };
  /** `/v1/rounds/K-1`, unless K is 1. */
  previous?: { bytes: string } | null;
  /** `/v1/bundle?from=K&to=K`, whose header has the earlier announcements: the keys that are due follow from them. */
  bundle: Uint8Array;
  /** `/v1/network`, the network file; null or missing for a solo chain. */
  network?: Uint8Array | null;
  /** `/v1/rounds/K/finality`; null or missing while the round is not final by `/v1/finality`. */
  finality?: Uint8Array | null;
}

interface RoundAnswer {
  round: number;
  time_ms: number;
  seed: string;
  tickets: TicketAnswer[];
  announcements: { participant: number; serial: number; key: TreeAnswer | null }[];
  entropy: string;
  x: string;
  y: string;
  proof: string;
  t: number;
  randomness: string;
  bytes: string;
}

interface TicketAnswer {
  slot: number;
  participant: number;
  votes: number;
  stake: number;
  /** Of the key that was due. */
  scheme: string;
  public_key: string;
  proof: string;
  output: string;
}

interface TreeAnswer {
  scheme: string;
  public_key: string;
  first: number;
  rounds: number;
}

/** The outcome of a check; `ok` is null if an earlier one failed. */
export interface Report {
  id: string;
  title: string;
  ok: boolean | null;
  detail: string;
  ms: number;
}

/** The results of the checks so far. */
interface Found {
  chain: Chain;
  round: rounds.Round;
  /** Undefined for round 1. */
  previous: rounds.Round | undefined;
  seed: Uint8Array;
  /** The tip on which the round builds. */
  tip: Tip;
  draws: rounds.Draw[];
  lots: rounds.Lot[];
  entropy: Uint8Array;
  inputs: delays.Inputs;
}

type Check = (evidence: Evidence, found: Found) => string;

/** The checks in order. Each throws its reason, or returns a text about its result. */
const CHECKS: readonly (readonly [id: string, title: string, check: Check])[] = [
  ['genesis', 'The genesis hashes to this chain’s id', checkGenesis],
  ['bytes', 'The round’s fields are what its bytes say', checkBytes],
  ['time', 'The round opens on the chain’s time grid, after the round before it', checkTime],
  ['seed', 'The seed is the hash of the previous round’s output', checkSeed],
  ['lots', 'Each lot was drawn with the key that was due: the VRF proofs hold', checkLots],
  ['votes', 'Each seat’s votes follow from its lot and its stake', checkVotes],
  ['entropy', 'The entropy is the hash of all the lots', checkEntropy],
  ['input', 'The delay starts at what the entropy hashes to', checkInput],
  ['units', 'All group elements are canonical and units (gcd)', checkUnits],
  ['delay', 'The delay’s output is the one that its input leads to', checkDelay],
  ['beacon', 'The randomness is the hash of the delay’s output', checkBeacon],
];

/** Calls `report` once for each check, and returns whether all passed. */
export function verifyRound(evidence: Evidence, report: (report: Report) => void = () => {}): boolean {
  const found = {} as Found;
  let good = true;
  for (const [id, title, check] of CHECKS) {
    const start = performance.now();
    const outcome: Outcome = good ? attempt(() => check(evidence, found)) : NOT_REACHED;
    report({ id, title, ...outcome, ms: performance.now() - start });
    good = outcome.ok === true;
  }
  return good;
}

/**
 * Whether a network agreed on a round that {@link verifyRound} has found good, in a sentence. `ok` is false if what should show it is false,
 * and null if nothing does.
 */
export function verifyAgreement({ chain: pinned, network, finality, genesis, round, bundle }: Evidence): Outcome {
  if (!network) return { ok: null, detail: 'A solo chain: nobody else agreed.' };
  if (!finality) return { ok: null, detail: 'The network has not signed it yet.' };
  try {
    const chain = new Chain(fromHex(genesis.bytes), pinned);
    const decoded = rounds.decodeRound(chain, fromHex(round.bytes));
    const keys = openBundle(bundle, chain, 'trusted').before.keys.after(decoded.number, decoded.announcements);
    const tip = { round: decoded.number, timeMs: decoded.timeMs, seed: H(rounds.beaconPreimage(chain, decoded)), keys };
    const { power, total } = new FinalityVerifier(chain, network).verify(finality, tip);
    return { ok: true, detail: `${power} of ${total} power signed it.` };
  } catch (error) {
    if (error instanceof Invalid && error.reason.startsWith('trusted power')) return { ok: null, detail: LESSENED };
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

const LESSENED = 'Validators have lost their power since the network began: “heliast verify --final” follows that.';

type Outcome = Pick<Report, 'ok' | 'detail'>;

const NOT_REACHED: Outcome = { ok: null, detail: 'not reached' };

function attempt(check: () => string): Outcome {
  try {
    return { ok: true, detail: check() };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

function checkGenesis({ chain, genesis }: Evidence, found: Found): string {
  const bytes = fromHex(genesis.bytes);
  const said = same(chainId(bytes), chain, 'chain id');
  found.chain = new Chain(bytes, chain);
  return said;
}

function checkBytes({ asked, round, public: shown }: Evidence, found: Found): string {
  const { genesis } = found.chain;
  const decoded = rounds.decodeRound(found.chain, fromHex(round.bytes));
  if (decoded.number !== BigInt(asked)) throw new Error(`round ${decoded.number} came in the place of round ${asked}`);
  plain('round', decoded.number, round.round);
  plain('round of /public', decoded.number, shown.heliast_round);
  plain('time_ms', decoded.timeMs, round.time_ms);
  plain('period of /public', 1n + (decoded.timeMs - genesis.timeMs) / genesis.periodMs, shown.round);
  plain('t', genesis.t, round.t);
  plain('number of tickets', decoded.tickets.length, round.tickets.length);
  same(delays.encodeOutput(genesis, decoded), round.y, 'y');
  same(delays.encodeProof(genesis, decoded), round.proof, 'proof');
  decoded.tickets.forEach(({ slot, participant, proof }, i) => {
    const ticket = round.tickets[i]!;
    plain(`slot of ticket ${i}`, slot, ticket.slot);
    plain(`participant of ticket ${i}`, participant, ticket.participant);
    same(proof, ticket.proof, `VRF proof of participant ${participant}`);
  });
  checkAnnounced(round, decoded);
  found.round = decoded;
  return `${round.bytes.length / 2} bytes`;
}

function checkAnnounced({ announcements }: RoundAnswer, decoded: rounds.Round): void {
  plain('number of announcements', decoded.announcements.length, announcements.length);
  decoded.announcements.forEach(({ participant, serial, key }, i) => {
    const announced = announcements[i]!;
    plain(`participant of announcement ${i}`, participant, announced.participant);
    plain(`serial number of announcement ${i}`, serial, announced.serial);
    // The fields of proposals and approvals only name their participant: the bytes are compared.
    if (key === null || announced.key === null) {
      if (key !== announced.key) throw new Error(`announcement of participant ${participant}: a withdrawal in the place of a key`);
      return;
    }
    same(key.bytes, announced.key.public_key, `key announced by participant ${participant}`);
    named(trees.nameOf(key), announced.key.scheme, `scheme announced by participant ${participant}`);
    plain(`first round announced by participant ${participant}`, key.first, announced.key.first);
    plain(`rounds announced by participant ${participant}`, trees.roundsOf(key), announced.key.rounds);
  });
}

function checkTime({ previous }: Evidence, found: Found): string {
  const { chain, round } = found;
  if (round.number !== 1n) found.previous = rounds.decodeRound(chain, fromHex(previous?.bytes ?? ''));
  const before = found.previous ?? { number: 0n, timeMs: null };
  if (before.number !== round.number - 1n) throw new Error(`round ${before.number} came as the round before`);
  rounds.checkPlace(chain, { round: before.number, timeMs: before.timeMs }, round);
  return new Date(Number(round.timeMs)).toISOString();
}

function checkSeed({ round, public: shown }: Evidence, found: Found): string {
  const { chain, previous } = found;
  if (previous === undefined) {
    found.seed = chain.start.seed;
  } else {
    const preimage = rounds.beaconPreimage(chain, previous);
    same(preimage, shown.previous_signature, 'previous_signature');
    found.seed = H(preimage);
  }
  return same(found.seed, round.seed, 'seed');
}

function checkLots(evidence: Evidence, found: Found): string {
  const { chain, round } = found;
  const tip = tipBefore(evidence, found);
  authenticate(chain.id, chain.genesis, tip.keys.members, round.announcements);
  tip.keys.after(round.number, round.announcements);
  found.tip = tip;
  found.draws = rounds.draw(chain, tip, round);
  found.draws.forEach(({ participant, key, output }, i) => {
    const ticket = evidence.round.tickets[i]!;
    const scheme = key === null ? stateless.NAMES[chain.genesis.scheme] : trees.nameOf(key);
    named(scheme, ticket.scheme, `scheme of participant ${participant}`);
    same(key?.bytes ?? tip.keys.members.publicKey(participant), ticket.public_key, `public key of participant ${participant}`);
    same(output, ticket.output, `lot of participant ${participant}`);
  });
  return summary(found.draws, round.announcements.length);
}

/** The state before the round. Its seed has been checked; its keys follow from the header of the bundle, and the tickets vouch for them. */
function tipBefore({ bundle }: Evidence, { chain, round, seed }: Found): Tip {
  const { from, before } = openBundle(bundle, chain, 'trusted');
  if (from !== round.number) throw new Error(`the bundle begins with round ${from}`);
  same(seed, toHex(before.seed), 'seed of the bundle');
  return before;
}

/** A sentence about the tickets: how many were drawn by each kind of key. */
function summary(draws: readonly rounds.Draw[], announcements: number): string {
  const drawnByTrees = draws.filter(({ key }) => key !== null).length;
  const kinds = [[drawnByTrees, 'of hash trees'], [draws.length - drawnByTrees, 'of stateless keys']] as const;
  const parts = kinds.filter(([count]) => count > 0).map(([count, kind]) => `${count} ${kind}`);
  const tickets = draws.length === 0 ? 'no tickets' : `${counted(draws.length, 'ticket')}: ${parts.join(', ')}, each by the key that was due`;
  return announcements === 0 ? tickets : `${tickets}; ${counted(announcements, 'announcement')}, proved by stateless keys`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function checkVotes({ round }: Evidence, found: Found): string {
  const { members } = found.tip.keys;
  found.lots = rounds.countVotes(found.chain, found.tip, found.draws);
  found.lots.forEach(({ participant, votes }, i) => {
    plain(`stake of participant ${participant}`, members.stake(participant, found.round.number), round.tickets[i]!.stake);
    plain(`votes of participant ${participant}`, votes, round.tickets[i]!.votes);
  });
  const sum = found.lots.reduce((sum, { votes }) => sum + votes, 0n);
  return `${sum} votes in ${found.lots.length} seats`;
}

function checkEntropy({ round }: Evidence, found: Found): string {
  found.entropy = rounds.entropy(found.chain, found.seed, found.round, found.lots);
  return same(found.entropy, round.entropy, 'entropy');
}

function checkInput({ round }: Evidence, found: Found): string {
  found.inputs = rounds.delayInputs(found.chain, found.entropy);
  return same(delays.encodeInputs(found.chain.genesis, found.inputs), round.x, 'x');
}

function checkUnits(_evidence: Evidence, { chain, round, inputs }: Found): string {
  const { squarings, roots } = chain.genesis;
  const field = roots && `prime of ${roots.field.bits} bits`;
  if (squarings === null) return field!;
  const { group } = squarings;
  group.requireUnits(inputs.squarings!, round.squarings!.y, round.squarings!.proof);
  const said = group.kind === 'rsa' ? `modulus of ${group.bits} bits` : `reduced forms, discriminant of ${group.bits} bits`;
  return field === null ? said : `${said}; ${field}`;
}

function checkDelay(_evidence: Evidence, { chain, round, inputs }: Found): string {
  rounds.checkDelays(chain, inputs, round);
  const { squarings, roots } = chain.genesis;
  const equation = squarings?.group.kind === 'rsa' ? 'π^l · x^r = ±y mod N' : 'π^l · x^r = y';
  const parts = [squarings && `${squarings.t} squarings: ${equation}`, roots && `${roots.t} roots, squared back to x`];
  return parts.filter((part) => part !== null).join('; ');
}

function checkBeacon({ round, displayed, public: shown }: Evidence, found: Found): string {
  const preimage = rounds.beaconPreimage(found.chain, found.round);
  same(preimage, shown.signature, 'signature');
  const randomness = H(preimage);
  same(randomness, shown.randomness, 'randomness of /public');
  same(randomness, displayed, 'randomness on the page');
  return same(randomness, round.randomness, 'randomness');
}

/** Checks that a node's field has the right bytes; returns them in short. */
function same(expected: Uint8Array, claimed: string, what: string): string {
  const hex = toHex(expected);
  if (claimed !== hex) throw new Error(`${what}: ${short(hex)} expected, ${short(String(claimed))} claimed`);
  return short(hex);
}

/** The same for a number, which has the precision of JSON. */
function plain(what: string, expected: bigint | number, claimed: number): void {
  if (Number(expected) !== claimed) throw new Error(`${what}: the bytes say ${expected}, the field says ${claimed}`);
}

function named(expected: string, claimed: string, what: string): void {
  if (expected !== claimed) throw new Error(`${what}: ${expected} expected, ${claimed} claimed`);
}

const short = (hex: string): string => (hex.length > 20 ? `${hex.slice(0, 16)}…` : hex);
