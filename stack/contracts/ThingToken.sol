// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// A token that has amounts and things, one whole token each, by the same calls: a small number is a thing's (ERC-404).
contract ThingToken {
    string public constant name = "Thing";
    string public constant symbol = "THING";
    uint8 public constant decimals = 18;
    uint256 public minted;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(uint256 => address) public getApproved;
    mapping(uint256 => address) private _owners;

    function mint(address to, uint256 count) external {
        for (uint256 made; made < count; made++) _owners[++minted] = to;
        balanceOf[to] += count * 1 ether;
    }

    function ownerOf(uint256 id) external view returns (address owner) {
        owner = _owners[id];
        require(owner != address(0), "no such thing");
    }

    function approve(address spender, uint256 amountOrId) external returns (bool) {
        if (amountOrId > 0 && amountOrId <= minted) {
            require(msg.sender == _owners[amountOrId], "not its owner");
            getApproved[amountOrId] = spender;
        } else allowance[msg.sender][spender] = amountOrId;
        return true;
    }

    function transferFrom(address from, address to, uint256 amountOrId) external returns (bool) {
        if (amountOrId > 0 && amountOrId <= minted) {
            require(from == _owners[amountOrId], "not its owner");
            require(msg.sender == from || msg.sender == getApproved[amountOrId], "not allowed");
            _owners[amountOrId] = to;
            delete getApproved[amountOrId];
            _move(from, to, 1 ether);
        } else {
            if (msg.sender != from) allowance[from][msg.sender] -= amountOrId;
            _move(from, to, amountOrId);
        }
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}
