// The participants' stakes by rounds, and their changes by proposals and approvals (spec/members.md).

import { TOTAL_LIMIT } from './binomial.js';
import { equal, toHex } from './bytes.js';
import type { MemberChange, Proposal, ValidatorChange } from './change.js';
import { Invalid } from './errors.js';
import type { Genesis } from './genesis.js';
import { add } from './schedule.js';

/** A proposal that may be approved. */
export interface OpenProposal {
  /** The id by which an approval names it: 32 bytes. */
  readonly id: Uint8Array;
  /** The round in which it was made. */
  readonly made: bigint;
  readonly proposer: number;
  readonly proposal: Proposal;
  /** The numbers of those who have approved; the proposer is one. */
  readonly approved: ReadonlySet<number>;
}

/** The content of an announcement about members, and D right after it. */
export interface Announced {
  readonly participant: number;
  readonly change: MemberChange;
  readonly hash: Uint8Array;
}

/** Stakes, of which each has effect from a round on, in ascending order; those of the past may be missing. */
type Stakes = readonly { readonly from: bigint; readonly stake: bigint }[];

interface Member {
  readonly publicKey: Uint8Array;
  readonly stakes: Stakes;
}

/** The rules that a genesis fixes. */
interface Terms {
  readonly lead: bigint;
  /** Null: members do not change. */
  readonly life: bigint | null;
  readonly most: number;
}

interface State {
  readonly terms: Terms;
  readonly all: readonly Member[];
  /**
   * The numbers of all by their keys in hexadecimal. Branches share it and it only grows: numbers from `all.length` on belong to another branch,
   * and a branch that finds it longer than its own list makes a copy.
   */
  readonly keys: Map<string, number>;
  /** The sums of all stakes. */
  readonly totals: Stakes;
  /** By their ids, in the order of rounds and proposers. Some may be too old: rounds without proposals and approvals close none here. */
  readonly open: ReadonlyMap<string, OpenProposal>;
  /** The changes of validators that were adopted, in order. */
  readonly validators: readonly AdoptedChange[];
}

/** A change of validators, and the round that adopted it. */
export interface AdoptedChange {
  readonly round: bigint;
  readonly entries: ValidatorChange['entries'];
}

/** A chain's members after some round. They do not change: {@link Members.after} returns others. */
export class Members {
  readonly #state: State;

  private constructor(state: State) {
    this.#state = state;
  }

  /** Before round 1. */
  static first({ participants, totalStake, lead, life, maxParticipants }: Genesis): Members {
    const since = (stake: bigint): Stakes => [{ from: 0n, stake }];
    const all = participants.map(({ publicKey, stake }) => ({ publicKey, stakes: since(stake) }));
    const terms = { lead: BigInt(lead), life, most: maxParticipants };
    return new Members({ terms, all, keys: keysOf(all), totals: since(totalStake), open: new Map(), validators: [] });
  }

  /** The number of participants, including those whose stake is 0. */
  get count(): number {
    return this.#state.all.length;
  }

  /** A participant's stateless key. Throws `Invalid` if the participant does not exist. */
  publicKey(participant: number): Uint8Array {
    const member = this.#state.all[participant];
    if (member === undefined) throw new Invalid(`there is no participant ${participant}`);
    return member.publicKey;
  }

