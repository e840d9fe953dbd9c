// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title Many reads in one call, by the interface of Multicall3
/// @notice Only for local chains, which have none at the usual address. Holds nothing and has no rights.
contract Multicall {
    struct Call {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    /// @notice Makes each call and gives what each gave; reverts where one fails that may not
    /// @param calls in the order in which they are made
    function aggregate3(Call[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 index = 0; index < calls.length; index++) {
            (bool success, bytes memory returnData) = calls[index].target.call(calls[index].callData);
            require(success || calls[index].allowFailure, "a call failed");
            results[index] = Result(success, returnData);
        }
    }

    /// @notice What an account holds of the network's own coin
    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }
}
