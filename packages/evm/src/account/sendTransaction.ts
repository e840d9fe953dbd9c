import type { Foyer } from '@foyer/core'
import type { Hex } from '@foyer/core/chain'
import { loadRequests } from './loadRequests.js'
import { walletSessionOf } from './walletSession.js'

export interface SendTransactionParameters {
  readonly to: Hex
  /** In wei; 0 unless said. */
  readonly value?: bigint | undefined
  readonly data?: Hex | undefined
  /** Gives up waiting for the visitor; after 5 minutes it ends by itself. A wallet may still send what is approved later. */
  readonly signal?: AbortSignal | undefined
}

export interface ReceiptParameters {
  /** How many blocks hold it or build on it; 1 unless said. */
  readonly confirmations?: number | undefined
  /** How long to wait, in milliseconds; 3 minutes unless said. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What became of a transaction. */
export interface TransactionReceipt {
  /** Another than the one that was sent, where the visitor replaced it in the wallet. */
  readonly hash: Hex
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
  readonly gasUsed: bigint
  /** What a unit of gas cost, in wei; some chains don't say. */
  readonly effectiveGasPrice: bigint | undefined
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[]
  /** How the visitor replaced it in the wallet: the same with another fee, called off, or something else. */
  readonly replacement: 'repriced' | 'cancelled' | 'replaced' | undefined
}

export interface SentTransaction {
  readonly hash: Hex
  /**
   * Waits until it is in a block, also when the visitor replaces it in the wallet meanwhile.
   * @throws TransactionDroppedError where another took its place and can't be found · RequestTimeoutError · AbortedError · NoRpcUrlError where the network isn't configured
   */
  receipt(parameters?: ReceiptParameters): Promise<TransactionReceipt>
}

/**
 * Has the visitor send a transaction in the wallet, which fills in nonce, gas and fees. It is asked for once and never again.
 *
 * @throws NamespaceNotConfiguredError · WrongNetworkError where the wallet has gone elsewhere · UserRejectedError · WalletAnswerError where the answer is no hash [S5.27] · AbortedError · RequestTimeoutError · ChunkLoadError
 * @example
 * const { value } = parseAmount({ text: '0.1', decimals: 18 })
 * const { hash, receipt } = await sendTransaction(foyer, { to, value })
 * const { status } = await receipt()
 */
export async function sendTransaction(foyer: Foyer, parameters: SendTransactionParameters): Promise<SentTransaction> {
  const session = walletSessionOf(foyer)
  const networks = foyer.store.getState().networks
  return (await loadRequests()).sendEthTransaction({ session, networks, parameters })
}
