// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody outside the project has reviewed this file. It is an example.
pragma solidity ^0.8.30;

import {HeliastRandomness} from "../HeliastRandomness.sol";
import {IHeliastConsumer} from "../IHeliastConsumer.sol";

/// @title A lottery: everybody pays the same for a ticket, and one of them wins everything
/// @notice Tickets are sold until a block; then anybody can ask for randomness, and pays for it.
contract Lottery is IHeliastConsumer {
    error Closed();
    error StillOpen();
    error WrongPayment();
    error AlreadyAsked();
    error NotTheCoordinator();
    error NotYours();

    event Won(address indexed winner, uint256 prize);

    HeliastRandomness public immutable coordinator;
    uint256 public immutable price;
    /// The last block in which tickets are sold.
    uint256 public immutable closes;

    address[] public tickets;
    bool public asked;
    uint256 public request;
    bool public decided;
    address public winner;

    constructor(HeliastRandomness coordinator_, uint256 price_, uint256 closes_) {
        (coordinator, price, closes) = (coordinator_, price_, closes_);
    }

    function buy() external payable {
        if (block.number > closes) revert Closed();
        if (msg.value != price) revert WrongPayment();
        tickets.push(msg.sender);
    }

    /// @notice Asks for the word that decides. The sender pays the coordinator's price, and a tip if they like.
    function ask() external payable {
        if (block.number <= closes || tickets.length == 0) revert StillOpen();
        if (asked) revert AlreadyAsked();
        asked = true;
        request = coordinator.request{value: msg.value}(100_000);
    }

    /// @inheritdoc IHeliastConsumer
    function receiveRandomness(uint256 request_, bytes32 word) external {
        if (msg.sender != address(coordinator)) revert NotTheCoordinator();
        _decide(request_, word);
    }

    /// @notice Does the same if nobody delivered the word.
    function pull() external {
        _decide(request, coordinator.wordOf(request));
    }

    /// @notice Sends the prize to the winner, with what the coordinator gave back of its price.
    function collect() external {
        if (!decided || msg.sender != winner) revert NotYours();
        winner = address(0);
        if (coordinator.credits(address(this)) != 0) coordinator.withdraw(payable(msg.sender));
        (bool done,) = msg.sender.call{value: price * tickets.length}("");
        if (!done) revert WrongPayment();
    }

    function _decide(uint256 request_, bytes32 word) private {
        if (!asked || request_ != request || decided) revert AlreadyAsked();
        decided = true;
        // The remainder favours nobody by more than one in 2^200: there are far fewer tickets than 2^56.
        winner = tickets[uint256(word) % tickets.length];
        emit Won(winner, price * tickets.length);
    }
}
