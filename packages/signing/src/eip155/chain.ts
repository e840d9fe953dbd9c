import { type LowerHex, noBytes, type RollupQuestion, rollupFee } from '@foyer/core/chain'
import type { WalletNetwork } from '@foyer/core/words'
import {
  type Address,
  BaseError,
  type Client,
  concat,
  createClient,
  ExecutionRevertedError,
  type Hex,
  hexToBytes,
  http,
  isHash,
  type RpcTransactionReceipt,
  serializeTransaction,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'
import {
  estimateFeesPerGas,
  estimateGas,
  getBalance,
  getBlockNumber,
  getChainId,
  getTransactionCount,
  prepareTransactionRequest,
  sendRawTransaction,
  waitForTransactionReceipt,
} from 'viem/actions'
import { numberOf } from '../contracts/chainNumber.js'
import type { AskedTransaction } from './requestParams.js'
import { serializable } from './serializable.js'

/** A transaction, complete for signing. */
export interface FilledTransaction {
  readonly chainId: number
  readonly from: Address
  readonly to: Address | undefined
  readonly value: bigint
  readonly data: LowerHex
  readonly gas: bigint
  readonly nonce: number
  /** What a rollup takes beside the gas, at most: for its data, and for its operator. */
  readonly dataFee: bigint
  /** The fee of a unit of gas. */
  readonly price:
    | { readonly type: 'legacy'; readonly gasPrice: bigint }
    | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
}

/** Reads are retried; a transaction is sent once. No contract sends this wallet on to an address of its own choice (ERC-3668). */
export const nodeOf = (
  { rpcUrl }: Pick<WalletNetwork, 'rpcUrl'>,
  { retryCount = 2 }: { readonly retryCount?: number } = {},
): Client => createClient({ transport: http(rpcUrl, { retryCount }), ccipRead: false })

export function balanceOf({
  network,
  address,
}: {
  readonly network: WalletNetwork
  readonly address: Address
}): Promise<bigint> {
  return getBalance(nodeOf(network), { address })
}

/** The chain id of the node at a URL. */
export function chainAt(rpcUrl: string): Promise<number> {
  return getChainId(nodeOf({ rpcUrl }, { retryCount: 0 }))
}

/** Fills in the nonce, gas limit and fee from the network where the page left them out. @throws viem's error where the network expects it to fail */
async function fillTransaction({
  network,
  asked: { from, to, value = 0n, data = noBytes, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce },
}: {
  readonly network: WalletNetwork
  readonly asked: AskedTransaction
}): Promise<FilledTransaction> {
  const chainId = numberOf(network.chainId)
  const filled = await prepareTransactionRequest(nodeOf(network), {
    account: from,
    chain: null,
    chainId,
    value,
    data,
    ...(to ? { to } : {}),
    ...(gas === undefined ? {} : { gas }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(gasPrice === undefined
      ? {
          ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
          ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas }),
        }
      : { gasPrice }),
    parameters: ['nonce', 'gas', 'fees', 'type'],
  })
  const price =
    // Some nodes fill in a price beside the two fees that were asked for.
    filled.gasPrice === undefined || (gasPrice === undefined && maxFeePerGas !== undefined)
      ? {
          type: 'eip1559' as const,
          maxFeePerGas: filled.maxFeePerGas ?? 0n,
          maxPriorityFeePerGas: filled.maxPriorityFeePerGas ?? 0n,
        }
      : { type: 'legacy' as const, gasPrice: filled.gasPrice }
  const whole = { chainId, from, to, value, data, gas: gas ?? roomy(filled.gas), nonce: filled.nonce, price }
  return { ...whole, dataFee: await dataFeeOf(network, whole) }
}

/** The price of data follows the main chain's base fee, which may double within six blocks. */
const timesData = 2n

