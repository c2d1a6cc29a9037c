// CPU time of a round's roots in milliseconds, least of nine, and of testing their field's two primes:
//
//   npm run build && node bench/roots.mjs [STEPS]

import { RootField } from '@heliast/verify';
import { stepsBack } from '../dist/root-field.js';

const [RUNS, STEPS] = [9, Number(process.argv[2] ?? 7000)];
const SEED = new TextEncoder().encode('Heliast: chains of square roots, built-in field');

function least(action) {
  const runs = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...runs).toFixed(0);
}

for (const [bits, counter] of [[1024, 12_095], [2048, 84_101], [3072, 490_971]]) {
  const field = new RootField(bits, SEED, counter);
  const y = field.hash(SEED);
  const roots = least(() => stepsBack(field.prime, y, STEPS));
  console.log(`${bits} bits: ${STEPS} roots ${roots} ms, the field ${least(() => new RootField(bits, SEED, counter))} ms`);
}
