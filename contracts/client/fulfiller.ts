// Works off a coordinator's rounds: draws, evaluates, waits for finality, posts, and pays more where it must.
import { type Account, type Address, type Chain, type Hex, type PublicClient, type Transport, type WalletClient } from 'viem';
import { sliceHex, zeroAddress } from 'viem';
import { randomnessAbi, STATES } from './abi.js';
import { type Deliveries, NONE, deliverable } from './deliveries.js';
import type { Evaluator } from './evaluator.js';
import { type Claim, type Round, listen, markOf, seedOf } from './rounds.js';

export interface Terms {
  readonly reader: PublicClient;
  readonly wallet: WalletClient<Transport, Chain, Account>;
  readonly coordinator: Address;
  readonly evaluate: Evaluator;
  /** Forgets what the evaluator keeps of a task. */
  readonly remove?: (name: string) => void;
  /** Blocks on top of a draw before a proof is posted: `finalized` asks the chain. */
  readonly depth: number | 'finalized';
  /** The most that is paid for a unit of gas, in wei. */
  readonly maxFeePerGas: bigint;
  /** The block from which requests are looked for. */
  readonly from: bigint;
  /** Delays that are evaluated at the same time; 1 by default. */
  readonly parallel?: number;
  /** Blocks without a receipt after which a transaction is sent again for an eighth more; 3 by default. */
  readonly patience?: bigint;
  /** Whether rounds are drawn too; true by default. */
  readonly draws?: boolean;
  /** Whether own claims wait for the end of their window, and are not proved at once; false by default. */
  readonly settles?: boolean;
  readonly log?: (event: string, fields: Record<string, unknown>) => void;
}

interface Work {
  readonly entropy: Hex;
  readonly stop: AbortController;
  /** Whether a claim waits for it, so that it is not put off for another. */
  urgent: boolean;
  proof?: Hex;
}

interface Sent {
  /** Of the transaction and of all that replaced it: any of them may be the one that is mined. */
  readonly hashes: Hex[];
  readonly nonce: number;
  block: bigint;
  price: Price;
  readonly round: bigint;
  readonly call: Call;
  /** Wei that go with it. */
  readonly value: bigint;
  readonly gas: bigint;
}

/** Of a unit of gas, in wei: the most that is paid, and what of it goes to the proposer. */
interface Price {
  readonly fee: bigint;
  readonly tip: bigint;
}

/** What a call is, without what is delivered with it. */
type Call =
  | { functionName: 'draw'; args: [bigint] }
  | { functionName: 'claim'; args: [bigint, Hex, Hex] }
  | { functionName: 'dispute'; args: [bigint, Claim] }
  | { functionName: 'fulfil'; args: [bigint, Hex, Address, bigint[]?] }
  | { functionName: 'judge'; args: [bigint, Claim, Hex, Address, bigint[]?] }
  | { functionName: 'settle'; args: [bigint, Claim, Hex, bigint[]?] };

/** What came of sending; `held` where it would fail or costs more than it earns. */
type Outcome = 'sent' | 'busy' | 'held';

/** The terms of a coordinator, which never change. */
interface Limits {
  readonly squarings: bigint;
  readonly span: bigint;
  readonly margin: bigint;
  readonly window: bigint;
  readonly price: bigint;
  readonly bond: bigint;
}

/** How far back requests are looked for again, in case of a reorganisation, in blocks. */
const OVERLAP = 64n;
/** Bytes of an output. */
const ELEMENT = 256;
const TIP = 1_000_000_000n;

const lesser = (a: bigint, b: bigint) => (a < b ? a : b);
/** An eighth more: nodes replace a transaction for a tenth more of both. */
const raised = (value: bigint) => (value * 9n) / 8n + 1n;

