// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title What a rollup takes beside the gas, by the interface of the OP stack's GasPriceOracle
/// @notice Only for local chains, which are no rollups. Holds nothing and has no rights; counts each byte alike, where the real one counts what compresses.
contract RollupOracle {
    /// @notice In wei, for a byte of a transaction on the main chain
    uint256 public constant BYTE_PRICE = 3 gwei;
    uint256 public constant OPERATOR_CONSTANT = 5_000_000_000;

    /// @notice The fee for the data of a transaction
    /// @param transaction its bytes, without a signature
    function getL1Fee(bytes calldata transaction) external pure returns (uint256) {
        uint256 size = transaction.length + 68;
        return (size < 100 ? 100 : size) * BYTE_PRICE;
    }

    /// @notice The fee for the operator of the rollup
    /// @param gas what the transaction takes
    function getOperatorFee(uint256 gas) external pure returns (uint256) {
        return gas / 10 + OPERATOR_CONSTANT;
    }
}
