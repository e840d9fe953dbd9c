// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @title An ERC-721 for local chains
/// @notice Only for chains on one's own machine: anybody can mint.
contract FoyerNft is ERC721URIStorage {
    /// @param name_ the collection's name
    /// @param symbol_ its ticker
    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {}

    /// @notice Makes a new token, for whoever asks. Only for local chains.
    /// @param to who gets it
    /// @param tokenId which one; fails when it is there already
    /// @param uri where its metadata is
    function mint(address to, uint256 tokenId, string calldata uri) external {
        _mint(to, tokenId);
        _setTokenURI(tokenId, uri);
    }

    /// @notice Ends a token.
    /// @param tokenId which one; only its owner, or whom the owner approved
    function burn(uint256 tokenId) external {
        _update(address(0), tokenId, msg.sender);
    }
}
