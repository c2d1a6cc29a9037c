// HeliastDelay: the vectors of the specification, and what one verification costs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hex, refusal, startChain, vectors } from './chain.mjs';

/** The error of the contract for a reason of the reference. */
const ERRORS = [
  [/^x: wrong length/, 'WrongLengthOfInput'],
  [/^proof: wrong length/, 'WrongLengthOfProof'],
  [/^x: not canonical/, 'InputNotCanonical'],
  [/^y: not canonical/, 'OutputNotCanonical'],
  [/^pi: not canonical/, 'ProofNotCanonical'],
  [/^hint out of range/, 'HintOutOfRange'],
  [/^t out of range/, 'DelayOutOfRange'],
  [/^x: identity/, 'InputIsIdentity'],
  [/^hint names no prime/, 'HintNamesNoPrime'],
  [/^delay proof fails/, 'EquationFails'],
];

const cases = vectors('delay_context.json').cases.filter(
  ({ group, mode, hash, bits }) => group === 'rsa-2048' && mode === 'hinted' && hash === 'sha-256' && bits === 248,
);

test('every vector of the suite has the verdict and the reason of the reference', async () => {
  const chain = await startChain();
  const verifier = await chain.deploy('HeliastDelayVerifier');
  const seen = new Map();
  for (const { name, x, t, output, context, reason } of cases) {
    const found = await refusal(chain.call(verifier, 'verify', [hex(x), BigInt(t), hex(output), hex(context)]));
    const expected = reason && ERRORS.find(([pattern]) => pattern.test(reason))?.[1];
    assert.equal(found, expected, name);
    assert.ok(reason === undefined || expected, reason);
    seen.set(expected, (seen.get(expected) ?? 0) + 1);
  }
  assert.deepEqual([...seen.keys()].filter(Boolean).sort(), ERRORS.map(([, error]) => error).sort());
  assert.ok(seen.get(undefined) >= 16 && cases.length >= 120, `${cases.length} cases`);
});

test('a context of more than 255 bytes is refused', async () => {
  const chain = await startChain();
  const verifier = await chain.deploy('HeliastDelayVerifier');
  const { x, t, output } = cases.find(({ reason }) => !reason);
  const long = hex('00'.repeat(256));
  assert.equal(await refusal(chain.call(verifier, 'verify', [hex(x), BigInt(t), hex(output), long])), 'WrongLengthOfContext');
});

test('messages hash to the inputs of the reference', async () => {
  const chain = await startChain();
  const verifier = await chain.deploy('HeliastDelayVerifier');
  const inputs = [];
  for (const { kind, group, message, x } of vectors('delay_context.json').cases) {
    if (kind === 'proof' && group === 'rsa-2048') inputs.push([message, x]);
  }
  for (const { kind, group, message, x } of vectors('wesolowski.json').cases) {
    if (kind === 'proof' && group === 'rsa-2048') inputs.push([message, x]);
  }
  assert.ok(inputs.length >= 10);
  for (const [message, x] of inputs) assert.equal(await chain.call(verifier, 'input', [hex(message)]), hex(x));
});

test('one verification stays below 290,000 gas in Prague and 1,120,000 in Osaka, calldata included', async () => {
  for (const [hardfork, most] of [['prague', 290_000n], ['osaka', 1_120_000n]]) {
    const chain = await startChain(hardfork);
    const verifier = await chain.deploy('HeliastDelayVerifier');
    let highest = 0n;
    for (const { x, t, output, context, reason } of cases) {
      if (reason || context.length !== 40) continue;
      const { gasUsed } = await chain.send(verifier, 'verify', [hex(x), BigInt(t), hex(output), hex(context)]);
      if (gasUsed > highest) highest = gasUsed;
    }
    assert.ok(highest > 200_000n && highest <= most, `${hardfork}: ${highest}`);
    console.log(`# ${hardfork}: ${highest} gas`);
  }
});
