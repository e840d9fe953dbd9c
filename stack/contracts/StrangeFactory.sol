// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title Factories and accounts that misbehave
/// @notice For tests of what checks signatures of contracts: each function is what a factory or an account may do instead of its work.
contract StrangeFactory {
    uint256 public calls;
    uint256 private immutable answer;

    /// @param answer_ what {isValidSignature} does: 0 reverts, 1 burns its gas, 2 answers nonsense, 3 answers nothing, 4 answers at length, 5 says yes
    constructor(uint256 answer_) {
        answer = answer_;
    }

    function refuse() external pure {
        revert("no");
    }

    function burn() public pure {
        while (true) {}
    }

    function change() external {
        calls += 1;
    }

    /// @notice ERC-1271, or not
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (answer == 0) revert("no");
        if (answer == 1) burn();
        uint256 way = answer;
        assembly {
            switch way
            case 2 { mstore(0, not(0)) return(0, 32) }
            case 3 { return(0, 0) }
            case 4 { mstore(0, shl(224, 0x1626ba7e)) return(0, 100000) }
        }
        return 0x1626ba7e;
    }
}
