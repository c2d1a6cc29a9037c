// A lottery on a chain in this process, from the first ticket to the prize: npm run lottery.
// The delay is short, and proved here by BigInt, or by the program that HELIAST names.
import { start } from '../test/coordinator.mjs';
import * as program from '../test/program.mjs';

const say = (...words) => console.log(...words);
const SQUARINGS = 20_000n;

const it = await start({ squarings: SQUARINGS });
const { chain } = it;
const player = (address) => `player ${chain.accounts.indexOf(address)}`;
say(`coordinator ${it.contract.address}: ${SQUARINGS} squarings a round`);

const price = 10n ** 16n;
const closes = (await chain.public.getBlockNumber()) + 5n;
const lottery = await chain.deploy('Lottery', [it.contract.address, price, closes]);
for (const from of [1, 2, 3]) await chain.send(lottery, 'buy', [], { from, value: price });
say(`lottery ${lottery.address}: 3 tickets are sold`);

await chain.mineTo(closes);
const { blockNumber } = await chain.send(lottery, 'ask', [], { from: 4, value: it.terms.price });
const [{ args }] = await it.events('Requested', blockNumber);
say(`request ${args.request} is in round ${args.round}`);

await it.draw(args.round);
const { entropy } = await it.state(args.round);
say(`its entropy is ${entropy}`);

const input = await it.input(args.round);
const prover = chain.accounts[5];
const proof = program.isThere ? program.prove(input, SQUARINGS, prover) : await it.proof(args.round, 5);
const { gasUsed } = await it.send('fulfil', [args.round, proof, prover, [args.request]], { from: 5 });
say(`proved and delivered in one transaction of ${gasUsed} gas`);

const winner = await chain.call(lottery, 'winner');
await chain.send(lottery, 'collect', [], { from: chain.accounts.indexOf(winner) });
say(`${player(winner)} has won ${Number(3n * price) / 1e18} ETH`);
process.exit(0);
