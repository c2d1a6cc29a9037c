// The genesis and round formats (spec/round.md), decoded strictly: every error is thrown with its reason.

import { fromBytes } from './numbers.js';

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }
  take(length, what) {
    if (this.at + length > this.bytes.length) throw new Error(`cut off in ${what}`);
    this.at += length;
    return this.bytes.slice(this.at - length, this.at);
  }
  number(width, what) {
    return fromBytes(this.take(width, what));
  }
  expect(value, width, what) {
    const found = this.number(width, what);
    if (found !== value) throw new Error(`${what} is ${found}, expected ${value}`);
  }
  end() {
    if (this.at !== this.bytes.length) throw new Error(`${this.bytes.length - this.at} bytes too many`);
  }
}

const magic = (text) => fromBytes(new TextEncoder().encode(text));

export function decodeGenesis(bytes) {
  const reader = new Reader(bytes);
  reader.expect(magic('HLGN'), 4, 'magic');
  reader.expect(1n, 1, 'version');
  const vrf = Number(reader.number(1, 'VRF scheme'));
  if (vrf !== 3 && vrf !== 4) throw new Error(`VRF scheme ${vrf} is unknown`);
  reader.expect(0n, 1, 'proof system');
  const mode = Number(reader.number(1, 'hash-to-prime mode'));
  reader.expect(0n, 1, 'hash');
  const bits = Number(reader.number(2, 'prime bits'));
  if (bits < 200) throw new Error(`challenge primes of ${bits} bits are below a chain's minimum of 200`);
  const t = reader.number(8, 't');
  const genesisTime = reader.number(8, 'genesis time');
  const period = reader.number(4, 'period');
  const expected = reader.number(4, 'expected votes');
  const length = Number(reader.number(4, 'modulus length'));
  const modulus = reader.number(length, 'modulus');
  const count = Number(reader.number(4, 'participants'));
  const participants = [];
  for (let i = 0; i < count; i++) {
    reader.expect(BigInt(vrf), 1, `scheme of participant ${i}`);
    const publicKey = reader.take(Number(reader.number(2, 'key length')), `key of participant ${i}`);
    participants.push({ publicKey, stake: reader.number(8, `stake of participant ${i}`) });
  }
  reader.take(32, 'nonce');
  reader.end();
  const totalStake = participants.reduce((sum, { stake }) => sum + stake, 0n);
  return { vrf, mode, bits, t, genesisTime, period, expected, length, modulus, participants, totalStake };
}

export function decodeRound(bytes, genesis) {
  const reader = new Reader(bytes);
  reader.expect(magic('HLRD'), 4, 'magic');
  reader.expect(1n, 1, 'version');
  const number = reader.number(8, 'round number');
  const time = reader.number(8, 'time');
  const count = Number(reader.number(4, 'tickets'));
  const tickets = [];
  for (let i = 0; i < count; i++) {
    const participant = Number(reader.number(4, `ticket ${i}`));
    if (participant >= genesis.participants.length) throw new Error(`participant ${participant} does not exist`);
    if (i > 0 && participant <= tickets[i - 1].participant) throw new Error('tickets out of order');
    reader.expect(80n, 2, `proof length of ticket ${i}`);
    tickets.push({ participant, proof: reader.take(80, `proof of ticket ${i}`) });
  }
  const y = reader.take(genesis.length, 'y');
  const proof = reader.take(genesis.length, 'the delay proof');
  reader.end();
  return { number, time, tickets, y, proof };
}
