// The beacons of rounds that were verified here, against which later answers are held.

import { Invalid, toHex, type VerifiedRound } from '@heliast/verify';

/** Rounds that are remembered. */
const LIMIT = 10_000;

export class Memory {
  readonly #beacons = new Map<bigint, string>();
  /** The round with the highest number so far. */
  latest: VerifiedRound | undefined;

  /** Throws `Invalid` if a round contradicts one that was verified before: a chain has one round of each number. */
  add(round: VerifiedRound): VerifiedRound {
    const { number, seed, beacon } = round;
    this.#hold(number - 1n, seed, number);
    this.#hold(number, beacon, number);
    this.#beacons.set(number, toHex(beacon));
    if (this.#beacons.size > LIMIT) this.#beacons.delete(this.#beacons.keys().next().value!);
    if (this.latest === undefined || this.latest.number < number) this.latest = round;
    return round;
  }

  #hold(number: bigint, value: Uint8Array, of: bigint): void {
    const known = this.#beacons.get(number);
    if (known !== undefined && known !== toHex(value)) throw new Invalid(`it contradicts round ${number} as it was verified before`, of);
  }
}
