// What the programs of this package share: options, a node, a key.
import fs from 'node:fs';
import { type Account, type Chain, type PublicClient, type Transport, type WalletClient } from 'viem';
import { createPublicClient, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { openKeystore } from './keystore.js';

/** A mistake in how the program was called. */
export class Usage extends Error {}

/** What `parseArgs` gives; what it says against the options is such a mistake. */
export function called<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Usage((error as Error).message);
  }
}

export function demanded(name: string, value: string | undefined): string {
  if (value === undefined) throw new Usage(`--${name} is missing`);
  return value;
}

export function whole(name: string, value: string, least = 0): number {
  if (!/^\d{1,12}$/.test(value) || Number(value) < least) throw new Usage(`--${name}: ${value} is not a whole number from ${least} on`);
  return Number(value);
}

/** A node's JSON-RPC. */
export const readerOf = (rpc: string): PublicClient => createPublicClient({ transport: http(rpc) });

/** The account of a keystore whose passphrase is a file's first line, on the chain of a node. */
export async function walletOf(
  rpc: string,
  key: string | undefined,
  words: string | undefined,
): Promise<WalletClient<Transport, Chain, Account>> {
  const keystore = fs.readFileSync(demanded('key', key), 'utf8');
  const passphrase = fs.readFileSync(demanded('passphrase-file', words), 'utf8').split(/\r?\n/)[0] ?? '';
  const account = privateKeyToAccount(openKeystore(keystore, passphrase));
  const id = await readerOf(rpc).getChainId();
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const chain = { id, name: `${id}`, nativeCurrency: ether, rpcUrls: { default: { http: [rpc] } } };
  return createWalletClient({ account, chain, transport: http(rpc) });
}

/** JSON with whole numbers of any size, as strings. */
export const json = (value: unknown): string => JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one));

/** Runs a program; an error ends it with 1, and with 2 and its usage where it was called wrongly. */
export function start(usage: string, main: () => Promise<void>): void {
  main().catch((error: Error) => {
    console.error(`error: ${error.message.split('\n')[0]}`);
    if (error instanceof Usage) console.error(`\n${usage}`);
    process.exitCode = error instanceof Usage ? 2 : 1;
  });
}
