// The list of a network's validators, by the network file and the changes that a chain has adopted (spec/validators.md).

import { concat, equal, tag, toHex, uint } from './bytes.js';
import { Malformed } from './errors.js';
import type { AdoptedChange } from './members.js';
import { type KeyType, MAX_VALIDATORS, totalPower, typeNumber, type Validator, validatorOf, verifies } from './network-file.js';
import type { ValidatorEntry } from './validator-entries.js';

/** Validators by their keys in hexadecimal digits. */
export type Listed = ReadonlyMap<string, Validator>;

/** Follows the validators of a network, from one adopted change to the next. */
export class ValidatorList {
  readonly #chainId: Uint8Array;
  readonly #keyType: KeyType;
  /** All keys that were ever in it. */
  readonly #known: Set<string>;
  #listed: Listed;
  /** Of the last change, and the list before it. */
  #round = 0n;
  #before: Listed;

  /** `first` are the validators of the network file. */
  constructor(chainId: Uint8Array, first: readonly Validator[]) {
    this.#chainId = chainId;
    this.#keyType = first[0]!.keyType;
    this.#listed = this.#before = new Map(first.map((one) => [toHex(one.key), one]));
    this.#known = new Set(this.#listed.keys());
  }

  get listed(): Listed {
    return this.#listed;
  }

  /** Takes a change of this round or a later one than the change before; returns the reason why it has no effect, or null. */
  adopt({ round, entries }: AdoptedChange): string | null {
    if (round !== this.#round) [this.#round, this.#before] = [round, this.#listed];
    const after = new Map(this.#listed);
    for (const entry of entries) {
      const obstacle = this.#obstacle(entry);
      if (obstacle !== null) return obstacle;
      const name = toHex(entry.key);
      if (entry.power === 0n) after.delete(name);
      else after.set(name, validatorOf(entry.keyType, entry.key, entry.power));
    }
    const obstacle = badList(after) ?? badStep(this.#before, after);
    if (obstacle !== null) return obstacle;
    for (const name of after.keys()) this.#known.add(name);
    this.#listed = after;
    return null;
  }

  /** Rules 1 to 4. */
  #obstacle({ keyType, key, power, proof }: ValidatorEntry): string | null {
    const one = possible(keyType, key, power);
    if (one === null || one.keyType !== this.#keyType) return 'rule 1: no key of a validator of this network';
    const name = toHex(key);
    const present = this.#listed.get(name);
    if (present === undefined) {
      if (power === 0n) return 'rule 2: no such validator';
      if (proof.length === 0) return 'rule 2: a new key without a proof';
      if (this.#known.has(name)) return 'rule 2: a key that has left';
    } else if (present.power === power) return 'rule 3: it has this power';
    const input = concat(tag('heliast/validator/v1'), this.#chainId, uint(typeNumber(one), 1), key);
    return proof.length > 0 && !verifies(one, input, proof) ? 'rule 4: the proof does not hold' : null;
  }
}

/** The lists of a chain after its rounds, as far as its changes were seen. */
export class Lists {
  readonly #first: () => ValidatorList;
  #latest: ValidatorList;
  #seen: readonly AdoptedChange[] = [];
  /** The list after each round with a change. */
  #after: { readonly round: bigint; readonly listed: Listed }[] = [];
  readonly #start: Listed;

  constructor(chainId: Uint8Array, first: readonly Validator[]) {
    this.#first = () => new ValidatorList(chainId, first);
    this.#latest = this.#first();
    this.#start = this.#latest.listed;
  }

  /** Takes in all changes of a chain up to some round. Those that were seen before are skipped. */
  see(changes: readonly AdoptedChange[]): void {
    const shared = Math.min(this.#seen.length, changes.length);
    if (!this.#seen.slice(0, shared).every((one, i) => isSame(one, changes[i]!))) {
      [this.#latest, this.#seen, this.#after] = [this.#first(), [], []];
    }
    for (const change of changes.slice(this.#seen.length)) {
      this.#latest.adopt(change);
      this.#after.push({ round: change.round, listed: this.#latest.listed });
    }
    if (changes.length > this.#seen.length) this.#seen = changes;
  }

  /** N_round, by the changes that were seen. */
  after(round: bigint): Listed {
    return this.#after.filter((one) => one.round <= round).at(-1)?.listed ?? this.#start;
  }
}

function possible(keyType: number, key: Uint8Array, power: bigint): Validator | null {
  try {
    return validatorOf(keyType, key, power);
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

function badList(after: Listed): string | null {
  const total = totalPower([...after.values()]);
  const fits = after.size >= 1 && after.size <= MAX_VALIDATORS && total < 1n << 53n;
  return fits ? null : `rule 5: ${after.size} validators with power ${total}`;
}

function badStep(before: Listed, after: Listed): string | null {
  const more = (some: Listed, than: Listed): bigint =>
    [...some].reduce((sum, [name, { power }]) => {
      const other = than.get(name)?.power ?? 0n;
      return power > other ? sum + power - other : sum;
    }, 0n);
  const [total, joins, leaves] = [totalPower([...before.values()]), more(after, before), more(before, after)];
  const fits = 3n * joins <= total && 3n * leaves <= total && leaves + 2n * joins < total;
  return fits ? null : `rule 6: of ${total} power ${leaves} leaves and ${joins} joins`;
}

const isSame = (a: AdoptedChange, b: AdoptedChange): boolean =>
  a === b || (a.round === b.round && a.entries.length === b.entries.length && a.entries.every((one, i) => isSameEntry(one, b.entries[i]!)));

const isSameEntry = (a: ValidatorEntry, b: ValidatorEntry): boolean =>
  a === b || (a.keyType === b.keyType && a.power === b.power && equal(a.key, b.key) && equal(a.proof, b.proof));
