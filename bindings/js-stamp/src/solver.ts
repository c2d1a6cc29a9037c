// Solves a challenge in slices of some milliseconds, between which other code runs.

import { bytesOf } from './bytes.js';
import { type Challenge, readChallenge, stampOf } from './challenge.js';
import { type Kept, type Kernel, type KernelName, makeKernel } from './kernels.js';
import { drawPrime, gammaOf, input, KAPPA, PRIME_BYTES, quotientDigits } from './public-form.js';
import { type Start, type State, startOf, stateOf } from './state.js';

/** The approximate time of a slice. */
const SLICE_MS = 8;
/** Engines compile a function well when it is called again and again: the first calls are short. */
const FIRST_SLICE = 50;
/** The share of squaring in the whole work, if a proof follows. */
const SQUARING = 0.75;

/** The task of a solver. */
export interface Task {
  readonly challenge: Uint8Array;
  /** The state of an earlier solver; that of another challenge is ignored. */
  readonly state?: State | null | undefined;
  /** The kernel to take, in place of the fastest one. */
  readonly kernel?: KernelName | undefined;
}

/** The progress of a solver. */
export interface Progress {
  readonly kernel: KernelName;
  /** Squarings that are done, of t. */
  readonly done: number;
  readonly t: number;
  /** The part of the work that is done, from 0 to 1. */
  readonly part: number;
  /** Milliseconds that the rest will take, about; null where nothing has been done yet. Pauses don't count. */
  readonly remainingMs: number | null;
}

/** The caller for which the solver works. */
export interface Host {
  /** Called after each slice; the solver goes on when it is fulfilled, and ends when it is rejected. */
  turn(): Promise<void>;
  /** Called after each slice. `state` makes what goes on from here. */
  progress(progress: Progress, state: () => State): void;
}

/** The stamp's bytes. Rejected for bytes that are not a challenge, a kernel that does not work here, and by the host. */
export async function solveTask({ challenge: bytes, state, kernel: name }: Task, host: Host): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = readChallenge(bytes);
  const x = challenge.x ?? input(challenge);
  const start = startOf(challenge, state) ?? { done: 0, x, checkpoints: [] };
  const kernel = await makeKernel(challenge.modulus, name);
  if (!kernel) throw new Error(`the kernel ${name} does not work here`);
  const work = new Work(challenge, kernel, start, host);
  const y = await work.square();
  return challenge.form === 'private' ? stampOf(challenge, y) : work.prove(x, y);
}

class Work {
  readonly #challenge: Challenge;
  readonly #kernel: Kernel;
  readonly #host: Host;
  readonly #start: Start;
  readonly #checkpoints: Kept[];
  /** Milliseconds of all slices, and the part that was done before them. */
  #busy = 0;
  readonly #before: number;

  constructor(challenge: Challenge, kernel: Kernel, start: Start, host: Host) {
    this.#challenge = challenge;
    this.#kernel = kernel;
    this.#host = host;
    this.#start = start;
    this.#before = (start.done / challenge.t) * this.#squaring;
    this.#checkpoints = start.checkpoints.map((value) => {
      kernel.set(value);
      return kernel.keep();
    });
  }

  get #squaring(): number {
    return this.#challenge.form === 'private' ? 1 : SQUARING;
  }

  /** y. In the public form it keeps each number at a multiple of the spacing below t, the first one too. */
  async square(): Promise<bigint> {
    const { form, t } = this.#challenge;
    const spacing = form === 'private' ? t : KAPPA * gammaOf(t);
    const [kernel, checkpoints] = [this.#kernel, this.#checkpoints];
    kernel.set(this.#start.x);
    const run = (first: number, end: number) => {
      for (let done = first; done < end; ) {
        if (form === 'public' && done === checkpoints.length * spacing) checkpoints.push(kernel.keep());
        const next = Math.min(end, done + spacing - (done % spacing));
        kernel.square(next - done);
        done = next;
      }
    };
    await this.#slices(this.#start.done, t, FIRST_SLICE, run, (done) => {
      this.#report(done, (this.#squaring * done) / t, () => this.#state(done, kernel.keep()));
    });
    return kernel.get();
  }

  /** The stamp with its proof from the checkpoints: π = ∏_(j<γ) (∏_b (∏_(i = j mod γ, b_i = b) C_(i div γ))^b)^(2^(κ·j)). */
  async prove(x: bigint, y: bigint): Promise<Uint8Array<ArrayBuffer>> {
    const [{ t }, kernel] = [this.#challenge, this.#kernel];
    const { l, counter } = drawPrime(this.#challenge, x, y);
    const gamma = gammaOf(t);
    const last = kernel.keep();
    let proof: Kept | null = null;
    const column = (j: number) => {
      if (proof !== null) {
        kernel.restore(proof);
        kernel.square(KAPPA);
        proof = kernel.keep();
      }
      const buckets: Kept[] = [];
      quotientDigits(t, l, j).forEach((b, m) => {
        if (b > 0) buckets[b] = this.#times(buckets[b], this.#checkpoints[m]!);
      });
      // ∏ bucket_b^b: each suffix product once.
      let suffix: Kept | undefined;
      for (let b = 2 ** KAPPA - 1; b > 0; b--) {
        if (buckets[b] !== undefined) suffix = this.#times(suffix, buckets[b]!);
        if (suffix !== undefined) proof = this.#times(proof ?? undefined, suffix);
      }
    };
    const run = (first: number, end: number) => {
      for (let done = first; done < end; done++) column(gamma - 1 - done);
    };
    await this.#slices(0, gamma, 1, run, (done) => {
      this.#report(t, SQUARING + ((1 - SQUARING) * done) / gamma, () => this.#state(t, last));
    });
    // No digit but zeros, where t is small: π = 1.
    if (proof === null) kernel.set(1n);
    else kernel.restore(proof);
    return stampOf(this.#challenge, kernel.get(), bytesOf(l, PRIME_BYTES), bytesOf(counter, 2));
  }

  #times(a: Kept | undefined, b: Kept): Kept {
    if (a === undefined) return b;
    this.#kernel.restore(a);
    this.#kernel.multiply(b);
    return this.#kernel.keep();
  }

  /** Runs from `done` to `end` in slices. Clocks of browsers may be coarse: a slice that takes no time is followed by a longer one. */
  async #slices(
    done: number,
    end: number,
    slice: number,
    run: (first: number, end: number) => void,
    report: (done: number) => void,
  ): Promise<void> {
    while (done < end) {
      const next = Math.min(end, done + slice);
      const begun = performance.now();
      run(done, next);
      const took = performance.now() - begun;
      this.#busy += took;
      if (next - done === slice) slice = Math.max(1, Math.round(slice * Math.min(4, SLICE_MS / (took || 1))));
      done = next;
      report(done);
      await this.#host.turn();
    }
  }

  #report(done: number, part: number, state: () => State): void {
    const [{ t }, { name }] = [this.#challenge, this.#kernel];
    const gained = part - this.#before;
    const remainingMs = gained > 0 && this.#busy > 0 ? (this.#busy * (1 - part)) / gained : null;
    this.#host.progress({ kernel: name, done, t, part, remainingMs }, state);
  }

  /** The kernel has the number after `done` squarings when this returns. */
  #state(done: number, last: Kept): State {
    const value = (kept: Kept) => {
      this.#kernel.restore(kept);
      return this.#kernel.get();
    };
    const checkpoints = this.#checkpoints.map(value);
    return stateOf(this.#challenge, { done, x: value(last), checkpoints });
  }
}
