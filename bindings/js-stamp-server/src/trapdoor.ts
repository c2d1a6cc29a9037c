// Files of the program: a group's trapdoor (spec/group.md), and a gate's secret.

import { Malformed, RsaGroup } from '@heliast/verify';
import { fromHex, mod, modPow } from '@heliast/verify/parts';

/** The factors of a modulus: with them any delay is computed at once. */
export class Trapdoor {
  readonly group: RsaGroup;
  readonly #p: bigint;
  readonly #q: bigint;
  /** 1/p modulo q. */
  readonly #inverse: bigint;

  /** Throws `Malformed` unless p·q is a modulus. */
  constructor(p: bigint, q: bigint) {
    if (p <= 1n || q <= 1n || p === q) throw new Malformed('these are not two factors');
    this.group = new RsaGroup(p * q);
    [this.#p, this.#q] = [p, q];
    this.#inverse = modPow(p, q - 2n, q);
    if ((this.#inverse * p) % q !== 1n) throw new Malformed('a factor is not prime');
  }

  /** The trapdoor in a file that `heliast group new --trapdoor` wrote. Throws `Malformed`. */
  static fromFile(text: string): Trapdoor {
    const { group, bits, modulus, p, q } = parse(text);
    if (group !== 'rsa-trapdoor') throw new Malformed('this is not a trapdoor file; one that is encrypted is to be decrypted before');
    const trapdoor = new Trapdoor(number(p), number(q));
    const isSame = trapdoor.group.modulus === number(modulus) && trapdoor.group.bits === bits;
    if (!isSame) throw new Malformed('p·q is not the modulus of the trapdoor file');
    return trapdoor;
  }

  /** x^(2^t), by Fermat's theorem modulo each factor and the Chinese remainder theorem. */
  evaluate(x: bigint, t: number): bigint {
    const [a, b] = [this.#p, this.#q].map((prime) => modPow(x, modPow(2n, BigInt(t), prime - 1n), prime)) as [bigint, bigint];
    return this.group.canonical(a + this.#p * mod((b - a) * this.#inverse, this.#q));
  }
}

/** The 32 bytes of the file `gate.key` that `heliast gate --data` keeps: a site's secret. Throws `Malformed`. */
export function readSecret(text: string): Uint8Array {
  const bytes = fromHex(text.trim());
  if (bytes.length !== 32) throw new Malformed(`a secret has 32 bytes, not ${bytes.length}`);
  return bytes;
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The error is thrown below, without a part of the file, which is a secret.
  }
  throw new Malformed('a trapdoor file is a JSON object; one that is encrypted is to be decrypted before');
}

function number(digits: unknown): bigint {
  if (typeof digits !== 'string' || !/^[0-9a-f]{1,2048}$/.test(digits)) throw new Malformed('a number of the trapdoor file is not hexadecimal');
  return BigInt(`0x${digits}`);
}
