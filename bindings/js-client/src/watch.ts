// Rounds as they are finished, by the event streams of nodes.

import { Misuse, type VerifiedRound } from '@heliast/verify';
import { numberOf, parsed } from './answers.js';
import { Branched, NotYet, Undecided } from './errors.js';
import { events } from './events.js';
import { jsonOf } from './http.js';
import { type Nodes, noneGives } from './nodes.js';
import { requireFollows, type Rounds } from './rounds.js';

/** Milliseconds of silence after which a stream counts as dead; a node sends something every two seconds. */
const SILENCE_MS = 30_000;
/** Milliseconds without a new round after which other nodes are asked for it. */
const STALE_MS = 30_000;
/** Milliseconds until a stream is opened again: twice as long each time, up to the last. */
const PAUSE_MS = [500, 30_000] as const;

export class Watch {
  readonly #nodes: Nodes;
  readonly #rounds: Rounds;

  constructor(nodes: Nodes, rounds: Rounds) {
    [this.#nodes, this.#rounds] = [nodes, rounds];
  }

  /**
   * Every round from `next` on as it is finished; without end, until `signal` says so. Rounds that appear between two
   * connections are not left out. Throws `Branched` as `Rounds` does.
   */
  async *from(next: bigint, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    let pause: number = PAUSE_MS[0];
    let given: VerifiedRound | undefined;
    const isOver = (): boolean => signal?.aborted === true;
    while (!isOver()) {
      const url = this.#nodes.first;
      try {
        let heardMs = Date.now();
        for await (const known of this.#announced(url, signal)) {
          const isNews = known !== null && known >= next;
          if (!isNews && Date.now() - heardMs < STALE_MS) continue;
          const unheard = next;
          for await (const round of isNews ? this.#told(next, known, signal) : this.#unheard(next, signal)) {
            if (isOver()) return;
            requireFollows(given, round);
            [next, pause, given] = [round.number + 1n, PAUSE_MS[0], round];
            yield round;
          }
          heardMs = Date.now();
          if (!isNews && next > unheard) throw new Error(`it says nothing of round ${unheard}, which another node has`);
        }
        throw new Error('the stream of events ended');
      } catch (error) {
        if (isOver()) return;
        if (error instanceof Misuse || error instanceof Branched) throw error;
        // Errors of rounds have been reported, with the node that caused them.
        if (!(error instanceof Failed)) this.#nodes.failed(url, error);
      }
      await sleep(pause * (0.5 + Math.random() / 2), signal);
      pause = Math.min(2 * pause, PAUSE_MS[1]);
    }
  }

  /** The rounds that a stream has announced. */
  async *#told(from: bigint, to: bigint, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    try {
      yield* this.#rounds.from(from, to, signal);
    } catch (error) {
      if (error instanceof NotYet && !(error instanceof Undecided)) throw noneGives(to);
      throw ofRounds(error);
    }
  }

  /** A round that a stream has not announced, if a node has it. */
  async *#unheard(number: bigint, signal?: AbortSignal): AsyncGenerator<VerifiedRound, void> {
    try {
      yield* this.#rounds.from(number, number, signal);
    } catch (error) {
      if (!(error instanceof NotYet)) throw ofRounds(error);
    }
  }

  /** The numbers of rounds that a node says are finished: the latest at once, and others as they come; null for any
   * other event. */
  async *#announced(url: string, signal?: AbortSignal): AsyncGenerator<bigint | null, void> {
    const stop = new AbortController();
    const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    try {
      const response = await this.#nodes.stream(url, '/v1/stream', either);
      const latest = (await jsonOf(await this.#nodes.get(url, '/v1/status', signal))) as { latest?: unknown };
      if (latest.latest !== null && latest.latest !== undefined) yield numberOf(latest, 'latest');
      for await (const { event, data } of events(response, SILENCE_MS)) {
        yield event === 'round' ? numberOf(parsed(data), 'round') : null;
      }
    } finally {
      stop.abort();
    }
  }
}

/** Reports that rounds could not be read; the nodes at fault have been named. */
class Failed extends Error {}

const ofRounds = (error: unknown): unknown =>
  error instanceof Misuse || error instanceof Branched ? error : new Failed('rounds', { cause: error });

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
