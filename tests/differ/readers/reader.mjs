// Answers for the TypeScript packages: messages on the standard input, a line for each on the output (tests/differ/README.md). With --plain it
// keeps no answers.

import { readSync, writeSync } from 'node:fs';

if (process.argv[2] !== '--plain') await import('./remember.mjs');
const {
  Chain, ClassGroup, FinalityVerifier, RootField, RsaGroup, ANY_CHAIN, avrf, decodeNetworkFile, ecvrf, isFinality, ivrf, openBundle, roots, toHex,
  wesolowski, xvrf,
} = await import('../../../bindings/js/dist/index.js');
const { readChallenge } = await import('../../../bindings/js-stamp/dist/node.js');
const { clientDigest, PrivateIssuer, PublicIssuer, resourceDigest } = await import('../../../bindings/js-stamp-server/dist/index.js');

const text = (bytes) => Buffer.from(bytes).toString();
const integer = (bytes) => (bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`));
const [chains, groups, rootFields, issuers] = [new Map(), new Map(), new Map(), new Map()];

const facts = ({ number, timeMs, beacon, entropy, lots }) => {
  const won = lots.map(({ slot, participant, votes }) => `${slot}/${participant}/${votes}`);
  return `${number}:${timeMs}:${toHex(beacon)}:${toHex(entropy)}:${won.join(',')}`;
};
const power = ({ height, power, total }) => `${height}/${power}/${total}`;

const kinds = {
  chain(name, genesis, network, ...rounds) {
    const chain = new Chain(genesis, ANY_CHAIN);
    const tips = [chain.start];
    rounds.forEach((bytes, i) => tips.push(chain.verify(tips[i], bytes).tip));
    chains.set(text(name), { chain, network, tips });
    return '';
  },
  group(name, kind, magnitude) {
    groups.set(text(name), text(kind) === 'rsa' ? new RsaGroup(integer(magnitude), 256) : new ClassGroup(integer(magnitude), 256));
    return '';
  },
  field(name, bits, counter, seed) {
    rootFields.set(text(name), new RootField(Number(integer(bits)), seed, Number(integer(counter))));
    return '';
  },
  round(name, after, bytes) {
    const { chain, tips } = chains.get(text(name));
    return facts(chain.verify(tips[Number(integer(after))], bytes));
  },
  bundle: (pin, bytes) => [...open(pin, bytes).rounds].map(facts).join(' '),
  framed(pin, bytes) {
    const bundle = open(pin, bytes);
    const [rounds, signed] = [[], []];
    let verifier = null;
    for (const { round, frames } of bundle.framed) {
      rounds.push(facts(round));
      for (const frame of frames) {
        if (isKind(frame, 'HLNW')) verifier = new FinalityVerifier(bundle.chain, frame);
        else if (isFinality(frame) && verifier !== null) signed.push(`${round.number}=${power(verifier.verify(frame, round.tip))}`);
      }
    }
    return [...rounds, ...signed].join(' ');
  },
  genesis(bytes) {
    const { id, genesis } = new Chain(bytes, ANY_CHAIN);
    return `${toHex(id)} ${toHex(genesis.group.id)}`;
  },
  network(name, bytes) {
    decodeNetworkFile(bytes);
    new FinalityVerifier(chains.get(text(name)).chain, bytes);
    return '';
  },
  frames(name, ...shown) {
    const { chain, network, tips } = chains.get(text(name));
    const verifier = new FinalityVerifier(chain, network);
    return shown.map((one) => power(verifier.verify(one.subarray(8), tips[Number(integer(one.subarray(0, 8)))]))).join(' ');
  },
  proof(group, x, t, level, bytes) {
    const { y } = wesolowski.verifyFile(groups.get(text(group)), bytes, { x, t: integer(t), level: Number(integer(level)) });
    return toHex(y);
  },
  roots: (field, x, t, bytes) => toHex(roots.verifyFile(rootFields.get(text(field)), bytes, { x, t: integer(t) }).y),
  vrf([scheme], key, round, slot, input, proof) {
    const turn = { round: integer(round), slot: Number(integer(slot)) };
    if (scheme === 3 || scheme === 4) return toHex(ecvrf.verify(scheme, key, input, proof));
    if (scheme === 0x21) return toHex(xvrf.verify(key, turn, input, proof));
    if (scheme === 0x22) return toHex(ivrf.verify(key, turn, input, proof));
    return toHex(avrf.verify(key, input, proof));
  },
  async stamp(group, form, secret, prepared, bytes, resource, client, least, now, skew) {
    const issuer = await issuerOf(group, form, secret, prepared);
    const [least_, nowMs, skewMs] = [least, now, skew].map((one) => Number(integer(one)));
    const expected = { resource: resourceDigest(resource), client: clientDigest(client), least: least_, nowMs, skewMs };
    return toHex(issuer.check(bytes, expected).id);
  },
  challenge(bytes) {
    const { form, t, issued, last, modulus, x } = readChallenge(bytes);
    return `${form} ${t} ${issued} ${last} ${modulus.toString(16)} ${x === null ? '-' : x.toString(16)}`;
  },
};

const open = (pin, bytes) => openBundle(bytes, pin.length === 0 ? ANY_CHAIN : pin, 'trusted');
const isKind = (frame, kind) => text(frame.subarray(0, 4)) === kind;

async function issuerOf(group, form, secret, prepared) {
  const name = [group, form, secret].map(toHex).join();
  if (!issuers.has(name)) {
    const issuer = new (text(form) === 'private' ? PrivateIssuer : PublicIssuer)(secret, groups.get(text(group)));
    await issuer.prepare([Number(integer(prepared))]);
    issuers.set(name, issuer);
  }
  return issuers.get(name);
}

/** The next bytes; null at the end. */
function take(size) {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const got = readSync(0, bytes, at, size - at, null);
    if (got === 0) return null;
    at += got;
  }
  return bytes;
}

function fields(payload) {
  const found = [];
  for (let at = 0; at < payload.length; ) {
    const size = Number(integer(payload.subarray(at, at + 4)));
    // A copy, so that a reader cannot see the bytes around it.
    found.push(payload.slice(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return found;
}

async function answer(kind, values) {
  if (kinds[kind] === undefined) return 'pass';
  try {
    return `yes ${await kinds[kind](...values)}`.trim();
  } catch (error) {
    const classes = { Malformed: 'malformed', Invalid: 'invalid', Misuse: 'misuse', Refusal: error.kind };
    if (classes[error.name] === undefined) throw error;
    return `no ${classes[error.name]} ${error.why ?? error.message}`.replaceAll('\n', ' ');
  }
}

for (let size; (size = take(1)) !== null; ) {
  const kind = text(take(size[0]));
  const line = `${await answer(kind, fields(take(Number(integer(take(4))))))}\n`;
  for (let rest = Buffer.from(line); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
}
