// Delays evaluated by the program `heliast`, with checkpoints, so that neither a crash nor a restart costs squarings.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Address, type Hex, bytesToHex } from 'viem';

/** A delay that is to be proved. */
export interface Task {
  /** Names the task among all others: the same name is the same delay. */
  readonly name: string;
  readonly input: Hex;
  readonly squarings: bigint;
  readonly prover: Address;
}

/** Evaluates and proves a delay: y ‖ π ‖ hint. Ends early, and rejects, when the signal is aborted. */
export type Evaluator = (task: Task, signal: AbortSignal) => Promise<Hex>;

const PROOF = 514;

/**
 * An evaluator that runs the program and keeps checkpoints and proofs in a folder. A task that was begun goes on from its
 * checkpoint, and one that was finished is read. `remove` forgets a task's files.
 */
export function heliast(program: string, folder: string): { evaluate: Evaluator; remove: (name: string) => void } {
  fs.mkdirSync(folder, { recursive: true });
  const proofOf = (name: string) => path.join(folder, `${name}.proof`);
  const checkpointOf = (name: string) => path.join(folder, `${name}.checkpoint`);

  const evaluate: Evaluator = async ({ name, input, squarings, prover }, signal) => {
    if (!fs.existsSync(proofOf(name))) {
      const what = ['--x', input.slice(2), '-t', `${squarings}`, '--mode', 'hinted', '--bits', '248', '--context', prover];
      const where = ['--out', proofOf(name), '--checkpoint', checkpointOf(name), '--save-every', '60'];
      await run(program, ['vdf', 'eval', ...what, ...where], signal);
    }
    const file = fs.readFileSync(proofOf(name));
    return bytesToHex(file.subarray(file.length - PROOF));
  };
  const remove = (name: string) => {
    for (const file of [proofOf(name), checkpointOf(name)]) fs.rmSync(file, { force: true });
  };
  return { evaluate, remove };
}

/** Runs a program to its end. An abort sends SIGINT, at which `heliast` saves a checkpoint. */
function run(program: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    const stop = () => child.kill('SIGINT');
    signal.addEventListener('abort', stop, { once: true });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason as Error);
      else if (code === 0) resolve();
      else reject(new Error(`heliast ended with ${code}: ${said.trim()}`));
    });
  });
}
