// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title Who owns which account of Farcaster, as its IdRegistry answers
/// @notice Anybody registers for himself and pays nothing: for this machine alone.
contract LocalIdRegistry {
    error HasId();

    event Register(address indexed to, uint256 indexed id, address recovery);

    uint256 public idCounter;

    /// @notice The account that an address owns; 0 where it owns none.
    mapping(address owner => uint256 fid) public idOf;
    mapping(uint256 fid => address owner) public custodyOf;

    function register(address to, address recovery) external returns (uint256 fid) {
        if (idOf[to] != 0) revert HasId();
        fid = ++idCounter;
        idOf[to] = fid;
        custodyOf[fid] = to;
        emit Register(to, fid, recovery);
    }
}
