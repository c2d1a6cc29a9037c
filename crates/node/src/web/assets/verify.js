// Verifies one round from its bytes (spec/round.md, spec/wesolowski.md) with BigInt and WebCrypto alone. Runs in browsers and in Node.
//
// What it does not do: verify the tickets' VRF proofs. `heliast verify` does, for every round.

import { concat, fromHex, toBytes, toHex } from './numbers.js';
import { decodeElement, requireUnits, verifyDelay } from './delay.js';
import { hashToGroup, rsaGroup, sha256, tag } from './hashing.js';
import { votes } from './sortition.js';
import { decodeGenesis, decodeRound } from './wire.js';

export const available = () => Boolean(globalThis.crypto?.subtle);

/** The checks in order. Each gets the evidence and what earlier checks found, and throws its reason. */
const CHECKS = [
  ['genesis', 'The genesis hashes to this chain’s id', checkGenesis],
  ['bytes', 'The round’s fields are what its bytes say', checkBytes],
  ['time', 'The round opens on the chain’s time grid, after the round before it', checkTime],
  ['seed', 'The seed is the hash of the previous round’s output', checkSeed],
  ['votes', 'Each seat’s votes follow from its lot and its stake', checkVotes],
  ['entropy', 'The entropy is the hash of all the lots', checkEntropy],
  ['input', 'The delay starts at the group element that the entropy hashes to', checkInput],
  ['units', 'All group elements are canonical and units (gcd)', checkUnits],
  ['delay', 'The delay proof holds: π^l · x^r = ±y mod N', checkDelay],
  ['beacon', 'The randomness is the hash of the delay’s output', checkBeacon],
];

/**
 * Verifies a round. `evidence` holds `chain` (the pinned id, hex) and the JSON of `/v1/genesis`, `/v1/rounds/K`, `/public/K` and, unless K is 1,
 * `/v1/rounds/K-1` as `genesis`, `round`, `public`, `previous`; `asked` is K and `displayed` the randomness (hex) that the reader was shown. Calls `report({id, title, ok, detail, ms})` once per check; after a failure the
 * remaining checks are reported with `ok: null`. Returns whether all checks passed.
 */
export async function verifyRound(evidence, report = () => {}) {
  const found = {};
  let failed = false;
  for (const [id, title, check] of CHECKS) {
    if (failed) {
      report({ id, title, ok: null, detail: 'not reached', ms: 0 });
      continue;
    }
    const start = performance.now();
    try {
      const detail = await check(evidence, found);
      report({ id, title, ok: true, detail, ms: performance.now() - start });
    } catch (error) {
      failed = true;
      report({ id, title, ok: false, detail: error.message, ms: performance.now() - start });
    }
  }
  return !failed;
}

function same(expected, claimed, what) {
  const hex = toHex(expected);
  if (claimed !== hex) throw new Error(`${what}: ${short(hex)} expected, ${short(String(claimed))} claimed`);
  return short(hex);
}

const short = (hex) => (hex.length > 20 ? `${hex.slice(0, 16)}…` : hex);

async function checkGenesis({ chain, genesis }, found) {
  const bytes = fromHex(genesis.bytes);
  const id = await sha256(tag('heliast/chain/v1'), bytes);
  same(id, chain, 'chain id');
  found.chain = id;
  found.genesis = decodeGenesis(bytes);
  found.group = await rsaGroup(found.genesis.modulus);
  return short(chain);
}

function checkBytes({ asked, round, public: shown }, found) {
  const decoded = decodeRound(fromHex(round.bytes), found.genesis);
  const plain = (what, expected, claimed) => {
    if (String(expected) !== String(claimed)) throw new Error(`${what}: the bytes say ${expected}, the field says ${claimed}`);
  };
  if (decoded.number !== BigInt(asked)) throw new Error(`round ${decoded.number} came in the place of round ${asked}`);
  plain('round', decoded.number, round.round);
  plain('round of /public', decoded.number, shown.round);
  plain('time_ms', decoded.time, round.time_ms);
  plain('t', found.genesis.t, round.t);
  plain('number of tickets', decoded.tickets.length, round.tickets.length);
  same(decoded.y, round.y, 'y');
  same(decoded.proof, round.proof, 'proof');
  decoded.tickets.forEach(({ participant, proof }, i) => {
    const ticket = round.tickets[i];
    const { publicKey, stake } = found.genesis.participants[participant];
    plain(`participant of ticket ${i}`, participant, ticket.participant);
    plain(`stake of participant ${participant}`, stake, ticket.stake);
    same(proof, ticket.proof, `VRF proof of participant ${participant}`);
    same(publicKey, ticket.public_key, `public key of participant ${participant}`);
  });
  found.round = decoded;
  return `${round.bytes.length / 2} bytes`;
}

