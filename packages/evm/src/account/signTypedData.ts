import type { Foyer } from '@foyer/core'
import type { Hex } from '@foyer/core/chain'
import { loadRequests } from './loadRequests.js'
import { walletSessionOf } from './walletSession.js'

/** Whom typed data is for (EIP-712). */
export interface TypedDataDomain {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly chainId?: number | bigint | undefined
  readonly verifyingContract?: Hex | undefined
  readonly salt?: Hex | undefined
}

/** A member of a type (EIP-712). */
export interface TypedDataField {
  readonly name: string
  readonly type: string
}

export interface SignTypedDataParameters {
  readonly domain: TypedDataDomain
  /** `EIP712Domain` may be left out: it follows from the domain. */
  readonly types: Readonly<Record<string, readonly TypedDataField[]>>
  readonly primaryType: string
  /** Whole numbers as bigint, number or decimal text. */
  readonly message: Readonly<Record<string, unknown>>
  /** Gives up waiting for the visitor; after 5 minutes it ends by itself. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Has the visitor sign typed data in the wallet (`eth_signTypedData_v4`, EIP-712).
 *
 * @throws NamespaceNotConfiguredError · WrongNetworkError where the domain's chain isn't the active one · UserRejectedError · WalletAnswerError [S5.28] · AbortedError · RequestTimeoutError · ChunkLoadError
 * @example
 * const signature = await signTypedData(foyer, {
 *   domain: { name: 'Guest book', chainId: 1 },
 *   types: { Note: [{ name: 'text', type: 'string' }] },
 *   primaryType: 'Note',
 *   message: { text: 'Hello' },
 * })
 */
export async function signTypedData(foyer: Foyer, parameters: SignTypedDataParameters): Promise<Hex> {
  const session = walletSessionOf(foyer)
  return (await loadRequests()).signTypedDataV4(session, parameters)
}
