// A beacon of its own for a test: the real program on a free port, with a data directory that goes away.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export async function startNode({ participants, period, vrf, lead }) {
  const home = await mkdtemp(join(tmpdir(), 'heliast-test-'));
  const node = await runNode(home, ['--participants', participants, '--period', period, '--vrf', vrf, '--lead', lead]);
  const stop = async () => {
    await node.stop();
    await rm(home, { recursive: true, force: true });
  };
  return { url: node.url, stop };
}

/** Starts or continues the beacon of a folder, which stays when it is stopped. */
export async function runNode(home, flags) {
  const options = ['--json', 'up', '--data', join(home, 'data'), '--listen', '127.0.0.1:0', ...flags];
  // The witnesses of keys lie beside the data.
  const env = { ...process.env, XDG_STATE_HOME: join(home, 'state') };
  const child = spawn(process.env.HELIAST, options.map(String), { stdio: ['ignore', 'pipe', 'inherit'], env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  const started = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { event, url } = JSON.parse(line);
      if (event === 'started') resolve(url);
    });
    ended.then((code) => reject(new Error(`heliast ended with ${code}`)));
    child.once('error', reject);
  });
  return { url: await started, stop, child };
}

export async function until(what, seconds, attempt) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await attempt();
    if (value) return value;
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
