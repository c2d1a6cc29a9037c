// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody outside the project has reviewed this file.
pragma solidity ^0.8.30;

/// @title Lots from hash trees, verified: X-VRF and iVRF (spec/xvrf.md, spec/ivrf.md)
/// @notice Verifiable random functions that rest on SHA-256 alone, also against quantum computers. A key of 76 bytes
/// answers each turn once; the verification returns the output. Key, round, slot and x come from the caller's
/// protocol, never from the proof: x of a turn must be fixed before a proof of it can be known.
library HeliastLots {
    uint256 internal constant KEY = 76;
    uint256 private constant XVRF = 0x21;
    uint256 private constant IVRF = 0x22;
    /// "XVRF" and "IVRF", in whose hashes the height follows.
    uint256 private constant XVRF_OUTPUT = 0x58565246 << 32;
    uint256 private constant IVRF_OUTPUT = 0x49565246 << 32;
    uint256 private constant CHAINS = 67;
    /// The number of iVRF's chain, after those of WOTS+.
    uint256 private constant IVRF_CHAIN = 67;

    /// The key does not have 76 bytes, or another scheme's number, or a height outside 1 ... 27, or no slots.
    error KeyMalformed();
    /// The key has fewer slots than this in a round.
    error SlotOutOfRange();
    /// The key's first round comes later.
    error RoundBeforeFirst();
    /// The key's last position has passed.
    error KeyExpired();
    /// The proof does not have the length that belongs to the key's height.
    error WrongLengthOfProof(uint256 bytes_);
    /// The proof is one of another leaf.
    error OtherLeaf();
    /// The proof does not lead to the key's root: it is false.
    error OtherRoot();
    /// The precompiled SHA-256 of this chain is missing, or there was too little gas for it.
    error PrecompileFails();

    struct Key {
        uint256 height;
        uint256 slots;
        uint256 first;
        bytes32 root;
        bytes32 seed;
    }

    /// @notice The output of X-VRF for a turn, 32 bytes.
    /// @param key The registered key, 76 bytes.
    /// @param round The round, and the slot in it, that the proof must be of.
    /// @param x The input.
    /// @param proof The proof, 4 + 32·(67 + h) bytes.
    function xvrf(bytes calldata key, uint256 round, uint256 slot, bytes memory x, bytes calldata proof)
        internal
        view
        returns (bytes32 y)
    {
        Key memory it = _parse(key, XVRF);
        uint256 leaf = _position(it, round, slot, 0);
        _checkShape(proof, 4 + 32 * (CHAINS + it.height), leaf);
        bytes32 digest = sha256(abi.encodePacked(uint256(2), bytes32(0), it.root, leaf, x));
        (uint256 m, uint256 ends) = _begin(it.seed);
        _finishChains(m, ends, proof, uint256(digest), leaf << 96);
        bytes32 node = _joinChains(m, ends, (1 << 128) | (leaf << 96));
        if (_climb(m, node, proof[4 + 32 * CHAINS:], leaf) != it.root) revert OtherRoot();
        return sha256(abi.encodePacked(XVRF_OUTPUT | it.height, it.root, it.seed, proof, x));
    }

    /// @notice The output of iVRF for a turn, 32 bytes.
    /// @param key The registered key, 76 bytes.
    /// @param round The round, and the slot in it, that the proof must be of.
    /// @param x The input.
    /// @param proof The proof, 4 + 32·(1 + h) bytes.
    function ivrf(bytes calldata key, uint256 round, uint256 slot, bytes memory x, bytes calldata proof)
        internal
        view
        returns (bytes32 y)
    {
        Key memory it = _parse(key, IVRF);
        uint256 leaf = _position(it, round, slot, it.slots) / it.slots;
        _checkShape(proof, 4 + 32 * (1 + it.height), leaf);
        bytes32 value = bytes32(proof[4:36]);
        (uint256 m,) = _begin(it.seed);
        // The value is slots - 1 - slot steps from its chain's beginning.
        uint256 chain = (leaf << 96) | (IVRF_CHAIN << 64);
        uint256 node = _chain(m, uint256(value), chain, it.slots - 1 - slot, it.slots);
        if (_climb(m, bytes32(node), proof[36:], leaf) != it.root) revert OtherRoot();
        return sha256(abi.encodePacked(IVRF_OUTPUT | it.height, it.root, it.seed, leaf, slot, value, x));
    }

    function _parse(bytes calldata key, uint256 scheme) private pure returns (Key memory it) {
        if (key.length != KEY || uint8(key[0]) != scheme) revert KeyMalformed();
        it.height = uint8(key[1]);
        it.slots = uint16(bytes2(key[2:4]));
        it.first = uint64(bytes8(key[4:12]));
        it.root = bytes32(key[12:44]);
        it.seed = bytes32(key[44:76]);
        if (it.height == 0 || it.height > 27 || it.slots == 0) revert KeyMalformed();
    }

    /// (round - first)·slots + slot, of 2^h positions times the `steps` of a leaf's chain.
    function _position(Key memory it, uint256 round, uint256 slot, uint256 steps) private pure returns (uint256 place) {
        if (slot >= it.slots) revert SlotOutOfRange();
        if (round < it.first) revert RoundBeforeFirst();
        uint256 since = round - it.first;
        // A round beyond 2^64 is expired for every key.
        if (since >> 64 != 0) revert KeyExpired();
        place = since * it.slots + slot;
        if (place >= (steps == 0 ? 1 : steps) << it.height) revert KeyExpired();
    }

    function _checkShape(bytes calldata proof, uint256 length, uint256 leaf) private pure {
        if (proof.length != length) revert WrongLengthOfProof(proof.length);
        if (uint32(bytes4(proof[:4])) != leaf) revert OtherLeaf();
    }

    /// Buffers for the hashes of a key, in memory that nothing else uses: PRF's at m (96 bytes: 3, the seed, an
    /// address), F's at m + 96 (96 bytes: 0, a key, a value), Node's at m + 192 (128 bytes: 1, a key, two values); the
    /// ends of 67 chains from m + 320 on.
    function _begin(bytes32 seed) private view returns (uint256 m, uint256 ends) {
        bool there;
        assembly ("memory-safe") {
            m := mload(0x40)
            mstore(0x40, add(m, 2496))
            ends := add(m, 320)
            mstore(m, 3)
            mstore(add(m, 32), seed)
            mstore(add(m, 64), 0)
            mstore(add(m, 96), 0)
            mstore(add(m, 192), 1)
            there := and(eq(returndatasize(), 32), staticcall(gas(), 2, m, 96, 0x00, 0x20))
        }
        if (!there) revert PrecompileFails();
    }

    /// The value of a chain after the steps `from` to `to` - 1, of the addresses `chain` | step << 32.
    function _chain(uint256 m, uint256 value, uint256 chain, uint256 from, uint256 to)
        private
        view
        returns (uint256 end)
    {
        bool done = true;
        assembly ("memory-safe") {
            let last := or(chain, shl(32, to))
            let address_ := add(m, 64)
            let key := add(m, 128)
            let masked := add(m, 160)
            let input := add(m, 96)
            for { let step := or(chain, shl(32, from)) } lt(step, last) { step := add(step, 0x100000000) } {
                mstore(address_, step)
                done := and(done, staticcall(gas(), 2, m, 96, key, 0x20))
                mstore(address_, or(step, 1))
                done := and(done, staticcall(gas(), 2, m, 96, 0x00, 0x20))
                mstore(masked, xor(value, mload(0x00)))
                done := and(done, staticcall(gas(), 2, input, 96, 0x00, 0x20))
                value := mload(0x00)
            }
            end := value
        }
        if (!done) revert PrecompileFails();
    }

    /// Finishes the 67 chains of a WOTS+ signature of a digest; `leaf` is its part of the addresses.
    function _finishChains(uint256 m, uint256 ends, bytes calldata proof, uint256 digest, uint256 leaf) private view {
        uint256 checksum = 0;
        for (uint256 i = 0; i < CHAINS; ++i) {
            uint256 digit;
            if (i < 64) {
                digit = (digest >> (252 - 4 * i)) & 15;
                checksum += 15 - digit;
            } else {
                digit = (checksum >> (4 * (66 - i))) & 15;
            }
            uint256 value;
            assembly ("memory-safe") {
                value := calldataload(add(proof.offset, add(4, shl(5, i))))
            }
            value = _chain(m, value, leaf | (i << 64), digit, 15);
            assembly ("memory-safe") {
                mstore(add(ends, shl(5, i)), value)
            }
        }
    }

    /// The L-tree over the ends of the chains; `tree` is its part of the addresses.
    function _joinChains(uint256 m, uint256 ends, uint256 tree) private view returns (bytes32 node) {
        uint256 count = CHAINS;
        for (uint256 height = 0; count > 1; ++height) {
            for (uint256 i = 0; i < count / 2; ++i) {
                bytes32 left;
                bytes32 right;
                assembly ("memory-safe") {
                    let pair := add(ends, shl(6, i))
                    left := mload(pair)
                    right := mload(add(pair, 32))
                }
                bytes32 parent = _node(m, tree | (height << 64) | (i << 32), left, right);
                assembly ("memory-safe") {
                    mstore(add(ends, shl(5, i)), parent)
                }
            }
            if (count % 2 == 1) {
                assembly ("memory-safe") {
                    mstore(add(ends, shl(5, shr(1, count))), mload(add(ends, shl(5, sub(count, 1)))))
                }
            }
            count = (count + 1) / 2;
        }
        assembly ("memory-safe") {
            node := mload(ends)
        }
    }

    /// The root to which a leaf's node and the nodes of its path lead. (`_node`, written out: a quarter cheaper.)
    function _climb(uint256 m, bytes32 node, bytes calldata path, uint256 leaf) private view returns (bytes32 root) {
        bool done = true;
        assembly ("memory-safe") {
            root := node
            let address_ := add(m, 64)
            let input := add(m, 192)
            let key := add(m, 224)
            let masked := add(m, 256)
            let end := add(path.offset, path.length)
            for { let place := path.offset } lt(place, end) { place := add(place, 32) } {
                // The type and the height of the children, and then the parent's index.
                let tree := or(shl(128, 2), shl(59, sub(place, path.offset)))
                let swap := and(leaf, 1)
                leaf := shr(1, leaf)
                tree := or(tree, shl(32, leaf))
                let sibling := calldataload(place)
                swap := mul(xor(root, sibling), swap)
                mstore(address_, tree)
                done := and(done, staticcall(gas(), 2, m, 96, key, 0x20))
                mstore(address_, or(tree, 1))
                done := and(done, staticcall(gas(), 2, m, 96, 0x00, 0x20))
                mstore(masked, xor(xor(root, swap), mload(0x00)))
                mstore(address_, or(tree, 2))
                done := and(done, staticcall(gas(), 2, m, 96, 0x00, 0x20))
                mstore(add(masked, 32), xor(xor(sibling, swap), mload(0x00)))
                done := and(done, staticcall(gas(), 2, input, 128, 0x00, 0x20))
                root := mload(0x00)
            }
        }
        if (!done) revert PrecompileFails();
    }

    /// Node(address, left, right).
    function _node(uint256 m, uint256 tree, bytes32 left, bytes32 right) private view returns (bytes32 parent) {
        bool done;
        assembly ("memory-safe") {
            let address_ := add(m, 64)
            mstore(address_, tree)
            done := staticcall(gas(), 2, m, 96, add(m, 224), 0x20)
            mstore(address_, or(tree, 1))
            done := and(done, staticcall(gas(), 2, m, 96, 0x00, 0x20))
            mstore(add(m, 256), xor(left, mload(0x00)))
            mstore(address_, or(tree, 2))
            done := and(done, staticcall(gas(), 2, m, 96, 0x00, 0x20))
            mstore(add(m, 288), xor(right, mload(0x00)))
            done := and(done, staticcall(gas(), 2, add(m, 192), 128, 0x00, 0x20))
            parent := mload(0x00)
        }
        if (!done) revert PrecompileFails();
    }
}

/// @title The verifier of lots as a contract of its own
/// @notice It has no state.
contract HeliastLotsVerifier {
    /// @notice The output of X-VRF for a turn; reverts with one of the errors of HeliastLots.
    function xvrf(bytes calldata key, uint256 round, uint256 slot, bytes calldata x, bytes calldata proof)
        external
        view
        returns (bytes32)
    {
        return HeliastLots.xvrf(key, round, slot, x, proof);
    }

    /// @notice The output of iVRF for a turn; reverts with one of the errors of HeliastLots.
    function ivrf(bytes calldata key, uint256 round, uint256 slot, bytes calldata x, bytes calldata proof)
        external
        view
        returns (bytes32)
    {
        return HeliastLots.ivrf(key, round, slot, x, proof);
    }
}
