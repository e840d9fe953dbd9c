// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title A contract account that only signs
/// @notice For tests of what takes signatures of contracts (ERC-1271): its owner's signatures are its own.
contract LocalAccount {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    /// @notice ERC-1271
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError error,) = ECDSA.tryRecover(hash, signature);
        return error == ECDSA.RecoverError.NoError && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// @title Deploys contract accounts at addresses that are known before
/// @notice For tests of signatures of accounts that aren't deployed yet (ERC-6492).
contract LocalAccountFactory {
    /// @notice Deploys an owner's account; where it stands already, nothing happens.
    function deploy(address owner) external returns (address account) {
        account = accountOf(owner);
        if (account.code.length == 0) new LocalAccount{salt: 0}(owner);
    }

    /// @notice Where an owner's account stands or will stand.
    function accountOf(address owner) public view returns (address) {
        bytes memory code = abi.encodePacked(type(LocalAccount).creationCode, abi.encode(owner));
        return Create2.computeAddress(0, keccak256(code));
    }
}
