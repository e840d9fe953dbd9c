// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title An ERC-20 for local chains
/// @notice Only for chains on one's own machine: anybody can mint any amount, so a unit of it is worth nothing.
contract FoyerToken is ERC20 {
    uint8 private immutable _decimals;

    /// @param name_ the name that wallets show
    /// @param symbol_ the ticker
    /// @param decimals_ how many digits stand behind the point
    /// @param initialSupply what exists from the start, in the smallest unit
    /// @param owner who holds the initial supply; has no other right
    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 initialSupply, address owner)
        ERC20(name_, symbol_)
    {
        _decimals = decimals_;
        _mint(owner, initialSupply);
    }

    /// @inheritdoc ERC20
    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    /// @notice Makes new units out of nothing, for whoever asks. Only for local chains.
    /// @param to who gets them
    /// @param amount how many, in the smallest unit
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
