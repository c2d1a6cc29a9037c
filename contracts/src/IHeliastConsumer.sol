// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody outside the project has reviewed this file.
pragma solidity ^0.8.30;

/// @title The interface of a contract that is called with its randomness
interface IHeliastConsumer {
    /// @notice Called once for each request that was made with gas for it. Check that the caller is the coordinator.
    /// @dev A revert loses nothing: the word stays readable as `wordOf(request)`.
    /// @param request The number that `request` returned.
    /// @param word 32 random bytes.
    function receiveRandomness(uint256 request, bytes32 word) external;
}
