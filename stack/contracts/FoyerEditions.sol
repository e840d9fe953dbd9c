// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// @title An ERC-1155 for local chains
/// @notice Only for chains on one's own machine: anybody can mint any amount.
contract FoyerEditions is ERC1155 {
    /// @param uri_ where the metadata is, with `{id}` for the token
    constructor(string memory uri_) ERC1155(uri_) {}

    /// @notice Makes new tokens of one kind, for whoever asks. Only for local chains.
    /// @param to who gets them
    /// @param id which kind
    /// @param amount how many
    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    /// @notice Makes new tokens of several kinds at once.
    /// @param to who gets them
    /// @param ids which kinds
    /// @param amounts how many of each
    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }
}
