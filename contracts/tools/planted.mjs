// Plants faults in copies of the contracts, one at a time: a test must find each. `./test long` runs it.
//
//     node tools/planted.mjs [WORD]        all, or those whose contract or name contains the word
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const HERE = path.resolve(import.meta.dirname, '..');

/** The fault, its file, the original text, its replacement, and the tests that must find it. */
const FAULTS = [
  ['no context in the transcript', 'HeliastDelay', 'if length {', 'if 0 {', 'delay'],
  ['a context without its length', 'HeliastDelay', 'mstore8(add(transcript, 582), length)', '', 'delay'],
  ['no t in the transcript', 'HeliastDelay', 'or(shl(192, squarings), shl(160, 256))', 'or(shl(192, and(squarings, 0)), shl(160, 256))', 'delay'],
  ['composite challenges', 'HeliastDelay', 'if (!HeliastPrime.isPrime(l)) revert HintNamesNoPrime(hint);', '', 'delay'],
  ['any hint', 'HeliastDelay', 'if (hint >= HINTS)', 'if (hint >= 65536)', 'delay'],
  ['-y is taken', 'HeliastDelay', 'if (!HeliastModulus.isCanonical(transcript + 326)) revert OutputNotCanonical();', '', 'delay'],
  ['no equation', 'HeliastDelay', 'if (!HeliastModulus.productIs', 'if (squarings == 0 && !HeliastModulus.productIs', 'delay'],
  ['no Lucas test', 'HeliastPrime', 'strongBase2(n) && strongLucas(n)', 'strongBase2(n)', 'parts'],
  ['no test to base 2', 'HeliastPrime', 'strongBase2(n) && strongLucas(n)', '(strongBase2(n) || n > 0) && strongLucas(n)', 'parts'],
  ['one sign of the product', 'HeliastModulus', ' || _differsByFour(m + 896, m + 640, y, m + 384)', '', 'parts'],
  ['two multiples of N', 'HeliastModulus', 'k < 3', 'k < 2', 'parts'],
  ['only low words compared', 'HeliastModulus', 'equal && _isEqual(s, d, y, n, k)', 'equal', 'parts'],
  ['drawn too early', 'HeliastRandomness', 'if (block.number < first) revert TooEarly(first);\n        uint256 count', 'if (block.number < first - first) revert TooEarly(first);\n        uint256 count', 'randomness'],
  ['drawn twice', 'HeliastRandomness', '_expect(word, State.Open);', '', 'randomness'],
  ['a proof pays its sender', 'HeliastRandomness', 'abi.encodePacked(prover));', 'abi.encodePacked(prover == address(0) ? prover : msg.sender));', 'randomness'],
  ['fulfilled again', 'HeliastRandomness', '_expect(word, State.Drawn);\n        bytes25 seed', 'bytes25 seed', 'randomness'],
  ['delivered again', 'HeliastRandomness', 'delete _requests[id];', '', 'randomness'],
  ['a starved consumer', 'HeliastRandomness', 'if (gasleft() < gasLimit + gasLimit / 63 + 10_000) revert TooLittleGas();', '', 'randomness'],
  ['a mark for anybody', 'HeliastRandomness', 'return keccak256(abi.encode(claimant, seed));', 'return keccak256(abi.encode(claimant == address(0), seed));', 'randomness'],
  ['a claim of other entropy', 'HeliastRandomness', 'if (_entropy(word) != entropy) revert OtherEntropy();', '', 'randomness'],
  ['a window that never ends', 'HeliastRandomness', 'if (block.number < first) revert TooEarly(first);\n        if (_marked', 'if (block.number > 0) revert TooEarly(first);\n        if (_marked', 'randomness'],
  ['a bond that is lost', 'HeliastRandomness', 'credits[it.disputer] += stake + half;', 'credits[it.disputer] += stake + half - half;', 'randomness'],
  ['no window', 'HeliastRandomness', 'it.claimedAt) + window + 1;', 'it.claimedAt) + 1;', 'randomness'],
  ['disputed at any time', 'HeliastRandomness', 'block.number > last)', 'block.number > last << 64)', 'randomness'],
  ['any claim', 'HeliastRandomness', 'if (word >> 8 << 8 != _hashed(it))', 'if (word == 0 && word >> 8 << 8 != _hashed(it))', 'randomness'],
  ['any output for a mark', 'HeliastRandomness', 'if (_marked(it.claimant, seed) != it.mark) revert OtherOutput();', '', 'randomness'],
  ['a claim that keeps the fee for ever', 'HeliastRandomness', 'bool inTime = block.number', 'bool inTime = block.number > 0 || block.number', 'randomness'],
  ['a disputed claim that keeps the fee for ever', 'HeliastRandomness', 'bool inTime = block.number', 'bool inTime = disputed || block.number', 'randomness'],
  ['a dispute in front of a proof that is paid', 'HeliastRandomness', 'disputed && block.number > last ? stake / 2', 'disputed ? stake / 2', 'randomness'],
  ['a dispute that is never paid', 'HeliastRandomness', 'disputed && block.number > last ? stake / 2', 'disputed && block.number == 0 ? stake / 2', 'randomness'],
  ['any gas for a consumer', 'HeliastRandomness', 'if (gasLimit > MOST_GAS)', 'if (gasLimit > MOST_GAS && gasLimit == 0)', 'randomness'],
  ['a claim that is not raised', 'HeliastRandomness', 'if (_state(word) == State.Final) revert', 'if (_state(word) > State.Drawn) revert', 'randomness'],
  ['a final round that is raised', 'HeliastRandomness', 'if (_state(word) == State.Final) revert WrongState(State.Final);', '', 'randomness'],
  ['a claim settled in a dispute', 'HeliastRandomness', '_expect(word, State.Claimed);\n        _check(word, it);\n        uint256 first', '_check(word, it);\n        uint256 first', 'randomness'],
  ['what is raised is forgotten', 'HeliastRandomness', 'paid += _raised[round];', '', 'randomness'],
  ['paid twice', 'HeliastRandomness', 'credits[msg.sender] = 0;', '', 'randomness'],
  ['one word for all', 'HeliastRandomness', 'keccak256(abi.encode(seed, id))', 'keccak256(abi.encode(seed, id >> 32))', 'randomness'],
  ['a price that is kept', 'HeliastRandomness', 'credits[consumer] += back;', 'credits[consumer] += back - back;', 'randomness'],
  ['tips that are kept', 'HeliastRandomness', 'credits[msg.sender] += tips;', 'credits[msg.sender] += tips - tips;', 'randomness'],
  ['a stake of who disputed wrongly that is kept', 'HeliastRandomness', 'if (disputed) credits[prover] += stake;', 'if (disputed) credits[prover] += stake - stake;', 'randomness'],
  ['a draw that is not paid', 'HeliastRandomness', 'credits[msg.sender] += count * (price / DRAW);', 'credits[msg.sender] += count * (price / DRAW / DRAW);', 'randomness'],
  ['disputed twice', 'HeliastRandomness', '_expect(word, State.Claimed);\n        _check(word, it);\n        uint256 last', '_check(word, it);\n        uint256 last', 'randomness'],
  ['a seed of the whole proof', 'HeliastRandomness', 'keccak256(proof[:HeliastDelay.ELEMENT])', 'keccak256(proof[:HeliastDelay.PROOF])', 'randomness'],
  ['no margin', 'HeliastRandomness', 'terms.margin < 2', 'terms.margin < 1', 'randomness'],
  ['delivered without an output', 'HeliastRandomness', 'if (_state(round) != State.Final) revert NoWordYet();', 'if (_state(round) > State.Final) revert NoWordYet();', 'randomness'],
  ['a word that nobody asked for', 'HeliastRandomness', ' || uint32(id) >= _count(word)', '', 'randomness'],
  ['what is raised is forgotten at the draw', 'HeliastRandomness', '(word & RAISED) | uint256(state)', '(word & (RAISED >> 4)) | uint256(state)', 'randomness'],
  ['the same input on all chains', 'HeliastRandomness', 'abi.encodePacked(TAG, block.chainid, ', 'abi.encodePacked(TAG, uint256(1), ', 'randomness'],
  ['entropy that is known before', 'HeliastRandomness', 'keccak256(abi.encode(block.prevrandao))', 'keccak256(abi.encode(blockhash(block.number - 1)))', 'randomness'],
  ['a proof of any leaf', 'HeliastLots', 'uint32(bytes4(proof[:4])) != leaf', 'uint32(bytes4(proof[:4])) > leaf + 2 ** 32', 'lots'],
  ['a key that never expires', 'HeliastLots', 'place >= (steps == 0 ? 1 : steps) << it.height', 'steps > 65536', 'lots'],
  ['any root', 'HeliastLots', 'if (_climb(m, bytes32(node), proof[36:], leaf) != it.root) revert OtherRoot();', '_climb(m, bytes32(node), proof[36:], leaf);', 'lots'],
];

