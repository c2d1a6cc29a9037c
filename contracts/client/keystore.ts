// Encrypted keys: the keystore files (version 3) of Ethereum's clients, with scrypt or PBKDF2.
import { createDecipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto';
import { type Hex, bytesToHex, keccak256 } from 'viem';

/** More memory than any client asks for, so that a file cannot take all there is: 512 MiB. */
const MEMORY = 512 << 20;
const ROUNDS = 10_000_000;

/** The secret key of a keystore file. Throws if it is not one, or the passphrase is another. */
export function openKeystore(text: string, passphrase: string): Hex {
  const { version, crypto } = JSON.parse(text);
  if (version !== 3 || crypto?.cipher !== 'aes-128-ctr') throw new Error('this is not a keystore of version 3 with aes-128-ctr');
  const bytes = (digits: unknown, length?: number): Buffer => {
    if (typeof digits !== 'string' || !/^([0-9a-f]{2})*$/i.test(digits)) throw new Error('the keystore is malformed');
    const read = Buffer.from(digits, 'hex');
    if (length !== undefined && read.length !== length) throw new Error('the keystore is malformed');
    return read;
  };
  const cipher = bytes(crypto.ciphertext, 32);
  const derived = derive(crypto.kdf, crypto.kdfparams, bytes(crypto.kdfparams?.salt), passphrase);
  const mac = Buffer.from(keccak256(Buffer.concat([derived.subarray(16, 32), cipher])).slice(2), 'hex');
  if (!timingSafeEqual(mac, bytes(crypto.mac, 32))) throw new Error('the passphrase is wrong, or the keystore was changed');
  const opened = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytes(crypto.cipherparams?.iv, 16));
  return bytesToHex(Buffer.concat([opened.update(cipher), opened.final()]));
}

function derive(kdf: unknown, parameters: Record<string, unknown>, salt: Buffer, passphrase: string): Buffer {
  const number = (name: string): number => {
    const value = parameters?.[name];
    if (!Number.isInteger(value) || (value as number) < 1) throw new Error('the keystore is malformed');
    return value as number;
  };
  if (number('dklen') !== 32) throw new Error('the keystore is malformed');
  if (kdf === 'scrypt') {
    const [n, r, p] = [number('n'), number('r'), number('p')];
    if (n * r * 128 > MEMORY || p > 16) throw new Error('the keystore asks for more memory than it may');
    return scryptSync(passphrase, salt, 32, { N: n, r, p, maxmem: 2 * MEMORY });
  }
  if (kdf === 'pbkdf2' && parameters.prf === 'hmac-sha256') {
    if (number('c') > ROUNDS) throw new Error('the keystore asks for more time than it may');
    return pbkdf2Sync(passphrase, salt, number('c'), 32, 'sha256');
  }
  throw new Error('the keystore has an unknown key derivation');
}
