// The program `heliast`, where HELIAST names it: another verifier, and another prover.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bytes } from './oracle.mjs';

const PROGRAM = process.env.HELIAST;
const GROUP = '42bc929e24742135f88e18019270bf1daedc6d6ac56aaa723b33ef15b6ba0f54';
/** The bytes before x in a proof file of our suite: magic, version, form, system, suite, t, group, length. */
const head = (t) => `484c56500102000300${'00f8'}${bytes(BigInt(t), 8).slice(2)}${GROUP}00000100`;

/** The error of the contract for what the program says. */
const ERRORS = [
  [/^x: the element is not canonical/, 'InputNotCanonical'],
  [/^y: the element is not canonical/, 'OutputNotCanonical'],
  [/^pi: the element is not canonical/, 'ProofNotCanonical'],
  [/^this is not a delay proof file: its hint is too large/, 'HintOutOfRange'],
  [/^this is not a delay proof file: (its length does not fit its form|it is cut short)/, 'WrongLengthOfProof'],
  [/^a delay takes from 1 to/, 'DelayOutOfRange'],
  [/^the delay's input is the identity/, 'InputIsIdentity'],
  [/^the hint names candidate \d+, which is not a prime/, 'HintNamesNoPrime'],
  [/^the delay proof is false/, 'EquationFails'],
];

export const isThere = PROGRAM !== undefined;

/** The verdicts on claims of one context: undefined for a valid one, or the contract's error. */
export function verdicts(claims, context) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'heliast-evm-'));
  try {
    const names = claims.map(({ x, t, output }, i) => {
      const name = `p${i}`;
      fs.writeFileSync(path.join(folder, name), Buffer.from(head(t) + x.slice(2) + output.slice(2), 'hex'));
      return name;
    });
    // Two at least: several proofs are all named with their reasons, one alone is not.
    const bound = context === '0x' ? [] : ['--context', context];
    const args = ['vdf', 'verify', ...bound, ...(names.length === 1 ? [names[0], names[0]] : names)];
    const { status, stderr } = spawnSync(PROGRAM, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
    if (status === 0) return claims.map(() => undefined);
    const listed = /are not valid: (.*)/.exec(stderr.split('\n')[0])?.[1];
    if (listed === undefined) throw new Error(stderr);
    const reasons = new Map(
      listed.split(/; (?=p\d+: )/).map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    );
    return names.map((name) => {
      const said = reasons.get(name);
      if (said === undefined) return undefined;
      const error = ERRORS.find(([pattern]) => pattern.test(said))?.[1];
      if (!error) throw new Error(`unknown reason: ${said}`);
      return error;
    });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** The output form of a proof that the program makes. */
export function prove(x, t, context) {
  const args = ['vdf', 'eval', '--x', x.slice(2), '-t', `${t}`, '--mode', 'hinted', '--bits', '248', '--out', '-'];
  const file = execFileSync(PROGRAM, [...args, '--context', context], { stdio: ['ignore', 'pipe', 'ignore'] });
  return `0x${file.subarray(file.length - 514).toString('hex')}`;
}
