// Setups: h = g^(2^t) for some delays, each proved from the one before (spec/envelope.md).

import { type Element, Malformed, wesolowski } from '@heliast/verify';
import { Reader } from '@heliast/verify/parts';
import { type Place, readPlace } from './place.js';

const MAX_STEPS = 32;
const MAX_T = 2n ** 48n - 1n;
const SUITE = wesolowski.suite('hinted', 'sha-256', 264);
const HINT_BOUND = 8 * 264;

interface Step {
  t: bigint;
  /** h, π and the hint. */
  proof: Uint8Array;
}

/** A valid setup. Only {@link openSetup} makes such an object. */
export class Setup {
  readonly place: Place;
  readonly #powers: ReadonlyMap<bigint, Element>;

  /** @internal */
  constructor(place: Place, powers: ReadonlyMap<bigint, Element>) {
    this.place = place;
    this.#powers = powers;
  }

  /** Its delays in squarings, in ascending order. */
  get delays(): bigint[] {
    return [...this.#powers.keys()];
  }

  /** g^(2^t), if t is one of its delays. */
  power(t: bigint): Element | undefined {
    return this.#powers.get(t);
  }
}

/**
 * The setup of some bytes, verified. Throws `Malformed` for other bytes, and `Invalid` for a false setup: its maker might be able to read
 * what is sealed with it.
 */
export function openSetup(bytes: Uint8Array): Setup {
  const reader = new Reader(bytes, 'HLES\x01');
  const place = readPlace(reader);
  const { group } = place;
  const steps = Array.from({ length: reader.number(1, 'steps', 1, MAX_STEPS) }, (): Step => ({ t: 0n, proof: new Uint8Array(0) }));
  let before = 0n;
  for (const step of steps) {
    step.t = reader.integer(8, 't', before + 1n, MAX_T);
    step.proof = reader.take(2 * group.length + 2, 'step');
    const elements = [0, 1].map((i) => group.decode(step.proof.subarray(i * group.length, (i + 1) * group.length)));
    group.requireUnits(...elements);
    const [high, low] = step.proof.subarray(2 * group.length);
    if (high! * 256 + low! >= HINT_BOUND) throw new Malformed('hint out of range');
    before = step.t;
  }
  reader.end();
  const powers = new Map<bigint, Element>();
  let [x, done] = [group.encode(place.base), 0n];
  for (const { t, proof } of steps) {
    const { y } = wesolowski.verify(group, { x, t: t - done, suite: SUITE, form: 'output', proof });
    powers.set(t, group.decode(y));
    [x, done] = [y, t];
  }
  return new Setup(place, powers);
}
