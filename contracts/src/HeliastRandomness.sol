// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody outside the project has reviewed this file.
pragma solidity ^0.8.30;

import {HeliastDelay} from "./HeliastDelay.sol";
import {HeliastModulus} from "./HeliastModulus.sol";
import {IHeliastConsumer} from "./IHeliastConsumer.sol";

/// @title Randomness from a delay over the chain's own entropy (spec/evm.md)
/// @notice Requests of the same span of blocks share a round. Some blocks after the span anybody can draw the round's
/// entropy, from the `prevrandao` of the block in which that happens. Anybody can do the squarings, which take longer
/// than the time that anybody had to choose, and post the output with a proof. The words of all requests of the round
/// follow from it. There is one output for an entropy, no key, no owner, no pause and no upgrade.
///
/// If a window is set, a mark of the output may come first, with a bond and without a proof: a hash of the output and
/// the claimant, which anybody who has done the squarings can check, and nobody can copy. Once the window has passed, the
/// marked output counts when it is shown. A proof of another output takes the bond; a dispute makes the claim wait for a
/// proof.
/// @dev A round is always one word of storage, since storage costs most of the gas. Data that do not fit into it while
/// there is a claim are hashed there, and callers pass them again, from the events. All payments are credits that their
/// owners withdraw. The only calls to others are those of `_deliver` and `withdraw`, each after all changes of the state
/// that it concerns.
contract HeliastRandomness {
    enum State {
        /// It takes requests, or waits for its entropy.
        Open,
        /// The entropy is fixed: squarings can begin.
        Drawn,
        /// A mark of an output waits, with a bond.
        Claimed,
        /// A mark of an output waits for a proof.
        Disputed,
        /// The output is fixed, and everybody is paid.
        Final
    }

    /// The fields of a round's word: those of its state, and 0 for the rest.
    struct Round {
        State state;
        /// Requests; unless it is claimed.
        uint32 count;
        /// A block; if it is drawn.
        uint40 drawnAt;
        /// The part of the fee that was earned, in 65535ths; if it is final.
        uint16 share;
        /// The amount that was added for the prover and is not paid yet, in wei.
        uint96 raised;
        /// If it is drawn.
        bytes22 entropy;
        /// The hash of the output; if it is final.
        bytes25 seed;
        /// The hash of the claim; if it is claimed or disputed.
        bytes31 claim;
    }

    /// A claim, with the data of the events `Drawn`, `Claimed` and `Disputed`.
    struct Claim {
        /// The round's requests, the block of its draw, and its entropy.
        uint32 count;
        uint40 drawnAt;
        bytes22 entropy;
        /// A block.
        uint40 claimedAt;
        address claimant;
        /// keccak256(abi.encode(claimant, seed)).
        bytes32 mark;
        /// The zero address as long as there is no dispute.
        address disputer;
    }

    struct Request {
        address consumer;
        /// Gas for the call of the consumer, up to `MOST_GAS`; 0 if it does not want to be called.
        uint32 gasLimit;
        /// The reward for the account that calls the consumer, in wei.
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
    /// One part in 16 of the fees is for the account that draws the entropy.
    uint256 private constant DRAW = 16;
    uint256 private constant WHOLE = 65535;
    /// The most gas for the call of one consumer: with a proof in front of it, it fits into a transaction (2^24 gas since
    /// Osaka, EIP-7825).
    uint32 private constant MOST_GAS = 5_000_000;
    /// In a round's word: the state (3 bits), and whether something was raised (the fourth); from bit 8 on the fields of
    /// the state. Open: the count (32 bits). Drawn: count, block (40), entropy (176). Claimed and disputed: the
    /// claim's hash (248). Final: count, share (16), seed (200).
    uint256 private constant RAISED = 8;

    /// The block has no random beacon, so that this chain can have no entropy from it.
    error NoEntropyOnThisChain();
    /// A condition is out of range.
    error BadTerms();
    /// Less than the price was sent, or more than a tip of 2^64 wei above it.
    error WrongPayment();
    /// The greatest gas limit of a consumer.
    error TooMuchGas(uint256 most);
    /// A bond must be exactly that of the terms.
    error WrongBond();
    /// The round has no requests.
    error NoRequests();
    /// This is possible only from this block on.
    error TooEarly(uint256 block_);
    /// This was possible only until this block.
    error TooLate(uint256 block_);
    /// The round is not in a state for this.
    error WrongState(State state);
    /// There are no claims here: the window is 0.
    error NoClaims();
    /// The claim is about an entropy that the round does not have: the chain was reorganised.
    error OtherEntropy();
    /// The round's claim differs.
    error OtherClaim();
    /// The claim's mark is not that of this output.
    error OtherOutput();
    /// The round has no output yet, or the request does not exist.
    error NoWordYet();
    /// There is less gas than the consumer asked for.
    error TooLittleGas();
    /// The receiver refused the payment.
    error TransferFails();

    /// A request was made. Its word is available once its round is final.
    event Requested(uint256 indexed request, address indexed consumer, uint256 round, uint256 gasLimit, uint256 tip);
    /// A round's entropy is fixed: evaluate `inputOf(round, entropy)`.
    event Drawn(uint256 indexed round, bytes22 entropy, uint256 requests);
    /// The fee of a round was raised.
    event Raised(uint256 indexed round, uint256 by);
    /// An output was claimed, which can be disputed as long as the window lasts.
    event Claimed(uint256 indexed round, address indexed claimant, bytes32 mark);
    /// A claim waits for a proof.
    event Disputed(uint256 indexed round, address indexed disputer);
    /// A claim was refuted by a proof of another output.
    event Refuted(uint256 indexed round, address indexed claimant, address indexed prover);
    /// A round has its output. `worker` gets the fee.
    event Settled(uint256 indexed round, address indexed worker, bytes25 seed, uint256 paid);
    /// A consumer was called, or had asked not to be called.
    event Delivered(uint256 indexed request, bytes32 word, bool accepted);

    uint64 public immutable squarings;
    uint32 public immutable span;
    uint32 public immutable margin;
    uint32 public immutable window;
    uint32 public immutable ramp;
    uint96 public immutable price;
    uint96 public immutable bond;

    mapping(uint256 round => uint256 word) private _rounds;
    mapping(uint256 round => uint256) private _raised;
    /// The consumer (160 bits), its gas (32) and the tip (64).
    mapping(uint256 request => uint256 word) private _requests;
    /// The amounts that can be withdrawn, in wei.
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

    /// @notice Asks for randomness. The amount sent above the price is the tip for the account that delivers it.
    /// @param gasLimit Gas for the call of `receiveRandomness`, up to 5,000,000; 0 to read `wordOf` instead.
    /// @return id The number of the request: its round, and its place in it in the lowest 32 bits.
    function request(uint32 gasLimit) external payable returns (uint256 id) {
        if (gasLimit > MOST_GAS) revert TooMuchGas(MOST_GAS);
        if (msg.value < price || msg.value - price > type(uint64).max) revert WrongPayment();
        uint256 round = block.number / span;
        uint256 tip = msg.value - price;
        // No round of this block is drawn yet.
        uint256 word = _rounds[round];
        uint32 index = _count(word);
        _rounds[round] = (word & 0xff) | (uint256(index + 1) << 8);
        id = (round << 32) | index;
        _requests[id] = uint256(uint160(msg.sender)) | (uint256(gasLimit) << 160) | (tip << 192);
        emit Requested(id, msg.sender, round, gasLimit, tip);
    }

    /// @notice Adds the amount sent to the fee of a round that has no output yet, so that a proof becomes worthwhile, also
    /// for a claim that waits for a proof.
    function raise(uint256 round) external payable {
        uint256 word = _rounds[round];
        if (word == 0) revert NoRequests();
        if (_state(word) == State.Final) revert WrongState(State.Final);
        uint256 raised = _raised[round];
        if (msg.value > type(uint96).max - raised) revert WrongPayment();
        _raised[round] = raised + msg.value;
        _rounds[round] = word | RAISED;
        emit Raised(round, msg.value);
    }

    // Working

    /// @notice Fixes a round's entropy, from the beacon of this block. The sender gets a sixteenth of the fees.
    /// @dev Nobody can do this later for an earlier block, or again: nobody who decides when it happens has seen an output.
    function draw(uint256 round) external {
        uint256 word = _rounds[round];
        if (word == 0) revert NoRequests();
        _expect(word, State.Open);
        uint256 first = (round + 1) * span + margin;
        if (block.number < first) revert TooEarly(first);
        uint256 count = _count(word);
        bytes22 entropy = bytes22(keccak256(abi.encode(block.prevrandao)));
        uint256 drawn = (uint256(uint40(block.number)) << 40) | (uint256(uint176(entropy)) << 80);
        _rounds[round] = _begun(word, State.Drawn) | (count << 8) | drawn;
        credits[msg.sender] += count * (price / DRAW);
        emit Drawn(round, entropy, count);
    }

    /// @notice Fixes a round's output by a proof, and delivers words. Anybody may post a proof; its maker gets the fee.
    /// If a window is set, claim first, and prove the claim by `judge`: anybody who sees a waiting proof has its output,
    /// and can place a claim of their own before it, which then gets the fee.
    /// @param round The round, drawn and not claimed.
    /// @param proof y ‖ π ‖ hint of the delay of `inputOf(round, entropy)`, made in the context of `prover`'s 20 bytes.
    /// @param prover The maker of the proof.
    /// @param requests The requests to deliver then, of this round or of others; as in `deliver`.
    function fulfil(uint256 round, bytes calldata proof, address prover, uint256[] calldata requests) external {
        uint256 word = _rounds[round];
        _expect(word, State.Drawn);
        bytes25 seed = _proved(round, _entropy(word), proof, prover);
        _settle(round, word, _count(word), _earned(_drawnAt(word), block.number), seed, prover, 0);
        _deliver(requests);
    }

    /// @notice Calls the consumers of these requests, whose rounds must be final. The sender gets the tips. Requests
    /// that do not exist, or are delivered already, are skipped.
    function deliver(uint256[] calldata requests) external {
        _deliver(requests);
    }

    /// @notice Pays out the sender's credit.
    function withdraw(address payable to) external {
        uint256 amount = credits[msg.sender];
        credits[msg.sender] = 0;
        (bool done,) = to.call{value: amount}("");
        if (!done) revert TransferFails();
    }

    // Claims

    /// @notice Claims a round's output, with a bond, by a mark: anybody who knows the output can check the mark, and nobody
    /// else can make one for themselves.
    /// @param entropy The round's entropy, so that no reorganisation makes a true claim a false one.
    /// @param mark keccak256(abi.encode(sender, seed)), where seed is the first 25 bytes of keccak256(y).
    function claim(uint256 round, bytes22 entropy, bytes32 mark) external payable {
        if (window == 0) revert NoClaims();
        if (msg.value != bond) revert WrongBond();
        uint256 word = _rounds[round];
        _expect(word, State.Drawn);
        if (_entropy(word) != entropy) revert OtherEntropy();
        Claim memory it = Claim({
            count: _count(word),
            drawnAt: _drawnAt(word),
            entropy: entropy,
            claimedAt: uint40(block.number),
            claimant: msg.sender,
            mark: mark,
            disputer: address(0)
        });
        _rounds[round] = _begun(word, State.Claimed) | _hashed(it);
        emit Claimed(round, msg.sender, mark);
    }

    /// @notice Makes a claim wait for a proof, without a limit of time. The party that is wrong loses the bond.
    function dispute(uint256 round, Claim memory it) external payable {
        if (msg.value != bond) revert WrongBond();
        uint256 word = _rounds[round];
        _expect(word, State.Claimed);
        _check(word, it);
        uint256 last = uint256(it.claimedAt) + window;
        if (block.number > last) revert TooLate(last);
        it.disputer = msg.sender;
        _rounds[round] = _begun(word, State.Disputed) | _hashed(it);
        emit Disputed(round, msg.sender);
    }

    /// @notice Fixes a round's output by a claim whose window has passed, and delivers words. Anybody may show the output
    /// that is marked; the claimant gets the bond and the fee.
    /// @param seed The first 25 bytes of keccak256(y).
    /// @param requests The requests to deliver then, of this round or of others; as in `deliver`.
    function settle(uint256 round, Claim memory it, bytes25 seed, uint256[] calldata requests) external {
        uint256 word = _rounds[round];
        _expect(word, State.Claimed);
        _check(word, it);
        uint256 first = uint256(it.claimedAt) + window + 1;
        if (block.number < first) revert TooEarly(first);
        if (_marked(it.claimant, seed) != it.mark) revert OtherOutput();
        _settle(round, word, it.count, _earned(it.drawnAt, it.claimedAt), seed, it.claimant, bond);
        _deliver(requests);
    }

    /// @notice Fixes the output of a round that is claimed, or disputed, by a proof, and delivers words. The bonds and
    /// the fee go to those who were right. If a claim has waited for more than twice its window, the fee goes to the proof,
    /// whether it is disputed or not. A disputer gets a part of a false claim's bond if the window passes without a proof.
    /// @param proof As in `fulfil`, as are the others.
    function judge(uint256 round, Claim memory it, bytes calldata proof, address prover, uint256[] calldata requests)
        external
    {
        uint256 word = _rounds[round];
        bool disputed = _state(word) == State.Disputed;
        if (!disputed) _expect(word, State.Claimed);
        _check(word, it);
        bytes25 seed = _proved(round, it.entropy, proof, prover);
        bool right = _marked(it.claimant, seed) == it.mark;
        uint256 last = uint256(it.claimedAt) + window;
        bool inTime = block.number <= last + window;
        uint256 stake = bond;
        // The stake of the party that was wrong pays for the proof, and rewards those who were right.
        if (right) {
            credits[it.claimant] += stake;
            if (disputed) credits[prover] += stake;
        } else {
            // Before that the claim could not have been settled: a dispute just before a proof takes nothing from it.
            uint256 half = disputed && block.number > last ? stake / 2 : 0;
            if (disputed) credits[it.disputer] += stake + half;
            credits[prover] += stake - half;
            emit Refuted(round, it.claimant, prover);
        }
        (address worker, uint256 worked) = right && inTime ? (it.claimant, it.claimedAt) : (prover, block.number);
        _settle(round, word, it.count, _earned(it.drawnAt, worked), seed, worker, 0);
        _deliver(requests);
    }

    // Looking

    /// @notice The word of a request, once its round is final.
    function wordOf(uint256 id) external view returns (bytes32) {
        uint256 word = _rounds[id >> 32];
        if (_state(word) != State.Final || uint32(id) >= _count(word)) revert NoWordYet();
        return _word(_seed(word), id);
    }

    /// @notice The input of a round's delay, 256 bytes.
    /// @param entropy The round's entropy.
    function inputOf(uint256 round, bytes22 entropy) public view returns (bytes memory) {
        bytes memory message = abi.encodePacked(TAG, block.chainid, address(this), uint64(round), entropy);
        return HeliastModulus.hash("heliast/delay-input/v1", message);
    }

    /// @notice The state of a round.
    function roundAt(uint256 round) external view returns (Round memory it) {
        uint256 word = _rounds[round];
        it.state = _state(word);
        it.raised = uint96(_raised[round]);
        bool claimed = it.state == State.Claimed || it.state == State.Disputed;
        if (claimed) it.claim = bytes31(uint248(word >> 8));
        else it.count = _count(word);
        if (it.state == State.Drawn) (it.drawnAt, it.entropy) = (_drawnAt(word), _entropy(word));
        if (it.state == State.Final) (it.share, it.seed) = (_share(word), _seed(word));
    }

    /// @notice The terms of a request until it is delivered.
    function requestAt(uint256 id) external view returns (Request memory) {
        uint256 word = _requests[id];
        return Request(address(uint160(word)), uint32(word >> 160), uint64(word >> 192));
    }

    /// @notice Whether a round has its output.
    function isFinal(uint256 round) external view returns (bool) {
        return _state(_rounds[round]) == State.Final;
    }

    /// @notice The payment of a prover of this round, which nobody has claimed, in this block, in wei.
    function feeOf(uint256 round) external view returns (uint256) {
        uint256 word = _rounds[round];
        State state = _state(word);
        if (state > State.Drawn) revert WrongState(state);
        uint256 drawnAt = state == State.Open ? block.number : _drawnAt(word);
        return _count(word) * _each(_earned(drawnAt, block.number)) + _raised[round];
    }

    // A round's word

    function _state(uint256 word) private pure returns (State) {
        return State(word & 7);
    }

    /// Requests of a round that is not claimed.
    function _count(uint256 word) private pure returns (uint32) {
        return uint32(word >> 8);
    }

    function _drawnAt(uint256 word) private pure returns (uint40) {
        return uint40(word >> 40);
    }

    function _entropy(uint256 word) private pure returns (bytes22) {
        return bytes22(uint176(word >> 80));
    }

    function _share(uint256 word) private pure returns (uint16) {
        return uint16(word >> 40);
    }

    function _seed(uint256 word) private pure returns (bytes25) {
        return bytes25(uint200(word >> 56));
    }

    /// The lowest byte of a word that is in this state from now on.
    function _begun(uint256 word, State state) private pure returns (uint256) {
        return (word & RAISED) | uint256(state);
    }

    /// A claim's hash at its place in the word.
    function _hashed(Claim memory it) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(it))) >> 8 << 8;
    }

    function _expect(uint256 word, State state) private pure {
        if (_state(word) != state) revert WrongState(_state(word));
    }

    function _check(uint256 word, Claim memory it) private pure {
        if (word >> 8 << 8 != _hashed(it)) revert OtherClaim();
    }

    // Parts

    function _word(bytes25 seed, uint256 id) private pure returns (bytes32) {
        return keccak256(abi.encode(seed, id));
    }

    function _marked(address claimant, bytes25 seed) private pure returns (bytes32) {
        return keccak256(abi.encode(claimant, seed));
    }

    /// The seed of the proved output.
    function _proved(uint256 round, bytes22 entropy, bytes calldata proof, address prover)
        private
        view
        returns (bytes25)
    {
        HeliastDelay.verify(inputOf(round, entropy), squarings, proof, abi.encodePacked(prover));
        return bytes25(keccak256(proof[:HeliastDelay.ELEMENT]));
    }

    /// The part of the fee that is earned by a block: from a quarter at the draw to all of it.
    function _earned(uint256 drawnAt, uint256 by) private view returns (uint256) {
        uint256 waited = by - drawnAt;
        uint256 grown = waited < ramp ? waited : ramp;
        return WHOLE / 4 + (WHOLE - WHOLE / 4) * grown / ramp;
    }

    /// The prover's part of the price of one request.
    function _each(uint256 share) private view returns (uint256) {
        return (uint256(price) - price / DRAW) * share / WHOLE;
    }

    /// Fixes the output, and pays the fee, with a stake that comes back.
    function _settle(uint256 round, uint256 word, uint256 count, uint256 share, bytes25 seed, address worker, uint256 stake)
        private
    {
        uint256 paid = count * _each(share);
        if (word & RAISED != 0) {
            paid += _raised[round];
            delete _raised[round];
        }
        _rounds[round] = uint256(State.Final) | (count << 8) | (share << 40) | (uint256(uint200(seed)) << 56);
        credits[worker] += paid + stake;
        emit Settled(round, worker, seed, paid);
    }

    function _deliver(uint256[] calldata requests) private {
        uint256 tips = 0;
        for (uint256 i = 0; i < requests.length; ++i) {
            uint256 id = requests[i];
            uint256 asked = _requests[id];
            if (asked == 0) continue;
            uint256 round = _rounds[id >> 32];
            if (_state(round) != State.Final) revert NoWordYet();
            delete _requests[id];
            address consumer = address(uint160(asked));
            tips += asked >> 192;
            uint256 back = uint256(price) - price / DRAW - _each(_share(round));
            if (back != 0) credits[consumer] += back;
            bytes32 word = _word(_seed(round), id);
            emit Delivered(id, word, _call(consumer, uint32(asked >> 160), id, word));
        }
        if (tips != 0) credits[msg.sender] += tips;
    }

    /// Calls a consumer with exactly the gas that it asked for, and ignores its return data.
    function _call(address consumer, uint256 gasLimit, uint256 id, bytes32 word) private returns (bool accepted) {
        if (gasLimit == 0) return false;
        // A call gets 63/64 of the remaining gas, after the cost of the call itself.
        if (gasleft() < gasLimit + gasLimit / 63 + 10_000) revert TooLittleGas();
        bytes memory data = abi.encodeCall(IHeliastConsumer.receiveRandomness, (id, word));
        assembly ("memory-safe") {
            accepted := call(gasLimit, consumer, 0, add(data, 0x20), mload(data), 0, 0)
        }
    }
}
