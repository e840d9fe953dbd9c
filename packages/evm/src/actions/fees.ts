import type { FeeEstimate, Network, NetworkId, Work } from '@foyer/core'
import { bigintToHex, bytesToHex, coinAmount, type Hex, type RollupQuestion, rollupFee } from '@foyer/core/chain'
import { InvalidResponseError, JsonRpcError } from '@foyer/core/errors'
import * as v from 'valibot'
import type { EvmTransaction } from '../family.js'
import { Quantity, type Reading } from './chainAnswers.js'
import { transferCall } from './transfers.js'

/** How many blocks the tip is read from, and which share of their transactions paid less. */
const history = { blocks: 4, percentile: 50 }

/** The needed fields of `eth_feeHistory`; its last base fee is the next block's. */
const FeeHistory = v.object({
  baseFeePerGas: v.pipe(v.array(Quantity), v.minLength(1)),
  reward: v.nullish(v.array(v.array(Quantity)), []),
})

/**
 * Estimates the fee of a transaction: its gas by `eth_estimateGas`, the price by EIP-1559's fee history, or `eth_gasPrice` on a chain without; with what a
 * rollup takes beside for its data, and for its operator.
 *
 * @throws JsonRpcError where it would revert or the account has too little · InvalidTransferError · InvalidResponseError · AbortedError
 */
export async function estimateFee({
  read,
  address,
  network,
  work,
  plainChains,
  signal,
}: Reading & {
  readonly address: string
  readonly network: Network
  readonly work: Work<'eip155'>
  /** The chains that were seen to be no rollup with fees of its own, so that each is asked once. */
  readonly plainChains: PlainChains
}): Promise<FeeEstimate> {
  const quantity = quantities({ read, signal })
  const isCoin = 'transfer' in work && work.transfer.asset.type === 'coin'
  const held = isCoin ? coinAmount(await quantity('eth_getBalance', [address, 'latest'])) : undefined
  const call = 'call' in work ? work.call : transferCall({ from: address, transfer: work.transfer })
  // More than there is can't be simulated; the gas of a transfer doesn't depend on its amount.
  const value = held !== undefined && call.value !== undefined && call.value > held ? held : call.value
  const transaction = {
    from: address,
    to: call.to,
    ...(value === undefined ? {} : { value: bigintToHex(value) }),
    ...(call.data === undefined ? {} : { data: call.data }),
  }
  const [gas, price] = await Promise.all([quantity('eth_estimateGas', [transaction]), gasPriceNow({ read, signal })])
  const beside = await feeBeside({ read, call, gas, network, plainChains, signal })
  const most = gas * price.most + timesBeside * beside
  const { decimals, symbol } = network.nativeCurrency
  const maxAmount = held === undefined ? undefined : held > most ? held - most : 0n
  return { value: gas * price.value + beside, most, decimals, symbol, maxAmount }
}

/** Of chains, by their ids: those that take nothing beside a transaction's gas. */
export interface PlainChains {
  has(networkId: NetworkId): boolean
  add(networkId: NetworkId): void
}

/** The price of data follows the main chain's base fee, which may double within six blocks. */
const timesBeside = 2n

/** The fee that a rollup takes beside the gas; nothing where it says none. */
async function feeBeside({
  read,
  call,
  gas,
  network: { caipNetworkId },
  plainChains,
  signal,
}: Reading & {
  readonly call: Pick<EvmTransaction, 'to' | 'data'>
  readonly gas: bigint
  readonly network: Network
  readonly plainChains: PlainChains
}): Promise<bigint> {
  if (plainChains.has(caipNetworkId)) return 0n
  const ask = (question: RollupQuestion) =>
    orUndefined(read({ method: 'eth_call', params: [question, 'latest'], signal }))
  const transaction: Hex = `${someHead}${(call.to ?? '').slice(2)}${(call.data ?? '').slice(2)}`
  const fee = await rollupFee({ transaction, gas, ask })
  if (fee === undefined) plainChains.add(caipNetworkId)
  return fee ?? 0n
}

/**
 * Stands for what a transaction has beside its receiver and its data: its numbers, which the wallet chooses, and their lengths. Bytes that differ, as rollups
 * count what is left when like ones are put together.
 */
const someHead: Hex = bytesToHex(Uint8Array.from({ length: 56 }, (_, index) => (index * 151 + 37) % 256))

/** Wei for a unit of gas: as things stand, and what wallets reserve, as the base fee may double within six blocks. */
export async function gasPriceNow({
  read,
  signal,
}: Reading): Promise<{ readonly value: bigint; readonly most: bigint }> {
  const quantity = quantities({ read, signal })
  const params = [bigintToHex(BigInt(history.blocks)), 'latest', [history.percentile]]
  const answer = await orUndefined(read({ method: 'eth_feeHistory', params, signal }))
  const known = v.safeParse(FeeHistory, answer)
  const base = known.success ? known.output.baseFeePerGas.at(-1) : undefined
  if (!known.success || !base) {
    const price = await quantity('eth_gasPrice', [])
    return { value: price, most: price }
  }
  const tip = (await orUndefined(quantity('eth_maxPriorityFeePerGas', []))) ?? median(known.output.reward ?? [])
  // Wallets reserve half as much again where they take no chances: what is left for the fee must do for these too.
  return { value: base + tip, most: (3n * (2n * base + tip)) / 2n }
}

function median(rewards: readonly (readonly bigint[])[]): bigint {
  const tips = rewards.flatMap(([tip]) => (tip === undefined ? [] : [tip])).sort((a, b) => (a < b ? -1 : 1))
  return tips[Math.floor(tips.length / 2)] ?? 0n
}

/** A node's own error means that it lacks the method, as does an answer that is none; that it can't be reached is a failure. */
async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof JsonRpcError || error instanceof InvalidResponseError) return undefined
    throw error
  }
}

/** Asks for one number. @throws InvalidResponseError for what is none */
export const quantities =
  ({ read, signal }: Reading) =>
  async (method: string, params: readonly unknown[]): Promise<bigint> => {
    const { success, output } = v.safeParse(Quantity, await read({ method, params, signal }))
    if (!success) throw new InvalidResponseError({ expected: 'a quantity', context: { method } })
    return output
  }
