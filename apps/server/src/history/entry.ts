import { isAddress, parseNetworkId } from '@foyer/core/chain'
import type { Chain } from '../chains/chains.js'
import { InvalidInputError } from '../errors/refusals.js'
import type { ChainEvent } from '../indexer/chainEvent.js'
import type { Transaction } from '../indexer/indexedTransaction.js'

/** A transaction, of whatever family and from wherever it is known. */
export interface HistoryTransaction extends Transaction {
  /** CAIP-2 */
  readonly chainId: string
  /** whether it is in no block yet */
  readonly isPending?: boolean | undefined
}

/** What happened in it. */
export interface HistoryEvent extends ChainEvent {
  /** the token's, where the transaction itself says them */
  readonly decimals?: number | undefined
}

/** An entry of a history. */
export interface HistoryEntry {
  readonly transaction: HistoryTransaction
  readonly events: readonly HistoryEvent[]
}

/**
 * An account of eip155 as the index has it, in lower case; it may be written without its 0x.
 * @returns null for an account of another family, which the index has nothing of
 * @throws {@link InvalidInputError} unless it is an address of the network
 */
export function evmAccount({ chain, address }: { chain: Pick<Chain, 'id'>; address: string }): string | null {
  const { family } = parseNetworkId(chain.id)
  if (!isAddress({ family, address })) {
    throw new InvalidInputError({ name: 'address', description: "Isn't an address of this network." })
  }
  return family === 'eip155' ? prefixed(address).toLowerCase() : null
}

/** An account of eip155 may be written without its 0x. */
export const prefixed = (address: string): string => (/^[0-9a-f]{40}$/i.test(address) ? `0x${address}` : address)
