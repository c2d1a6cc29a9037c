// The parts of Node's threads that this package uses.

declare module 'node:worker_threads' {
  interface Port {
    postMessage(value: unknown): void;
    on<T>(event: 'message', hear: (value: T) => void): void;
  }
  export const parentPort: Port | null;
  export class Worker implements Port {
    constructor(script: URL | string);
    postMessage(value: unknown): void;
    on<T>(event: 'message' | 'error', hear: (value: T) => void): void;
    terminate(): Promise<number>;
  }
}
