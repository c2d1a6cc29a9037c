// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.30;

import {HeliastRandomness} from "../../src/HeliastRandomness.sol";
import {IHeliastConsumer} from "../../src/IHeliastConsumer.sol";

/// Stores what it gets, in one word, as the cheapest consumer would.
contract Noting is IHeliastConsumer {
    HeliastRandomness public immutable coordinator;
    mapping(uint256 => bytes32) public words;
    uint256 public calls;

    constructor(HeliastRandomness coordinator_) {
        coordinator = coordinator_;
    }

    function ask(uint32 gasLimit) external payable returns (uint256) {
        return coordinator.request{value: msg.value}(gasLimit);
    }

    function askMany(uint32 gasLimit, uint256 count, uint256 each) external payable {
        for (uint256 i = 0; i < count; ++i) coordinator.request{value: each}(gasLimit);
    }

    function receiveRandomness(uint256 request, bytes32 word) external virtual {
        require(msg.sender == address(coordinator));
        words[request] = word;
        calls += 1;
        _then(request);
    }

    function _then(uint256) internal virtual {}

    function withdraw() external {
        coordinator.withdraw(payable(address(this)));
    }

    receive() external payable virtual {}
}

/// Does nothing when it is called.
contract Idle is IHeliastConsumer {
    function ask(HeliastRandomness coordinator, uint32 gasLimit) external payable {
        coordinator.request{value: msg.value}(gasLimit);
    }

    function receiveRandomness(uint256, bytes32) external {}
}

/// Needs nearly all of three million gas.
contract Hungry is Noting {
    constructor(HeliastRandomness coordinator_) Noting(coordinator_) {}

    function receiveRandomness(uint256, bytes32) external override {
        require(gasleft() > 2_990_000);
        calls += 1;
    }
}

/// Refuses to be called, or loops, or returns a lot.
contract Refusing is Noting {
    uint256 public how;

    constructor(HeliastRandomness coordinator_, uint256 how_) Noting(coordinator_) {
        how = how_;
    }

    function receiveRandomness(uint256, bytes32) external view override {
        if (how == 0) revert("no");
        if (how == 1) while (true) {}
        assembly {
            if eq(sload(how.slot), 2) { revert(0, 100000) }
            return(0, 100000)
        }
    }
}

/// Calls back into whatever it can while it is called, or paid.
contract Reentering is Noting {
    uint256[] public targets;
    uint256 public again;
    uint256 public succeeded;

    constructor(HeliastRandomness coordinator_) Noting(coordinator_) {}

    function aim(uint256[] calldata targets_) external {
        targets = targets_;
    }

    function _then(uint256 request) internal override {
        uint256[] memory same = new uint256[](1);
        same[0] = request;
        _try(abi.encodeCall(HeliastRandomness.deliver, (same)));
        _try(abi.encodeCall(HeliastRandomness.deliver, (targets)));
        _try(abi.encodeCall(HeliastRandomness.withdraw, (payable(address(this)))));
        HeliastRandomness.Claim memory none;
        _try(abi.encodeCall(HeliastRandomness.settle, (request >> 32, none, bytes25(0), same)));
        _try(abi.encodeCall(HeliastRandomness.draw, (request >> 32)));
        again = coordinator.request{value: coordinator.price()}(200_000);
    }

    function _try(bytes memory data) private {
        (bool done,) = address(coordinator).call(data);
        if (done) succeeded += 1;
    }

    receive() external payable override {
        if (msg.sender != address(coordinator)) return;
        (bool done,) = address(coordinator).call(abi.encodeCall(HeliastRandomness.withdraw, (payable(address(this)))));
        if (done) succeeded += 1;
    }
}

/// Refuses money.
contract Poor {
    function take(HeliastRandomness coordinator) external {
        coordinator.withdraw(payable(address(this)));
    }
}
