import { type Address, type Client, createClient, type Hex, http } from 'viem'
import { getBalance, getChainId, prepareTransactionRequest, sendRawTransaction } from 'viem/actions'
import type { WalletNetwork } from '../network.js'
import type { AskedTransaction } from './requestParams.js'

/** A transaction, complete for signing. */
export interface FilledTransaction {
  readonly chainId: number
  readonly from: Address
  readonly to: Address | undefined
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  readonly nonce: number
  /** The fee of a unit of gas. */
  readonly price:
    | { readonly type: 'legacy'; readonly gasPrice: bigint }
    | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
}

/** The number of an EVM chain. */
export const numberOf = (chainId: string): number => Number(chainId.split(':')[1])

/** Reads are retried; a transaction is sent once. */
export const nodeOf = (
  { rpcUrl }: Pick<WalletNetwork, 'rpcUrl'>,
  { retryCount = 2, timeout = 10_000 }: { readonly retryCount?: number; readonly timeout?: number } = {},
): Client => createClient({ transport: http(rpcUrl, { retryCount, timeout }) })

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
export async function fillTransaction({
  network,
  asked: { from, to, value = 0n, data = '0x', gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce },
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
    filled.gasPrice === undefined
      ? {
          type: 'eip1559' as const,
          maxFeePerGas: filled.maxFeePerGas ?? 0n,
          maxPriorityFeePerGas: filled.maxPriorityFeePerGas ?? 0n,
        }
      : { type: 'legacy' as const, gasPrice: filled.gasPrice }
  return { chainId, from, to, value, data, gas: gas ?? roomy(filled.gas), nonce: filled.nonce, price }
}

/** A contract call may take more gas in its block than was estimated; a plain transfer never does. */
const roomy = (estimate: bigint): bigint => (estimate === 21_000n ? estimate : (estimate * 3n) / 2n)

/** The most that a transaction may cost in fees. */
export const feeOf = ({ gas, price }: FilledTransaction): bigint =>
  gas * (price.type === 'legacy' ? price.gasPrice : price.maxFeePerGas)

/** @returns the transaction's hash */
export function send({ network, signed }: { readonly network: WalletNetwork; readonly signed: Hex }): Promise<Hex> {
  return sendRawTransaction(nodeOf(network, { retryCount: 0 }), { serializedTransaction: signed })
}
