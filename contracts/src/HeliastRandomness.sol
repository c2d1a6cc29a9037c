// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody outside the project has reviewed this file.
pragma solidity ^0.8.30;

import {HeliastDelay} from "./HeliastDelay.sol";
import {HeliastModulus} from "./HeliastModulus.sol";
import {IHeliastConsumer} from "./IHeliastConsumer.sol";

/// @title Randomness from a delay over the chain's own entropy (spec/evm.md)
/// @notice Requests of the same span of blocks share a round. Some blocks after the span anybody draws the round's
/// entropy, the `prevrandao` of the block in which that happens; whoever likes does the squarings, which take longer
/// than anybody had to choose, and posts the output with a proof. The words of all requests of the round follow from it.
/// There is one output for an entropy, no key, no owner, no pause and no upgrade.
///
/// Where a window is set, the output may come first with a bond and without a proof; it counts once the window has
/// passed. A proof of another output takes the bond; a dispute makes the output wait for a proof.
/// @dev All payments are credits that their owners withdraw. The only calls to others are those of `deliver` and
/// `withdraw`, each after all changes of the state that it is about.
contract HeliastRandomness {
    enum State {
        /// Requests come in, or it waits for its entropy.
        Open,
        /// The entropy is fixed: squarings can begin.
        Drawn,
        /// An output waits, with a bond, until its window has passed.
        Claimed,
        /// An output waits for a proof.
        Disputed,
        /// The output is fixed, and everybody is paid.
        Final
    }

    struct Round {
        State state;
        /// Requests.
        uint32 count;
        /// Blocks.
        uint40 drawnAt;
        uint40 claimedAt;
        /// The part of the fee that was earned, in 65535ths.
        uint16 share;
        /// What was added for the prover, in wei.
        uint96 raised;
        bytes32 entropy;
        /// The hash of the output, or of what is claimed to be it.
        bytes32 seed;
        address claimant;
        address disputer;
    }

    struct Request {
        address consumer;
        /// Gas for the call of the consumer; 0 if it does not want to be called.
        uint32 gasLimit;
        /// What whoever calls the consumer gets, in wei.
        uint64 tip;
    }

    /// The conditions, which never change.
    struct Terms {
        /// t: squarings of a delay.
        uint64 squarings;
        /// Blocks whose requests share a round.
        uint32 span;
        /// Blocks between a round's last and the first in which its entropy can be drawn.
        uint32 margin;
        /// Blocks in which a claim can be disputed and refuted; 0 if there are no claims.
        uint32 window;
        /// Blocks after the draw until the whole fee is paid; a quarter of it is paid at once.
        uint32 ramp;
        /// Wei for each request.
        uint96 price;
        /// Wei with which a claim, or a dispute, is made.
        uint96 bond;
    }

    /// The hash of a message with this tag is the input of a round's delay.
    bytes21 private constant TAG = "\x14heliast/evm-round/v1";
    /// One part in 16 of the fees is for who draws the entropy.
    uint256 private constant DRAW = 16;
    uint256 private constant WHOLE = 65535;

    /// The block has no random beacon, so that this chain can have no entropy from it.
    error NoEntropyOnThisChain();
    /// A condition is outside what it can be.
    error BadTerms();
    /// Less than the price was sent, or more than a tip of 2^64 wei above it.
    error WrongPayment();
    /// A bond is exactly the one of the terms.
    error WrongBond();
    /// The round has no requests.
    error NoRequests();
    /// The entropy can be drawn from this block on.
    error TooEarly(uint256 block_);
    /// The round is not in a state for this.
    error WrongState(State state);
    /// There are no claims here: the window is 0.
    error NoClaims();
    /// The claim is about an entropy that the round does not have: the chain was reorganised.
    error OtherEntropy();
    /// This claim was not sealed in an earlier block by its sender.
    error NotSealed();
    /// The round has no output yet, or the request does not exist.
    error NoWordYet();
    /// There is too little gas for what the consumer asked for.
    error TooLittleGas();
    /// The receiver refused what it was sent.
    error TransferFails();

    /// A request was made. Its words can be had once its round is final.
    event Requested(uint256 indexed request, address indexed consumer, uint256 round, uint256 gasLimit, uint256 tip);
    /// A round's entropy is fixed: evaluate `inputOf(round)`.
    event Drawn(uint256 indexed round, bytes32 entropy, uint256 requests);
    /// The fee of a round was raised.
    event Raised(uint256 indexed round, uint256 by);
    /// An output was claimed, and counts after this block unless it is disputed or refuted.
    event Claimed(uint256 indexed round, address indexed claimant, bytes32 seed, uint256 until);
    /// A claim waits for a proof.
    event Disputed(uint256 indexed round, address indexed disputer);
    /// A claim was refuted by a proof of another output.
    event Refuted(uint256 indexed round, address indexed claimant, address indexed prover);
    /// A round has its output. `worker` is who gets the fee.
    event Settled(uint256 indexed round, address indexed worker, bytes32 seed, uint256 paid);
    /// A consumer was called, or did not want to be.
    event Delivered(uint256 indexed request, bytes32 word, bool accepted);

    uint64 public immutable squarings;
    uint32 public immutable span;
    uint32 public immutable margin;
    uint32 public immutable window;
    uint32 public immutable ramp;
    uint96 public immutable price;
    uint96 public immutable bond;

    mapping(uint256 round => Round) private _rounds;
    mapping(uint256 request => Request) private _requests;
    mapping(bytes32 seal => uint256 block_) private _seals;
    /// What can be withdrawn, in wei.
    mapping(address => uint256) public credits;

    constructor(Terms memory terms) {
        if (block.prevrandao >> 64 == 0) revert NoEntropyOnThisChain();
        if (terms.squarings == 0 || terms.squarings >> 48 != 0 || terms.span == 0 || terms.margin < 2) revert BadTerms();
        if (terms.ramp == 0 || (terms.window == 0) != (terms.bond == 0)) revert BadTerms();
        squarings = terms.squarings;
        span = terms.span;
        margin = terms.margin;
        window = terms.window;
        ramp = terms.ramp;
        price = terms.price;
        bond = terms.bond;
    }

    // Asking

    /// @notice Asks for randomness. What is sent above the price is the tip of who delivers it.
    /// @param gasLimit Gas for the call of `receiveRandomness`; 0 to read `wordOf` instead.
    /// @return id The number of the request: its round, and its place in it in the lowest 32 bits.
    function request(uint32 gasLimit) external payable returns (uint256 id) {
        if (msg.value < price || msg.value - price > type(uint64).max) revert WrongPayment();
        uint256 round = block.number / span;
        uint64 tip = uint64(msg.value - price);
        id = (round << 32) | _rounds[round].count++;
        _requests[id] = Request(msg.sender, gasLimit, tip);
        emit Requested(id, msg.sender, round, gasLimit, tip);
    }

    /// @notice Adds what is sent to the fee of a round that nobody has worked off.
    function raise(uint256 round) external payable {
        Round storage it = _rounds[round];
        if (it.count == 0) revert NoRequests();
        if (it.state > State.Drawn) revert WrongState(it.state);
        if (msg.value > type(uint96).max - it.raised) revert WrongPayment();
        it.raised += uint96(msg.value);
        emit Raised(round, msg.value);
    }

    // Working

    /// @notice Fixes a round's entropy: the beacon of this block. The sender gets a sixteenth of the fees.
    /// @dev Nobody can do this later for an earlier block, or again: who decides when it happens has seen no output.
    function draw(uint256 round) external {
        Round storage it = _rounds[round];
        if (it.count == 0) revert NoRequests();
        if (it.state != State.Open) revert WrongState(it.state);
        uint256 first = (round + 1) * span + margin;
        if (block.number < first) revert TooEarly(first);
        it.state = State.Drawn;
        it.drawnAt = uint40(block.number);
        it.entropy = bytes32(block.prevrandao);
        credits[msg.sender] += uint256(it.count) * (price / DRAW);
        emit Drawn(round, it.entropy, it.count);
    }

    /// @notice Fixes a round's output by a proof, and delivers words. Anybody may post a proof; the fee is its maker's.
    /// @param round The round, drawn, and without an output that counts.
    /// @param proof y ‖ π ‖ hint of the delay of `inputOf(round)`, made in the context of `prover`'s 20 bytes.
    /// @param prover Who made the proof.
    /// @param requests What is to be delivered then, of this round or of others; as in `deliver`.
    function fulfil(uint256 round, bytes calldata proof, address prover, uint256[] calldata requests) external {
        Round storage it = _rounds[round];
        State state = it.state;
        if (state == State.Open || _isFinal(it)) revert WrongState(state);
        HeliastDelay.verify(inputOf(round), squarings, proof, abi.encodePacked(prover));
        bytes32 seed = keccak256(proof[:HeliastDelay.ELEMENT]);
        bool right = state != State.Drawn && it.seed == seed;
        address claimant = it.claimant;
        uint256 stake = bond;
        if (state == State.Disputed) {
            // The stake of who was wrong pays the proof, and who was right about it.
            address disputer = it.disputer;
            credits[disputer] += right ? 0 : stake + stake / 2;
            credits[prover] += right ? stake : stake - stake / 2;
        } else if (state == State.Claimed && !right) {
            credits[prover] += stake;
        }
        if (right) {
            credits[claimant] += stake;
        } else {
            if (state != State.Drawn) emit Refuted(round, claimant, prover);
            it.seed = seed;
            it.share = _earned(it.drawnAt);
        }
        _settle(round, it, right ? claimant : prover);
        _deliver(requests);
    }

    /// @notice Calls the consumers of these requests, whose rounds must have an output that counts. The sender gets the
    /// tips. Requests that do not exist, or are delivered already, are passed over.
    function deliver(uint256[] calldata requests) external {
        _deliver(requests);
    }

    /// @notice Takes out what the sender has earned, or has back.
    function withdraw(address payable to) external {
        uint256 amount = credits[msg.sender];
        credits[msg.sender] = 0;
        (bool done,) = to.call{value: amount}("");
        if (!done) revert TransferFails();
    }

    // Claims

    /// @notice Notes that the sender knows an output, without saying which: the first step of a claim, without which
    /// whoever sees the claim could make it theirs.
    /// @param sealed_ keccak256(abi.encode(sender, round, entropy, seed, salt)).
    function seal(bytes32 sealed_) external {
        if (_seals[sealed_] == 0) _seals[sealed_] = block.number;
    }

    /// @notice Claims a round's output, with a bond. It counts once the window has passed.
    /// @param entropy The round's entropy, so that no reorganisation makes a true claim a false one.
    /// @param seed keccak256(y).
    /// @param salt Any 32 bytes, which were sealed with the rest in an earlier block.
    function claim(uint256 round, bytes32 entropy, bytes32 seed, bytes32 salt) external payable {
        Round storage it = _rounds[round];
        if (window == 0) revert NoClaims();
        if (msg.value != bond) revert WrongBond();
        if (it.state != State.Drawn) revert WrongState(it.state);
        if (it.entropy != entropy) revert OtherEntropy();
        bytes32 sealed_ = keccak256(abi.encode(msg.sender, round, entropy, seed, salt));
        uint256 sealedAt = _seals[sealed_];
        if (sealedAt == 0 || sealedAt >= block.number) revert NotSealed();
        delete _seals[sealed_];
        it.state = State.Claimed;
        it.claimedAt = uint40(block.number);
        it.share = _earned(it.drawnAt);
        it.seed = seed;
        it.claimant = msg.sender;
        emit Claimed(round, msg.sender, seed, block.number + window);
    }

    /// @notice Makes a claim wait for a proof, for as long as it takes. Who is wrong loses the bond.
    function dispute(uint256 round) external payable {
        Round storage it = _rounds[round];
        if (msg.value != bond) revert WrongBond();
        if (it.state != State.Claimed || _isFinal(it)) revert WrongState(it.state);
        it.state = State.Disputed;
        it.disputer = msg.sender;
        emit Disputed(round, msg.sender);
    }

    /// @notice Pays a claimant whose window has passed. Delivering does it too.
    function settle(uint256 round) external {
        Round storage it = _rounds[round];
        if (it.state != State.Claimed || !_isFinal(it)) revert WrongState(it.state);
        _settleClaim(round, it);
    }

    // Looking

    /// @notice The word of a request, once its round has an output that counts.
    function wordOf(uint256 id) public view returns (bytes32) {
        Round storage it = _rounds[id >> 32];
        if (!_isFinal(it) || uint32(id) >= it.count) revert NoWordYet();
        return _word(it.seed, id);
    }

    /// @notice The input of a round's delay, 256 bytes. The round must be drawn.
    function inputOf(uint256 round) public view returns (bytes memory) {
        Round storage it = _rounds[round];
        if (it.state == State.Open) revert WrongState(it.state);
        bytes memory message = abi.encodePacked(TAG, block.chainid, address(this), uint64(round), it.entropy);
        return HeliastModulus.hash("heliast/delay-input/v1", message);
    }

    /// @notice What is known of a round.
    function roundAt(uint256 round) external view returns (Round memory) {
        return _rounds[round];
    }

    /// @notice What is known of a request until it is delivered.
    function requestAt(uint256 id) external view returns (Request memory) {
        return _requests[id];
    }

    /// @notice Whether a round's output counts: it is proved, or its claim's window has passed.
    function isFinal(uint256 round) external view returns (bool) {
        return _isFinal(_rounds[round]);
    }

    /// @notice What a prover of this round would be paid in this block, in wei.
    function feeOf(uint256 round) external view returns (uint256) {
        Round storage it = _rounds[round];
        uint256 drawnAt = it.state == State.Open ? block.number : it.drawnAt;
        return uint256(it.count) * _each(_earned(drawnAt)) + it.raised;
    }

    // Parts

    function _isFinal(Round storage it) private view returns (bool) {
        State state = it.state;
        return state == State.Final || (state == State.Claimed && block.number > uint256(it.claimedAt) + window);
    }

    function _word(bytes32 seed, uint256 id) private pure returns (bytes32) {
        return keccak256(abi.encode(seed, id));
    }

    /// The part of the fee that is earned now: from a quarter at the draw to all of it.
    function _earned(uint256 drawnAt) private view returns (uint16) {
        uint256 waited = block.number - drawnAt;
        uint256 grown = waited < ramp ? waited : ramp;
        return uint16(WHOLE / 4 + (WHOLE - WHOLE / 4) * grown / ramp);
    }

    /// What the prover gets of the price of one request.
    function _each(uint256 share) private view returns (uint256) {
        return (uint256(price) - price / DRAW) * share / WHOLE;
    }

    function _settleClaim(uint256 round, Round storage it) private {
        credits[it.claimant] += bond;
        _settle(round, it, it.claimant);
    }

    function _settle(uint256 round, Round storage it, address worker) private {
        it.state = State.Final;
        uint256 paid = uint256(it.count) * _each(it.share) + it.raised;
        credits[worker] += paid;
        emit Settled(round, worker, it.seed, paid);
    }

    function _deliver(uint256[] calldata requests) private {
        uint256 tips = 0;
        for (uint256 i = 0; i < requests.length; ++i) {
            uint256 id = requests[i];
            Request memory asked = _requests[id];
            if (asked.consumer == address(0)) continue;
            uint256 round = id >> 32;
            Round storage it = _rounds[round];
            if (it.state != State.Final) {
                if (!_isFinal(it)) revert NoWordYet();
                _settleClaim(round, it);
            }
            delete _requests[id];
            tips += asked.tip;
            uint256 back = uint256(price) - price / DRAW - _each(it.share);
            if (back != 0) credits[asked.consumer] += back;
            bytes32 word = _word(it.seed, id);
            emit Delivered(id, word, _call(asked.consumer, asked.gasLimit, id, word));
        }
        if (tips != 0) credits[msg.sender] += tips;
    }

    /// Calls a consumer with exactly the gas that it asked for, and reads nothing that it returns.
    function _call(address consumer, uint256 gasLimit, uint256 id, bytes32 word) private returns (bool accepted) {
        if (gasLimit == 0) return false;
        // A call is given 63/64 of what is left, after what the call itself takes.
        if (gasleft() < gasLimit + gasLimit / 63 + 10_000) revert TooLittleGas();
        bytes memory data = abi.encodeCall(IHeliastConsumer.receiveRandomness, (id, word));
        assembly ("memory-safe") {
            accepted := call(gasLimit, consumer, 0, add(data, 0x20), mload(data), 0, 0)
        }
    }
}
