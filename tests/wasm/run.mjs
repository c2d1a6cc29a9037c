// node run.mjs FILE.wasm: verifies proofs of delays and of batches in WebAssembly, with the results of the vectors.
import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const { memory, reserve, delay, batch } = instance.exports;
const vectors = name => JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url)));

function given(hex) {
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  const at = reserve(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

const tally = { accepted: 0, refused: 0 };
function check(name, status, good) {
  assert.equal(status, good ? 0 : 1, name);
  tally[good ? 'accepted' : 'refused'] += 1;
}

for (const name of ['wesolowski', 'pietrzak', 'segments']) {
  const { groups, cases } = vectors(name);
  // The mode `sieved` is for studies only: no program takes it.
  for (const one of cases.filter(one => one.group in groups && one.mode !== 'sieved')) {
    const modulus = given(groups[one.group].modulus);
    if (one.kind === 'file' && one.file !== undefined) {
      check(one.name, delay(...modulus, ...given(one.file)), !one.error);
    }
    for (const file of [one.output_file, one.compact_file].filter(file => one.kind === 'proof' && file)) {
      check(one.name, delay(...modulus, ...given(file)), true);
      // One bit of the proof, at the end.
      const wrong = file.slice(0, -1) + (parseInt(file.at(-1), 16) ^ 1).toString(16);
      check(one.name, delay(...modulus, ...given(wrong)), false);
    }
  }
}
const { groups, cases } = vectors('batch');
for (const one of cases.filter(one => one.kind === 'files')) {
  const files = [groups[one.group].modulus, one.statements, one.proof].flatMap(given);
  check(one.name, batch(...files, one.min_level), !one.error);
}
assert.ok(tally.accepted > 100 && tally.refused > 200, JSON.stringify(tally));
console.log(`wasm32: ${tally.accepted} proofs accepted, ${tally.refused} refused, as the vectors say`);
