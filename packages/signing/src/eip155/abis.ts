import type { AbiParameter } from 'viem'

// As data, not in words: what reads those weighs more than all that is written here.

export const typed =
  <const Type extends string>(type: Type) =>
  <const Name extends string>(name: Name) =>
    ({ name, type }) as const

export const address = typed('address')
export const addresses = typed('address[]')
export const bool = typed('bool')
export const bytes = typed('bytes')
export const bytesList = typed('bytes[]')
export const uint = typed('uint256')
const uints = typed('uint256[]')

export const call = <const Name extends string, const Inputs extends readonly AbiParameter[]>(
  name: Name,
  inputs: Inputs,
) => ({ type: 'function', name, inputs, outputs: [], stateMutability: 'nonpayable' }) as const

/** The calls that tokens and collections have in common: ERC-20, ERC-721, ERC-1155, and the coin in a token's form. */
export const tokenAbi = [
  call('transfer', [address('to'), uint('amount')]),
  call('transferFrom', [address('from'), address('to'), uint('amount')]),
  call('approve', [address('spender'), uint('amount')]),
  call('increaseAllowance', [address('spender'), uint('amount')]),
  call('decreaseAllowance', [address('spender'), uint('amount')]),
  // As tokens of before 2019 call the two.
  call('increaseApproval', [address('spender'), uint('amount')]),
  call('decreaseApproval', [address('spender'), uint('amount')]),
  call('safeTransferFrom', [address('from'), address('to'), uint('tokenId')]),
  call('safeTransferFrom', [address('from'), address('to'), uint('tokenId'), bytes('data')]),
  call('safeTransferFrom', [address('from'), address('to'), uint('id'), uint('count'), bytes('data')]),
  call('safeBatchTransferFrom', [address('from'), address('to'), uints('ids'), uints('counts'), bytes('data')]),
  call('setApprovalForAll', [address('operator'), bool('approved')]),
  call('deposit', []),
  call('withdraw', [uint('amount')]),
] as const
