// The kernel in WebAssembly: bindings/js-stamp/kernel/src/avrf.rs. If it may not be compiled, or the engine does not support its vectors, there is
// no kernel.

import { MODULE } from './module.js';

/** Functions that return addresses, and functions that compute there. */
export interface Kernel {
  readonly memory: WebAssembly.Memory;
  iv(): number;
  tree(): number;
  marked(): number;
  leaves(): number;
  factor(): number;
  commitments(): number;
  digest(): number;
  columns(): number;
  correction(): number;
  column_key(): number;
  hashes(): number;
  d(): number;
  masks(): number;
  bits(): number;
  statement(): number;
  hash(): number;
  /** Writes the children of the first so many nodes, where they are not marked. */
  grow(inner: number): void;
  /** Copies so many nodes, each `step` after the one before, to the leaves from `leaf` on. */
  take(node: number, step: number, leaf: number, count: number): void;
  /** From leaves to their commitments and seeds. */
  commit(count: number, t: number): void;
  /** SHAKE128 of so many bytes from `commitments` on, of so many bytes at least. */
  shake(length: number, output: number): void;
  /** From seeds to columns, from the column `first` on. */
  sum(count: number, t: number, hidden: number, first: number): void;
  /** Adds the correction to those of so many columns for which a bit of `hidden` is 1. */
  correct(first: number, count: number, hidden: number): void;
  /** Makes all columns zero from this one on. */
  clear(first: number): void;
  hash_columns(): void;
  /** From columns, Δ and d to the witness's bits and the masks. */
  cross(): void;
  /** From the witness's bits and the statement to the hash of the constraints. */
  constrain(): void;
}

let found: Kernel | null | undefined;

/** Compiled when it is first asked for. It is used by one verification at a time, from beginning to end. */
export function kernel(): Kernel | null {
  if (found === undefined) found = compile();
  return found;
}

function compile(): Kernel | null {
  try {
    const bytes = Uint8Array.from(atob(MODULE), (character) => character.charCodeAt(0));
    return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Kernel;
  } catch {
    return null;
  }
}
