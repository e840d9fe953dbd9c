import { delegateAddress, delegateIn, entryPoint } from '@foyer/evm/delegate'
import { deadlineContract, deadlineData } from '@foyer/evm/redeeming'
import * as v from 'valibot'
import { type Address, concat, encodeFunctionData, type Hex, numberToHex, parseAbi, size } from 'viem'
import type { Chain, RpcCall, RpcOutcome } from '../chains/chains.js'
import { refuseNodesFault } from '../contracts/refuseNodesFault.js'
import { Bytes } from '../rpc/bytes.js'
import { Quantity, readQuantity } from '../rpc/readQuantity.js'
import { resultOf } from '../rpc/resultOf.js'
import { entryPointAbi, executedOf, handleOpsOf, type Operation } from './operation.js'

export interface Reading {
  readonly chain: Pick<Chain, 'id' | 'request'>
  readonly signal: AbortSignal
}

const Head = v.object({ baseFeePerGas: Quantity, gasLimit: Quantity })

/** The state of an account at the moment. */
export interface AccountState {
  /** the newest block, before the account was read */
  readonly block: number
  /** `plain` has no code, `switched` has the delegate's, `another` that of another delegate, `contract` its own */
  readonly code: 'plain' | 'switched' | 'another' | 'contract'
  readonly transactions: number
  /** whether none of its own waits to be included, by which an authorization would be void */
  readonly isIdle: boolean
  /** of the EntryPoint, for the key that was asked about */
  readonly nonce: bigint
  /** whether operations end on its network: where the contract is that a late one fails at */
  readonly hasDeadlines: boolean
}

/** Prices of a transaction at the moment, and what the operator has. */
export interface Prices {
  /** in wei */
  readonly baseFee: bigint
  readonly tip: bigint
  readonly balance: bigint
  /** of a block: no transaction takes more */
  readonly mostGas: bigint
}

interface Read<Result> extends Pick<Reading, 'chain'> {
  readonly outcome: RpcOutcome | undefined
  readonly schema: v.GenericSchema<unknown, Result>
}

const read = <Result>({ chain, ...request }: Read<Result>): Result => resultOf({ ...request, host: chain.id })

const latest = 'latest'

/** in seconds since 1970 */
const [longAgo, farAway] = [1, 2 ** 40]

/** @throws UpstreamError · the signal's reason */
export async function readAccount({
  chain,
  signal,
  sender,
  key,
}: Reading & { readonly sender: Address; readonly key: bigint }): Promise<AccountState> {
  const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'getNonce', args: [sender, key] })
  const [block, code, count, pending, nonce, late, early] = await chain.request({
    calls: [
      { method: 'eth_blockNumber', params: [] },
      { method: 'eth_getCode', params: [sender, latest] },
      { method: 'eth_getTransactionCount', params: [sender, latest] },
      { method: 'eth_getTransactionCount', params: [sender, 'pending'] },
      { method: 'eth_call', params: [{ to: entryPoint, data }, latest] },
      ...[longAgo, farAway].map((time) => ({
        method: 'eth_call',
        params: [{ to: deadlineContract, data: deadlineData(time) }, latest],
      })),
    ],
    signal,
  })
  const transactions = Number(read({ chain, outcome: count, schema: Quantity }))
  return {
    block: Number(read({ chain, outcome: block, schema: Quantity })),
    code: kindOf(read({ chain, outcome: code, schema: Bytes })),
    transactions,
    // Not every node knows what waits.
    isIdle: Number(readQuantity(pending) ?? 0n) <= transactions,
    nonce: read({ chain, outcome: nonce, schema: Quantity }),
    hasDeadlines: !isDone({ chain, outcome: late }) && isDone({ chain, outcome: early }),
  }
}

function kindOf(code: Hex): AccountState['code'] {
  if (code === '0x') return 'plain'
  const delegate = delegateIn(code)
  if (delegate === undefined) return 'contract'
  return delegate === delegateAddress.toLowerCase() ? 'switched' : 'another'
}

/** @throws UpstreamError · the signal's reason */
export async function readPrices({ chain, signal, account }: Reading & { readonly account: Address }): Promise<Prices> {
  const [block, tip, balance] = await chain.request({
    calls: [
      { method: 'eth_getBlockByNumber', params: [latest, false] },
      { method: 'eth_maxPriorityFeePerGas', params: [] },
      { method: 'eth_getBalance', params: [account, latest] },
    ],
    signal,
  })
  const { baseFeePerGas, gasLimit } = read({ chain, outcome: block, schema: Head })
  return {
    ...{ baseFee: baseFeePerGas, mostGas: gasLimit },
    // Not every node has the method; a gwei is what others say in a quiet hour.
    tip: readQuantity(tip) ?? 1_000_000_000n,
    balance: read({ chain, outcome: balance, schema: Quantity }),
  }
}

