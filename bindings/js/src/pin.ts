// The chain that a caller means. A genesis and a bundle bring their own chain, and anybody can make one whose rounds are all valid.

import { equal, fromHex } from './bytes.js';
import { Misuse } from './errors.js';

/** The pin that accepts any chain: then some valid chain is verified, and the caller must check its id. */
export const ANY_CHAIN = 'any chain';

/** A chain's id, 32 bytes or 64 hexadecimal digits, from somewhere you trust; or {@link ANY_CHAIN}. */
export type Pin = Uint8Array | string;

/** The id of a pin; null for any chain. Nothing else is a pin, so that a missing setting does not switch the check off: throws `Misuse`. */
export function pinnedId(pin: Pin): Uint8Array | null {
  if (pin === ANY_CHAIN) return null;
  if (pin instanceof Uint8Array && pin.length === 32) return pin;
  if (typeof pin === 'string' && /^[0-9a-f]{64}$/i.test(pin)) return fromHex(pin.toLowerCase());
  throw new Misuse(`a chain is named by its id, 32 bytes or 64 hexadecimal digits, or by '${ANY_CHAIN}' where any will do`);
}

/** Returns whether the chain with this id is accepted. Throws `Misuse`. */
export function admits(pin: Pin, id: Uint8Array): boolean {
  const pinned = pinnedId(pin);
  return pinned === null || equal(pinned, id);
}
