// Groups in which envelopes are sealed, and the bytes that name them (spec/envelope.md).

import { ClassGroup, type Element, type Group, Malformed, RsaGroup } from '@heliast/verify';
import { concat, integer, type Reader, uint } from '@heliast/verify/parts';

const BASE = 'heliast/envelope/base/v1';
const CLASS_SEED = new TextEncoder().encode('Heliast: envelopes, built-in class group of 2048 bits');
const CLASS_BITS = 2048;
/** |D| that follows from the seed. */
const CLASS_2048 = BigInt(
  '0x' +
    'd4668ca75f340a1068888a96ce99ccb4a0c31627426b286f081f5fd5ef9205272e523935dcf62a20e59e81ad6eeea6ee7c52' +
    '3ad41fbd43e466654528da549df2526383ec9225c8ff017da7114461c7272e8a337afbec9fe122012e28b252091bf1359a8e' +
    '0c26e98f3d54e0d3a87d5d5f5dcc3a58c29487cc4fb58aca8b02853392ef08e76797109f50539d20e8c7d2059d64143a9497' +
    'c1f03b2159b076d33a7fc47a92f4ac798ddd7ea357940c10da9bb0f72ce236546f285fa34722d5451b421f069b82d6b4d192' +
    'f2ee19239281d7f2db37b843dc5e5e4bf17225053137d17f732d7ce829297e4a00b628f0cda697a620b19a31b8a7b9a31824' +
    '5b5087673d5f',
);
const RSA_2048 =
  25195908475657893494027183240048398571429282126204032027777137836043662020707595556264018525880784406918290641249515082189298559149176184502808489120072844992687392807287776735971418347270261896375014971824691165077613379859095700097330459748808428401797429100642458691817195118746121515172654632282216869987549182422433637259085141865462043576798423387184774447920739934236584823824281198163815010674810451660377306056201619676256133844143603833904414952634432190114657544454178424020924616515723350778707749817125772467962926386356373289912154831438167899885040445364023527381951378636564391212010397122822120720357n;

/** A group of unknown order, by the bytes that name it. */
export interface Place {
  readonly bytes: Uint8Array;
  readonly group: Group;
  /** g, which all setups begin with. */
  readonly base: Element;
  /** Bytes of a secret exponent. */
  readonly exponentLength: number;
}

const kept = new Map<string, Place>();

/** The place of a group; the built-in ones are kept, since their base takes a hash. */
function place(bytes: Uint8Array, make: () => Group): Place {
  const name = bytes.join();
  const known = kept.get(name);
  if (known) return known;
  const group = make();
  const exponentLength = group.kind === 'class' ? group.bits / 16 + 18 : group.length + 16;
  const made = { bytes, group, base: group.hash(BASE, new Uint8Array(0)), exponentLength };
  if (bytes.length === 1) kept.set(name, made);
  return made;
}

/** RSA-2048 of the RSA Factoring Challenge. */
export const rsa2048 = (): Place => place(Uint8Array.of(0), () => new RsaGroup(RSA_2048));

/** The built-in class group of 2048 bits. */
export const class2048 = (): Place => place(Uint8Array.of(1), () => new ClassGroup(CLASS_2048, CLASS_BITS));

/** Takes a place off the front of some bytes. */
export function readPlace(reader: Reader): Place {
  const kind = reader.number(1, 'place', 0, 3);
  if (kind === 0) return rsa2048();
  if (kind === 1) return class2048();
  return kind === 2 ? readModulus(reader) : readClass(reader);
}

function readModulus(reader: Reader): Place {
  const bytes = reader.take(reader.number(2, 'length of the modulus', 256, 1024), 'modulus');
  const modulus = integer(bytes);
  if (bytes[0] === 0 || modulus === RSA_2048) throw new Malformed('place: a modulus that is written otherwise');
  return place(concat(Uint8Array.of(2), uint(bytes.length, 2), bytes), () => new RsaGroup(modulus));
}

function readClass(reader: Reader): Place {
  const bits = reader.number(2, 'bits of the class group', 1024, 4096);
  const seed = reader.take(reader.number(1, 'length of the seed'), 'seed');
  const isBuiltIn = bits === CLASS_BITS && seed.join() === CLASS_SEED.join();
  if (isBuiltIn) throw new Malformed('place: a class group that is written otherwise');
  const bytes = concat(Uint8Array.of(3), uint(bits, 2), uint(seed.length, 1), seed);
  return place(bytes, () => ClassGroup.fromSeed(seed, bits));
}
