// The addresses of contracts: those that are deployed on each chain, and the address that CREATE2 gives a contract on every chain.
import fs from 'node:fs';
import { type Abi, type Address, type Hex, concatHex, encodeDeployData, getCreate2Address } from 'viem';

/** The file `addresses.json`. */
export interface Addresses {
  /** By the chain's id in decimal digits, and the contract's name. */
  readonly chains: Readonly<Record<string, Readonly<Record<string, Address>>>>;
  readonly create2: {
    /** The contract that deploys the code that it gets after the salt: the same on all chains. */
    readonly deployer: Address;
    readonly salt: Hex;
    /** For contracts without terms of their own: keccak256 of the code that deploys them, and their address. */
    readonly contracts: Readonly<Record<string, { readonly codeHash: Hex; readonly address: Address }>>;
  };
}

/** A compiled contract, as `abi/NAME.json` has it. */
export interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

const read = (name: string): unknown => JSON.parse(fs.readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

export const addresses = read('addresses.json') as Addresses;

/** A contract of this package by its name, such as `HeliastRandomness`. */
export function artifact(name: string): Artifact {
  if (!/^[A-Za-z]+$/.test(name)) throw new TypeError(`${name} names no contract`);
  return read(`abi/${name}.json`) as Artifact;
}

/** The address of a contract on a chain; undefined if none is known there. */
export function addressOn(chain: number | bigint, name: string): Address | undefined {
  return addresses.chains[`${chain}`]?.[name];
}

/**
 * The address of a contract with these arguments after anybody has sent `data` to `to`, on any chain that has the deployer.
 * The address follows from code and arguments, so that nothing else can be there.
 */
export function deterministic({ abi, bytecode }: Artifact, args: readonly unknown[] = []): { address: Address; to: Address; data: Hex } {
  const { deployer, salt } = addresses.create2;
  const code = encodeDeployData({ abi, bytecode, args } as any);
  return { address: getCreate2Address({ from: deployer, salt, bytecode: code }), to: deployer, data: concatHex([salt, code]) };
}
