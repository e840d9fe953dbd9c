import {
  type Address,
  encodeFunctionData as call,
  concat,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  size,
  zeroAddress,
} from 'viem'
import { parties } from './quiet.js'
import { now } from './stage.js'

/** For tests. What is asked of a Safe, and of what carries several calls out for one. */

const { usd, weth } = parties
export const abi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
  'function execTransactionFromModuleReturnData(address to, uint256 value, bytes data, uint8 operation)',
  'function executeAllowanceTransfer(address safe, address token, address to, uint96 amount, address paymentToken, uint96 payment, address delegate, bytes signature)',
  'function multiSend(bytes transactions)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function approve(address spender, uint256 amount)',
  'function swapExactTokensForTokens(uint256 give, uint256 get, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 get, uint256 give, address[] path, address to, uint256 deadline)',
])
export const safe = getAddress('0x5afe000000000000000000000000000000005afe')
export const multiSend: Address = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'
export const ether = 10n ** 18n

export interface Inner {
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
  readonly operation?: number
}
export const packed = (calls: readonly Inner[]): Hex =>
  concat([
    '0x',
    ...calls.flatMap(({ to, value = 0n, data = '0x', operation = 0 }) => [
      ...[numberToHex(operation, { size: 1 }), to, numberToHex(value, { size: 32 })],
      ...[numberToHex(size(data), { size: 32 }), data],
    ]),
  ])
export const sending = (transactions: Hex): Hex => call({ abi, functionName: 'multiSend', args: [transactions] })
export const several = (...calls: readonly Inner[]): Hex => sending(packed(calls))

export interface Paid {
  readonly safeTxGas?: bigint
  readonly baseGas?: bigint
  readonly gasPrice?: bigint
  readonly gasToken?: Address
  readonly refundReceiver?: Address
}
/** As one of its owners sends it. */
export const executed = ({ to, value = 0n, data = '0x', operation = 0, ...paid }: Inner & Paid): Hex => {
  const { safeTxGas = 0n, baseGas = 0n, gasPrice = 0n, gasToken = zeroAddress, refundReceiver = zeroAddress } = paid
  return call({
    ...{ abi, functionName: 'execTransaction' },
    args: [to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, '0x'],
  })
}
export const pays = (to: Address, amount: bigint): Hex => call({ abi, functionName: 'transfer', args: [to, amount] })
export const takes = (from: Address, to: Address, amount: bigint): Hex =>
  call({ abi, functionName: 'transferFrom', args: [from, to, amount] })
export const takesSome = (from: Address, to: Address, id: bigint, count: bigint): Hex =>
  call({ abi, functionName: 'safeTransferFrom', args: [from, to, id, count, '0x'] })
export const swap = (give: bigint, get: bigint, to: Address): Hex =>
  call({ abi, functionName: 'swapExactTokensForTokens', args: [give, get, [usd, weth], to, now + 60n] })
export const allows = (spender: Address, amount: bigint): Hex =>
  call({ abi, functionName: 'approve', args: [spender, amount] })
