// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC20Votes} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Votes.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";

// Only for tests: what accounts hold, control or have approved, with functions of the names and arguments that real
// contracts have, each of which hands that over to whoever its arguments name.

/// @title A token with votes, an owner, several calls at once, and the transfers of other names that tokens have
contract HeldToken is ERC20, ERC20Permit, ERC20Votes, Ownable, Multicall {
    constructor(address account) ERC20("Held", "HELD") ERC20Permit("Held") Ownable(account) {
        _mint(account, 1_000);
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @notice As a staked coin that counts in shares
    function transferShares(address to, uint256 shares) external returns (uint256) {
        _transfer(msg.sender, to, shares);
        return shares;
    }

    /// @notice As an early token that calls its transfers so
    function push(address to, uint256 amount) external {
        _transfer(msg.sender, to, amount);
    }

    /// @notice As a token with payloads
    function transferWithData(address to, uint256 amount, bytes calldata) external {
        _transfer(msg.sender, to, amount);
    }

    /// @notice As a token that pays a bridge or a reference with it
    function transferWithReference(address to, uint256 amount, bytes32) external {
        _transfer(msg.sender, to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override(ERC20, ERC20Votes) {
        super._update(from, to, amount);
    }

    function nonces(address owner) public view override(ERC20Permit, Nonces) returns (uint256) {
        return super.nonces(owner);
    }
}

/// @title A wrapper of a token: what it wraps goes to whom its caller says
contract HeldWrapper is ERC20 {
    IERC20 private immutable wrapped;

    constructor(IERC20 token) ERC20("Wrapped", "WHELD") {
        wrapped = token;
    }

    function depositFor(address to, uint256 amount) external returns (bool) {
        wrapped.transferFrom(msg.sender, address(this), amount);
        _mint(to, amount);
        return true;
    }

    function withdrawTo(address to, uint256 amount) external returns (bool) {
        return release(to, amount);
    }

    function unwrap(uint256 amount, address to) external {
        release(to, amount);
    }

    function unwrapTo(address to, uint256 amount) external {
        release(to, amount);
    }

    /// @notice As a bridged token
    function burnTo(bytes32 to, uint256 amount) external {
        release(address(uint160(uint256(to))), amount);
    }

    /// @notice As a lending market's token
    function redeemTo(uint256 amount, address payable to) external {
        release(to, amount);
    }

    function release(address to, uint256 amount) private returns (bool) {
        _burn(msg.sender, amount);
        return wrapped.transfer(to, amount);
    }
}

/// @title A vault (ERC-4626) with several calls at once
contract HeldVault is ERC4626, Multicall {
    constructor(IERC20 token) ERC20("Vault", "VHELD") ERC4626(token) {}

    /// @notice As routers have it
    function multicall(uint256, bytes[] calldata data) external returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 place = 0; place < data.length; place++) {
            (bool done, bytes memory result) = address(this).delegatecall(data[place]);
            require(done);
            results[place] = result;
        }
    }

    /// @notice As an early vault, with the most that may be lost
    function withdraw(uint256 shares, address to, uint256) external returns (uint256) {
        _withdraw(msg.sender, to, msg.sender, shares, shares);
        return shares;
    }

    /// @notice As early vaults do
    function withdraw(uint256 shares, address to) external returns (uint256) {
        _withdraw(msg.sender, to, msg.sender, shares, shares);
        return shares;
    }
}

/// @title A pool that keeps accounts' deposits and has no token of its own
contract HeldPool {
    IERC20 private immutable kept;
    mapping(address => uint256) public balances;

    constructor(IERC20 token) {
        kept = token;
    }

    function depositAll(uint256 amount) external {
        kept.transferFrom(msg.sender, address(this), amount);
        balances[msg.sender] += amount;
    }

    /// @notice As a lending pool
    function withdraw(address, uint256 amount, address to) external returns (uint256) {
        pay(to, amount);
        return amount;
    }

    /// @notice As a market of lending, by its own account
    function withdrawFrom(address, address to, address, uint256 amount) external {
        pay(to, amount);
    }

    /// @notice As a farm
    function withdrawAndHarvest(uint256, uint256 amount, address to) external {
        pay(to, amount);
    }

    /// @notice As a distributor of rewards
    function claim(address to) external {
        pay(to, balances[msg.sender]);
    }

    /// @notice As a distributor of rewards that are named
    function claimRewards(address[] calldata, uint256 amount, address to) external returns (uint256) {
        pay(to, amount);
        return amount;
    }

    /// @notice As an automatic market of stable coins
    function exchange(int128, int128, uint256 amount, uint256, address to) external returns (uint256) {
        pay(to, amount);
        return amount;
    }

    /// @notice As an automatic market
    function removeLiquidity(address, address, uint256 liquidity, uint256, uint256, address to, uint256) external {
        pay(to, liquidity);
    }

    /// @notice As an automatic market of stable coins
    function remove_liquidity(uint256 amount, uint256[2] calldata, bool, address to) external {
        pay(to, amount);
    }

    /// @notice As a vault of many pools
    function exitPool(bytes32, address, address payable to, uint256 amount) external {
        pay(to, amount);
    }

    /// @notice As a vault that keeps balances inside
    function transferInternalBalance(address to, uint256 amount) external {
        balances[msg.sender] -= amount;
        balances[to] += amount;
    }

    /// @notice As a lending pool: what is borrowed is the account's debt
    function borrow(address, uint256 amount, uint256, uint16, address) external {
        pay(tx.origin, amount);
    }

    function pay(address to, uint256 amount) private {
        balances[msg.sender] -= amount;
        kept.transfer(to, amount);
    }
}

/// @title A router that its visitors have allowed to move a token
contract HeldRouter {
    struct Call {
        address target;
        bytes callData;
    }

    address public immutable WETH9 = address(1);

    /// @notice As the third exchange's router
    function exactInput(address token, address to, uint256 amount) external returns (uint256) {
        IERC20(token).transferFrom(msg.sender, to, amount);
        return amount;
    }

    /// @notice As the second exchange's router
    function swapExactTokensForTokens(
        uint256 amount,
        uint256,
        address[] calldata path,
        address to,
        uint256
    ) external returns (uint256[] memory amounts) {
        IERC20(path[0]).transferFrom(msg.sender, to, amount);
        amounts = new uint256[](1);
    }

    /// @notice As routers do with what lies in them, here with what the caller has just let them take
    function sweepToken(address token, uint256 amount, address to) external {
        IERC20(token).transferFrom(msg.sender, to, amount);
    }

    /// @notice As a router of commands
    function execute(bytes calldata, bytes[] calldata inputs, uint256) external {
        (address token, address to, uint256 amount) = abi.decode(inputs[0], (address, address, uint256));
        IERC20(token).transferFrom(msg.sender, to, amount);
    }

    /// @notice As an aggregator of exchanges, of the caller's tokens
    function aggregate(Call[] calldata calls) external {
        for (uint256 place = 0; place < calls.length; place++) {
            (bool done, ) = calls[place].target.call(bytes.concat(calls[place].callData));
            require(done);
        }
    }

    /// @notice As a bridge
    function depositForBurn(uint256 amount, uint32, bytes32 to, address token) external {
        IERC20(token).transferFrom(msg.sender, address(uint160(uint256(to))), amount);
    }

    /// @notice As a payer of many
    function disperseToken(address token, address[] calldata to, uint256[] calldata amounts) external {
        for (uint256 place = 0; place < to.length; place++) {
            IERC20(token).transferFrom(msg.sender, to[place], amounts[place]);
        }
    }
}

/// @title A collection, with a position's ways to be emptied
contract HeldNft is ERC721 {
    constructor(address account) ERC721("Held", "HELDN") {
        _mint(account, 1);
    }

    /// @notice As collections of names have it
    function reclaim(uint256 id, address to) external {
        _update(to, id, msg.sender);
    }

    /// @notice As early collections have it
    function takeTo(address to, uint256 id) external {
        _update(to, id, msg.sender);
    }
}

/// @title Editions
contract HeldEditions is ERC1155 {
    constructor(address account) ERC1155("") {
        _mint(account, 1, 10, "");
    }
}

/// @title A wallet of several owners, or a module of it, that does what any one of them says
contract HeldSafe is AccessControl {
    mapping(address => bool) public isOwner;

    constructor(address account) {
        isOwner[account] = true;
        _grantRole(DEFAULT_ADMIN_ROLE, account);
    }

    function execute(address to, uint256 value, bytes calldata data) external {
        run(to, value, data);
    }

    function execTransactionFromModule(address to, uint256 value, bytes calldata data, uint8) external returns (bool) {
        run(to, value, data);
        return true;
    }

    function executeBatch(address[] calldata to, uint256[] calldata values, bytes[] calldata data) external {
        for (uint256 place = 0; place < to.length; place++) run(to[place], values[place], data[place]);
    }

    function addOwnerWithThreshold(address owner, uint256) external {
        require(isOwner[msg.sender]);
        isOwner[owner] = true;
    }

    function run(address to, uint256 value, bytes calldata data) private {
        require(isOwner[msg.sender]);
        (bool done, ) = to.call{value: value}(data);
        require(done);
    }
}

/// @title A board game, which holds nothing of anyone's
contract HeldGame {
    mapping(address => uint8) public squareOf;

    function play(uint8 square) external payable {
        squareOf[msg.sender] = square;
    }
}

/// @title A contract whose maker changes its code whenever it likes (EIP-1967)
contract HeldProxy {
    constructor(address code) {
        become(code);
    }

    function become(address code) public {
        assembly {
            sstore(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc, code)
        }
    }

    fallback() external {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let code := sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc)
            let done := delegatecall(gas(), code, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if done {
                return(0, returndatasize())
            }
            revert(0, returndatasize())
        }
    }
}
