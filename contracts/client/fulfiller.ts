// Works off a coordinator's rounds: draws, evaluates, waits for finality, posts, and pays more where it must.
import { type Account, type Address, type Chain, type Hex, type PublicClient, type Transport, type WalletClient } from 'viem';
import { sliceHex, zeroAddress } from 'viem';
import { randomnessAbi, STATES } from './abi.js';
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
  readonly log?: (event: string, fields: Record<string, unknown>) => void;
}

interface Work {
  readonly entropy: Hex;
  readonly stop: AbortController;
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
  readonly gas: bigint;
}

/** Of a unit of gas, in wei: the most that is paid, and what of it goes to the proposer. */
interface Price {
  readonly fee: bigint;
  readonly tip: bigint;
}

type Call =
  | { functionName: 'draw'; args: [bigint] }
  | { functionName: 'fulfil'; args: [bigint, Hex, Address, bigint[]] }
  | { functionName: 'judge'; args: [bigint, Claim, Hex, Address, bigint[]] };

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
/** Gas of a proof, its callbacks not counted, and of a draw: what a fee must be worth. */
const GAS = { fulfil: 1_200_000n, judge: 1_200_000n, draw: 60_000n };
const DELIVERIES = 64;
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
  #limits: Limits | undefined;
  /** Counts since the start. */
  readonly counts = { drawn: 0, evaluated: 0, fulfilled: 0, reorganised: 0, replaced: 0, failed: 0 };

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
    for (const [round, told] of [...this.#rounds].sort(([a], [b]) => (a < b ? -1 : 1))) await this.#tend(round, told, now);
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
      if (state === 'final' && claim && now - BigInt(claim.drawnAt) < OVERLAP) return;
      if (work) this.#forget(round, work);
      this.#rounds.delete(round);
    } else if (state === 'open') {
      await this.#draw(round, now);
    } else if (!claim) {
      this.#log('unknown draw', { round });
    } else if (!this.#work.has(round)) {
      await this.#begin(round, claim.entropy);
    } else if (work?.proof && (await this.#isDeep(BigInt(claim.drawnAt), now))) {
      const tail = [work.proof, this.#terms.wallet.account.address, [...requests].slice(0, DELIVERIES)] as const;
      if (state === 'drawn') return this.#send(round, { functionName: 'fulfil', args: [round, ...tail] }, await this.#read('feeOf', [round]));
      const earned = await this.#judged(claim, work.proof, now);
      if (earned !== undefined) await this.#send(round, { functionName: 'judge', args: [round, claim, ...tail] }, earned);
    }
  }

  /** The least that a proof of a claimed round earns, in wei; undefined while it is the claimant's to settle. */
  async #judged({ count, claimant, mark, claimedAt, disputer }: Claim, proof: Hex, now: bigint): Promise<bigint | undefined> {
    const { window, price, bond } = await this.#limit();
    const isTrue = markOf(claimant, seedOf(sliceHex(proof, 0, ELEMENT))) === mark;
    if (disputer !== zeroAddress) return isTrue ? bond : bond - bond / 2n;
    if (!isTrue) return bond;
    // Given up: the fee is the prover's again, a quarter of it at least.
    return now < BigInt(claimedAt) + 2n * window ? undefined : (BigInt(count) * (price - price / 16n)) / 4n;
  }

  async #draw(round: bigint, now: bigint): Promise<void> {
    const { span, margin } = await this.#limit();
    if (this.#terms.draws === false || now < (round + 1n) * span + margin) return;
    await this.#send(round, { functionName: 'draw', args: [round] });
  }

  async #begin(round: bigint, entropy: Hex): Promise<void> {
    const running = [...this.#work.values()].filter(({ proof }) => proof === undefined).length;
    if (running >= (this.#terms.parallel ?? 1)) return;
    const { squarings } = await this.#limit();
    const input = await this.#read('inputOf', [round, entropy]);
    const work: Work = { entropy, stop: new AbortController() };
    this.#work.set(round, work);
    this.#log('evaluating', { round, entropy });
    const prover = this.#terms.wallet.account.address;
    this.#terms.evaluate({ name: nameOf(round, entropy), input, squarings, prover }, work.stop.signal).then(
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

  async #isDeep(drawnAt: bigint, now: bigint): Promise<boolean> {
    const { depth, reader } = this.#terms;
    if (depth !== 'finalized') return now >= drawnAt + BigInt(depth);
    return (await reader.getBlock({ blockTag: 'finalized' })).number >= drawnAt;
  }

  /** Sends a call if nothing is under way, it would succeed, and its fee pays for it within the limit. */
  async #send(round: bigint, call: Call, earned?: bigint): Promise<void> {
    if (this.#sent) return;
    const { reader, wallet, maxFeePerGas } = this.#terms;
    const { baseFeePerGas } = await reader.getBlock();
    const fee = lesser(2n * (baseFeePerGas ?? 0n) + TIP, maxFeePerGas);
    const price = { fee, tip: lesser(TIP, fee) };
    const cost = (baseFeePerGas ?? 0n) * GAS[call.functionName];
    if ((baseFeePerGas ?? 0n) > maxFeePerGas || (earned !== undefined && earned < cost)) {
      this.#log('too dear', { round, baseFeePerGas, earned });
      return;
    }
    let gas: bigint;
    try {
      gas = raised(await this.#simulate(call));
    } catch (error) {
      this.#log('would fail', { round, call: call.functionName, message: (error as Error).message.split('\n')[0] });
      return;
    }
    const nonce = await reader.getTransactionCount({ address: wallet.account.address });
    const block = await reader.getBlockNumber();
    const sent = { round, call, gas, nonce, price, block };
    this.#sent = { ...sent, hashes: [await this.#write(sent)] };
    this.#log('sent', { round, call: call.functionName, hash: this.#sent.hashes[0] });
  }

  /** The gas that a call takes; rejects if it would fail. */
  #simulate(call: Call): Promise<bigint> {
    const { reader, wallet } = this.#terms;
    // Not on top of what waits: that is our own call, where one is under way.
    const by = { account: wallet.account, blockTag: 'latest' } as const;
    if (call.functionName === 'draw') return reader.estimateContractGas({ ...this.#contract, ...call, ...by });
    if (call.functionName === 'judge') return reader.estimateContractGas({ ...this.#contract, ...call, ...by });
    return reader.estimateContractGas({ ...this.#contract, ...call, ...by });
  }

  #write({ call, gas, nonce, price: { fee, tip } }: Pick<Sent, 'call' | 'gas' | 'nonce' | 'price'>): Promise<Hex> {
    const { wallet } = this.#terms;
    const prices = { nonce, gas, maxFeePerGas: fee, maxPriorityFeePerGas: tip };
    if (call.functionName === 'draw') return wallet.writeContract({ ...this.#contract, ...call, ...prices });
    if (call.functionName === 'judge') return wallet.writeContract({ ...this.#contract, ...call, ...prices });
    return wallet.writeContract({ ...this.#contract, ...call, ...prices });
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
      else this.counts.fulfilled += 1;
      this.#log(receipt.status, { round: sent.round, call: sent.call.functionName, gas: receipt.gasUsed });
      return;
    }
    const mined = await reader.getTransactionCount({ address: wallet.account.address });
    if (mined > sent.nonce) {
      this.#sent = undefined;
    } else if (now >= sent.block + patience) {
      // After a reorganisation, or a rival's proof, it would only cost gas.
      if (await this.#simulate(sent.call).then(() => false, () => true)) {
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
    this.#limits = Object.fromEntries(values) as unknown as Limits;
    return this.#limits;
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