/** A copy of what the tests need, with one text put in place of another. */
function planted(folder, file, from, to) {
  const copy = path.join(folder, 'contracts');
  for (const part of ['src', 'test', 'tools']) fs.cpSync(path.join(HERE, part), path.join(copy, part), { recursive: true });
  fs.copyFileSync(path.join(HERE, 'package.json'), path.join(copy, 'package.json'));
  fs.symlinkSync(path.join(HERE, 'node_modules'), path.join(copy, 'node_modules'));
  fs.symlinkSync(path.resolve(HERE, '../vectors'), path.join(folder, 'vectors'));
  const place = path.join(copy, 'src', `${file}.sol`);
  const text = fs.readFileSync(place, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not have it once: ${from}`);
  fs.writeFileSync(place, text.replace(from, () => to));
  return copy;
}

let missed = 0;
for (const [name, file, from, to, tests] of FAULTS.filter(([name, file]) => `${file}: ${name}`.includes(process.argv[2] ?? ''))) {
  // Unused names would be warnings, which stop the compiler: the replacements use them.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'heliast-planted-'));
  try {
    const cwd = planted(folder, file, from, to);
    const ended = spawnSync('node', ['--test', `test/${tests}.test.mjs`], { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
    const failures = ended.stdout.match(/^not ok .*$/gm) ?? [];
    const compiled = !/ParserError|TypeError:|DeclarationError|Warning:/.test(ended.stdout);
    const found = ended.status !== 0 && failures.length > 0 && compiled;
    if (!found) missed += 1;
    console.log(`${found ? 'found ' : compiled ? 'MISSED' : 'BROKEN'} ${name}: ${failures.slice(0, 2).join('; ')}`);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
process.exit(missed ? 1 : 0);
