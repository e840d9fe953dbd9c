// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Carries out several calls of the account whose code it is (EIP-7702), all or none
/// @notice Only for local chains. By ERC-7821 in its simplest mode: the account itself asks, and nobody else may.
contract BatchExecutor is ERC721Holder, ERC1155Holder {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    /// @notice Makes each call; where one fails, none has been made
    /// @param mode ERC-7821: a single batch without further data
    /// @param executionData the calls, in the order in which they are made
    function execute(bytes32 mode, bytes calldata executionData) external payable {
        require(msg.sender == address(this), "only the account itself");
        require(supportsExecutionMode(mode), "another mode");
        Call[] memory calls = abi.decode(executionData, (Call[]));
        for (uint256 index = 0; index < calls.length; index++) {
            address to = calls[index].to == address(0) ? address(this) : calls[index].to;
            (bool success, bytes memory reason) = to.call{value: calls[index].value}(calls[index].data);
            if (!success) {
                assembly {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
    }

    function supportsExecutionMode(bytes32 mode) public pure returns (bool) {
        return bytes10(mode) == bytes10(0x01000000000000000000);
    }

    /// @notice ERC-1271: what the account's own key has signed
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError error,) = ECDSA.tryRecover(hash, signature);
        return error == ECDSA.RecoverError.NoError && signer == address(this) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }

    receive() external payable {}
}
