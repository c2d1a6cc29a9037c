// Random sequences of calls, honest and not, compared with a model: no output twice, no bond and no fee lost, no request
// stuck. HELIAST_SEQUENCES sets their number; a failure names its seed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from './chain.mjs';
import { Random } from './oracle.mjs';
import { TERMS, seedOf, start, wordOf } from './coordinator.mjs';

const SEQUENCES = Number(process.env.HELIAST_SEQUENCES ?? 3);
const STEPS = 60;
const ACCOUNTS = 6;

/** The model of the contract's state. */
class Model {
  constructor(it, random) {
    Object.assign(this, { it, random, rounds: new Map(), requests: new Map(), deposits: 0n, taken: 0n });
  }

  async step() {
    const choices = ['ask', 'ask', 'raise', 'draw', 'fulfil', 'false proof', 'claim', 'false claim', 'dispute', 'settle'];
    choices.push('deliver', 'deliver', 'withdraw', 'wait');
    const choice = choices[this.random.below(choices.length)];
    await this[choice](this.random.below(ACCOUNTS));
    return choice;
  }

  /** A round that exists, any; undefined if there are no rounds. */
  some() {
    const rounds = [...this.rounds.keys()];
    return rounds[this.random.below(rounds.length || 1)];
  }

  async ask(from) {
    const tip = BigInt(this.random.below(1000));
    const consumer = this.consumers[this.random.below(this.consumers.length + 1)];
    if (this.random.below(8) === 0) {
      const greedy = [5_000_001 + this.random.below(1_000_000)];
      assert.equal(await refusal(this.it.send('request', greedy, { from, value: TERMS.price })), 'TooMuchGas');
    }
    const id = await this.it.ask({ from, tip, gasLimit: consumer ? 150_000 : 0, consumer });
    const round = id >> 32n;
    const known = this.rounds.get(round) ?? { state: 'Open', count: 0n };
    assert.equal(known.state, 'Open', 'a request came into a drawn round');
    assert.equal(id & 0xffffffffn, known.count);
    known.count += 1n;
    this.rounds.set(round, known);
    this.requests.set(id, { delivered: false });
    this.deposits += TERMS.price + tip;
  }

  async raise(from) {
    const round = this.some();
    if (round === undefined) return;
    const value = BigInt(this.random.below(10_000));
    const refused = await refusal(this.it.send('raise', [round], { from, value }));
    assert.equal(refused, this.rounds.get(round).state === 'Final' ? 'WrongState' : undefined);
    if (!refused) this.deposits += value;
  }

  async draw(from) {
    const round = this.some();
    if (round === undefined) return;
    const known = this.rounds.get(round);
    const refused = await refusal(this.it.send('draw', [round], { from }));
    if (known.state !== 'Open') assert.equal(refused, 'WrongState');
    if (refused) return;
    known.state = 'Drawn';
    known.entropy = (await this.it.state(round)).entropy;
    known.y = await this.it.output(round);
  }

  /** Whether a claim's window is over for a transaction in the next block. */
  async isOver(round) {
    const { claimedAt } = await this.it.state(round);
    return (await this.it.chain.public.getBlockNumber()) + 1n > BigInt(claimedAt) + BigInt(TERMS.window);
  }

  /** A true proof, by whichever of the two calls; only the one that is for the round's state takes it. */
  async fulfil(by) {
    const round = this.some();
    if (round === undefined || this.rounds.get(round).state === 'Open') return;
    const known = this.rounds.get(round);
    const name = this.random.below(2) ? 'fulfil' : 'judge';
    const fits = (name === 'fulfil' ? ['Drawn'] : ['Claimed', 'Disputed']).includes(known.state);
    const claim = await this.it.state(round);
    const before = await this.credits();
    const refused = await refusal(this.it[name](round, by, { from: this.random.below(ACCOUNTS) }));
    assert.equal(refused, fits ? undefined : 'WrongState');
    if (refused) return;
    this.finish(round, seedOf(known.y));
    const earned = (await this.credits()).map((credit, account) => credit - before[account]);
    assert.deepEqual(earned, await this.due(claim, known, by), 'somebody is paid something else');
  }

