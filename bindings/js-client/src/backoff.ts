// How long to wait before the next try.

const LEAST_MS = 500;
const MOST_MS = 30_000;

/** Twice as long each time, up to half a minute, and between half of that and all of it, so that not everybody comes back at once. */
export class Backoff {
  #nextMs = LEAST_MS;

  reset(): void {
    this.#nextMs = LEAST_MS;
  }

  /** Waits. Throws the signal's reason where it is aborted meanwhile. */
  async wait(signal?: AbortSignal): Promise<void> {
    const ms = this.#nextMs * (0.5 + Math.random() / 2);
    this.#nextMs = Math.min(2 * this.#nextMs, MOST_MS);
    await sleep(ms, signal);
  }
}

/** Lets other work go on. */
export const pause = (): Promise<void> => sleep(0);

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
