// The kernel in WebAssembly, of the commitments and the columns: bindings/js-stamp/kernel/src/avrf.rs. Where it may not be compiled, or the engine
// does not know its vectors, there is none.

import { MODULE } from './module.js';

/** Functions that name places, and those that compute there. */
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
  bits(): number;
  statement(): number;
  hash(): number;
  /** Writes the children of the first so many nodes, where they are not marked. */
  grow(inner: number): void;
  /** From leaves to their commitments and seeds. */
  commit(count: number, t: number): void;
  /** SHAKE128 of so many bytes from `commitments` on. */
  shake(length: number): void;
  /** From seeds to columns. */
  sum(count: number, t: number, hidden: number): void;
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
