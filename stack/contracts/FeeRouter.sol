// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {IUniswapV2Router} from "./IUniswapV2Router.sol";

/// @title Swaps on a Uniswap V2 after taking a fee from what is sold
/// @notice Nobody owns it and nothing about it can be changed. It pays whoever calls it and no other, holds nothing between two
/// calls, approves the router exactly, and makes sure by itself that the least amount arrives in time.
contract FeeRouter is ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice The highest fee that can be built in, in basis points: 1 %
    uint256 public constant MAX_FEE_BPS = 100;

    uint256 private constant WHOLE = 10_000;
    uint256 private constant MOST_HOPS = 3;

    /// @notice The Uniswap V2 router that swaps
    IUniswapV2Router public immutable router;
    /// @notice Who gets the fees, at once
    address public immutable feeRecipient;
    /// @notice The fee, in basis points of what is sold, rounded down
    uint256 public immutable feeBps;

    /// @param account who swapped, and was paid
    /// @param tokenIn what was sold; the zero address stands for the network's own coin
    /// @param tokenOut what was bought; the zero address stands for the network's own coin
    /// @param amountIn what was sold, the fee included
    /// @param fee what the recipient of fees was sent, in `tokenIn`
    /// @param amountOut what the account has more of
    event FeeSwap(
        address indexed account,
        address indexed tokenIn,
        address indexed tokenOut,
        uint256 amountIn,
        uint256 fee,
        uint256 amountOut
    );

    error FeeTooHigh(uint256 feeBps);
    error ZeroAddress();
    error Expired(uint256 deadline);
    error NoMinimum();
    error BadPath();
    error TooLittle(uint256 amountOut, uint256 minAmountOut);

    /// @param router_ a Uniswap V2 router
    /// @param feeRecipient_ who gets the fees
    /// @param feeBps_ in basis points, MAX_FEE_BPS at most
    constructor(IUniswapV2Router router_, address feeRecipient_, uint256 feeBps_) {
        if (feeBps_ > MAX_FEE_BPS) revert FeeTooHigh(feeBps_);
        if (address(router_) == address(0) || feeRecipient_ == address(0)) revert ZeroAddress();
        router = router_;
        feeRecipient = feeRecipient_;
        feeBps = feeBps_;
    }

    /// @notice Sells a token for another
    /// @param amountIn what is sold, the fee included; the caller has approved it
    /// @param minAmountOut what the caller must have more of afterwards
    /// @param path from the token that is sold to the one that is bought
    /// @param deadline the last block time, in seconds, at which it may happen
    /// @return amountOut what the caller has more of
    function swapTokensForTokens(uint256 amountIn, uint256 minAmountOut, address[] calldata path, uint256 deadline)
        external
        nonReentrant
        returns (uint256 amountOut)
    {
        _check(minAmountOut, path.length, deadline);
        (uint256 fee, uint256 rest) = _take(IERC20(path[0]), amountIn);
        IERC20 bought = IERC20(path[path.length - 1]);
        uint256 before = bought.balanceOf(msg.sender);
        // The router is given no minimum: the one that counts is measured below, at the account itself.
        router.swapExactTokensForTokensSupportingFeeOnTransferTokens(rest, 0, path, msg.sender, deadline);
        amountOut = _arrived(bought.balanceOf(msg.sender), before, minAmountOut);
        emit FeeSwap(msg.sender, path[0], address(bought), amountIn, fee, amountOut);
    }

    /// @notice Sells a token for the network's own coin; the parameters are those of `swapTokensForTokens`
    /// @param path from the token that is sold to the wrapped coin
    function swapTokensForNative(uint256 amountIn, uint256 minAmountOut, address[] calldata path, uint256 deadline)
        external
        nonReentrant
        returns (uint256 amountOut)
    {
        _check(minAmountOut, path.length, deadline);
        (uint256 fee, uint256 rest) = _take(IERC20(path[0]), amountIn);
        uint256 before = msg.sender.balance;
        // The router pays the account itself, so that no coin ever passes through here.
        router.swapExactTokensForETHSupportingFeeOnTransferTokens(rest, 0, path, msg.sender, deadline);
        amountOut = _arrived(msg.sender.balance, before, minAmountOut);
        emit FeeSwap(msg.sender, path[0], address(0), amountIn, fee, amountOut);
    }

    /// @notice Sells the network's own coin, which is sent along, for a token
    /// @param path from the wrapped coin to the token that is bought
    function swapNativeForTokens(uint256 minAmountOut, address[] calldata path, uint256 deadline)
        external
        payable
        nonReentrant
        returns (uint256 amountOut)
    {
        _check(minAmountOut, path.length, deadline);
        uint256 fee = _feeOf(msg.value);
        if (fee > 0) Address.sendValue(payable(feeRecipient), fee);
        IERC20 bought = IERC20(path[path.length - 1]);
        uint256 before = bought.balanceOf(msg.sender);
        router.swapExactETHForTokensSupportingFeeOnTransferTokens{value: msg.value - fee}(0, path, msg.sender, deadline);
        amountOut = _arrived(bought.balanceOf(msg.sender), before, minAmountOut);
        emit FeeSwap(msg.sender, address(0), address(bought), msg.value, fee, amountOut);
    }

    /// @notice Sends tokens that somebody left here by mistake to the recipient of the fees. Anybody may ask for it.
    function sweep(IERC20 token) external nonReentrant {
        token.safeTransfer(feeRecipient, token.balanceOf(address(this)));
    }

    /// @dev What must hold before anything moves. A minimum of zero is refused: it is always a mistake of whoever built the call.
    function _check(uint256 minAmountOut, uint256 pathLength, uint256 deadline) private view {
        if (block.timestamp > deadline) revert Expired(deadline);
        if (minAmountOut == 0) revert NoMinimum();
        if (pathLength < 2 || pathLength > MOST_HOPS + 1) revert BadPath();
    }

    /// @dev Takes the tokens in, passes the fee on and approves the rest. A token that keeps some of every transfer is counted by
    /// what arrived.
    function _take(IERC20 token, uint256 amount) private returns (uint256 fee, uint256 rest) {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = token.balanceOf(address(this)) - before;
        fee = _feeOf(received);
        rest = received - fee;
        if (fee > 0) token.safeTransfer(feeRecipient, fee);
        token.forceApprove(address(router), rest);
    }

    /// @dev Rounded down, in favour of who swaps.
    function _feeOf(uint256 amount) private view returns (uint256) {
        return (amount * feeBps) / WHOLE;
    }

    function _arrived(uint256 now_, uint256 before, uint256 minAmountOut) private pure returns (uint256 amountOut) {
        amountOut = now_ > before ? now_ - before : 0;
        if (amountOut < minAmountOut) revert TooLittle(amountOut, minAmountOut);
    }
}
