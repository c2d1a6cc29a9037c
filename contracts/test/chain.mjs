// A chain in this process: EDR, the EVM of hardhat, with viem's clients. And what the tests share.
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createPublicClient, createWalletClient, custom, decodeErrorResult, getAddress, getContract, recoverTransactionAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { compile } from '../tools/compile.mjs';

const require = createRequire(import.meta.url);
const { createHardhatNetworkProvider } = require('hardhat/internal/hardhat-network/provider/provider');

export const ROOT = path.resolve(import.meta.dirname, '../..');
/** The secret key of an account. */
export const secretOf = (account) => `0x${String(account + 1).repeat(64)}`;
/** Enough accounts for the tests. */
const KEYS = Array.from({ length: 8 }, (_, i) => secretOf(i));
let compiled;

/** Compiled contracts, ours and those of the tests. */
export function contracts() {
  compiled ??= compile(['src', 'test/src']);
  return compiled;
}

/** All cases of a file of vectors/. */
export function vectors(name) {
  return JSON.parse(fs.readFileSync(path.join(ROOT, 'vectors', name), 'utf8'));
}

/** A chain with the rules of a hardfork: `prague` or `osaka`. */
export async function startChain(hardfork = 'osaka') {
  const provider = await createHardhatNetworkProvider(
    {
      hardfork,
      chainId: hardhat.id,
      networkId: hardhat.id,
      blockGasLimit: 60_000_000,
      minGasPrice: 0n,
      throwOnTransactionFailures: false,
      throwOnCallFailures: true,
      automine: true,
      intervalMining: 0,
      mempoolOrder: 'priority',
      chains: new Map(),
      genesisAccounts: KEYS.map((privateKey) => ({ privateKey, balance: `0x${(10n ** 24n).toString(16)}` })),
      allowUnlimitedContractSize: false,
      allowBlocksWithSameTimestamp: true,
      enableTransientStorage: true,
      enableRip7212: false,
    },
    { enabled: false },
  );
  return new Chain(provider);
}

class Chain {
  constructor(provider) {
    const transport = custom(provider, { retryCount: 0 });
    const common = { chain: hardhat, transport, pollingInterval: 1, cacheTime: 0 };
    this.rpc = (method, ...params) => provider.request({ method, params });
    this.public = createPublicClient(common);
    this.wallets = KEYS.map((key) => createWalletClient({ ...common, account: privateKeyToAccount(key) }));
    this.accounts = this.wallets.map((wallet) => wallet.account.address);
  }

  /** Deploys a contract by its name. */
  async deploy(name, args = [], wallet = this.wallets[0]) {
    const { abi, bytecode } = contracts()[name];
    const hash = await wallet.deployContract({ abi, bytecode, args });
    const { contractAddress, status } = await this.public.getTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`${name} was not deployed`);
    return this.at(name, contractAddress);
  }

  at(name, address) {
    const { abi } = contracts()[name];
    return getContract({ abi, address, client: { public: this.public, wallet: this.wallets[0] } });
  }

  /** A transaction; its receipt, or the error with which it is refused. */
  async send(contract, functionName, args = [], { from = 0, value = 0n, gas = 16_000_000n, mine = true, ...more } = {}) {
    const wallet = this.wallets[from];
    const { abi, address } = contract;
    const hash = await wallet.writeContract({ abi, address, functionName, args, value, gas, ...more });
    if (!mine) return hash;
    const receipt = await this.public.getTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Refused(await this.reason(hash, contract));
    return receipt;
  }

  /** The reason why a transaction was reverted, from the state after its block, in which it is the only one. */
  async reason(hash, { abi }) {
    const { from, to, input, value, gas, blockNumber } = await this.public.getTransaction({ hash });
    const call = { from, to, data: input, value: `0x${value.toString(16)}`, gas: `0x${gas.toString(16)}` };
    try {
      await this.rpc('eth_call', call, `0x${blockNumber.toString(16)}`);
    } catch (error) {
      return nameOf(abi, error);
    }
    return 'reverted';
  }

  /** A call; what it returns, or the error with which it is refused. */
  async call(contract, functionName, args = [], from = 0) {
    const { abi, address } = contract;
    try {
      return await this.public.readContract({ abi, address, functionName, args, account: this.accounts[from] });
    } catch (error) {
      throw new Refused(nameOf(abi, error));
    }
  }

  /**
   * The address of the contract that also deploys by CREATE2 on public chains. Nobody signed its transaction: its sender is
   * the account to which the signature of 32 times 0x22 belongs.
   */
  async addDeployer() {
    const code = `604580600e600039806000f350fe7f${'ff'.repeat(31)}e03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3`;
    const serializedTransaction = `0xf8a58085174876e800830186a08080b853${code}1ba0${'22'.repeat(32)}a0${'22'.repeat(32)}`;
    const sender = await recoverTransactionAddress({ serializedTransaction });
    await this.rpc('hardhat_setBalance', sender, `0x${(10n ** 17n).toString(16)}`);
    const hash = await this.public.sendRawTransaction({ serializedTransaction });
    const { contractAddress } = await this.public.getTransactionReceipt({ hash });
    return getAddress(contractAddress);
  }

  async mine(blocks = 1) {
    await this.rpc('hardhat_mine', `0x${blocks.toString(16)}`);
  }

  async mineTo(block) {
    const now = await this.public.getBlockNumber();
    if (BigInt(block) > now) await this.mine(Number(BigInt(block) - now));
  }

  balance(address) {
    return this.public.getBalance({ address });
  }
}

/** The chain's JSON-RPC on a port of its own. */
export async function serve(chain) {
  const server = http.createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { id, method, params = [] } = JSON.parse(text);
    const answer = await chain.rpc(method, ...params).then(
      (result) => ({ result }),
      ({ code = -32000, message, data }) => ({ error: { code, message, data } }),
    );
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** A refusal by a contract: `reason` is the name of its custom error. */
export class Refused extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** The name of the custom error in whatever viem or the provider throw. */
function nameOf(abi, error) {
  for (let cause = error; cause; cause = cause.cause) {
    const data = cause.data?.data ?? cause.data;
    if (cause.data?.errorName) return cause.data.errorName;
    if (typeof data === 'string' && data.length >= 10) {
      const errors = [abi, ...Object.values(contracts()).map((one) => one.abi)].flat().filter(({ type }) => type === 'error');
      try {
        return decodeErrorResult({ abi: errors, data }).errorName;
      } catch {
        return data;
      }
    }
  }
  return error.shortMessage ?? error.message;
}

/** The reason with which a promise is refused; undefined if it is not. */
export async function refusal(promise) {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
  return undefined;
}

export const hex = (text) => `0x${text}`;
