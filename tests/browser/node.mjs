// A separate beacon for each test: the real program on a free port, with a data directory that is removed afterwards.

import { spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A beacon like that of `runNode`, in a folder of its own, which is removed with it. `more` are further options of `heliast up`;
 * `home` and `listen` continue a node that has ended, at its address.
 */
export async function startNode({ participants, period, vrf, lead, more = [], home, listen }) {
  home ??= await mkdtemp(join(tmpdir(), 'heliast-test-'));
  const flags = ['--participants', participants, '--period', period, '--vrf', vrf, ...(lead ? ['--lead', lead] : []), ...more];
  const node = await runNode(home, flags, listen);
  const stop = async () => {
    await node.stop();
    await rm(home, { recursive: true, force: true });
  };
  /** Stops the beacon, and keeps its folder. */
  return { ...node, home, pause: node.stop, stop };
}

/**
 * Starts or continues the beacon of a folder, which stays when it is stopped. `signal` sends the program a signal; `kill` ends it as
 * a power cut would.
 */
export async function runNode(home, flags, listen = '127.0.0.1:0') {
  const options = ['--json', 'up', '--data', join(home, 'data'), '--listen', listen, ...flags];
  // The witnesses of keys are next to the data, and nothing is recorded elsewhere.
  const env = { ...process.env, XDG_STATE_HOME: join(home, 'state'), XDG_RUNTIME_DIR: undefined };
  const child = spawn(process.env.HELIAST, options.map(String), { stdio: ['ignore', 'pipe', 'inherit'], env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const signal = (name) => child.kill(name);
  const kill = async () => {
    signal('SIGKILL');
    await ended;
  };
  const stop = async () => {
    signal('SIGCONT');
    signal('SIGINT');
    await ended;
  };
  const started = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { event, url } = JSON.parse(line);
      if (event === 'started') resolve(url);
    });
    ended.then((code) => {
      if (code !== 0) console.error(`heliast ended with ${code ?? 'a signal'}`);
      reject(new Error(`heliast ended with ${code}`));
    });
    child.once('error', reject);
  });
  return { url: await started, signal, kill, stop, child };
}

/** Repeats an attempt until it returns something true. An attempt that throws, for example because a node is busy, is repeated too. */
export async function until(what, seconds, attempt) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    let failure;
    try {
      const value = await attempt();
      if (value) return value;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`, { cause: failure });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * A port that is free now, for a program that is to come back to it. It lies below those that a system gives to
 * outgoing connections, as those of tests/ports.py do: something else may take one of those in the meantime.
 */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(12_000 * Math.random());
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(() => true, () => false);
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

// The times at which each connection, by its port, was used last and before, and the port of a request or its error.
const uses = new Map();
const ports = new WeakMap();
const use = ({ localPort: port }) => uses.set(port, { at: Date.now(), before: uses.get(port)?.at ?? Date.now() });
subscribe('undici:client:connected', ({ socket }) => use(socket));
subscribe('undici:client:sendHeaders', ({ request, socket }) => {
  use(socket);
  ports.set(request, socket.localPort);
});
subscribe('undici:request:error', ({ request, error }) => ports.set(error, ports.get(request)));

/**
 * Repeats a request on a connection that was idle: if this process was busy or its machine stood still, the other side
 * may be closing it. Browsers and clients in Go repeat such a request, Node's `fetch` does not.
 */
export function repeating(send) {
  return async (url, options) => {
    for (;;) {
      try {
        return await send(url, options);
      } catch (error) {
        const used = uses.get(error.cause && ports.get(error.cause));
        if (!used || used.at - used.before < 2000) throw error;
      }
    }
  };
}

/** For tests in place of Node's `fetch`, which what they test goes on to use. */
export const fetch = repeating(globalThis.fetch);
