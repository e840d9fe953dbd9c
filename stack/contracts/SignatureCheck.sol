// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title Asks an account whether a signature is its own, in a call that deploys nothing
/// @notice Its code is sent as an `eth_call` without a recipient: what it returns is the answer, and the node forgets all that it did.
/// An account that isn't deployed yet is deployed first by its factory (ERC-6492). Whatever the account and the factory do,
/// the call ends within its gas and answers two words: the chain that it ran on, and whether the signature holds (ERC-1271).
contract SignatureCheck {
    uint256 private constant DEPLOY_GAS = 4000000;
    uint256 private constant CHECK_GAS = 3000000;

    /// @param factory the zero address where the account isn't to be deployed
    constructor(address account, bytes32 hash, bytes memory signature, address factory, bytes memory deployment) {
        bool isValid = _isValid(account, hash, signature);
        if (!isValid && factory != address(0)) {
            // What the factory answers isn't read: whether it deployed the account shows next.
            assembly ("memory-safe") {
                pop(call(DEPLOY_GAS, factory, 0, add(deployment, 32), mload(deployment), 0, 0))
            }
            isValid = _isValid(account, hash, signature);
        }
        assembly {
            mstore(0, chainid())
            mstore(32, isValid)
            return(0, 64)
        }
    }

    function _isValid(address account, bytes32 hash, bytes memory signature) private view returns (bool isValid) {
        bytes memory data = abi.encodeWithSelector(bytes4(0x1626ba7e), hash, signature);
        assembly ("memory-safe") {
            mstore(0, 0)
            // One word is read of the answer, however long it is.
            let answered := staticcall(CHECK_GAS, account, add(data, 32), mload(data), 0, 32)
            isValid := and(and(answered, gt(returndatasize(), 31)), eq(mload(0), shl(224, 0x1626ba7e)))
        }
    }
}
