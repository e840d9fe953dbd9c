// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title One payment by a signature, by the interface of Permit2
/// @notice Only for local chains, which have none at the usual address. What it takes for its owner's signature is what Permit2 takes: an
/// address without code signs by its key (ECDSA), one with code is asked (ERC-1271), whatever its key would sign.
contract LocalPermit2 {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    error InvalidAmount(uint256 maxAmount);
    error InvalidContractSignature();
    error InvalidNonce();
    error InvalidSignatureLength();
    error InvalidSigner();
    error SignatureExpired(uint256 signatureDeadline);

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant TOKEN_TYPEHASH = keccak256("TokenPermissions(address token,uint256 amount)");
    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
    );

    /// @notice The numbers that an owner's signatures have used up, 256 to a word
    mapping(address owner => mapping(uint256 word => uint256 bits)) public nonceBitmap;

    /// @notice Pays of the owner's tokens what they have signed for, to anybody whom the caller names
    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external {
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (transferDetails.requestedAmount > permit.permitted.amount) revert InvalidAmount(permit.permitted.amount);
        uint256 bit = 1 << (permit.nonce & 255);
        uint256 bits = nonceBitmap[owner][permit.nonce >> 8];
        if (bits & bit != 0) revert InvalidNonce();
        nonceBitmap[owner][permit.nonce >> 8] = bits | bit;
        _verify(_hash(permit), owner, signature);
        SafeERC20.safeTransferFrom(
            IERC20(permit.permitted.token), owner, transferDetails.to, transferDetails.requestedAmount
        );
    }

    function _hash(PermitTransferFrom calldata permit) private view returns (bytes32) {
        bytes32 token = keccak256(abi.encode(TOKEN_TYPEHASH, permit.permitted.token, permit.permitted.amount));
        bytes32 transfer = keccak256(abi.encode(TRANSFER_TYPEHASH, token, msg.sender, permit.nonce, permit.deadline));
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256("Permit2"), block.chainid, address(this)));
        return keccak256(abi.encodePacked("\x19\x01", domain, transfer));
    }

    function _verify(bytes32 hash, address owner, bytes calldata signature) private view {
        if (owner.code.length > 0) {
            bytes4 answer = IERC1271(owner).isValidSignature(hash, signature);
            if (answer != IERC1271.isValidSignature.selector) revert InvalidContractSignature();
            return;
        }
        if (signature.length != 65) revert InvalidSignatureLength();
        address signer = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        if (signer == address(0) || signer != owner) revert InvalidSigner();
    }
}
