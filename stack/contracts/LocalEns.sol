// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @dev What a batch gateway is asked: viem and others answer it themselves, where it is called `x-batch-gateway:true`.
interface BatchGateway {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Request[] memory requests) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// @title The Ethereum Name Service in small, for local chains
/// @notice Only for chains on one's own machine: anybody can set any record. The registry, a resolver and the universal
/// resolver stand in one contract; what clients see of them is what ENS shows: resolvers of a name or of one above it
/// (ENSIP-10), gateways (ERC-3668), names of addresses that are checked forward (ENSIP-19 with Ethereum's coin type).
contract LocalEns {
    /// @dev ERC-3668
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);
    error HttpError(uint16 status, string message);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    /// @notice The contract that a name's records are asked of, by the name's hash.
    mapping(bytes32 node => address) public resolver;
    mapping(bytes32 node => address) private _addresses;
    mapping(bytes32 node => mapping(string key => string)) private _texts;
    mapping(address account => bytes) private _names;

    /// @notice Lets another contract answer for a name and all below it.
    function setResolver(bytes32 node, address resolver_) external {
        resolver[node] = resolver_;
    }

    /// @notice Sets what a name stands for; this contract then answers for it.
    function setAddr(bytes32 node, address account) external {
        resolver[node] = address(this);
        _addresses[node] = account;
    }

    /// @notice Sets a text of a name.
    function setText(bytes32 node, string calldata key, string calldata value) external {
        _texts[node][key] = value;
    }

    /// @notice Sets what an address calls itself. Whether the name agrees is looked at when it is asked for.
    /// @param name as DNS writes it
    function setName(address account, bytes calldata name) external {
        _names[account] = name;
    }

    /// @notice ENSIP-1
    function addr(bytes32 node) external view returns (address) {
        return _addresses[node];
    }

    /// @notice ENSIP-5
    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return _texts[node][key];
    }

    /// @notice As the universal resolver has it: the answer to `data`, and who gave it.
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        (address found, bool isAbove) = _findResolver(name);
        bytes memory call = isAbove || found != address(this) ? abi.encodeWithSelector(0x9061b923, name, data) : data;
        (bool ok, bytes memory answer) = found.staticcall(call);
        if (!ok) _passOn(found, answer, gateways);
        return (found == address(this) ? answer : abi.decode(answer, (bytes)), found);
    }

    /// @notice What comes back from a gateway goes to the resolver that sent there.
    function resolveCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (bytes memory, address)
    {
        (address found, bytes4 callback, bytes memory extra) = abi.decode(extraData, (address, bytes4, bytes));
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures[0]) revert HttpError(502, "gateway");
        (bool ok, bytes memory answer) = found.staticcall(abi.encodeWithSelector(callback, responses[0], extra));
        if (!ok) revert ResolverError(answer);
        return (abi.decode(answer, (bytes)), found);
    }

    /// @notice As the universal resolver has it: what an address calls itself, if the name's address is that one.
    function reverseWithGateways(bytes calldata account, uint256, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        bytes memory name = _names[address(bytes20(account))];
        if (name.length == 0) return ("", address(0), address(0));
        string memory written = _written(name);
        address owner = _addresses[_hashOf(name, 0)];
        if (owner != address(bytes20(account))) revert ReverseAddressMismatch(written, abi.encodePacked(owner));
        return (written, address(this), address(this));
    }

    function _findResolver(bytes memory name) private view returns (address found, bool isAbove) {
        for (uint256 at = 0; uint8(name[at]) != 0; at += uint8(name[at]) + 1) {
            found = resolver[_hashOf(name, at)];
            if (found != address(0)) return (found, at > 0);
        }
        revert ResolverNotFound(name);
    }

    /// @dev A lookup elsewhere becomes a batch of one of this contract's own, since clients refuse a lookup that names
    /// another as its sender; the gateway is told the resolver.
    function _passOn(address found, bytes memory answer, string[] calldata gateways) private view {
        if (bytes4(answer) != OffchainLookup.selector) revert ResolverError(answer);
        bytes memory inputs = new bytes(answer.length - 4);
        for (uint256 i = 0; i < inputs.length; i++) {
            inputs[i] = answer[i + 4];
        }
        (address sender, string[] memory urls, bytes memory callData, bytes4 callback, bytes memory extra) =
            abi.decode(inputs, (address, string[], bytes, bytes4, bytes));
        if (sender != found) revert ResolverError(answer);
        BatchGateway.Request[] memory requests = new BatchGateway.Request[](1);
        requests[0] = BatchGateway.Request(sender, urls, callData);
        revert OffchainLookup(
            address(this),
            gateways,
            abi.encodeCall(BatchGateway.query, (requests)),
            this.resolveCallback.selector,
            abi.encode(found, callback, extra)
        );
    }

    function _hashOf(bytes memory name, uint256 at) private pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return bytes32(0);
        bytes memory label = new bytes(length);
        for (uint256 i = 0; i < length; i++) {
            label[i] = name[at + 1 + i];
        }
        return keccak256(abi.encodePacked(_hashOf(name, at + 1 + length), keccak256(label)));
    }

    function _written(bytes memory name) private pure returns (string memory) {
        bytes memory text_ = new bytes(name.length - 2);
        uint256 end = uint8(name[0]);
        for (uint256 i = 0; i < text_.length; i++) {
            bool isDot = i == end;
            text_[i] = isDot ? bytes1(".") : name[i + 1];
            if (isDot) end += uint8(name[i + 1]) + 1;
        }
        return string(text_);
    }
}
