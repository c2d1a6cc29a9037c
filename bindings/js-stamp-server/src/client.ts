// Who a client is: the network of an address, as `heliast gate` binds stamps and passes by default.

import { Misuse } from '@heliast/verify';

/** The first 24 bits of an IPv4 address, or 48 of an IPv6 address: a phone keeps its pass in one network. */
export function networkOf(address: string): Uint8Array {
  const bytes = bytesOf(address);
  return bytes.length === 4 ? bytes.slice(0, 3) : bytes.slice(0, 6);
}

/** 4 or 16 bytes; an IPv4 address in an IPv6 one is the former. */
function bytesOf(address: string): Uint8Array {
  const mapped = /^::ffff:(?=[0-9.]+$)/i.exec(address)?.[0].length ?? 0;
  const v4 = v4Of(address.slice(mapped));
  if (v4 !== undefined) return v4;
  // A zone does not belong to the address.
  const [text] = address.split('%', 1) as [string];
  const halves = text.split('::');
  const groups = halves.map((half) => (half === '' ? [] : half.split(':').flatMap(groupsOf)));
  const given = groups.flat().length;
  const isShort = halves.length === 2;
  if (halves.length > 2 || (isShort ? given > 7 : given !== 8) || groups.flat().includes(NaN)) throw new Misuse(`no address: ${address}`);
  const zeros = isShort ? new Array<number>(8 - given).fill(0) : [];
  const words = [...groups[0]!, ...zeros, ...(groups[1] ?? [])];
  const bytes = Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255]));
  const isMapped = bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255;
  return isMapped ? bytes.slice(12) : bytes;
}

function v4Of(text: string): Uint8Array | undefined {
  const parts = text.split('.');
  const isByte = (part: string): boolean => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) < 256;
  return parts.length === 4 && parts.every(isByte) ? Uint8Array.from(parts, Number) : undefined;
}

/** The groups of 16 bits of a part between colons, which may be an IPv4 address. */
function groupsOf(part: string): number[] {
  const v4 = v4Of(part);
  if (v4 !== undefined) return [(v4[0]! << 8) | v4[1]!, (v4[2]! << 8) | v4[3]!];
  return [/^[0-9a-f]{1,4}$/i.test(part) ? parseInt(part, 16) : NaN];
}
