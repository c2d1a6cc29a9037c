// What programs need that work on a chain: its JSON-RPC on a port, an encrypted key, and somebody who reads what they say.
import { spawn } from 'node:child_process';
import { createCipheriv, scryptSync } from 'node:crypto';
import http from 'node:http';
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

/** The chain's JSON-RPC on a port of its own. */
export async function serve(chain) {
  const server = http.createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { id, method, params = [] } = JSON.parse(text);
    const answer = await chain.rpc(method, ...params).then(
      (result) => ({ result }),
      ({ code = -32000, message, data }) => ({ error: { code, message, data } }),
    );
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Starts a program; what it says, and how it ended. */
export function run(name, args) {
  const child = spawn(name, args);
  const one = { child, out: '', err: '' };
  child.stdout.on('data', (text) => (one.out += text));
  child.stderr.on('data', (text) => (one.err += text));
  one.ended = new Promise((resolve) => child.on('close', resolve));
  return one;
}