/** The contract by which chains of the OP stack say what the chain below takes for a transaction. */
const feeOracle = '0x420000000000000000000000000000000000000F'
/** The same of Scroll's. */
const scrollOracle = '0x5300000000000000000000000000000000000002'
const oracleAbi = parseAbi([
  'function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
  'function getL1Fee(bytes data) view returns (uint256)',
])
/** of a transaction beside its calldata: its own fields, an authorization, a signature */
const besideCalldata = 400

/**
 * The most that the chain below takes at its present fee, and the chain's operator beside the gas, for chains that have these; 0 for others.
 * @param of.gas - of the transaction
 * @throws UpstreamError · the signal's reason
 */
export async function readLowerFee({
  chain,
  signal,
  operation,
  gas,
}: Reading & { readonly operation: Operation; readonly gas: number }): Promise<bigint> {
  const written = handleOpsOf(operation, entryPoint)
  const bytes = BigInt(size(written) + besideCalldata)
  const whole = concat([written, numberToHex(2n ** BigInt(8 * besideCalldata) - 1n)])
  const asked = [
    { to: feeOracle, data: encodeFunctionData({ abi: oracleAbi, functionName: 'getL1FeeUpperBound', args: [bytes] }) },
    { to: feeOracle, data: operatorFeeData(BigInt(gas)) },
    { to: scrollOracle, data: encodeFunctionData({ abi: oracleAbi, functionName: 'getL1Fee', args: [whole] }) },
  ]
  const calls = asked.map((call) => ({ method: 'eth_call', params: [call, latest] }))
  const outcomes = await chain.request({ calls, signal })
  return outcomes.reduce((sum, outcome) => {
    refuseNodesFault({ chain, outcome })
    return sum + (readQuantity(outcome) ?? 0n)
  }, 0n)
}

const operatorFeeData = (gas: bigint): Hex =>
  encodeFunctionData({ abi: oracleAbi, functionName: 'getOperatorFee', args: [gas] })

/** Returns the amount that the chain's operator has taken beside the gas in a block, where it takes one. @throws UpstreamError · the signal's reason */
export async function readOperatorFee({
  chain,
  signal,
  gas,
  block,
}: Reading & { readonly gas: bigint; readonly block: bigint }): Promise<bigint> {
  const call = { to: feeOracle, data: operatorFeeData(gas) }
  const calls = [{ method: 'eth_call', params: [call, numberToHex(block)] }]
  const [outcome] = await chain.request({ calls, signal })
  return resultOf({ outcome, schema: Quantity, host: chain.id })
}

/** The account with the delegate's code, for as long as one call lasts. */
const switched = (sender: Address) => ({ [sender]: { code: concat(['0xef0100', delegateAddress]) } })

interface Trying extends Reading {
  readonly operation: Operation
  readonly account: Address
  readonly gas: number
}

/**
 * Tries an operation: the account's calls first, since `handleOps` doesn't fail where they do, then all of it as it would be sent.
 * @returns which of both fails; null where neither does
 * @throws UpstreamError · the signal's reason
 */
export async function tryOperation({
  chain,
  signal,
  operation,
  account,
  gas,
}: Trying): Promise<'simulation' | 'operation' | null> {
  const { sender, callGasLimit, authorization } = operation
  const override = authorization === null ? [] : [switched(sender)]
  const inner = { from: entryPoint, to: sender, data: executedOf(operation), gas: numberToHex(callGasLimit) }
  const whole = { from: account, to: entryPoint, data: handleOpsOf(operation, account), gas: numberToHex(gas) }
  const outcomes = await chain.request({
    calls: [inner, whole].map((call) => ({ method: 'eth_call', params: [call, latest, ...override] })),
    signal,
  })
  const [calls, all] = outcomes.map((outcome) => isDone({ chain, outcome }))
  if (!calls) return 'simulation'
  return all ? null : 'operation'
}

/**
 * Estimates the gas of the account's calls, and whether they take effect at all.
 * @returns null where they fail with as much gas as there is
 * @throws UpstreamError · the signal's reason
 */
export async function estimateCalls({
  chain,
  signal,
  sender,
  callData,
  isSwitched,
  most,
}: Reading & {
  readonly sender: Address
  readonly callData: Hex
  readonly isSwitched: boolean
  readonly most: number
}): Promise<number | null> {
  const call = { from: entryPoint, to: sender, data: callData, gas: numberToHex(most) }
  const params = [call, latest, ...(isSwitched ? [] : [switched(sender)])]
  const calls: readonly RpcCall[] = ['eth_call', 'eth_estimateGas'].map((method) => ({ method, params }))
  const [done, estimate] = await chain.request({ calls, signal })
  if (!isDone({ chain, outcome: done })) return null
  const gas = readQuantity(estimate)
  // A node that estimates without overrides takes a contract's call for a payment; then there is as much as the project allows.
  return gas === null ? most : Math.min(most, Number((gas * 5n) / 4n) + 10_000)
}

function isDone({ chain, outcome }: Pick<Reading, 'chain'> & { readonly outcome: RpcOutcome | undefined }): boolean {
  refuseNodesFault({ chain, outcome })
  return outcome !== undefined && 'result' in outcome
}
