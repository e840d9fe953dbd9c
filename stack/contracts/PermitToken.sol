// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title An ERC-20 for local chains that is approved by a signature (EIP-2612)
/// @notice Only for chains on one's own machine: anybody can mint any amount, so a unit of it is worth nothing.
contract PermitToken is ERC20Permit {
    constructor() ERC20("Permit Dollar", "PUSD") ERC20Permit("Permit Dollar") {}

    /// @notice Makes new units out of nothing, for anybody. Only for local chains.
    /// @param to who gets them
    /// @param amount how many, in the smallest unit
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
