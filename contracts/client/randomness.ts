// Requests words from a coordinator, and waits for them.
import { type Address, type Hex, type PublicClient, type WalletClient, parseEventLogs } from 'viem';
import { randomnessAbi } from './abi.js';

export interface Asking {
  /** Gas with which the sender is called, if it is a contract; 0 by default. */
  readonly gasLimit?: number;
  /** Wei for the account that delivers; 0 by default. */
  readonly tip?: bigint;
}

export interface Waiting {
  /** Milliseconds between two checks; 4000 by default. */
  readonly pollingMs?: number;
  readonly signal?: AbortSignal;
}

/** A coordinator of randomness on a chain. */
export class Randomness {
  readonly address: Address;
  readonly #reader: PublicClient;

  constructor(reader: PublicClient, address: Address) {
    this.#reader = reader;
    this.address = address;
  }

  /** Asks as the account of a wallet, pays the price and the tip, and returns the request's number once it is in a block. */
  async request(wallet: WalletClient, { gasLimit = 0, tip = 0n }: Asking = {}): Promise<bigint> {
    const { account, chain } = wallet;
    if (!account) throw new TypeError('the wallet has no account');
    const contract = { abi: randomnessAbi, address: this.address } as const;
    const price = await this.#reader.readContract({ ...contract, functionName: 'price' });
    const call = { ...contract, account, chain, functionName: 'request', args: [gasLimit], value: price + tip } as const;
    const hash = await wallet.writeContract(call);
    const { status, logs } = await this.#reader.waitForTransactionReceipt({ hash });
    const [made] = parseEventLogs({ abi: randomnessAbi, eventName: 'Requested', logs });
    if (status !== 'success' || !made) throw new Error(`the request was reverted: ${hash}`);
    return made.args.request;
  }

  /** The word of a request; undefined as long as its round has no output that counts. */
  async word(request: bigint): Promise<Hex | undefined> {
    const contract = { abi: randomnessAbi, address: this.address } as const;
    const round = request >> 32n;
    if (!(await this.#reader.readContract({ ...contract, functionName: 'isFinal', args: [round] }))) return undefined;
    return this.#reader.readContract({ ...contract, functionName: 'wordOf', args: [request] });
  }

  /** The word of a request, when it comes. Rejects with the signal's reason if the signal is aborted. */
  async wait(request: bigint, { pollingMs = 4000, signal }: Waiting = {}): Promise<Hex> {
    for (;;) {
      signal?.throwIfAborted();
      const word = await this.word(request);
      if (word) return word;
      await new Promise((resolve) => setTimeout(resolve, pollingMs));
    }
  }
}
