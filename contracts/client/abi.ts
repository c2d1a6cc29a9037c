// The functions of HeliastRandomness that the client calls; a test compares them with the compiled contract.
import { parseAbi } from 'viem';

export const randomnessAbi = parseAbi([
  'struct Round { uint8 state; uint32 count; uint40 drawnAt; uint16 share; uint96 raised; bytes22 entropy; bytes25 seed; bytes31 claim; }',
  'struct Claim { uint32 count; uint40 drawnAt; bytes22 entropy; uint40 claimedAt; address claimant; bytes32 mark; address disputer; }',
  'struct Request { address consumer; uint32 gasLimit; uint64 tip; }',
  'function request(uint32 gasLimit) payable returns (uint256 id)',
  'function draw(uint256 round)',
  'function fulfil(uint256 round, bytes proof, address prover, uint256[] requests)',
  'function judge(uint256 round, Claim it, bytes proof, address prover, uint256[] requests)',
  'function claim(uint256 round, bytes22 entropy, bytes32 mark) payable',
  'function dispute(uint256 round, Claim it) payable',
  'function settle(uint256 round, Claim it, bytes25 seed, uint256[] requests)',
  'function deliver(uint256[] requests)',
  'function withdraw(address to)',
  'function credits(address) view returns (uint256)',
  'function wordOf(uint256 id) view returns (bytes32)',
  'function inputOf(uint256 round, bytes22 entropy) view returns (bytes)',
  'function roundAt(uint256 round) view returns (Round)',
  'function requestAt(uint256 id) view returns (Request)',
  'function isFinal(uint256 round) view returns (bool)',
  'function feeOf(uint256 round) view returns (uint256)',
  'function squarings() view returns (uint64)',
  'function span() view returns (uint32)',
  'function margin() view returns (uint32)',
  'function window() view returns (uint32)',
  'function ramp() view returns (uint32)',
  'function price() view returns (uint96)',
  'function bond() view returns (uint96)',
  'event Requested(uint256 indexed request, address indexed consumer, uint256 round, uint256 gasLimit, uint256 tip)',
  'event Drawn(uint256 indexed round, bytes22 entropy, uint256 requests)',
  'event Claimed(uint256 indexed round, address indexed claimant, bytes32 mark)',
  'event Disputed(uint256 indexed round, address indexed disputer)',
  'event Delivered(uint256 indexed request, bytes32 word, bool accepted)',
]);

/** The states of a round, by their numbers. */
export const STATES = ['open', 'drawn', 'claimed', 'disputed', 'final'] as const;