/** Call `step` at every block, or `run`. Nothing needs to be kept but the evaluator's folder: the rest is on the chain. */
export class Fulfiller {
  readonly #terms: Terms;
  readonly #contract: { readonly abi: typeof randomnessAbi; readonly address: Address };
  readonly #rounds = new Map<bigint, Round>();
  readonly #work = new Map<bigint, Work>();
  #sent: Sent | undefined;
  #next: bigint;
  /** Evaluations that have not ended yet, stopped ones too: of the same task there is one at a time. */
  readonly #ending = new Set<string>();
  /** Claimed rounds that were told to be late. */
  readonly #late = new Set<bigint>();
  #limits: Limits | undefined;
  /** Counts since the start. */
  readonly counts = { drawn: 0, evaluated: 0, claimed: 0, fulfilled: 0, reorganised: 0, replaced: 0, failed: 0, late: 0 };

  constructor(terms: Terms) {
    this.#terms = terms;
    this.#contract = { abi: randomnessAbi, address: terms.coordinator };
    this.#next = terms.from;
  }

  /** Looks at the chain once, and does what there is to do. At most one transaction is under way. */
  async step(): Promise<void> {
    const now = await this.#terms.reader.getBlockNumber();
    await this.#look(now);
    if (this.#sent) await this.#follow(this.#sent, now);
    for (const [round, told] of [...this.#rounds].sort(byUrgency)) await this.#tend(round, told, now);
  }

  /** Steps until the signal is aborted; an error of the node is logged and tried again. */
  async run(signal: AbortSignal, pollingMs = 4000): Promise<void> {
    while (!signal.aborted) {
      await this.step().catch((error: Error) => this.#log('trouble', { message: error.message }));
      await pause(pollingMs, signal);
    }
    this.stop();
  }

  /** Ends all evaluations; those of the program save a checkpoint. */
  stop(): void {
    for (const { stop } of this.#work.values()) stop.abort(new Error('stopped'));
    this.#work.clear();
  }

  /** The counts, for Prometheus. */
  metrics(): string {
    const lines = Object.entries(this.counts).map(([name, value]) => `heliast_fulfil_${name}_total ${value}`);
    return `${[...lines, `heliast_fulfil_open_rounds ${this.#rounds.size}`].join('\n')}\n`;
  }

  /** Notes what new blocks tell, and again some blocks before them. */
  async #look(now: bigint): Promise<void> {
    const { reader, from, coordinator } = this.#terms;
    const first = this.#next - OVERLAP > from ? this.#next - OVERLAP : from;
    await listen(reader, coordinator, this.#rounds, first, now);
    this.#next = now + 1n;
  }

  async #tend(round: bigint, { claim, requests }: Round, now: bigint): Promise<void> {
    const it = await this.#read('roundAt', [round]);
    const state = STATES[it.state];
    const work = this.#work.get(round);
    if (work && (state === 'open' || work.entropy !== claim?.entropy)) {
      this.#log('reorganised', { round, entropy: claim?.entropy });
      this.counts.reorganised += 1;
      this.#forget(round, work);
    }
    if (state === 'final' || (state === 'open' && it.count === 0)) {
      if (state === 'final' && claim && now - BigInt(claim.drawnAt) < OVERLAP) {
        // Its checkpoint stays, in case that the output goes.
        if (work && !work.proof) {
          work.stop.abort(new Error('settled'));
          this.#work.delete(round);
        }
        return;
      }
      this.#late.delete(round);
      if (work) this.#forget(round, work);
      this.#rounds.delete(round);
    } else if (state === 'open') {
      await this.#draw(round, now);
    } else if (!claim) {
      this.#log('unknown draw', { round });
    } else if (!this.#work.get(round)?.proof) {
      await this.#evaluate(round, claim, state === 'claimed', now);
    } else if (work?.proof && state === 'drawn') {
      if (await this.#isDeep(claim, now)) await this.#earn(round, claim, work.proof, requests);
    } else if (work?.proof) {
      await this.#judge(round, claim, work.proof, requests, now);
    }
  }

  /** Sees to it that a round is evaluated; one that is claimed first, for its window passes. */
  async #evaluate(round: bigint, claim: Claim, isClaimed: boolean, now: bigint): Promise<void> {
    const work = this.#work.get(round);
    if (work) work.urgent = isClaimed;
    else await this.#begin(round, claim.entropy, isClaimed);
    const last = BigInt(claim.claimedAt) + (await this.#limit()).window;
    if (!isClaimed || now < last || this.#late.has(round)) return;
    this.#late.add(round);
    this.counts.late += 1;
    this.#log('too late to check a claim', { round, last, claimant: claim.claimant });
  }

  /** Posts a proof. Where there are claims, claims first: a proof that waits shows its output to those who could claim it. */
  async #earn(round: bigint, { entropy }: Claim, proof: Hex, requests: Round['requests']): Promise<void> {
    const { window, bond } = await this.#limit();
    const { address } = this.#terms.wallet.account;
    const fee = await this.#read('feeOf', [round]);
    if (window === 0n) {
      await this.#send(round, { functionName: 'fulfil', args: [round, proof, address] }, fee, { requests });
    } else {
      const mark = markOf(address, seedOf(sliceHex(proof, 0, ELEMENT)));
      await this.#send(round, { functionName: 'claim', args: [round, entropy, mark] }, fee, { value: bond });
    }
  }

  /** Does with a claim what its truth asks for: refutes or disputes a false one, proves or settles an own one, and leaves
   * that of another alone until it is disputed or given up. */
  async #judge(round: bigint, claim: Claim, proof: Hex, requests: Round['requests'], now: bigint): Promise<void> {
    const { window, price, bond } = await this.#limit();
    const { address } = this.#terms.wallet.account;
    const seed = seedOf(sliceHex(proof, 0, ELEMENT));
    const isTrue = markOf(claim.claimant, seed) === claim.mark;
    const isDisputed = claim.disputer !== zeroAddress;
    const isOwn = claim.claimant === address;
    const last = BigInt(claim.claimedAt) + window;
    const dispute = async () => {
      if (isTrue || isDisputed || now >= last) return;
      await this.#send(round, { functionName: 'dispute', args: [round, claim] }, bond / 2n, { value: bond });
    };
    if (!(await this.#isDeep(claim, now))) {
      // A dispute shows no output, and is lost with the claim if the draw goes.
      if ((await this.#deepAt(claim, now)) + window / 8n >= last) await dispute();
      return;
    }
    // The fee, a quarter of it at least.
    const fee = (BigInt(claim.count) * (price - price / 16n)) / 4n;
    const isGivenUp = now >= last + window;
    let earned = fee + (isDisputed && now >= last ? bond - bond / 2n : bond);
    // Both bonds come to who proves, having claimed rightly, or disputed rightly.
    if (isDisputed && (isTrue ? isOwn : claim.disputer === address)) earned = 2n * bond + fee;
    else if (isTrue && isDisputed) earned = bond + (isGivenUp ? fee : 0n);
    else if (isTrue && isOwn) {
      if (now > last) return void (await this.#send(round, { functionName: 'settle', args: [round, claim, seed] }, bond + fee, { requests }));
      if (this.#terms.settles) return;
      earned = fee;
    } else if (isTrue) {
      if (!isGivenUp) return;
      earned = fee;
    }
    const outcome = await this.#send(round, { functionName: 'judge', args: [round, claim, proof, address] }, earned, { requests });
    if (outcome === 'held') await dispute();
  }

  async #draw(round: bigint, now: bigint): Promise<void> {
    const { span, margin } = await this.#limit();
    if (this.#terms.draws === false || now < (round + 1n) * span + margin) return;
    await this.#send(round, { functionName: 'draw', args: [round] });
  }

  async #begin(round: bigint, entropy: Hex, urgent: boolean): Promise<void> {
    const name = nameOf(round, entropy);
    // One that was stopped still saves its checkpoint.
    if (this.#ending.has(name)) return;
    const running = [...this.#work].filter(([, { proof }]) => proof === undefined);
    if (running.length >= (this.#terms.parallel ?? 1)) {
      const other = urgent ? running.find(([, work]) => !work.urgent) : undefined;
      if (!other) return;
      other[1].stop.abort(new Error('put off'));
      this.#work.delete(other[0]);
      this.#log('put off', { round: other[0], by: round });
    }
    const { squarings } = await this.#limit();
    const input = await this.#read('inputOf', [round, entropy]);
    const work: Work = { entropy, urgent, stop: new AbortController() };
    this.#work.set(round, work);
    this.#log('evaluating', { round, entropy });
    const prover = this.#terms.wallet.account.address;
    this.#ending.add(name);
    const ended = this.#terms.evaluate({ name, input, squarings, prover }, work.stop.signal);
    ended.finally(() => this.#ending.delete(name)).then(
      (proof) => {
        work.proof = proof;
        this.counts.evaluated += 1;
        this.#log('evaluated', { round });
      },
      (error: Error) => {
        if (work.stop.signal.aborted) return;
        // The next step begins anew.
        this.counts.failed += 1;
        this.#work.delete(round);
        this.#log('failed', { round, message: error.message });
      },
    );
  }

  /** Blocks that lie on top of one that is final. */
  async #lag(now: bigint): Promise<bigint> {
    const { depth, reader } = this.#terms;
    if (depth !== 'finalized') return BigInt(depth);
    const { number } = await reader.getBlock({ blockTag: 'finalized' });
    return now > number ? now - number : 0n;
  }

  /** The block in which a draw will be final, as it looks now. */
  async #deepAt({ drawnAt }: Claim, now: bigint): Promise<bigint> {
    return BigInt(drawnAt) + (await this.#lag(now));
  }

  async #isDeep(claim: Claim, now: bigint): Promise<boolean> {
    return now >= (await this.#deepAt(claim, now));
  }

  /** Sends a call, with the requests that pay for their delivery where it takes them, or without if that would fail or costs
   * too much. Does so if nothing is under way, it would succeed, and its fee pays for it within the limit. */
  async #send(
    round: bigint,
    call: Call,
    earned?: bigint,
    { requests, value = 0n }: { requests?: Round['requests']; value?: bigint } = {},
  ): Promise<Outcome> {
    if (this.#sent) return 'busy';
    const { reader, wallet, maxFeePerGas } = this.#terms;
    const { baseFeePerGas } = await reader.getBlock();
    const fee = lesser(2n * (baseFeePerGas ?? 0n) + TIP, maxFeePerGas);
    const price = { fee, tip: lesser(TIP, fee) };
    if ((baseFeePerGas ?? 0n) > maxFeePerGas) {
      this.#log('too dear', { round, call: call.functionName, baseFeePerGas });
      return 'held';
    }
    const some = requests ? deliverable(requests, (baseFeePerGas ?? 0n) + TIP) : NONE;
    for (const deliveries of some.requests.length > 0 ? [some, NONE] : [NONE]) {
      const whole = requests ? ({ ...call, args: [...call.args, deliveries.requests] } as Call) : call;
      const gas = await this.#gasOf(round, whole, value, deliveries, baseFeePerGas ?? 0n, earned);
      if (gas === undefined) continue;
      const nonce = await reader.getTransactionCount({ address: wallet.account.address });
      const block = await reader.getBlockNumber();
      const sent = { round, call: whole, value, gas, nonce, price, block };
      this.#sent = { ...sent, hashes: [await this.#write(sent)] };
      this.#log('sent', { round, call: call.functionName, deliveries: deliveries.requests.length, hash: this.#sent.hashes[0] });
      return 'sent';
    }
    return 'held';
  }

  /** The limit of gas for a call; undefined if it would fail or costs more than it earns. */
  async #gasOf(round: bigint, call: Call, value: bigint, { gas: calls, tips }: Deliveries, baseFee: bigint, earned?: bigint) {
    let gas: bigint;
    try {
      gas = await this.#simulate(call, value);
    } catch (error) {
      this.#log('would fail', { round, call: call.functionName, message: (error as Error).message.split('\n')[0] });
      return undefined;
    }
    if (earned !== undefined && earned + tips < baseFee * gas) {
      this.#log('too dear', { round, call: call.functionName, baseFeePerGas: baseFee, earned });
      return undefined;
    }
    // A consumer may take all its gas when it comes to it, and what comes after it must not lack it.
    return raised(gas) + calls;
  }

  /** The gas that a call takes; rejects if it would fail. */
  #simulate(call: Call, value: bigint): Promise<bigint> {
    const { reader, wallet } = this.#terms;
    // Not on top of what waits: that is our own call, where one is under way.
    return reader.estimateContractGas({ ...this.#contract, ...call, value, account: wallet.account, blockTag: 'latest' } as any);
  }

  #write({ call, value, gas, nonce, price: { fee, tip } }: Pick<Sent, 'call' | 'value' | 'gas' | 'nonce' | 'price'>): Promise<Hex> {
    const prices = { value, nonce, gas, maxFeePerGas: fee, maxPriorityFeePerGas: tip };
    return this.#terms.wallet.writeContract({ ...this.#contract, ...call, ...prices } as any);
  }

  /** Looks what became of a transaction: mined, replaced by another of this account, or still waiting and to be paid better. */
  async #follow(sent: Sent, now: bigint): Promise<void> {
    const { reader, wallet, maxFeePerGas, patience = 3n } = this.#terms;
    const asked = sent.hashes.map((hash) => reader.getTransactionReceipt({ hash }).catch(() => undefined));
    const receipt = (await Promise.all(asked)).find((found) => found !== undefined);
    if (receipt) {
      this.#sent = undefined;
      if (receipt.status !== 'success') this.counts.failed += 1;
      else if (sent.call.functionName === 'draw') this.counts.drawn += 1;
      else if (['claim', 'dispute'].includes(sent.call.functionName)) this.counts.claimed += 1;
      else this.counts.fulfilled += 1;
      this.#log(receipt.status, { round: sent.round, call: sent.call.functionName, gas: receipt.gasUsed });
      return;
    }
    const mined = await reader.getTransactionCount({ address: wallet.account.address });
    if (mined > sent.nonce) {
      this.#sent = undefined;
    } else if (now >= sent.block + patience) {
      // After a reorganisation, or a rival's proof, it would only cost gas.
      if (await this.#simulate(sent.call, sent.value).then(() => false, () => true)) {
        this.#sent = undefined;
        this.#log('dropped', { round: sent.round });
        return;
      }
      const price = { fee: raised(sent.price.fee), tip: raised(sent.price.tip) };
      if (price.fee > maxFeePerGas) return;
      sent.hashes.push(await this.#write({ ...sent, price }));
      Object.assign(sent, { price, block: now });
      this.counts.replaced += 1;
      this.#log('replaced', { round: sent.round, fee: price.fee });
    }
  }

  #forget(round: bigint, work: Work): void {
    work.stop.abort(new Error('forgotten'));
    this.#work.delete(round);
    this.#terms.remove?.(nameOf(round, work.entropy));
  }

  async #limit(): Promise<Limits> {
    if (this.#limits) return this.#limits;
    const names = ['squarings', 'span', 'margin', 'window', 'price', 'bond'] as const;
    const values = await Promise.all(names.map(async (name) => [name, BigInt(await this.#read(name, []))]));
    const limits = Object.fromEntries(values) as unknown as Limits;
    // A chain that knows no finality has no draw that is deep, which every step says.
    const lag = await this.#lag(await this.#terms.reader.getBlockNumber()).catch(() => 0n);
    if (limits.window > 0n && limits.window <= 2n * lag) this.#log('short window', { window: limits.window, depth: lag });
    return (this.#limits = limits);
  }

  #read<const N extends keyof Returned>(functionName: N, args: any) {
    return this.#terms.reader.readContract({ ...this.#contract, functionName, args } as any) as Promise<Returned[N]>;
  }

  #log(event: string, fields: Record<string, unknown>): void {
    this.#terms.log?.(event, fields);
  }
}

interface Returned extends Limits {
  roundAt: { state: number; count: number };
  inputOf: Hex;
  feeOf: bigint;
}

/** Claimed rounds first, the one whose window ends first in front; then the oldest. */
function byUrgency([a, { claim: one }]: [bigint, Round], [b, { claim: other }]: [bigint, Round]): number {
  const urgent = (claim?: Claim) => (claim && claim.claimedAt > 0 && claim.disputer === zeroAddress ? claim.claimedAt : Infinity);
  const [first, second] = [urgent(one), urgent(other)];
  if (first !== second) return first < second ? -1 : 1;
  return a < b ? -1 : 1;
}

const nameOf = (round: bigint, entropy: Hex) => `${round}-${entropy.slice(2, 18)}`;

/** Some time, or until the signal is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