function checkTime({ round, previous }, found) {
  const { genesisTime, period } = found.genesis;
  const { number, time } = found.round;
  if (number < 1n) throw new Error('there is no round 0');
  if (time < genesisTime) throw new Error('it opens before the genesis');
  if ((time - genesisTime) % period !== 0n) throw new Error('its time is off the grid');
  if (number === 1n) return new Date(Number(time)).toISOString();
  found.previous = decodeRound(fromHex(previous.bytes), found.genesis);
  if (found.previous.number !== number - 1n) throw new Error(`round ${found.previous.number} came as the round before`);
  if (found.previous.time >= time) throw new Error('it opens no later than the round before it');
  return new Date(Number(round.time_ms)).toISOString();
}

const beaconPreimage = (chain, { number, y }) => concat(tag('heliast/beacon/v1'), chain, toBytes(number, 8), y);

async function checkSeed({ round, public: shown }, found) {
  const first = found.round.number === 1n;
  const preimage = first ? concat(tag('heliast/seed/v1'), found.chain) : beaconPreimage(found.chain, found.previous);
  found.seed = await sha256(preimage);
  if (!first) same(preimage, shown.previous_signature, 'previous_signature');
  return same(found.seed, round.seed, 'seed');
}

async function checkVotes({ round }, found) {
  const { participants, totalStake, expected } = found.genesis;
  let sum = 0n;
  found.outputs = [];
  for (const { participant, output, votes: claimed } of round.tickets) {
    const { publicKey, stake } = participants[participant];
    const bytes = fromHex(output);
    if (bytes.length !== 64) throw new Error(`the output of participant ${participant} has ${bytes.length} bytes`);
    const won = await votes(bytes, publicKey, stake, totalStake, expected);
    if (won === 0n) throw new Error(`participant ${participant} won no votes`);
    if (String(won) !== String(claimed)) throw new Error(`participant ${participant} won ${won} votes, not ${claimed}`);
    found.outputs.push(bytes);
    sum += won;
  }
  return `${sum} votes in ${round.tickets.length} seats`;
}

async function checkEntropy({ round }, found) {
  const { number, time, tickets } = found.round;
  const lots = tickets.map(({ participant }, i) => {
    const output = found.outputs[i];
    return concat(toBytes(participant, 4), toBytes(output.length, 2), output);
  });
  const head = [tag('heliast/entropy/v1'), found.chain, toBytes(number, 8), toBytes(time, 8), found.seed, toBytes(tickets.length, 4)];
  found.entropy = await sha256(...head, ...lots);
  return same(found.entropy, round.entropy, 'entropy');
}

async function checkInput({ round }, found) {
  found.x = await hashToGroup(found.group, 'heliast/delay-input/v1', found.entropy);
  return same(toBytes(found.x, found.group.length), round.x, 'x');
}

function checkUnits(_evidence, found) {
  found.y = decodeElement(found.group, found.round.y, 'y');
  found.proof = decodeElement(found.group, found.round.proof, 'π');
  requireUnits(found.group, [found.x, found.y, found.proof]);
  return `modulus of ${found.group.modulus.toString(2).length} bits`;
}

async function checkDelay(_evidence, { group, genesis, x, y, proof }) {
  await verifyDelay(group, { x, y, t: genesis.t }, proof, genesis);
  return `${genesis.t} squarings`;
}

async function checkBeacon({ round, displayed, public: shown }, found) {
  const preimage = beaconPreimage(found.chain, found.round);
  same(preimage, shown.signature, 'signature');
  const randomness = await sha256(preimage);
  same(randomness, shown.randomness, 'randomness of /public');
  same(randomness, displayed, 'randomness on the page');
  return same(randomness, round.randomness, 'randomness');
}
