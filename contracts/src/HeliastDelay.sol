// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody outside the project has reviewed this file.
pragma solidity ^0.8.30;

import {HeliastPrime} from "./HeliastPrime.sol";
import {HeliastModulus} from "./HeliastModulus.sol";

/// @title Delays of Heliast, verified (spec/wesolowski.md)
/// @notice Accepts a proof that y = x^(2^t) in the group of RSA-2048 modulo ±1: t squarings one after the other, which
/// nobody can do in less time than the fastest machine takes. Output form; suite `hinted`, SHA-256, 248 bits (level
/// 120): the strongest whose challenge prime fits one word.
/// @dev One statement has one y: elements are classes {x, N - x}, and only their smaller members are encoded. The
/// transcript hashes group, suite, t, x, y and the context, so that none of them can be changed under a proof.
///
/// One rejection of spec/wesolowski.md is not made here: that an element shares a factor with N. Such an element gives
/// a factor of RSA-2048, and anybody who knows one computes every y at once; a check would change nothing. The forms
/// without y, and the rules for l that they need, are not read.
library HeliastDelay {
    /// The bytes of an element.
    uint256 internal constant ELEMENT = 256;
    /// The bytes of a proof: y ‖ π ‖ hint.
    uint256 internal constant PROOF = 514;
    /// Hints name one of 8·248 candidates.
    uint256 internal constant HINTS = 1984;
    /// The longest context, in bytes.
    uint256 internal constant CONTEXT = 255;

    /// x does not have 256 bytes, but these.
    error WrongLengthOfInput(uint256 bytes_);
    /// The proof does not have 514 bytes, but these: it is cut, or bytes follow, or its hint is missing.
    error WrongLengthOfProof(uint256 bytes_);
    /// The context has more than 255 bytes.
    error WrongLengthOfContext(uint256 bytes_);
    /// x is 0, or above (N - 1)/2.
    error InputNotCanonical();
    /// y is 0, or above (N - 1)/2: -y and everything from N on among it.
    error OutputNotCanonical();
    /// π is 0, or above (N - 1)/2.
    error ProofNotCanonical();
    /// There are 1984 candidates, and this is not one of them.
    error HintOutOfRange(uint256 hint);
    /// A delay has from 1 to 2^48 - 1 squarings.
    error DelayOutOfRange(uint256 squarings);
    /// The delay of the identity takes no time.
    error InputIsIdentity();
    /// The hint names a candidate that is not a prime: it was made for another statement or context, or is wrong.
    error HintNamesNoPrime(uint256 hint);
    /// π^l · x^r is not y.
    error EquationFails();
    /// A precompiled contract of this chain is missing, or there was too little gas for it.
    error PrecompileFails();

    /// @notice Returns if the proof shows y = x^(2^t) and was made in this context; reverts with the reason otherwise.
    /// @param x The input, 256 bytes.
    /// @param squarings t, from 1 to 2^48 - 1.
    /// @param proof y ‖ π ‖ hint, 514 bytes; y is the first 256 of them.
    /// @param context The context of the proof, such as the address of its maker: up to 255 bytes; empty for none.
    function verify(bytes memory x, uint256 squarings, bytes calldata proof, bytes memory context) internal view {
        if (x.length != ELEMENT) revert WrongLengthOfInput(x.length);
        uint256 place;
        assembly ("memory-safe") {
            place := add(x, 0x20)
        }
        if (!HeliastModulus.isCanonical(place)) revert InputNotCanonical();
        uint256 transcript = _begin(place, proof, context);
        if (!HeliastModulus.isCanonical(transcript + 326)) revert OutputNotCanonical();
        uint256 pi = transcript + 1024;
        if (!HeliastModulus.isCanonical(pi)) revert ProofNotCanonical();
        if (squarings == 0 || squarings >> 48 != 0) revert DelayOutOfRange(squarings);
        if (HeliastModulus.isOne(place)) revert InputIsIdentity();

        uint256 hint = uint256(uint16(bytes2(proof[512:514])));
        uint256 l = _candidate(transcript, squarings, context.length, hint);
        if (!HeliastPrime.isPrime(l)) revert HintNamesNoPrime(hint);
        uint256 r = HeliastPrime.powMod(2, squarings, l);
        if (!HeliastModulus.productIs(pi, l, place, r, transcript + 326)) revert EquationFails();
    }

    /// Lays out, in memory that nothing else uses, the transcript without t and the counters, 22 + 4 + 32 + 8 + 4 +
    /// 256 + 256 bytes, the context and zeros; and π 1024 bytes from its beginning. (Both fit: 582 + 256 + 127 + 5.)
    function _begin(uint256 x, bytes calldata proof, bytes memory context) private pure returns (uint256 transcript) {
        if (proof.length != PROOF) revert WrongLengthOfProof(proof.length);
        uint256 hint = uint256(uint16(bytes2(proof[512:514])));
        if (hint >= HINTS) revert HintOutOfRange(hint);
        uint256 length = context.length;
        if (length > CONTEXT) revert WrongLengthOfContext(length);
        assembly ("memory-safe") {
            transcript := mload(0x40)
            mstore(0x40, add(transcript, 1280))
            // The tag, 22 bytes; mode 3, hash 0, 248 bits; then the group's id.
            mstore(transcript, 0x1568656c696173742f7765736f6c6f77736b692f7631030000f8000000000000)
            mstore(add(transcript, 26), 0x42bc929e24742135f88e18019270bf1daedc6d6ac56aaa723b33ef15b6ba0f54)
            mcopy(add(transcript, 70), x, 256)
            calldatacopy(add(transcript, 326), proof.offset, 256)
            calldatacopy(add(transcript, 1024), add(proof.offset, 256), 256)
            // Zeros up to π's place; the context is in this space.
            calldatacopy(add(transcript, 582), calldatasize(), 442)
            if length {
                mstore8(add(transcript, 582), length)
                mcopy(add(transcript, 583), add(context, 0x20), length)
            }
        }
    }

    /// The candidate that a hint names.
    function _candidate(uint256 transcript, uint256 squarings, uint256 context, uint256 hint)
        private
        view
        returns (uint256 l)
    {
        uint256 first;
        uint256 second;
        bool done;
        assembly ("memory-safe") {
            // u64(t) ‖ u32(256), without the fields around them.
            let middle := add(transcript, 58)
            let kept := and(mload(middle), sub(shl(160, 1), 1))
            mstore(middle, or(kept, or(shl(192, squarings), shl(160, 256))))
            // A context takes its length's byte too. Padded to a multiple of 128, and then u32(i) ‖ u8(j).
            let size := and(add(582, add(add(context, iszero(iszero(context))), 127)), not(127))
            let end := add(transcript, size)
            let kept2 := and(mload(end), sub(shl(216, 1), 1))
            mstore(end, or(kept2, shl(224, hint)))
            size := add(size, 5)
            done := and(eq(returndatasize(), 0x20), staticcall(gas(), 2, transcript, size, 0x00, 0x20))
            first := mload(0x00)
            mstore8(add(end, 4), 1)
            done := and(done, and(eq(returndatasize(), 0x20), staticcall(gas(), 2, transcript, size, 0x00, 0x20)))
            second := mload(0x00)
        }
        if (!done) revert PrecompileFails();
        return HeliastPrime.candidate(first, second);
    }
}

/// @title The verifier of delays as a contract of its own
/// @notice For contracts that should not contain it, and for trials from outside. It has no state.
contract HeliastDelayVerifier {
    /// @notice Returns if the proof holds, and reverts with one of the errors of HeliastDelay otherwise.
    /// @param x The input, 256 bytes.
    /// @param squarings t, from 1 to 2^48 - 1.
    /// @param proof y ‖ π ‖ hint, 514 bytes.
    /// @param context The context to which the proof must be bound; empty for none.
    function verify(bytes calldata x, uint256 squarings, bytes calldata proof, bytes calldata context) external view {
        HeliastDelay.verify(x, squarings, proof, context);
    }

    /// @notice The input of a delay over a message.
    function input(bytes calldata message) external view returns (bytes memory x) {
        return HeliastModulus.hash("heliast/delay-input/v1", message);
    }
}