/** @returns 0 where the network's own contract says none */
async function dataFeeOf(network: WalletNetwork, transaction: Omit<FilledTransaction, 'dataFee'>): Promise<bigint> {
  const node = nodeOf(network, { retryCount: 0 })
  const ask = ({ to, data }: RollupQuestion) =>
    node.request({ method: 'eth_call', params: [{ to, data }, 'latest'] }).catch((cause: unknown) => {
      if (cause instanceof BaseError) return undefined
      throw cause
    })
  const { gas } = transaction
  const fee = await rollupFee({ transaction: serializeTransaction(serializable(transaction)), gas, ask })
  return timesData * (fee ?? 0n)
}

/** The gas of a transaction that the network expects to be reverted. */
export const anyGas = 1_000_000n
/** The gas of giving an account a contract's code (EIP-7702), with room. */
const codeGas = 50_000n
/** Less than what any batch takes to be run. */
const runningGas = 1_000n

/** Returns the gas that a transaction takes by its data alone: the usual, or the floor of EIP-7623 if that is more. */
function leastOf(data: LowerHex): bigint {
  const bytes = hexToBytes(data)
  const zeros = BigInt(bytes.filter((byte) => byte === 0).length)
  const others = BigInt(bytes.length) - zeros
  const [usual, floor] = [4n * zeros + 16n * others, 10n * zeros + 40n * others]
  return 21_000n + (usual > floor ? usual : floor)
}

interface Estimated {
  readonly network: WalletNetwork
  readonly asked: Pick<AskedTransaction, 'from' | 'to' | 'value' | 'data'>
  readonly code?: Address | undefined
}

/** The units of gas that a transaction takes as things stand, or that it is reverted. @throws viem's error where the node doesn't say, or the account has too little for it */
export async function estimated({
  network,
  asked: { from, to, value, data },
  code,
}: Estimated): Promise<bigint | 'reverted'> {
  const stateOverride = code ? [{ address: from, code: concat(['0xef0100', code]) }] : []
  const call = {
    account: from,
    ...(to ? { to } : {}),
    ...(value ? { value } : {}),
    ...(data ? { data } : {}),
    stateOverride,
  }
  try {
    return await estimateGas(nodeOf(network), call)
  } catch (error) {
    if (error instanceof BaseError && error.walk((each) => each instanceof ExecutionRevertedError)) return 'reverted'
    throw error
  }
}

/** Whether the network carries a transaction out as things stand, within its gas, and the account has what it may cost. */
export async function isStillFit({
  network,
  transaction,
}: {
  readonly network: WalletNetwork
  readonly transaction: FilledTransaction
}): Promise<boolean> {
  const { from: address, value, gas } = transaction
  const [estimate, balance] = await Promise.all([
    estimated({ network, asked: transaction }),
    balanceOf({ network, address }),
  ])
  return estimate !== 'reverted' && estimate <= gas && balance >= value + feeOf(transaction)
}

/**
 * Fills in a transaction also where the network expects that it is reverted: the visitor reads that, and things may be otherwise by then.
 *
 * @param parameters.code - a contract whose code the account has by the time that it is sent
 */
export async function fillAnyway({
  network,
  asked,
  code,
}: {
  readonly network: WalletNetwork
  readonly asked: AskedTransaction
  readonly code?: Address | undefined
}): Promise<{
  readonly transaction: FilledTransaction
  readonly isExpectedToFail: boolean
  /** Units of gas that it takes as things stand, where that is known. */
  readonly estimate: bigint | undefined
}> {
  const { data } = asked
  const estimate = await estimated({ network, asked, code }).catch((error: unknown) => {
    // What is too dear is said by the balance; the page's own gas needs no estimate.
    if (asked.gas !== undefined) return 'unknown'
    throw error
  })
  // A node that doesn't know of the code by then says what a transaction takes that runs nothing.
  const isEstimated = typeof estimate === 'bigint' && !(code && data && estimate < leastOf(data) + runningGas)
  const gas = asked.gas ?? (isEstimated ? roomy(estimate) + (code ? codeGas : 0n) : anyGas)
  // A transaction that gives an account code has fees of EIP-1559.
  const fees = code ? await estimateFeesPerGas(nodeOf(network), { chain: null, type: 'eip1559' }) : {}
  return {
    transaction: await fillTransaction({ network, asked: { ...asked, ...fees, gas } }),
    isExpectedToFail: estimate === 'reverted',
    estimate: isEstimated ? estimate : undefined,
  }
}

