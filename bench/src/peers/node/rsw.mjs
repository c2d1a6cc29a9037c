// Does the work of a server in JavaScript that issues a time-lock puzzle whose answer it knows (Rivest, Shamir, Wagner,
// "Time-lock puzzles and timed-release crypto", 1996): a random x, and y = x^(2^t mod φ(N)) mod N by its factors.
// Each line is a call, which is answered by a line: `key P Q T`, `check WAY X`, `mint WAY COUNT`; numbers are
// hexadecimal.

import { constants, createPublicKey, publicEncrypt, randomBytes } from "node:crypto";
import { createInterface } from "node:readline";

/** Computes the power by BigInt, beginning with the highest bit, like almost all code. */
function powered(base, exponent, modulus) {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === "1") result = (result * base) % modulus;
  }
  return result;
}

const toHex = (n, bytes) => n.toString(16).padStart(2 * bytes, "0");
const ofBytes = (bytes) => BigInt(`0x${bytes.toString("hex")}`);

/** Computes powers modulo one prime, with a fixed exponent. */
class Prime {
  constructor(p, t) {
    this.p = p;
    this.exponent = powered(2n, t, p - 1n);
    this.bytes = p.toString(16).length / 2;
    // This is Node's fastest way to OpenSSL's Montgomery arithmetic: a public key of RSA whose
    // modulus is p. The shared secret of Diffie and Hellman takes 5 % longer.
    const word = (n) => Buffer.from(toHex(n, this.bytes), "hex").toString("base64url");
    const key = createPublicKey({ key: { kty: "RSA", n: word(p), e: word(this.exponent) }, format: "jwk" });
    this.key = { key, padding: constants.RSA_NO_PADDING };
  }

  bigint(x) {
    return powered(x % this.p, this.exponent, this.p);
  }

  crypto(x) {
    return ofBytes(publicEncrypt(this.key, Buffer.from(toHex(x % this.p, this.bytes), "hex")));
  }
}

let p, q, modulus, inverse;

/** Computes x^(2^t) by the Chinese remainder theorem. */
function answer(way, x) {
  const [yp, yq] = [p[way](x), q[way](x)];
  const lift = ((((yp - yq) % p.p) + p.p) * inverse) % p.p;
  return yq + lift * q.p;
}

function mint(way) {
  const x = ofBytes(randomBytes(modulus.toString(16).length / 2)) % modulus;
  return [x, answer(way, x)];
}

const calls = {
  key(first, second, t) {
    const [one, two] = [BigInt(`0x${first}`), BigInt(`0x${second}`)];
    [p, q] = [new Prime(one, BigInt(`0x${t}`)), new Prime(two, BigInt(`0x${t}`))];
    modulus = one * two;
    inverse = powered(two % one, one - 2n, one);
    return "ready";
  },
  check(way, x) {
    const y = answer(way, BigInt(`0x${x}`));
    // Up to the sign, as everywhere in this repository.
    return toHex(y < modulus - y ? y : modulus - y, modulus.toString(16).length / 2);
  },
  mint(way, count) {
    let last = 0n;
    for (let i = 0; i < Number(count); i++) last = mint(way)[1];
    return last === 0n ? "0" : "done";
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...words] = line.split(" ");
  process.stdout.write(`${calls[name](...words)}\n`);
}
