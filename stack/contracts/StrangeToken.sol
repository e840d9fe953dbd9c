// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title A token that behaves as some real ones do, and as hostile ones might
/// @notice Only for tests: anybody can mint any amount and switch its ways.
contract StrangeToken is ERC20 {
    uint256 private constant WHOLE = 10_000;

    /// @notice What is kept of every transfer, in basis points
    uint256 public taxBps;
    /// @notice Whether an approval can only be changed by way of zero, as with USDT
    bool public resetsFirst;
    /// @notice What is called in the middle of every transfer
    address public calledTarget;
    bytes public calledData;

    /// @notice Whether a transfer answers nothing, as with USDT
    bool public answersNothing;
    string private ownName;
    string private ownSymbol;

    constructor() ERC20("Strange", "STR") {}

    /// @param to who gets them
    /// @param amount how many, in the smallest unit
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setTax(uint256 bps) external {
        taxBps = bps;
    }

    function setResetsFirst(bool resets) external {
        resetsFirst = resets;
    }

    function setAnswersNothing(bool nothing) external {
        answersNothing = nothing;
    }

    /// @notice Names it anew: for names that pose as others
    function setWords(string calldata newName, string calldata newSymbol) external {
        ownName = newName;
        ownSymbol = newSymbol;
    }

    /// @inheritdoc ERC20
    function name() public view override returns (string memory) {
        return bytes(ownName).length > 0 ? ownName : super.name();
    }

    /// @inheritdoc ERC20
    function symbol() public view override returns (string memory) {
        return bytes(ownSymbol).length > 0 ? ownSymbol : super.symbol();
    }

    /// @inheritdoc ERC20
    function transfer(address to, uint256 amount) public override returns (bool) {
        _transfer(_msgSender(), to, amount);
        if (answersNothing) {
            assembly {
                return(0, 0)
            }
        }
        return true;
    }

    /// @param target the zero address for none
    function setCall(address target, bytes calldata data) external {
        calledTarget = target;
        calledData = data;
    }

    /// @inheritdoc ERC20
    function approve(address spender, uint256 amount) public override returns (bool) {
        require(!resetsFirst || amount == 0 || allowance(msg.sender, spender) == 0, "approve zero first");
        return super.approve(spender, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        bool isTransfer = from != address(0) && to != address(0);
        if (isTransfer && calledTarget != address(0)) {
            (bool done, bytes memory answer) = calledTarget.call(calledData);
            if (!done) {
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
        uint256 tax = isTransfer ? (amount * taxBps) / WHOLE : 0;
        if (tax > 0) super._update(from, address(0), tax);
        super._update(from, to, amount - tax);
    }
}