  /**
   * The stake in effect in a round after the last, or in the last; 0 for who is not a participant. Only rounds up to the lead after the last are
   * settled.
   */
  stake(participant: number, round: bigint): bigint {
    return stakeAt(this.#state.all[participant]?.stakes, round);
  }

  /** All stake in effect in such a round. */
  total(round: bigint): bigint {
    return stakeAt(this.#state.totals, round);
  }

  /** The changes of validators that were adopted; whether one has effect depends on the network file (spec/validators.md). */
  get validatorChanges(): readonly AdoptedChange[] {
    return this.#state.validators;
  }

  /** The proposals that may be approved in a round after the last. */
  open(round: bigint): OpenProposal[] {
    const { open, terms } = this.#state;
    return [...open.values()].filter((proposal) => isYoung(proposal, round, terms));
  }

  /** Throws `Invalid` unless a participant may announce this in the round after the last; null is a key or a withdrawal. */
  check(round: bigint, participant: number, change: MemberChange | null): void {
    const { all, open, terms } = this.#state;
    const stake = this.stake(participant, round);
    if (change === null) {
      if (stake === 0n && decided(all[participant]?.stakes) === 0n) throw new Invalid('rule 6: it has no stake');
      return;
    }
    if (stake === 0n) throw new Invalid(`rule 7: it has no stake in round ${round}`);
    if (change.kind !== 'approval') {
      const obstacle = obstacleOf(this.#state, change);
      if (obstacle !== null) throw new Invalid(`rule 8: ${obstacle}`);
      return;
    }
    const proposal = open.get(toHex(change.id));
    if (proposal === undefined || !isYoung(proposal, round, terms)) throw new Invalid('rule 9: no such proposal is open');
    if (proposal.approved.has(participant)) throw new Invalid('rule 9: it has approved before');
  }

  /** After the round after the last, with these announcements, in order; {@link Members.check} has allowed each. */
  after(round: bigint, announced: readonly Announced[]): Members {
    if (this.#state.terms.life === null || announced.length === 0) return this;
    const draft = new Draft(this.#state, round);
    for (const each of announced) draft.approve(each);
    for (const each of announced) draft.propose(each);
    draft.count();
    return new Members(draft);
  }
}

/** The state while a round is taken in. */
class Draft implements State {
  readonly terms: Terms;
  all: readonly Member[];
  keys: Map<string, number>;
  totals: Stakes;
  readonly open: Map<string, OpenProposal>;
  validators: readonly AdoptedChange[];
  readonly #round: bigint;
  /** A copy of `all`, made when the first proposal is adopted. */
  #own: Member[] | null = null;
  /** Proposals made or approved in this round, by their ids: who has approved. */
  readonly #touched = new Map<string, Set<number>>();

  constructor({ terms, all, keys, totals, open, validators }: State, round: bigint) {
    [this.terms, this.all, this.keys, this.totals, this.#round] = [terms, all, keys, totals, round];
    this.validators = validators;
    this.open = new Map([...open].filter(([, proposal]) => isYoung(proposal, round, terms)));
  }

  approve({ participant, change }: Announced): void {
    if (change.kind !== 'approval') return;
    const id = toHex(change.id);
    const proposal = this.open.get(id)!;
    const approved = this.#touched.get(id) ?? new Set(proposal.approved);
    approved.add(participant);
    this.#touched.set(id, approved);
    this.open.set(id, { ...proposal, approved });
  }

  /** Closes the proposer's open proposal. */
  propose({ participant, change, hash }: Announced): void {
    if (change.kind === 'approval') return;
    this.#close(({ proposer }) => proposer === participant);
    const approved = new Set([participant]);
    this.#touched.set(toHex(hash), approved);
    this.open.set(toHex(hash), { id: hash, made: this.#round, proposer: participant, proposal: change, approved });
  }

  /** Adopts proposals that more than two thirds of the stake in effect in this round have approved. */
  count(): void {
    const total = stakeAt(this.totals, this.#round);
    for (const [id, { proposal, approved }] of [...this.open].filter(([id]) => this.#touched.has(id))) {
      // A change that is adopted here has effect later: it alters no stake in effect in this round.
      const votes = [...approved].reduce((sum, participant) => sum + stakeAt(this.all[participant]?.stakes, this.#round), 0n);
      if (3n * votes <= 2n * total || !this.open.delete(id)) continue;
      if (obstacleOf(this, proposal) === null) this.#adopt(proposal);
    }
  }

  #adopt(proposal: Proposal): void {
    if (proposal.kind === 'validators') {
      this.validators = [...this.validators, { round: this.#round, entries: proposal.entries }];
      this.#close((other) => other.proposal.kind === 'validators' && overlap(other.proposal, proposal));
      return;
    }
    this.totals = this.#with(this.totals, totalWith(this, proposal));
    if (proposal.kind === 'join') {
      const { publicKey, stake } = proposal;
      if (this.keys.size !== this.all.length) this.keys = keysOf(this.all);
      this.keys.set(toHex(publicKey), this.all.length);
      this.#copy().push({ publicKey, stakes: this.#with([], stake) });
      return;
    }
    const { participant, stake } = proposal;
    const member = this.all[participant]!;
    this.#copy()[participant] = { ...member, stakes: this.#with(member.stakes, stake) };
    this.#close((other) => other.proposal.kind === 'stake' && other.proposal.participant === participant);
  }

  /** With one that is adopted in this round, and without those that are of the past. */
  #with(stakes: Stakes, stake: bigint): Stakes {
    const current = stakes.filter((_, i) => i + 1 === stakes.length || stakes[i + 1]!.from > this.#round);
    return [...current, { from: add(this.#round, this.terms.lead), stake }];
  }

  /** A changeable copy of `all`, made once in a round. */
  #copy(): Member[] {
    this.#own ??= [...this.all];
    this.all = this.#own;
    return this.#own;
  }

  #close(which: (proposal: OpenProposal) => boolean): void {
    for (const [id, proposal] of this.open) if (which(proposal)) this.open.delete(id);
  }
}

/** Whether both are about a validator. */
const overlap = (a: ValidatorChange, b: ValidatorChange): boolean =>
  a.entries.some((one) => b.entries.some((other) => other.keyType === one.keyType && equal(other.key, one.key)));

/** The reason why a proposal can't be adopted, or null. */
function obstacleOf(state: State, proposal: Proposal): string | null {
  if (proposal.kind === 'validators') return null;
  const { terms, all, keys } = state;
  if (proposal.kind === 'join') {
    if (all.length >= terms.most) return `there are ${terms.most} participants`;
    if ((keys.get(toHex(proposal.publicKey)) ?? all.length) < all.length) return "the key is a participant's";
  } else {
    const { participant, stake } = proposal;
    if (participant >= all.length) return `there is no participant ${participant}`;
    if (stake === decided(all[participant]?.stakes)) return `participant ${participant} has this stake`;
  }
  const total = totalWith(state, proposal);
  return total >= 1n && total < TOTAL_LIMIT ? null : `total stake out of range: ${total}`;
}

/** All stake that is decided once a proposal is adopted. */
const totalWith = ({ all, totals }: State, proposal: Exclude<Proposal, ValidatorChange>): bigint =>
  decided(totals) + proposal.stake - (proposal.kind === 'join' ? 0n : decided(all[proposal.participant]?.stakes));

const keysOf = (all: readonly Member[]): Map<string, number> => new Map(all.map(({ publicKey }, i) => [toHex(publicKey), i]));

const isYoung = ({ made }: OpenProposal, round: bigint, { life }: Terms): boolean => life !== null && round <= made + life;

/** The stake decided: the last stake that was adopted. */
const decided = (stakes: Stakes = []): bigint => stakes.at(-1)?.stake ?? 0n;

/** The stake in effect in a round. */
function stakeAt(stakes: Stakes = [], round: bigint): bigint {
  for (let i = stakes.length - 1; i >= 0; i--) if (stakes[i]!.from <= round) return stakes[i]!.stake;
  return 0n;
}
