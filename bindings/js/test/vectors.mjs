// The common parts of the tests: the reference's vectors, and outcomes by error class.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { Invalid, Malformed, fromHex } from '@heliast/verify';

// Integers above 2^53 stay exact: they are read as strings.
const exact = (text) => text.replace(/(?<=[:[,]\s*)(\d{16,})(?=[,\]}\s])/g, '"$1"');

export const load = (name) => JSON.parse(exact(readFileSync(new URL(`../../../vectors/${name}.json`, import.meta.url), 'utf8')));

export function ofKind(vectors, ...kinds) {
  const cases = vectors.cases.filter(({ kind }) => kinds.includes(kind));
  assert.ok(cases.length > 0, `no vectors of kind ${kinds}`);
  return cases;
}

const CLASSES = { malformed: Malformed, invalid: Invalid };

/**
 * Runs a case: what `attempt` returns where it has no error, undefined where it was refused as it should be. `round` is what an error must
 * name.
 */
export function outcome(item, attempt, round) {
  if (!item.error) return attempt();
  assert.throws(attempt, (error) => {
    assert.ok(error instanceof CLASSES[item.error], `${item.name}: ${item.error} (${item.reason}) expected: ${error.stack}`);
    assert.equal(error.kind, item.error);
    if (round !== undefined) assert.equal(error.round, BigInt(round), item.name);
    return true;
  }, item.name);
  return undefined;
}

/** The number of cases of each class, so that a file that lost its cases is noticed. */
export function classes(cases) {
  const counts = { valid: 0, malformed: 0, invalid: 0 };
  for (const { error } of cases) counts[error ?? 'valid'] += 1;
  return counts;
}

export function atLeast(cases, least) {
  const found = classes(cases);
  for (const [name, count] of Object.entries(least)) assert.ok(found[name] >= count, `${found[name]} ${name} cases, not ${count}`);
}

/** The proof of a case of X-VRF or iVRF and the fields of its base (the file's `about`). */
export function edited(vectors) {
  const named = new Map(vectors.cases.map((item) => [item.name, item]));
  return (item) => {
    if (!item.base) return item;
    const base = named.get(item.base);
    const proof = withEdits(fromHex(base.proof), item.edits);
    return { ...base, error: undefined, ...item, proof: Buffer.from(proof).toString('hex') };
  };
}

/** Bytes after a case's edits, if it has some. */
export const withEdits = (bytes, edits = []) => edits.reduce(edit, bytes);

function edit(bytes, { at = 0, set, xor, keep, append, zeros }) {
  const out = Uint8Array.from(bytes);
  if (set) out.set(fromHex(set), at);
  if (xor) fromHex(xor).forEach((byte, i) => (out[at + i] ^= byte));
  if (keep !== undefined) return out.slice(0, keep);
  if (append) return Uint8Array.from([...out, ...fromHex(append)]);
  if (zeros !== undefined) return Uint8Array.from([...out, ...new Uint8Array(zeros)]);
  return out;
}
