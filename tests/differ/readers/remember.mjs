// Caches results of the TypeScript packages, as remember.py caches those of the reference: inputs have most of their parts in common. A cached
// function has the same result for the same values each time. The loader (remember-loader.mjs) replaces each such function in its module by one
// of those below.

import { register } from 'node:module';

/** Answers that are kept of one function. */
const MOST = 20_000;
/** Values that are identified by their contents, since nobody changes them. */
const known = new Map();
const kept = new Map();

register('./remember-loader.mjs', import.meta.url);

/** The result of `action` for these values, now or before, also if it was a refusal. */
globalThis.differRemembered = (name, action, values) => {
  if (!kept.has(name)) kept.set(name, new Map());
  const answers = kept.get(name);
  const key = keyOf(values);
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = outcome(action, values);
    if (answers.size === MOST) answers.delete(answers.keys().next().value);
    answers.set(key, answer);
  }
  if (answer.error !== undefined) throw answer.error;
  return answer.value instanceof Uint8Array ? answer.value.slice() : answer.value;
};

function outcome(action, values) {
  try {
    return { value: action(...values) };
  } catch (error) {
    if (error.kind === undefined) throw error;
    return { error };
  }
}

/** A text that two values have in common only if they are the same. */
function keyOf(value) {
  if (value instanceof Uint8Array) return `b${value.length}:${Buffer.from(value.buffer, value.byteOffset, value.length).toString('latin1')}`;
  if (typeof value === 'bigint') return `n${value.toString(16)};`;
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (typeof value === 'function') return `f${identity(value)};`;
  if (typeof value !== 'object' || value === null) return `${value};`;
  // A group or a field is identified by its id.
  if (value.id instanceof Uint8Array) return `g${value.kind}${keyOf(value.id)}`;
  return `{${Object.entries(value).map(([name, one]) => `${name}=${keyOf(one)}`).join('')}}`;
}

function identity(value) {
  if (!known.has(value)) known.set(value, known.size);
  return known.get(value);
}
