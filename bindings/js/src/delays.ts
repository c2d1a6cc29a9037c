// The delays of a round, and their verification (spec/round.md).

import { concat, type Reader } from './bytes.js';
import * as delay from './delay.js';
import type { Delays } from './delay-rules.js';
import type { Element } from './group.js';
import * as chain from './root-chain.js';

/** x_K: the input of each delay. */
export interface Inputs {
  /** Null where roots are alone. */
  readonly squarings: Element | null;
  /** Null where squarings are alone. */
  readonly roots: bigint | null;
}

/** The output of squarings, and Wesolowski's proof. */
export interface SquaringsOutput {
  readonly y: Element;
  readonly proof: Element;
}

/** The output of roots, and the ends of their segments except the last: y_1 to y_(s-1). */
export interface RootsOutput {
  readonly y: bigint;
  readonly points: readonly bigint[];
}

/** z_K and π_K. */
export interface Outputs {
  /** Null where roots are alone. */
  readonly squarings: SquaringsOutput | null;
  /** Null where squarings are alone. */
  readonly roots: RootsOutput | null;
}

/** Bytes of z_K and of π_K together. */
export const outputsLength = ({ squarings, roots }: Delays): number =>
  2 * (squarings?.group.length ?? 0) + (roots === null ? 0 : roots.segments * roots.field.length);

/** z_K and π_K: in each, what is about squarings stands before what is about roots. */
export function readOutputs(reader: Reader, { squarings, roots }: Delays): Outputs {
  const [ofSquarings, ofRoots] = [squarings?.group.length ?? 0, roots?.field.length ?? 0];
  const [y, last] = [reader.take(ofSquarings, 'z'), reader.take(ofRoots, 'z of the roots')];
  const [proof, points] = [reader.take(ofSquarings, 'delay proof'), reader.take(ofRoots * ((roots?.segments ?? 1) - 1), 'proof of the roots')];
  return {
    squarings: squarings && { y: squarings.group.decode(y, 'z'), proof: squarings.group.decode(proof, 'delay proof') },
    roots: roots && { y: roots.field.decode(last, 'z of the roots'), points: chain.decodePoints(roots.field, points) },
  };
}

/** The inputs that a message fixes. */
export const inputs = ({ squarings, roots }: Delays, message: Uint8Array): Inputs => ({
  squarings: squarings && delay.delayInput(squarings.group, message),
  roots: roots && roots.field.hash(message),
});

/** Returns if the squarings' proof holds, and the roots lead back to their input. */
export function check({ squarings, roots }: Delays, inputs: Inputs, outputs: Outputs): void {
  if (squarings !== null) {
    const { y, proof } = outputs.squarings!;
    delay.checkOutput(squarings.group, squarings.suite, { x: inputs.squarings!, y, t: squarings.t }, proof);
  }
  if (roots !== null) chain.check(roots.field, { x: inputs.roots!, y: outputs.roots!.y, t: roots.t }, outputs.roots!.points);
}

/** The bytes of x_K. */
export const encodeInputs = (delays: Delays, { squarings, roots }: Inputs): Uint8Array => join(delays, squarings, roots === null ? [] : [roots]);

/** The bytes of z_K. */
export const encodeOutput = (delays: Delays, { squarings, roots }: Outputs): Uint8Array =>
  join(delays, squarings && squarings.y, roots === null ? [] : [roots.y]);

/** The bytes of π_K. */
export const encodeProof = (delays: Delays, { squarings, roots }: Outputs): Uint8Array =>
  join(delays, squarings && squarings.proof, roots?.points ?? []);

function join({ squarings, roots }: Delays, element: Element | null, ofRoots: readonly bigint[]): Uint8Array {
  return concat(element === null ? new Uint8Array(0) : squarings!.group.encode(element), ...ofRoots.map((one) => roots!.field.encode(one)));
}