  credits() {
    return Promise.all(this.it.chain.accounts.map((_, account) => this.it.credit(account)));
  }

  /** The amounts that a proof by an account in the newest block gives to each account, by the rules in spec/evm.md. */
  async due({ state, count, drawnAt, raised, claimedAt, claimant, disputer }, { y, claimed }, by) {
    const now = Number(await this.it.chain.public.getBlockNumber());
    const due = this.it.chain.accounts.map(() => 0n);
    const pay = (account, wei) => (due[account] += wei);
    const numberOf = (address) => this.it.chain.accounts.indexOf(address);
    const feeAt = (block) => BigInt(count) * this.it.each(block - drawnAt) + raised;
    if (state === 'Drawn') {
      pay(by, feeAt(now));
      return due;
    }
    const isTrue = claimed === seedOf(y);
    const [isDisputed, isOver] = [state === 'Disputed', now > claimedAt + TERMS.window];
    if (isTrue) pay(numberOf(claimant), TERMS.bond);
    if (isTrue && isDisputed) pay(by, TERMS.bond);
    if (!isTrue && isDisputed) pay(numberOf(disputer), TERMS.bond);
    if (!isTrue && isDisputed && isOver) {
      pay(numberOf(disputer), TERMS.bond / 2n);
      pay(by, TERMS.bond - TERMS.bond / 2n);
    } else if (!isTrue) {
      pay(by, TERMS.bond);
    }
    if (isTrue && now <= claimedAt + 2 * TERMS.window) pay(numberOf(claimant), feeAt(claimedAt));
    else pay(by, feeAt(now));
    return due;
  }

  async ['false proof'](by) {
    const round = this.some();
    if (round === undefined || this.rounds.get(round).state === 'Open') return;
    const { bytes } = await this.it.falseProof(round, by, 9n);
    const prover = this.it.chain.accounts[by];
    const claim = await this.it.claimOf(round);
    const args = this.rounds.get(round).state === 'Drawn' ? [round, bytes, prover, []] : [round, claim, bytes, prover, []];
    const refused = await refusal(this.it.send(args.length === 4 ? 'fulfil' : 'judge', args, { from: by }));
    assert.ok(['WrongState', 'EquationFails'].includes(refused), refused);
  }

  async claim(by, y) {
    const round = this.some();
    const known = this.rounds.get(round);
    if (known?.state !== 'Drawn') return;
    known.claimed = await this.it.claim(round, by, y ?? known.y);
    known.state = 'Claimed';
    this.deposits += TERMS.bond;
  }

  async ['false claim'](by) {
    await this.claim(by, this.random.bits(2000));
  }

  async dispute(from) {
    const round = this.some();
    if (round === undefined || this.rounds.get(round).state === 'Open') return;
    const known = this.rounds.get(round);
    const late = known.state === 'Claimed' && (await this.isOver(round));
    const refused = await refusal(this.it.dispute(round, from));
    assert.equal(refused, known.state !== 'Claimed' ? 'WrongState' : late ? 'TooLate' : undefined);
    if (refused) return;
    known.state = 'Disputed';
    this.deposits += TERMS.bond;
  }

  /** Shows what was claimed, or something else, which nothing takes. */
  async settle(from) {
    const round = this.some();
    if (round === undefined || this.rounds.get(round).state === 'Open') return;
    const known = this.rounds.get(round);
    const over = known.state === 'Claimed' && (await this.isOver(round));
    const other = this.random.below(4) === 0;
    const refused = await refusal(this.it.settle(round, other ? seedOf(5n) : (known.claimed ?? seedOf(known.y)), { from }));
    const expected = over ? (other ? 'OtherOutput' : undefined) : 'TooEarly';
    assert.equal(refused, known.state === 'Claimed' ? expected : 'WrongState');
    if (!refused) this.finish(round, known.claimed);
  }

