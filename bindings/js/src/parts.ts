// @heliast/verify/parts: functions for Heliast's other packages. Only they use it: it may change in any version.

export { concat, equal, fromHex, H, integer, Reader, tag, toHex, uint } from './bytes.js';
export { chainId } from './chain.js';
export { requireOptions } from './options.js';
export { pinnedId } from './pin.js';
export { mod, modPow } from './numbers.js';
