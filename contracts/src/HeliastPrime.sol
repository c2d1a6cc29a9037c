// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody outside the project has reviewed this file.
pragma solidity ^0.8.30;

/// @title Challenge primes of the suite `hinted`, SHA-256, 248 bits (spec/hash-to-prime.md)
/// @notice Makes the candidate that a hint names out of two digests, and tests it as every verifier of Heliast does:
/// a strong test to base 2 and a strong Lucas test with Selfridge's parameters, method A.
library HeliastPrime {
    /// The product of the primes 2 ... 47.
    uint256 private constant PRIMORIAL = 614889782588491410;

    /// @notice The candidate floor(c/B)·B + r of two digests, which is coprime to the primes up to 47.
    /// @param first The digest with the suffix 0: c is its first 248 bits.
    /// @param second The digest with the suffix 1: r follows from its first 16 bytes.
    /// @return n The candidate, and 0 for one of 2^248 or more, which is skipped (probability 2^-189).
    function candidate(uint256 first, uint256 second) internal pure returns (uint256 n) {
        assembly ("memory-safe") {
            // One residue a of each prime p, uniform among 1 ... p - 1: the idempotent of p times a.
            let v := shr(128, second)
            let r := 307444891294245705
            function take(value, p, idempotent) -> rest, part {
                part := mul(idempotent, add(1, mod(value, p)))
                rest := div(value, p)
            }
            let part
            v, part := take(v, 2, 204963260862830470)
            r := add(r, part)
            v, part := take(v, 4, 368933869553094846)
            r := add(r, part)
            v, part := take(v, 6, 175682795025283260)
            r := add(r, part)
            v, part := take(v, 10, 503091640299674790)
            r := add(r, part)
            v, part := take(v, 12, 236496070226342850)
            r := add(r, part)
            v, part := take(v, 16, 108509961633263190)
            r := add(r, part)
            v, part := take(v, 18, 64725240272472780)
            r := add(r, part)
            v, part := take(v, 22, 294077722107539370)
            r := add(r, part)
            v, part := take(v, 28, 21203095951327290)
            r := add(r, part)
            v, part := take(v, 30, 277692159878673540)
            r := add(r, part)
            v, part := take(v, 36, 332372855453238600)
            r := add(r, part)
            v, part := take(v, 40, 59989247081804040)
            r := add(r, part)
            v, part := take(v, 42, 171597148629346440)
            r := add(r, part)
            v, part := take(v, 46, 562558737261811290)
            r := add(r, part)
            let c := shr(8, first)
            n := add(sub(c, mod(c, PRIMORIAL)), mod(r, PRIMORIAL))
            if shr(248, n) { n := 0 }
        }
    }

    /// @notice Whether a candidate is a prime, by the Baillie-PSW test.
    /// @dev For odd n below 2^248 without prime factors up to 47. Below 2^64, and for the numbers that the search for
    /// Selfridge's D gives up (with |D| at 255 and more, where Q has more than six bits), it returns false: both occur
    /// among candidates only with a probability below 2^-100, and no square passes.
    function isPrime(uint256 n) internal view returns (bool) {
        if (n >> 64 == 0 || n >> 248 != 0 || n & 1 == 0) return false;
        return strongBase2(n) && strongLucas(n);
    }

    /// b^e mod n for numbers of one word, by the precompile.
    function powMod(uint256 b, uint256 e, uint256 n) internal view returns (uint256 r) {
        assembly ("memory-safe") {
            let m := mload(0x40)
            mstore(m, 32)
            mstore(add(m, 0x20), 32)
            mstore(add(m, 0x40), 32)
            mstore(add(m, 0x60), b)
            mstore(add(m, 0x80), e)
            mstore(add(m, 0xa0), n)
            let done := staticcall(gas(), 5, m, 0xc0, 0x00, 0x20)
            if iszero(and(done, eq(returndatasize(), 0x20))) { revert(0, 0) }
            r := mload(0x00)
        }
    }

    /// n - 1 = d·2^s: 2^d is 1, or 2^(d·2^j) is -1 for some j < s.
    function strongBase2(uint256 n) internal view returns (bool passes) {
        unchecked {
            uint256 less = n - 1;
            uint256 rest = less & (0 - less);
            uint256 z = powMod(2, less / rest, n);
            passes = z == 1 || z == less;
            for (rest >>= 1; !passes && rest != 1 && rest != 0; rest >>= 1) {
                z = mulmod(z, z, n);
                passes = z == less;
            }
        }
    }

    /// @dev With P = 1, Q = (1 - D)/4 and the roots a, b of z^2 - z + Q, the test asks of g = a/b, a number of norm 1
    /// in Z/n[sqrt D], whether g^d = 1 (that is U_d = 0) or g^(d·2^j) = -1 (V_(d·2^j) = 0) for some j < s, where
    /// n + 1 = d·2^s. The traces v_k = g^k + g^-k have v_1 = T = 1/Q - 2, v_2k = v_k^2 - 2, v_(2k+1) = v_k·v_(k+1) - T:
    /// two products a bit. And g^k = ±1 if and only if v_k = ±2 and v_(k+1) = ±T, since 2·v_(k+1) - T·v_k is
    /// g^k - g^-k times g - g^-1 = sqrt(D)/Q, a unit. A factor that n has in common with Q or D makes it composite.
    function strongLucas(uint256 n) internal pure returns (bool passes) {
        (bool found, uint256 trace) = _selfridge(n);
        if (!found) return false;
        assembly ("memory-safe") {
            let k := add(n, 1)
            let low := and(k, sub(0, k))
            let d := div(k, low)
            // The ladder goes down from k = 0, over the bits of d, eight at a time: written out, a bit costs half as much.
            // All values stay below 2n < 2^249: the products reduce them.
            let lessTwo := sub(n, 2)
            let lessTrace := sub(n, trace)
            let v := 2
            let w := trace
            for { let i := 1 } lt(i, 32) { i := add(i, 1) } {
                let bits := byte(i, d)
                {
                    let cross := add(mulmod(v, w, n), lessTrace)
                    switch and(bits, 0x80)
                    case 0 {
                        v := add(mulmod(v, v, n), lessTwo)
                        w := cross
                    }
                    default {
                        w := add(mulmod(w, w, n), lessTwo)
                        v := cross
                    }
                }
                {
                    let cross := add(mulmod(v, w, n), lessTrace)
                    switch and(bits, 0x40)
                    case 0 {
                        v := add(mulmod(v, v, n), lessTwo)
                        w := cross
                    }
                    default {
                        w := add(mulmod(w, w, n), lessTwo)
                        v := cross
                    }
                }
                {
                    let cross := add(mulmod(v, w, n), lessTrace)
                    switch and(bits, 0x20)
                    case 0 {
                        v := add(mulmod(v, v, n), lessTwo)
                        w := cross
                    }
                    default {
                        w := add(mulmod(w, w, n), lessTwo)
                        v := cross
                    }
                }
                {
                    let cross := add(mulmod(v, w, n), lessTrace)
                    switch and(bits, 0x10)
                    case 0 {
                        v := add(mulmod(v, v, n), lessTwo)
                        w := cross
                    }
                    default {
                        w := add(mulmod(w, w, n), lessTwo)
                        v := cross
                    }
                }
                {
                    let cross := add(mulmod(v, w, n), lessTrace)
                    switch and(bits, 0x08)
                    case 0 {
                        v := add(mulmod(v, v, n), lessTwo)
                        w := cross
                    }
                    default {
                        w := add(mulmod(w, w, n), lessTwo)
                        v := cross
                    }
                }
                {
                    let cross := add(mulmod(v, w, n), lessTrace)
                    switch and(bits, 0x04)
                    case 0 {
                        v := add(mulmod(v, v, n), lessTwo)
                        w := cross
                    }
                    default {
                        w := add(mulmod(w, w, n), lessTwo)
                        v := cross
                    }
                }
                {
                    let cross := add(mulmod(v, w, n), lessTrace)
                    switch and(bits, 0x02)
                    case 0 {
                        v := add(mulmod(v, v, n), lessTwo)
                        w := cross
                    }
                    default {
                        w := add(mulmod(w, w, n), lessTwo)
                        v := cross
                    }
                }
                {
                    let cross := add(mulmod(v, w, n), lessTrace)
                    switch and(bits, 0x01)
                    case 0 {
                        v := add(mulmod(v, v, n), lessTwo)
                        w := cross
                    }
                    default {
                        w := add(mulmod(w, w, n), lessTwo)
                        v := cross
                    }
                }
            }
            v := mod(v, n)
            w := mod(w, n)
            passes := and(eq(v, 2), eq(w, trace))
            for {} low { low := shr(1, low) } {
                // low is 2^(s - j); j < s, so that the last value, 1, is not used.
                if eq(low, 1) { break }
                passes := or(passes, and(eq(v, lessTwo), eq(w, lessTrace)))
                w := mod(add(mulmod(v, w, n), lessTrace), n)
                v := mod(add(mulmod(v, v, n), lessTwo), n)
            }
        }
    }

    /// The first D of 5, -7, 9, -11, ... with Jacobi symbol (D/n) = -1, as the trace T = 1/Q - 2 mod n, Q = (1 - D)/4.
    function _selfridge(uint256 n) private pure returns (bool found, uint256 trace) {
        unchecked {
            // D is 1 modulo 4, so that (D/n) = (n/|D|).
            for (uint256 d = 5; d < 255; d += 2) {
                int256 symbol = _jacobi(n, d);
                if (symbol == 1) continue;
                if (symbol == 0) return (false, 0);
                bool positive = (d & 3) == 1;
                uint256 q = positive ? (d - 1) >> 2 : (d + 1) >> 2;
                // 1/q = (1 + m·n)/q for the m < q that makes it whole; n·q stays below 2^256.
                uint256 sum = 1;
                uint256 m = 0;
                while (sum % q != 0) {
                    sum += n;
                    if (++m == q) return (false, 0);
                }
                uint256 inverse = sum / q;
                if (positive) inverse = n - inverse;
                return (true, addmod(inverse, n - 2, n));
            }
        }
    }

    /// The Jacobi symbol (a/m) for odd m.
    function _jacobi(uint256 a, uint256 m) private pure returns (int256 symbol) {
        unchecked {
            symbol = 1;
            a %= m;
            while (a != 0) {
                while (a & 1 == 0) {
                    a >>= 1;
                    uint256 low = m & 7;
                    if (low == 3 || low == 5) symbol = -symbol;
                }
                if ((a & m & 3) == 3) symbol = -symbol;
                (a, m) = (m % a, a);
            }
            if (m != 1) symbol = 0;
        }
    }
}