  async deliver(from) {
    const ids = [...this.requests.keys()].filter(() => this.random.below(3) === 0);
    const early = ids.some((id) => !this.requests.get(id).delivered && this.rounds.get(id >> 32n).state !== 'Final');
    const refused = await refusal(this.it.send('deliver', [ids], { from }));
    assert.equal(refused, early ? 'NoWordYet' : undefined);
    if (!refused) for (const id of ids) this.requests.get(id).delivered = true;
  }

  async withdraw(from) {
    const credit = await this.it.credit(from);
    await this.it.send('withdraw', ['0x00000000000000000000000000000000000000aa'], { from });
    this.taken += credit;
    assert.equal(await this.it.credit(from), 0n);
  }

  async wait() {
    await this.it.chain.mine(1 + this.random.below(9));
  }

  /** A round has its output: once, and for ever. */
  finish(round, seed) {
    const known = this.rounds.get(round);
    assert.equal(known.seed, undefined, 'an output was fixed twice');
    known.state = 'Final';
    known.seed = seed;
  }

  /** The conditions that hold after every step. */
  async check() {
    const { chain, contract } = this.it;
    assert.equal(await chain.balance(contract.address), this.deposits - this.taken, 'money came or went');
    for (const [round, known] of this.rounds) {
      const it = await this.it.state(round);
      assert.equal(it.state, known.state);
      assert.equal(BigInt(it.count), known.count);
      if (known.entropy) assert.equal(it.entropy, known.entropy, 'entropy changed');
      if (known.seed) assert.equal(it.seed, known.seed, 'an output changed');
    }
  }

  /** Somebody who took no part finishes everything; then all money that was paid in belongs to somebody. */
  async finishAll() {
    const { it } = this;
    for (const [round, known] of this.rounds) {
      if (known.state === 'Open') {
        await it.draw(round, 7);
        known.y = await it.output(round);
        known.state = 'Drawn';
      }
      // Anybody can settle a claim that nobody refuted in time.
      if (known.state === 'Claimed' && (await this.isOver(round))) {
        await it.settle(round, known.claimed, { from: 7 });
        this.finish(round, known.claimed);
      } else if (known.state !== 'Final') {
        await it[known.state === 'Drawn' ? 'fulfil' : 'judge'](round, 7);
        this.finish(round, seedOf(known.y));
      }
    }
    await it.send('deliver', [[...this.requests.keys()]], { from: 7, gas: 16_000_000n });
    for (const id of this.requests.keys()) {
      const known = this.rounds.get(id >> 32n);
      assert.equal(await it.call('wordOf', id), wordOf(known.seed, id));
    }
    let owned = 0n;
    for (const account of it.chain.accounts) owned += await it.call('credits', account);
    for (const consumer of this.consumers) owned += await it.call('credits', consumer.address);
    const left = (await it.chain.balance(it.contract.address)) - owned;
    // The remainder from rounding: less than a wei for each payment.
    assert.ok(left >= 0n && left <= 2n * BigInt(this.requests.size), `${left} wei belong to nobody`);
  }
}

for (let seed = 1; seed <= SEQUENCES; seed++) {
  test(`sequence ${seed}`, async () => {
    const it = await start({ squarings: 20n });
    const model = new Model(it, new Random(seed));
    model.consumers = [
      await it.chain.deploy('Noting', [it.contract.address]),
      await it.chain.deploy('Refusing', [it.contract.address, 0n]),
    ];
    const story = [];
    try {
      for (let step = 0; step < STEPS; step++) {
        story.push(await model.step());
        await model.check();
      }
      await model.finishAll();
    } catch (error) {
      error.message = `seed ${seed}, after ${story.join(', ')}: ${error.message}`;
      throw error;
    }
  });
}
