// Verifies a network's bundle, and every frame of finality in it: final.mjs FILE CHAIN_ID. It prints the last round, and
// the number of frames.

import { readFile } from 'node:fs/promises';

import { FinalityVerifier, fromHex, isFinality, openBundle } from '../../../bindings/js/dist/index.js';

const [file, chain] = process.argv.slice(2);
const bundle = openBundle(await readFile(file), fromHex(chain));
let [verifier, last, frames] = [null, 0n, 0];
for (const { round, frames: before } of bundle.framed) {
  for (const frame of before) {
    if (isFinality(frame)) {
      verifier.verify(frame, round.tip);
      frames += 1;
    } else {
      verifier ??= new FinalityVerifier(bundle.chain, frame);
    }
  }
  last = round.number;
}
console.log(`${last} ${frames}`);
