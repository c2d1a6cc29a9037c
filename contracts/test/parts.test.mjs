// The arithmetic of HeliastDelay against slow and obvious code.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { hex, startChain, vectors } from './chain.mjs';
import { N, Random, bytes, canonical, isPrime, power, strongBase2, strongLucas } from './oracle.mjs';

const chain = await startChain();
const parts = await chain.deploy('Parts');
const ask = (name, ...args) => chain.call(parts, name, args);

const SMALL = [3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n, 43n, 47n];
const isCandidate = (n) => n >> 64n !== 0n && n >> 248n === 0n && (n & 1n) === 1n && SMALL.every((p) => n % p !== 0n);

test('primality is that of the oracle and of the vectors', async () => {
  let [primes, composites] = [0, 0];
  const check = async (n, expected) => {
    assert.equal((await ask('isPrime', n))[0], expected, `${n}`);
    if (expected) primes += 1;
    else composites += 1;
  };
  for (const { n, prime } of vectors('prime.json').cases) {
    if (isCandidate(BigInt(n))) await check(BigInt(n), prime);
  }
  const random = new Random(1);
  for (let tried = 0; tried < 400; tried++) {
    const n = random.bits(65 + random.below(184)) | 1n;
    if (isCandidate(n)) await check(n, isPrime(n));
  }
  // Mersenne primes: n + 1 is a power of two, so that d = 1; and numbers in which 2 goes often into n - 1.
  for (const e of [89n, 107n, 127n]) await check(2n ** e - 1n, true);
  for (let k = 2n ** 60n + 1n; primes < 30; k += 2n) {
    const n = k * 2n ** 180n + 1n;
    if (isCandidate(n)) await check(n, isPrime(n));
  }
  // Squares, for which the search of D never ends.
  for (const p of [2n ** 61n - 1n, 2n ** 89n - 1n, 2n ** 107n - 1n]) await check(p * p, false);
  await check(2n ** 61n - 1n, false); // Below 2^64: no candidate.
  await check(2n ** 255n - 19n, false); // Above 2^248.
  assert.ok(primes >= 30 && composites >= 60, `${primes}, ${composites}`);
});

test('pseudoprimes of either half are found by the other', async () => {
  const found = { base2: 0, lucas: 0 };
  const random = new Random(2);
  const primeFrom = (p) => {
    while (!isPrime(p)) p += 2n;
    return p;
  };
  // p and q = k(p - 1) + 1, so that q - 1 and n - 1 have p - 1 in common; or q = k(p + 1) + 1, for n + 1.
  for (let tried = 0; found.base2 < 3 || found.lucas < 3; tried++) {
    assert.ok(tried < 20_000, JSON.stringify(found));
    const p = primeFrom(random.bits(34) | (1n << 33n) | 1n);
    for (const k of [2n, 3n, 4n, 5n]) {
      for (const q of [k * (p - 1n) + 1n, k * (p + 1n) + 1n]) {
        const n = p * q;
        if ((q & 1n) === 0n || !isCandidate(n) || !strongBase2(q)) continue;
        const verdict = [strongBase2(n), strongLucas(n)];
        if (!verdict[0] && !verdict[1]) continue;
        assert.deepEqual([await ask('strongBase2', n), await ask('strongLucas', n)], verdict, `${n}`);
        assert.equal((await ask('isPrime', n))[0], false, `${n}`);
        if (verdict[0]) found.base2 += 1;
        if (verdict[1]) found.lucas += 1;
      }
    }
  }
});

test('candidates are those of the specification', async () => {
  const PRIMES = [2n, ...SMALL];
  const B = PRIMES.reduce((product, p) => product * p);
  const random = new Random(3);
  const digests = [[0n, 0n], [2n ** 256n - 1n, 2n ** 256n - 1n]];
  for (let i = 0; i < 100; i++) digests.push([random.bits(256), random.bits(256)]);
  for (const [first, second] of digests) {
    let v = second >> 128n;
    let r = 0n;
    for (const p of PRIMES) {
      const a = 1n + (v % (p - 1n));
      v /= p - 1n;
      while (r % p !== a) r += B / p; // The residues of the other primes stay.
    }
    const c = first >> 8n;
    const expected = (c / B) * B + (r % B);
    assert.equal((await ask('candidate', first, second))[0], expected >> 248n === 0n ? expected : 0n);
  }
});

test('products are compared as classes', async () => {
  const random = new Random(4);
  const edges = [1n, 2n, N - 1n, N - 2n, (N - 1n) / 2n, (N + 1n) / 2n, 2n ** 2047n];
  const element = () => (random.below(3) === 0 ? edges[random.below(edges.length)] : random.bits(2048) % N);
  for (let i = 0; i < 60; i++) {
    const [a, b] = [element(), element()];
    const [e, f] = [random.bits(i % 2 ? 248 : 3), random.bits(i % 3 ? 248 : 1)];
    const y = canonical(power(a, e, N) * power(b, f, N));
    assert.equal((await ask('productIs', bytes(a), e, bytes(b), f, bytes(y)))[0], true);
    for (const other of [y + 1n, y - 1n, canonical(2n * y), y ^ (1n << BigInt(random.below(2046)))]) {
      if (other === y || other < 1n || other > (N - 1n) / 2n) continue;
      assert.equal((await ask('productIs', bytes(a), e, bytes(b), f, bytes(other)))[0], false);
    }
  }
});

test('canonical are 1 to (N - 1)/2', async () => {
  const half = (N - 1n) / 2n;
  const cases = [[0n, false], [1n, true], [half - 1n, true], [half, true], [half + 1n, false], [N - 1n, false]];
  cases.push([N, false], [N + 1n, false], [2n ** 2048n - 1n, false], [2n ** 2047n, false], [2n ** 256n, true]);
  // Equal to (N - 1)/2 in the first words, and more or less after them.
  for (let word = 0n; word < 8n; word++) {
    const unit = 1n << (256n * word);
    cases.push([half + unit, false], [half - unit, true]);
  }
  for (const [value, expected] of cases) assert.equal(await ask('isCanonical', bytes(value)), expected, bytes(value));
});

test('hashing to the group is that of the specification', async () => {
  const id = '42bc929e24742135f88e18019270bf1daedc6d6ac56aaa723b33ef15b6ba0f54';
  const sha = (...blocks) => createHash('sha256').update(Buffer.concat(blocks)).digest();
  const random = new Random(5);
  for (let length = 0; length < 40; length += 1) {
    const [dst, message] = [Buffer.from('x'.repeat(1 + length)), Buffer.alloc(length * 3, Number(random.bits(8)))];
    const whole = Buffer.concat([Buffer.from('heliast/hash-to-group/rsa/v1/'), dst]);
    const suffix = Buffer.concat([whole, Buffer.from([whole.length])]);
    const size = Buffer.from([1, 16, 0]);
    const first = sha(Buffer.alloc(64), Buffer.from(id, 'hex'), Buffer.alloc(4), message, size, suffix);
    const blocks = [sha(first, Buffer.from([1]), suffix)];
    for (let i = 2; i <= 9; i++) {
      const mixed = Buffer.from(first.map((byte, at) => byte ^ blocks.at(-1)[at]));
      blocks.push(sha(mixed, Buffer.from([i]), suffix));
    }
    const u = BigInt(hex(Buffer.concat(blocks).subarray(0, 272).toString('hex')));
    const asked = await ask('hash', hex(dst.toString('hex')), hex(message.toString('hex')));
    assert.equal(asked[0], bytes(canonical(u)));
  }
});
