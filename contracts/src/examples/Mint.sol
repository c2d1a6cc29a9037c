// SPDX-License-Identifier: MIT OR Apache-2.0
// Nobody outside the project has reviewed this file. It is an example.
pragma solidity ^0.8.30;

import {HeliastRandomness} from "../HeliastRandomness.sol";

interface IReceiver {
    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4);
}

/// @title Tokens whose traits nobody knows when they are minted (ERC-721)
/// @notice Minting asks for randomness and pays for it; the traits are read from the coordinator once they are there,
/// and nothing has to be delivered. All tokens of a span of blocks share one delay.
contract Mint {
    error DoesNotExist();
    error NotAllowed();
    error NotReceived();
    error SoldOut();

    event Transfer(address indexed from, address indexed to, uint256 indexed token);
    event Approval(address indexed owner, address indexed approved, uint256 indexed token);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    string public constant name = "Delayed";
    string public constant symbol = "DLY";

    HeliastRandomness public immutable coordinator;
    uint256 public immutable most;

    uint256 public minted;
    mapping(address => uint256) private _balances;
    mapping(uint256 token => address) private _owners;
    mapping(uint256 token => address) private _approved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    mapping(uint256 token => uint256) public requestOf;

    constructor(HeliastRandomness coordinator_, uint256 most_) {
        (coordinator, most) = (coordinator_, most_);
    }

    /// @notice Mints a token for the sender, who pays the coordinator's price.
    function mint() external payable returns (uint256 token) {
        token = minted++;
        if (token >= most) revert SoldOut();
        requestOf[token] = coordinator.request{value: msg.value}(0);
        _owners[token] = msg.sender;
        _balances[msg.sender] += 1;
        emit Transfer(address(0), msg.sender, token);
    }

    /// @notice The traits of a token: four numbers, of which the first is rare when it is 0 (one in 100).
    /// Reverts as long as its round has no output.
    function traitsOf(uint256 token) external view returns (uint256[4] memory traits) {
        ownerOf(token);
        uint256 word = uint256(coordinator.wordOf(requestOf[token]));
        uint256[4] memory choices = [uint256(100), 12, 8, 6];
        for (uint256 i = 0; i < 4; ++i) {
            traits[i] = word % choices[i];
            word /= choices[i];
        }
    }

    function ownerOf(uint256 token) public view returns (address owner) {
        owner = _owners[token];
        if (owner == address(0)) revert DoesNotExist();
    }

    function balanceOf(address owner) external view returns (uint256) {
        if (owner == address(0)) revert DoesNotExist();
        return _balances[owner];
    }

    function getApproved(uint256 token) external view returns (address) {
        ownerOf(token);
        return _approved[token];
    }

    function approve(address to, uint256 token) external {
        address owner = ownerOf(token);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed();
        _approved[token] = to;
        emit Approval(owner, to, token);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 token) public {
        bool allowed = msg.sender == from || isApprovedForAll[from][msg.sender] || _approved[token] == msg.sender;
        if (ownerOf(token) != from || !allowed || to == address(0)) revert NotAllowed();
        delete _approved[token];
        _balances[from] -= 1;
        _balances[to] += 1;
        _owners[token] = to;
        emit Transfer(from, to, token);
    }

    function safeTransferFrom(address from, address to, uint256 token) external {
        safeTransferFrom(from, to, token, "");
    }

    function safeTransferFrom(address from, address to, uint256 token, bytes memory data) public {
        transferFrom(from, to, token);
        if (to.code.length == 0) return;
        bytes4 answer = IReceiver(to).onERC721Received(msg.sender, from, token, data);
        if (answer != IReceiver.onERC721Received.selector) revert NotReceived();
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }
}
