// The steps of a verification between its challenges: by the kernel, or without it.

import type { Pair } from './constraints.js';
import type { Element } from './fields.js';

export interface Steps {
  /** com */
  readonly commitment: Uint8Array;
  /** H_j: so many bytes of SHAKE128. */
  shake(j: number, length: number, ...parts: Uint8Array[]): Uint8Array;
  /** The corrected columns; the words behind a row's bytes have no meaning. */
  columns(): Uint32Array[];
  /** The hashes of the columns, one behind the other. */
  hashColumns(key: Uint8Array): Uint8Array;
  /** The hash of the constraints' values at Δ without its mask, and the two elements of which the mask consists. */
  evaluate(key: Uint8Array, delta: Element, d: Uint8Array, pairs: readonly Pair[]): Evaluated;
}

export interface Evaluated {
  readonly hash: Element;
  readonly masks: readonly [Element, Element];
}
