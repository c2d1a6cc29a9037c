// The stateless key of a chain's participant (spec/round.md): ECVRF or A-VRF, by the scheme's number.

import * as avrf from './avrf.js';
import * as ecvrf from './ecvrf.js';
import { Malformed, Misuse } from './errors.js';

export type Scheme = ecvrf.Scheme | avrf.Suite;

/** By their names in spec/vrf.md. */
export const NAMES: Readonly<Record<Scheme, string>> = {
  [ecvrf.TAI]: 'ecvrf-edwards25519-sha512-tai',
  [ecvrf.ELL2]: 'ecvrf-edwards25519-sha512-ell2',
  [avrf.SMALL]: 'a-vrf-small',
  [avrf.FAST]: 'a-vrf-fast',
};

export const isScheme = (id: number): id is Scheme => id in NAMES;

const isEcvrf = (scheme: Scheme): scheme is ecvrf.Scheme => scheme === ecvrf.TAI || scheme === ecvrf.ELL2;

export const keyLength = (scheme: Scheme): number => (isEcvrf(scheme) ? ecvrf.KEY_LENGTH : avrf.KEY_LENGTH);

export const proofLength = (scheme: Scheme): number => (isEcvrf(scheme) ? ecvrf.PROOF_LENGTH : avrf.proofLength(scheme));

/** Throws `Malformed` unless the bytes are a key of this scheme, whose outputs are unique. */
export function checkPublicKey(scheme: Scheme, bytes: Uint8Array): void {
  if (isEcvrf(scheme)) ecvrf.checkPublicKey(bytes);
  else if (avrf.decodePublicKey(bytes).suite !== scheme) throw new Malformed('public key: of the other suite');
}

/** The output of a proof that holds. Throws `Malformed` or `Invalid`. */
export function verify(scheme: Scheme, publicKey: Uint8Array, input: Uint8Array, proof: Uint8Array): Uint8Array {
  if (!isScheme(scheme)) throw new Misuse(`there is no stateless scheme ${scheme}`);
  return isEcvrf(scheme) ? ecvrf.verify(scheme, publicKey, input, proof) : avrf.verify(publicKey, input, proof);
}
