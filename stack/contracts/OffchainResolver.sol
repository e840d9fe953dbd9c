// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title An ENS resolver whose records are kept by a gateway
/// @notice Stands for every name below the ones it is set for (ENSIP-10). Who asks is sent to the gateways (ERC-3668),
/// and what a gateway answers counts only with the signature of one of the signers.
contract OffchainResolver is Ownable2Step {
    /// @dev ERC-3668
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    /// @notice The gateway's answer is older than it may be.
    error AnswerExpired(uint64 expires);
    /// @notice The gateway's answer is signed by nobody who may.
    error UnknownSigner(address signer);

    event GatewaysChanged(string[] urls);
    event SignerChanged(address indexed signer, bool isSigner);

    string[] private _gateways;

    /// @notice Whether answers signed with this address's key count.
    mapping(address => bool) public isSigner;

    /// @param gateways_ addresses as ERC-3668 writes them, such as `https://foyer.example/v1/ccip/{sender}/{data}.json`
    /// @param signers_ whose answers count
    /// @param owner_ who may change both
    constructor(string[] memory gateways_, address[] memory signers_, address owner_) Ownable(owner_) {
        _setGateways(gateways_);
        for (uint256 i = 0; i < signers_.length; i++) {
            _setSigner(signers_[i], true);
        }
    }

    /// @notice Where the records are asked for, in this order.
    function gateways() external view returns (string[] memory) {
        return _gateways;
    }

    /// @notice Changes where the records are asked for.
    function setGateways(string[] calldata gateways_) external onlyOwner {
        _setGateways(gateways_);
    }

    /// @notice Lets a key's answers count, or not any more.
    function setSigner(address signer, bool allowed) external onlyOwner {
        _setSigner(signer, allowed);
    }

    /// @notice Sends who asks to the gateways.
    /// @param name the name, as DNS writes it
    /// @param data the call that a resolver of that name alone would get, such as `addr(bytes32)`
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory callData = abi.encodeCall(this.resolve, (name, data));
        revert OffchainLookup(address(this), _gateways, callData, this.resolveWithProof.selector, callData);
    }

    /// @notice Takes a gateway's answer if it is signed and still holds.
    /// @param response the answer's result, until when it holds (seconds since 1970), and the signature
    /// @param extraData what was asked: an answer to something else has another hash
    function resolveWithProof(bytes calldata response, bytes calldata extraData) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert AnswerExpired(expires);
        address signer = ECDSA.recover(answerHash(address(this), expires, extraData, result), signature);
        if (!isSigner[signer]) revert UnknownSigner(signer);
        return result;
    }

    /// @notice What a signer signs: an answer for this contract alone, to this question, until then.
    function answerHash(address sender, uint64 expires, bytes memory request, bytes memory result)
        public
        pure
        returns (bytes32)
    {
        return keccak256(abi.encodePacked(hex"1900", sender, expires, keccak256(request), keccak256(result)));
    }

    /// @notice ERC-165: this interface itself, and ENSIP-10's `resolve(bytes,bytes)`.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x9061b923;
    }

    function _setGateways(string[] memory gateways_) private {
        _gateways = gateways_;
        emit GatewaysChanged(gateways_);
    }

    function _setSigner(address signer, bool allowed) private {
        isSigner[signer] = allowed;
        emit SignerChanged(signer, allowed);
    }
}
