// The schedule: which key of a participant is due in a round (spec/schedule.md).

import { Invalid } from './errors.js';
import { roundsOf, treeOf, type TreeKey } from './trees.js';

/** An announcement of a participant about its keys. */
export interface KeyStatement {
  readonly participant: number;
  /** The number of announcements that the participant made before. */
  readonly serial: number;
  /** The key of a hash tree with which the participant will draw; null withdraws its current key. */
  readonly key: TreeKey | null;
}

/** A chain's terms: its participants after some round, the inputs that it asks of each in a round, and the rounds from an announcement to its effect. */
export interface Terms {
  readonly participants: number;
  readonly slots: number;
  readonly lead: number;
}

/**
 * All announcements up to some round. It does not change: {@link Schedule.record} returns another one. The two share their announcements in one
 * log, of which each knows its length, so that a chain is followed without a copy; a second branch from the same round gets a copy.
 */
export class Schedule {
  readonly terms: Terms;
  readonly #log: Log;
  readonly #length: number;

  constructor(terms: Terms, log = new Log(), length = 0) {
    this.terms = terms;
    this.#log = log;
    this.#length = length;
  }

  /** The key of a hash tree that is due in a round, or null: the stateless one is. Only rounds up to the lead after the last are settled. */
  due(participant: number, round: bigint): TreeKey | null {
    const entries = this.#log.histories.get(participant)?.entries ?? [];
    for (let i = entries.length - 1; i >= 0; i--) {
      const { index, effective, key } = entries[i]!;
      if (index < this.#length && effective !== null && effective <= round) return key !== null && round < end(key) ? key : null;
    }
    return null;
  }

  /** With one announcement more, in `round`: not before that of any other. Throws `Invalid`, by the first rule that it breaks. */
  record(round: bigint, statement: KeyStatement): Schedule {
    return this.#add(statement, { round, effective: this.effect(round, statement) });
  }

  /** With one announcement more that is not about keys. Throws `Invalid` if it breaks rule 1 or 2. */
  count(round: bigint, { participant, serial }: Omit<KeyStatement, 'key'>): Schedule {
    this.#next(round, participant, serial);
    return this.#add({ participant, key: null }, { round, effective: null });
  }

  /** With this many participants, which are not fewer than before. */
  withParticipants(participants: number): Schedule {
    return participants === this.terms.participants ? this : new Schedule({ ...this.terms, participants }, this.#log, this.#length);
  }

  #add(statement: Pick<KeyStatement, 'participant' | 'key'>, times: Times): Schedule {
    const log = this.#log.length === this.#length ? this.#log : this.#log.copy(this.#length);
    log.add(statement, times);
    return new Schedule(this.terms, log, log.length);
  }

  /** The round in which an announcement of `round` takes effect. Throws `Invalid`. */
  effect(round: bigint, { participant, serial, key }: KeyStatement): bigint {
    const { slots, lead } = this.terms;
    this.#next(round, participant, serial);
    const settled = add(round, BigInt(lead));
    if (key === null) return settled;
    if (key.slots < slots) throw new Invalid(`rule 3: the key has ${key.slots} slots, fewer than ${slots}`);
    const effective = key.first > settled ? key.first : settled;
    if (effective >= end(key)) throw new Invalid(`rule 4: the key expires by round ${effective}`);
    const known = this.#log.histories.get(participant)?.trees.get(treeOf(key));
    if (known !== undefined && known < this.#length) throw new Invalid('rule 5: the tree was announced before');
    return effective;
  }

  /** Throws `Invalid` unless rules 1 and 2 allow the announcement. */
  #next(round: bigint, participant: number, serial: number): void {
    if (participant >= this.terms.participants) throw new Invalid(`rule 1: there is no participant ${participant}`);
    const entries = this.#entries(participant);
    if (entries.at(-1)?.round === round) throw new Invalid(`rule 1: a second announcement of participant ${participant}`);
    if (serial !== entries.length) throw new Invalid(`rule 2: the serial number is ${serial}, not ${entries.length}`);
  }

  #entries(participant: number): readonly Entry[] {
    const entries = this.#log.histories.get(participant)?.entries ?? [];
    return this.#log.length === this.#length ? entries : entries.filter(({ index }) => index < this.#length);
  }
}

/** When an announcement was made, and when it takes effect; null: it is not about keys. */
interface Times {
  readonly round: bigint;
  readonly effective: bigint | null;
}

interface Entry extends Times {
  /** Its place in the log. */
  readonly index: number;
  readonly key: TreeKey | null;
}

/** The announcements of one participant, and where each of its trees was announced. */
interface History {
  readonly entries: Entry[];
  readonly trees: Map<string, number>;
}

/** Announcements in their order. It only grows: the schedules that share it are beginnings of it. */
class Log {
  readonly histories = new Map<number, History>();
  length = 0;

  add({ participant, key }: Pick<KeyStatement, 'participant' | 'key'>, { round, effective }: Times): void {
    const index = this.length++;
    const history: History = this.histories.get(participant) ?? { entries: [], trees: new Map() };
    this.histories.set(participant, history);
    history.entries.push({ index, round, effective, key });
    if (key !== null) history.trees.set(treeOf(key), index);
  }

  /** Its first `length` announcements. */
  copy(length: number): Log {
    const copy = new Log();
    const all = [...this.histories].flatMap(([participant, { entries }]) => entries.map((entry) => ({ participant, ...entry })));
    const first = all.filter(({ index }) => index < length).sort((a, b) => a.index - b.index);
    for (const entry of first) copy.add(entry, entry);
    return copy;
  }
}

/** The first round in which the key has no position for every slot. */
const end = (key: TreeKey): bigint => add(key.first, roundsOf(key));

const MAX = (1n << 64n) - 1n;

/** At most 2^64 − 1. */
export const add = (a: bigint, b: bigint): bigint => (a + b < MAX ? a + b : MAX);
