// A coordinator on a chain of its own, with what a test needs to go through its rounds.
import { zeroAddress, zeroHash } from 'viem';
import { startChain } from './chain.mjs';
import { canonical } from './oracle.mjs';
import { encode, evaluate, markOf, proof, prove, seedOf, wordOf } from './prover.mjs';

export const TERMS = {
  squarings: 300n,
  span: 4,
  margin: 2,
  window: 10,
  ramp: 50,
  price: 160_000_000_000_000n,
  bond: 10n ** 18n,
};
export const STATES = ['Open', 'Drawn', 'Claimed', 'Disputed', 'Final'];

export async function start(terms = {}, hardfork = 'osaka') {
  const chain = await startChain(hardfork);
  const all = { ...TERMS, ...terms };
  const contract = await chain.deploy('HeliastRandomness', [all]);
  return new Coordinator(chain, contract, all);
}

export class Coordinator {
  constructor(chain, contract, terms) {
    Object.assign(this, { chain, contract, terms });
  }

  send(name, args, options) {
    return this.chain.send(this.contract, name, args, options);
  }

  call(name, ...args) {
    return this.chain.call(this.contract, name, args);
  }

  /** The round of the block that comes next. */
  async nextRound() {
    return ((await this.chain.public.getBlockNumber()) + 1n) / BigInt(this.terms.span);
  }

  /** Mines until the next block is the first of a round. */
  async align() {
    while (((await this.chain.public.getBlockNumber()) + 1n) % BigInt(this.terms.span) !== 0n) await this.chain.mine();
  }

  /** Asks as an account, or by a consumer contract; the request's number. */
  async ask({ from = 0, tip = 0n, gasLimit = 0, consumer } = {}) {
    const value = this.terms.price + tip;
    const receipt = consumer
      ? await this.chain.send(consumer, 'ask', [gasLimit], { from, value })
      : await this.send('request', [gasLimit], { from, value });
    const [made] = await this.events('Requested', receipt.blockNumber);
    return made.args.request;
  }

  events(eventName, block) {
    const { abi, address } = this.contract;
    return this.chain.public.getContractEvents({ abi, address, eventName, fromBlock: block, toBlock: block });
  }

  /** The contract's state of a round, and the data of its events: the draw and the claim. */
  async state(round) {
    const it = await this.call('roundAt', round);
    const state = STATES[it.state];
    if (state === 'Open') return { ...it, state };
    const claim = await this.claimOf(round);
    return { ...claim, seed: it.seed, share: it.share, raised: it.raised, hash: it.claim, state };
  }

  /** The claim of a round as its events tell it; only its draw if it is not claimed. */
  async claimOf(round) {
    const { abi, address } = this.contract;
    const told = async (eventName) => {
      const [one] = await this.chain.public.getContractEvents({ abi, address, eventName, args: { round }, fromBlock: 0n });
      return one ? { ...one.args, block: Number(one.blockNumber) } : undefined;
    };
    const [drawn, claimed, disputed] = [await told('Drawn'), await told('Claimed'), await told('Disputed')];
    return {
      count: Number(drawn.requests),
      drawnAt: drawn.block,
      entropy: drawn.entropy,
      claimedAt: claimed?.block ?? 0,
      claimant: claimed?.claimant ?? zeroAddress,
      mark: claimed?.mark ?? zeroHash,
      disputer: disputed?.disputer ?? zeroAddress,
    };
  }

  /** Waits until a round can be drawn, and draws it. */
  async draw(round, from = 1) {
    const first = (round + 1n) * BigInt(this.terms.span) + BigInt(this.terms.margin);
    await this.chain.mineTo(first - 1n);
    return this.send('draw', [round], { from });
  }

  /** The input of a round's delay. */
  async input(round) {
    const { entropy } = await this.claimOf(round);
    return this.call('inputOf', round, entropy);
  }

  /** The true output. */
  async output(round) {
    return evaluate(BigInt(await this.input(round)), this.terms.squarings);
  }

  /** A true proof by one of the accounts. */
  async proof(round, by) {
    return proof(await this.input(round), this.terms.squarings, this.chain.accounts[by]);
  }

  /** The best possible proof of a false output. */
  async falseProof(round, by, factor = 4n) {
    const x = BigInt(await this.input(round));
    const y = canonical((await this.output(round)) * factor);
    return { y, bytes: encode(prove(x, this.terms.squarings, y, this.chain.accounts[by])) };
  }

  async fulfil(round, by, { requests = [], from = by, ...options } = {}) {
    const args = [round, await this.proof(round, by), this.chain.accounts[by], requests];
    return this.send('fulfil', args, { from, ...options });
  }

  /** A proof of a round that is claimed. */
  async judge(round, by, { requests = [], from = by, ...options } = {}) {
    const args = [round, await this.claimOf(round), await this.proof(round, by), this.chain.accounts[by], requests];
    return this.send('judge', args, { from, ...options });
  }

  mark(by, seed) {
    return markOf(this.chain.accounts[by], seed);
  }

  /** Claims an output, the true one unless another is given; its seed. */
  async claim(round, by, y) {
    const { entropy } = await this.claimOf(round);
    const seed = seedOf(y ?? (await this.output(round)));
    await this.send('claim', [round, entropy, this.mark(by, seed)], { from: by, value: this.terms.bond });
    return seed;
  }

  async dispute(round, from, options) {
    return this.send('dispute', [round, await this.claimOf(round)], { from, value: this.terms.bond, ...options });
  }

  /** Shows what was claimed, and settles. */
  async settle(round, seed, { requests = [], from = 0, ...options } = {}) {
    return this.send('settle', [round, await this.claimOf(round), seed, requests], { from, ...options });
  }

  credit(account) {
    return this.call('credits', this.chain.accounts[account]);
  }

  /** The share of one request's price that a prover gets, for blocks between the draw and the proof. */
  each(waited) {
    const grown = BigInt(Math.min(Number(waited), this.terms.ramp));
    const share = 65535n / 4n + ((65535n - 65535n / 4n) * grown) / BigInt(this.terms.ramp);
    return (this.net() * share) / 65535n;
  }

  /** The price less what the drawer gets. */
  net() {
    return this.terms.price - this.terms.price / 16n;
  }
}

export { wordOf, seedOf };
