// HeliastLots: the vectors of the specification, and what a verification costs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hex, refusal, startChain, vectors } from './chain.mjs';

const ERRORS = [
  [/^proof does not lead to the root/, 'OtherRoot'],
  [/^proof of another leaf/, 'OtherLeaf'],
  [/^proof: wrong length/, 'WrongLengthOfProof'],
  [/^key expired/, 'KeyExpired'],
  [/^slot out of range/, 'SlotOutOfRange'],
  [/before the key's first/, 'RoundBeforeFirst'],
];
/** The longest proof that is tried: others do not fit a transaction. */
const LONGEST = 200_000;

/** A case with what it takes from its base. */
function whole(one, cases) {
  if (!one.base) return one;
  const base = cases.get(one.base);
  let proof = Buffer.from(base.proof, 'hex');
  for (const edit of one.edits ?? []) proof = edited(proof, edit);
  return { ...base, error: undefined, output: undefined, ...one, proof: one.proof ?? proof.toString('hex') };
}

function edited(proof, edit) {
  const at = edit.at ?? edit.offset ?? 0;
  if (edit.keep !== undefined) return proof.subarray(0, edit.keep);
  if (edit.zeros !== undefined) return Buffer.concat([proof, Buffer.alloc(edit.zeros)]);
  if (edit.append !== undefined) return Buffer.concat([proof, Buffer.from(edit.append, 'hex')]);
  const bytes = Buffer.from(edit.set ?? edit.xor, 'hex');
  const changed = Buffer.from(proof);
  bytes.forEach((byte, i) => {
    changed[at + i] = edit.set === undefined ? changed[at + i] ^ byte : byte;
  });
  return changed;
}

for (const scheme of ['xvrf', 'ivrf']) {
  test(`every vector of ${scheme} has the output or the reason of the reference`, async () => {
    const chain = await startChain();
    const verifier = await chain.deploy('HeliastLotsVerifier');
    const { cases } = vectors(`${scheme}.json`);
    const named = new Map(cases.map((one) => [one.name, one]));
    const seen = new Map();
    for (const one of cases) {
      if (one.kind === 'key') {
        if (!one.error) continue;
        const asked = chain.call(verifier, scheme, [hex(one.public_key), 0n, 0n, '0x', '0x']);
        assert.equal(await refusal(asked), 'KeyMalformed', one.name);
        continue;
      }
      const { name, public_key: key, round, slot, x, x_times: times = 1, proof, output, reason } = whole(one, named);
      // No transaction has gas for tens of thousands of steps.
      if (proof.length + x.length * times > LONGEST || slot > 20_000) continue;
      const args = [hex(key), BigInt(round), BigInt(slot), hex(x.repeat(times)), hex(proof)];
      let answer;
      const refused = await refusal(chain.call(verifier, scheme, args).then((y) => (answer = y)));
      const expected = reason && (ERRORS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'KeyMalformed');
      assert.equal(refused, expected, `${name}: ${reason}`);
      assert.equal(answer, output && hex(output), name);
      seen.set(expected, (seen.get(expected) ?? 0) + 1);
    }
    for (const [, error] of ERRORS) assert.ok(seen.get(error) > 0, error);
    assert.ok(seen.get(undefined) >= 20, `${seen.get(undefined)}`);
  });
}

test('X-VRF-15 stays below 650,000 gas, and iVRF-27 below 60,000 but for its calldata', async () => {
  const chain = await startChain('osaka');
  const verifier = await chain.deploy('HeliastLotsVerifier');
  for (const [scheme, height] of [['xvrf', 15], ['ivrf', 27]]) {
    const { cases } = vectors(`${scheme}.json`);
    const named = new Map(cases.map((one) => [one.name, one]));
    const costs = [];
    for (const one of cases) {
      if (one.kind !== 'verify' || one.error) continue;
      const { public_key: key, round, slot, x, x_times: times = 1, proof } = whole(one, named);
      if (times !== 1 || slot > 30 || parseInt(key.slice(2, 4), 16) !== height) continue;
      const args = [hex(key), BigInt(round), BigInt(slot), hex(x), hex(proof)];
      const { gasUsed } = await chain.send(verifier, scheme, args);
      costs.push([Number(gasUsed), parseInt(key.slice(4, 8), 16), Number(slot), x.length / 2]);
    }
    console.log(`# ${scheme}-${height}: ${JSON.stringify(costs)}`);
    assert.ok(costs.length > 0);
    assert.ok(costs.every(([gas]) => gas < (scheme === 'xvrf' ? 650_000 : 80_000)), JSON.stringify(costs));
  }
});