/** A receipt as JSON-RPC has it; undefined while the transaction is in no block. */
export async function rawReceipt({
  network,
  hash,
}: {
  readonly network: WalletNetwork
  readonly hash: string
}): Promise<RpcTransactionReceipt | undefined> {
  if (!isHash(hash)) return undefined
  return (await nodeOf(network).request({ method: 'eth_getTransactionReceipt', params: [hash] })) ?? undefined
}

/** The number of a network's last block. */
export const blockNumberOf = (network: WalletNetwork): Promise<bigint> => getBlockNumber(nodeOf(network))

/** Whether a node has a transaction, in a block or on its way to one. */
export const isKnownTo = async ({
  network,
  hash,
}: {
  readonly network: WalletNetwork
  readonly hash: Hex
}): Promise<boolean> => (await nodeOf(network).request({ method: 'eth_getTransactionByHash', params: [hash] })) !== null

/** Waits until a transaction is in a block, however long that takes, or as long as is said. @returns undefined where it is in none by then */
export async function untilMined({
  network,
  hash,
  mostMs = 0,
}: {
  readonly network: WalletNetwork
  readonly hash: Hex
  readonly mostMs?: number
}): Promise<'success' | 'reverted' | undefined> {
  const waiting = { hash, pollingInterval: 500, timeout: mostMs }
  try {
    return (await waitForTransactionReceipt(nodeOf(network), waiting)).status
  } catch (error) {
    if (error instanceof WaitForTransactionReceiptTimeoutError) return undefined
    throw error
  }
}

/** How often it is looked whether a transaction is in a block, in milliseconds. */
const lookEveryMs = 500

/** Waits until a transaction is in a block. @returns false where it was reverted there, where another has its number, and where none of that is known after a while */
export async function hasSucceeded({
  network,
  hash,
  from: address,
  nonce,
  mostMs,
}: {
  readonly network: WalletNetwork
  readonly hash: Hex
  readonly from: Address
  readonly nonce: number
  readonly mostMs: number
}): Promise<boolean> {
  const look = async () => {
    const mined = await minedOf({ network, address })
    const receipt = await rawReceipt({ network, hash })
    if (receipt) return receipt.status === '0x1'
    return mined > nonce && !(await isKnownTo({ network, hash })) ? false : undefined
  }
  for (const until = Date.now() + mostMs; Date.now() < until; ) {
    // A node that is away for a moment answers the next time.
    const is = await look().catch(() => undefined)
    if (is !== undefined) return is
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  return false
}

/** How many transactions of an account are in blocks. */
export const minedOf = ({
  network,
  address,
}: {
  readonly network: WalletNetwork
  readonly address: Address
}): Promise<number> => getTransactionCount(nodeOf(network), { address })

/** The number of an account's next transaction, with those that are pending: asked anew each time. Undefined where the node doesn't say. */
export const nextOf = ({
  network,
  address,
}: {
  readonly network: WalletNetwork
  readonly address: Address
}): Promise<number | undefined> =>
  getTransactionCount(nodeOf(network), { address, blockTag: 'pending' }).catch(() => undefined)

/** A contract call may take more gas in its block than was estimated; a plain transfer never does. */
export const roomy = (estimate: bigint): bigint => (estimate === 21_000n ? estimate : (estimate * 3n) / 2n)

/** The most that a transaction may cost in fees. */
export const feeOf = ({ gas, price, dataFee }: FilledTransaction): bigint =>
  gas * (price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas) + dataFee

/** @returns the transaction's hash */
export function send({ network, signed }: { readonly network: WalletNetwork; readonly signed: Hex }): Promise<Hex> {
  return sendRawTransaction(nodeOf(network, { retryCount: 0 }), { serializedTransaction: signed })
}
