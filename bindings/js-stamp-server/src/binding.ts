// The binding of a stamp and a pass to a client, so that others cannot use a paid stamp or pass. The bytes are the same
// as the gate's.

/**
 * `nobody`: all clients are the same, and a pass can be handed around. `network`: the network of the address, /24 of
 * IPv4 and /48 of IPv6, in which a phone keeps its pass. `address`: the address.
 */
export type Binding = 'nobody' | 'network' | 'address';
export const BINDINGS: readonly Binding[] = ['nobody', 'network', 'address'];

/** The name of a client with this address; nothing if the address, which may come from a header, is invalid. */
export function nameOf(binding: Binding, address: string): Uint8Array | undefined {
  if (binding === 'nobody') return new Uint8Array(0);
  const parsed = parse(address);
  if (parsed === undefined) return undefined;
  const bytes = canonical(parsed);
  if (binding === 'address') return bytes;
  return bytes.slice(0, bytes.length === 4 ? 3 : 6);
}

const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255];

/** An IPv4 address in the notation of IPv6 counts as an IPv4 address. */
const canonical = (bytes: Uint8Array): Uint8Array =>
  bytes.length === 16 && MAPPED.every((byte, i) => bytes[i] === byte) ? bytes.slice(12) : bytes;

/** 4 or 16 bytes. */
function parse(address: string): Uint8Array | undefined {
  const text = address.split('%')[0]!;
  const bytes = text.includes(':') ? six(text) : four(text);
  return bytes && Uint8Array.from(bytes);
}

function four(text: string): number[] | undefined {
  const bytes = text.split('.');
  const areBytes = bytes.length === 4 && bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) < 256);
  return areBytes ? bytes.map(Number) : undefined;
}

function six(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map(groups);
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  const missing = 16 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 2) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...(tail ?? [])];
}

/** The bytes of groups between colons, of which the last may be an IPv4 address. */
function groups(text: string): number[] | undefined {
  if (text === '') return [];
  const parts = text.split(':').map((group, i, all) => {
    if (i === all.length - 1 && group.includes('.')) return four(group);
    return /^[0-9a-fA-F]{1,4}$/.test(group) ? [parseInt(group, 16) >> 8, parseInt(group, 16) & 255] : undefined;
  });
  return parts.some((part) => part === undefined) ? undefined : (parts as number[][]).flat();
}
