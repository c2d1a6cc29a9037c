// Changed proofs: none is accepted, and the program, if HELIAST names it, refuses each for the same reason.
// HELIAST_MUTATIONS says how many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal, startChain, vectors } from './chain.mjs';
import { N, Random, bytes, canonical } from './oracle.mjs';
import { encode, prove } from './prover.mjs';
import * as program from './program.mjs';

const MUTATIONS = Number(process.env.HELIAST_MUTATIONS ?? 120);
/** The number of proofs that a run of the program judges at once. */
const BATCH = 250;

const flipped = (digits, random) => {
  const bit = random.below((digits.length - 2) * 4);
  const at = 2 + (bit >> 2);
  const digit = (parseInt(digits[at], 16) ^ (1 << (bit & 3))).toString(16);
  return digits.slice(0, at) + digit + digits.slice(at + 1);
};

const parts = ({ output }) => ({ y: output.slice(2, 514), pi: output.slice(514, 1026), hint: output.slice(1026) });
const joined = ({ y, pi, hint }) => `0x${y}${pi}${hint}`;
const element = (random) => bytes(canonical(random.bits(2100))).slice(2);
const short = (value) => bytes(BigInt(value), 2).slice(2);

/** Each makes one fault. */
const KINDS = {
  'a bit of x': (one, random) => ({ ...one, x: flipped(one.x, random) }),
  'a bit of y': (one, random) => {
    const it = parts(one);
    return { ...one, output: joined({ ...it, y: flipped(`0x${it.y}`, random).slice(2) }) };
  },
  'a bit of pi': (one, random) => {
    const it = parts(one);
    return { ...one, output: joined({ ...it, pi: flipped(`0x${it.pi}`, random).slice(2) }) };
  },
  'another hint': (one, random) => ({ ...one, output: joined({ ...parts(one), hint: short(random.below(2100)) }) }),
  'another t': (one, random) => ({ ...one, t: [0n, one.t + 1n, one.t - 1n, 1n << 48n, random.bits(40)][random.below(5)] }),
  'a bit of the context': (one, random) => ({ ...one, context: flipped(one.context, random) }),
  'another length': (one, random) => {
    const cut = 2 + 2 * random.below(514);
    return { ...one, output: random.below(2) ? one.output.slice(0, cut) : `${one.output}${'00'.repeat(1 + random.below(64))}` };
  },
  'another y': (one, random) => ({ ...one, output: joined({ ...parts(one), y: element(random) }) }),
  'another pi': (one, random) => ({ ...one, output: joined({ ...parts(one), pi: element(random) }) }),
  '-y or -pi': (one, random) => {
    const it = parts(one);
    const key = random.below(2) ? 'y' : 'pi';
    return { ...one, output: joined({ ...it, [key]: bytes(N - BigInt(`0x${it[key]}`)).slice(2) }) };
  },
  'edges': (one, random) => {
    const edge = [0n, 1n, N, N - 1n, (N - 1n) / 2n, (N + 1n) / 2n, 2n ** 2048n - 1n][random.below(7)];
    const key = ['x', 'y', 'pi'][random.below(3)];
    if (key === 'x') return { ...one, x: bytes(edge) };
    return { ...one, output: joined({ ...parts(one), [key]: bytes(edge).slice(2) }) };
  },
  'a false y, proved': (one, random) => {
    const y = canonical(BigInt(`0x${parts(one).y}`) * BigInt(2 + random.below(1000)));
    return { ...one, output: encode(prove(BigInt(one.x), one.t, y, one.context)) };
  },
};

test(`${MUTATIONS} changed proofs are refused${program.isThere ? ', for the reason of the program' : ''}`, async () => {
  const chain = await startChain();
  const verifier = await chain.deploy('HeliastDelayVerifier');
  const judge = ({ x, t, output, context }) => refusal(chain.call(verifier, 'verify', [x, t, output, context]));
  // Of a delay of fewer squarings than l has bits, π is 1 for every context and every hint of a prime.
  const good = vectors('delay_context.json')
    .cases.filter((one) => one.kind === 'proof' && one.group === 'rsa-2048' && one.context.length === 40 && one.t >= 1000)
    .map(({ x, t, output, context }) => ({ x: `0x${x}`, t: BigInt(t), output: `0x${output}`, context: `0x${context}` }));
  for (const one of good) assert.equal(await judge(one), undefined);

  const random = new Random(process.env.HELIAST_SEED ?? 11);
  const kinds = Object.keys(KINDS);
  const seen = new Set();
  for (let done = 0; done < MUTATIONS; done += BATCH) {
    const batch = [];
    for (let i = done; i < Math.min(done + BATCH, MUTATIONS); i++) {
      const kind = kinds[i % kinds.length];
      const one = good[random.below(good.length)];
      const claim = KINDS[kind](one, random);
      const same = ['x', 't', 'output', 'context'].every((key) => claim[key] === one[key]);
      if (!same) batch.push({ ...claim, kind, found: await judge(claim) });
    }
    for (const { kind, found, ...claim } of batch) {
      assert.notEqual(found, undefined, `accepted: ${kind} ${JSON.stringify({ ...claim, t: `${claim.t}` })}`);
      seen.add(found);
    }
    if (!program.isThere) continue;
    for (const context of new Set(batch.map((claim) => claim.context))) {
      const claims = batch.filter((claim) => claim.context === context);
      program.verdicts(claims, context).forEach((verdict, i) => {
        assert.equal(claims[i].found, verdict, `${claims[i].kind}: ${claims[i].x} ${claims[i].output} ${context}`);
      });
    }
  }
  assert.ok(seen.size >= 8, [...seen].join(', '));
});

test('a proof of the program is accepted', { skip: !program.isThere }, async () => {
  const chain = await startChain();
  const verifier = await chain.deploy('HeliastDelayVerifier');
  const x = await chain.call(verifier, 'input', ['0x1234']);
  for (const [t, account] of [[1, 1], [30_000, 2]]) {
    const context = chain.accounts[account];
    const proof = program.prove(x, t, context);
    assert.equal(await refusal(chain.call(verifier, 'verify', [x, BigInt(t), proof, context])), undefined);
    const other = chain.accounts[3];
    assert.match(await refusal(chain.call(verifier, 'verify', [x, BigInt(t), proof, other])), /Hint|Equation/);
  }
});
