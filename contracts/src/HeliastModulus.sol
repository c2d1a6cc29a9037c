// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody outside the project has reviewed this file.
pragma solidity ^0.8.30;

/// @title The group of RSA-2048 modulo ±1 (spec/group.md)
/// @notice Elements are eight words in memory, big-endian, named by the place of their first byte. N is RSA-2048 of the
/// RSA Factoring Challenge, whose factors nobody is known to have.
library HeliastModulus {
    uint256 private constant N0 = 0xc7970ceedcc3b0754490201a7aa613cd73911081c790f5f1a8726f463550bb5b;
    uint256 private constant N1 = 0x7ff0db8e1ea1189ec72f93d1650011bd721aeeacc2acde32a04107f0648c2813;
    uint256 private constant N2 = 0xa31f5b0b7765ff8b44b4b6ffc93384b646eb09c7cf5e8592d40ea33c80039f35;
    uint256 private constant N3 = 0xb4f14a04b51f7bfd781be4d1673164ba8eb991c2c4d730bbbe35f592bdef524a;
    uint256 private constant N4 = 0xf7e8daefd26c66fc02c479af89d64d373f442709439de66ceb955f3ea37d5159;
    uint256 private constant N5 = 0xf6135809f85334b5cb1813addc80cd05609f10ac6a95ad65872c909525bdad32;
    uint256 private constant N6 = 0xbc729592642920f24c61dc5b3c3b7923e56b16a4d9d373d8721f24a3fc0f1b31;
    uint256 private constant N7 = 0x31f55615172866bccc30f95054c824e733a5eb6817f7bc16399d48c6361cc7e5;
    /// The first word of (N - 1)/2.
    uint256 private constant HALF0 = 0x63cb86776e61d83aa248100d3d5309e6b9c88840e3c87af8d43937a31aa85dad;

    /// A precompiled contract of this chain is missing, or there was too little gas for it.
    error PrecompileFails();

    /// @notice Whether eight words are the encoding of a class: 1 to (N - 1)/2.
    function isCanonical(uint256 a) internal pure returns (bool canonical) {
        uint256 first;
        assembly ("memory-safe") {
            first := mload(a)
        }
        if (first != 0 && first < HALF0) return true;
        // Twice the number is below N, and it is not 0.
        uint256 scratch = _scratch();
        uint256 carry;
        uint256 any;
        assembly ("memory-safe") {
            for { let i := 0xe0 } lt(i, 0x100) { i := sub(i, 0x20) } {
                let word := mload(add(a, i))
                any := or(any, word)
                mstore(add(scratch, i), or(shl(1, word), carry))
                carry := shr(255, word)
            }
        }
        if (carry != 0 || any == 0) return false;
        return _isBelowN(scratch);
    }

    /// @notice Whether this is the encoding of the identity.
    function isOne(uint256 a) internal pure returns (bool one) {
        assembly ("memory-safe") {
            let high := or(or(mload(a), mload(add(a, 0x20))), or(mload(add(a, 0x40)), mload(add(a, 0x60))))
            high := or(high, or(mload(add(a, 0x80)), or(mload(add(a, 0xa0)), mload(add(a, 0xc0)))))
            one := and(iszero(high), eq(mload(add(a, 0xe0)), 1))
        }
    }

    /// @notice Whether a^e · b^f = y as classes, for exponents of one word.
    /// @dev The product of A = a^e and B = b^f is not computed. 4AB = (A + B)^2 - (A - B)^2, and the precompile squares,
    /// so that S = (A + B)^2 mod N, D = (A - B)^2 mod N and y are compared: S - D = ±4y modulo N.
    function productIs(uint256 a, uint256 e, uint256 b, uint256 f, uint256 y) internal view returns (bool) {
        uint256 m = _scratch();
        // Input of the precompile: three lengths, base and exponent (288 bytes), N from 384 on. A, B at 640 and 896.
        _storeN(m + 384);
        assembly ("memory-safe") {
            mstore(m, 256)
            mstore(add(m, 0x20), 32)
            mstore(add(m, 0x40), 256)
            mcopy(add(m, 96), a, 256)
            mstore(add(m, 352), e)
        }
        _power(m, m + 640);
        assembly ("memory-safe") {
            mcopy(add(m, 96), b, 256)
            mstore(add(m, 352), f)
        }
        _power(m, m + 896);
        _sumAndDifference(m);
        // |A - B| is at 96, with the exponent 2; then A + B with its carry in 257 bytes, and an exponent of 31 bytes.
        assembly ("memory-safe") {
            mstore(add(m, 352), 2)
        }
        _power(m, m + 896);
        assembly ("memory-safe") {
            mstore(m, 257)
            mstore(add(m, 0x20), 31)
            mstore8(add(m, 96), mload(add(m, 1408)))
            mcopy(add(m, 97), add(m, 1152), 256)
            mstore8(add(m, 383), 2)
        }
        _power(m, m + 640);
        return _differsByFour(m + 640, m + 896, y, m + 384) || _differsByFour(m + 896, m + 640, y, m + 384);
    }

    /// @notice The class that a message hashes to: hash(dst, message) of spec/group.md.
    /// @dev The first counter suffices in practice: another is tried if it gives 0, ±1 or a factor of N.
    function hash(bytes memory dst, bytes memory message) internal view returns (bytes memory x) {
        bytes memory suffix = abi.encodePacked("heliast/hash-to-group/rsa/v1/", dst);
        suffix = abi.encodePacked(suffix, uint8(suffix.length));
        bytes32 id = 0x42bc929e24742135f88e18019270bf1daedc6d6ac56aaa723b33ef15b6ba0f54;
        bytes32 first = sha256(
            abi.encodePacked(bytes32(0), bytes32(0), id, uint32(0), message, uint16(272), uint8(0), suffix)
        );
        x = new bytes(256);
        uint256 m = _scratch();
        bool done;
        assembly ("memory-safe") {
            // Blocks of expand_message_xmd from 96 on, nine of them, of which 272 bytes count: the precompile's base.
            // Its input is 97 bytes of lengths, exponent and N more. The hashed blocks are made at 1024.
            let block_ := add(m, 1024)
            let size := add(33, mload(suffix))
            mcopy(add(block_, 33), add(suffix, 0x20), mload(suffix))
            mstore(block_, first)
            mstore8(add(block_, 32), 1)
            done := staticcall(gas(), 2, block_, size, add(m, 96), 0x20)
            for { let i := 2 } lt(i, 10) { i := add(i, 1) } {
                let place := add(m, add(64, shl(5, i)))
                mstore(block_, xor(first, mload(sub(place, 0x20))))
                mstore8(add(block_, 32), i)
                done := and(done, staticcall(gas(), 2, block_, size, place, 0x20))
            }
            done := and(done, eq(returndatasize(), 0x20))
            mstore(m, 272)
            mstore(add(m, 0x20), 1)
            mstore(add(m, 0x40), 256)
            mstore8(add(m, 368), 1)
        }
        if (!done) revert PrecompileFails();
        uint256 place_;
        assembly ("memory-safe") {
            place_ := add(x, 0x20)
        }
        _storeN(m + 369);
        assembly ("memory-safe") {
            done := and(eq(returndatasize(), 0x100), staticcall(gas(), 5, m, 625, place_, 0x100))
        }
        if (!done) revert PrecompileFails();
        if (!isCanonical(place_)) _negate(place_);
        // The probability of one of these, or of a factor of N, is below 2^-1000.
        assert(isCanonical(place_) && !isOne(place_));
    }

    /// Memory that nothing uses, at least 2048 bytes; it is not kept.
    function _scratch() private pure returns (uint256 m) {
        assembly ("memory-safe") {
            m := mload(0x40)
        }
    }

    function _storeN(uint256 m) private pure {
        assembly ("memory-safe") {
            mstore(m, N0)
            mstore(add(m, 0x20), N1)
            mstore(add(m, 0x40), N2)
            mstore(add(m, 0x60), N3)
            mstore(add(m, 0x80), N4)
            mstore(add(m, 0xa0), N5)
            mstore(add(m, 0xc0), N6)
            mstore(add(m, 0xe0), N7)
        }
    }

    /// Calls the precompile with 640 bytes of input at m; 256 bytes of output.
    function _power(uint256 m, uint256 out) private view {
        bool done;
        assembly ("memory-safe") {
            done := and(eq(returndatasize(), 0x100), staticcall(gas(), 5, m, 640, out, 0x100))
        }
        if (!done) revert PrecompileFails();
    }

    /// A at 640, B at 896: |A - B| to 96, A + B to 1152, and the sum's carry, 0 or 1, to 1408.
    function _sumAndDifference(uint256 m) private pure {
        assembly ("memory-safe") {
            let carry := 0
            let borrow := 0
            for { let i := 0xe0 } lt(i, 0x100) { i := sub(i, 0x20) } {
                let a := mload(add(add(m, 640), i))
                let b := mload(add(add(m, 896), i))
                let sum := add(a, b)
                let all := add(sum, carry)
                carry := or(lt(sum, a), lt(all, sum))
                mstore(add(add(m, 1152), i), all)
                let difference := sub(a, b)
                all := sub(difference, borrow)
                borrow := or(gt(b, a), gt(all, difference))
                mstore(add(add(m, 96), i), all)
            }
            mstore(add(m, 1408), carry)
            if borrow {
                // 2^2048 less the number there.
                carry := 1
                for { let i := 0xe0 } lt(i, 0x100) { i := sub(i, 0x20) } {
                    let place := add(add(m, 96), i)
                    let all := add(not(mload(place)), carry)
                    carry := and(carry, iszero(all))
                    mstore(place, all)
                }
            }
        }
    }

    /// Whether s - d = 4y modulo N, for s and d below N and y below N/2: s + kN = d + 4y for a k of 0, 1 and 2.
    function _differsByFour(uint256 s, uint256 d, uint256 y, uint256 n) private pure returns (bool) {
        for (uint256 k = 0; k < 3; ++k) {
            bool equal;
            assembly ("memory-safe") {
                // Only the low word, in which nothing is carried: usually it agrees for one k only.
                let left := add(mload(add(s, 0xe0)), mul(k, mload(add(n, 0xe0))))
                let right := add(mload(add(d, 0xe0)), shl(2, mload(add(y, 0xe0))))
                equal := eq(left, right)
            }
            if (equal && _isEqual(s, d, y, n, k)) return true;
        }
        return false;
    }

    /// Whether s + kN = d + 4y, all words of it, for k up to 2.
    function _isEqual(uint256 s, uint256 d, uint256 y, uint256 n, uint256 k) private pure returns (bool equal) {
        assembly ("memory-safe") {
            equal := 1
            let left := 0
            let right := 0
            let before := 0
            for { let i := 0xe0 } lt(i, 0x100) { i := sub(i, 0x20) } {
                // left := carry of s + k·N, whose words are added one N after the other.
                let word := add(mload(add(s, i)), left)
                left := lt(word, left)
                let more := mload(add(n, i))
                for { let j := 0 } lt(j, k) { j := add(j, 1) } {
                    word := add(word, more)
                    left := add(left, lt(word, more))
                }
                let other := mload(add(y, i))
                let four := or(shl(2, other), before)
                before := shr(254, other)
                let sum := add(mload(add(d, i)), right)
                right := lt(sum, right)
                sum := add(sum, four)
                right := add(right, lt(sum, four))
                equal := and(equal, eq(word, sum))
            }
            equal := and(equal, eq(left, add(right, before)))
        }
    }

    /// Whether the number at a is below N.
    function _isBelowN(uint256 a) private pure returns (bool below) {
        uint256 n = a + 256;
        _storeN(n);
        assembly ("memory-safe") {
            for { let i := 0 } lt(i, 0x100) { i := add(i, 0x20) } {
                let left := mload(add(a, i))
                let right := mload(add(n, i))
                if iszero(eq(left, right)) {
                    below := lt(left, right)
                    break
                }
            }
        }
    }

    /// a := N - a, for a below N.
    function _negate(uint256 a) private pure {
        uint256 n = _scratch();
        _storeN(n);
        assembly ("memory-safe") {
            let borrow := 0
            for { let i := 0xe0 } lt(i, 0x100) { i := sub(i, 0x20) } {
                let place := add(a, i)
                let left := mload(add(n, i))
                let right := mload(place)
                let difference := sub(left, right)
                let all := sub(difference, borrow)
                borrow := or(gt(right, left), gt(all, difference))
                mstore(place, all)
            }
        }
    }
}
