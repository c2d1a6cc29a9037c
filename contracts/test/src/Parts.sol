// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.30;

import {HeliastModulus} from "../../src/HeliastModulus.sol";
import {HeliastPrime} from "../../src/HeliastPrime.sol";

/// Measures the costs of the parts of a verification, and exposes the parts for their own tests.
contract Parts {
    function isPrime(uint256 n) external view returns (bool prime, uint256 spent) {
        spent = gasleft();
        prime = HeliastPrime.isPrime(n);
        spent -= gasleft();
    }

    function strongBase2(uint256 n) external view returns (bool) {
        return HeliastPrime.strongBase2(n);
    }

    function strongLucas(uint256 n) external pure returns (bool) {
        return HeliastPrime.strongLucas(n);
    }

    function candidate(uint256 first, uint256 second) external view returns (uint256 n, uint256 spent) {
        spent = gasleft();
        n = HeliastPrime.candidate(first, second);
        spent -= gasleft();
    }

    function productIs(bytes memory a, uint256 e, bytes memory b, uint256 f, bytes memory y)
        external
        view
        returns (bool equal, uint256 spent)
    {
        uint256 from;
        uint256 other;
        uint256 to;
        assembly ("memory-safe") {
            from := add(a, 0x20)
            other := add(b, 0x20)
            to := add(y, 0x20)
        }
        spent = gasleft();
        equal = HeliastModulus.productIs(from, e, other, f, to);
        spent -= gasleft();
    }

    function isCanonical(bytes memory a) external pure returns (bool canonical) {
        uint256 place;
        assembly ("memory-safe") {
            place := add(a, 0x20)
        }
        return HeliastModulus.isCanonical(place);
    }

    function hash(bytes memory dst, bytes memory message) external view returns (bytes memory x, uint256 spent) {
        spent = gasleft();
        x = HeliastModulus.hash(dst, message);
        spent -= gasleft();
    }
}
