// Powers with long secret exponents. Their time depends on the exponent: do not seal on a shared machine.

import type { Element } from '@heliast/verify';
import { type Kernel, makeKernel } from '@heliast/stamp/worker';
import type { Place } from './place.js';

type Kept = ReturnType<Kernel['keep']>;

/** Bits of a window. */
const WINDOW = 4;

/** base^exponent for each base, the exponent big-endian: by the kernels of stamps modulo a number, by BigInt for forms. */
export async function powers(place: Place, bases: readonly Element[], exponent: Uint8Array): Promise<Element[]> {
  const { group } = place;
  // The other kernel in WebAssembly only squares: its products are those of BigInt, and conversions.
  const kernel = 'modulus' in group ? await fastest(group.modulus as bigint) : null;
  if (kernel === null) {
    const e = exponent.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    return bases.map((base) => group.power2(base, e, base, 0n));
  }
  const modulus = (group as unknown as { modulus: bigint }).modulus;
  return bases.map((base) => {
    const x = power(kernel, base as bigint, exponent);
    return 2n * x > modulus ? modulus - x : x;
  });
}

const fastest = async (modulus: bigint): Promise<Kernel | null> => (await makeKernel(modulus, 'fmi')) ?? makeKernel(modulus, 'bigint');

/** By windows, in the same steps for every exponent. */
function power(kernel: Kernel, base: bigint, exponent: Uint8Array): bigint {
  kernel.set(1n);
  const table: Kept[] = [kernel.keep()];
  for (let i = 1; i < 2 ** WINDOW; i++) {
    kernel.set(base);
    kernel.multiply(table[i - 1]!);
    table.push(kernel.keep());
  }
  kernel.set(1n);
  for (const byte of exponent) {
    for (const digit of [byte >> WINDOW, byte & (2 ** WINDOW - 1)]) {
      kernel.square(WINDOW);
      kernel.multiply(table[digit]!);
    }
  }
  return kernel.get();
}
