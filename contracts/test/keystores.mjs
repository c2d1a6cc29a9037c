// Keystores of version 3, made.
import { createCipheriv, scryptSync } from 'node:crypto';
import { keccak256 } from 'viem';

/** A keystore as clients write it, with scrypt. */
export function sealed(secret, passphrase, { n, r, p }) {
  const [salt, iv] = [Buffer.alloc(32, 7), Buffer.alloc(16, 9)];
  const derived = scryptSync(passphrase, salt, 32, { N: n, r, p, maxmem: 1 << 30 });
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(secret.slice(2), 'hex')), cipher.final()]);
  return {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: iv.toString('hex') },
    ciphertext: ciphertext.toString('hex'),
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n, r, p, salt: salt.toString('hex') },
    mac: keccak256(Buffer.concat([derived.subarray(16), ciphertext])).slice(2),
  };
}
