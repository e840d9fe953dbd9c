import type { Account, AdapterHost, NetworkId, NonEmpty } from '@foyer/core'
import type { BitcoinProvider } from '../family.js'

/** The accounts and the network that a wallet shows to the page. */
export interface WalletSession {
  readonly accounts: NonEmpty<Account>
  readonly networkId: NetworkId
}

interface Asked {
  readonly signal?: AbortSignal | undefined
}

/** The calls of a connected wallet. */
export type WalletCalls = Omit<BitcoinProvider, 'getAccounts'>

/** A wallet of the page, in the words of no dialect. What it answers is parsed. */
export interface BitcoinWallet {
  /**
   * The wallet's calls once it is connected.
   *
   * @param networkNow - the network that it is on, for those that are told it with each request: addresses of test networks don't say it
   */
  readonly provider: (networkNow: () => NetworkId) => WalletCalls
  /** Asks the visitor's consent. */
  connect(request: Asked & { readonly networkId?: NetworkId | undefined }): Promise<WalletSession>
  /**
   * Reads the session that the wallet shows without asking; null for nothing. Undefined where the dialect can't say it
   * without a prompt.
   * @throws UnsupportedMethodError where only this wallet can't
   */
  readonly restore?: ((request: Asked) => Promise<WalletSession | null>) | undefined
  /** Undefined where the dialect has no such request. */
  readonly switchNetwork?: ((request: Asked & { readonly networkId: NetworkId }) => Promise<void>) | undefined
  /** Ends the wallet's consent; undefined where the dialect has no such request. */
  readonly disconnect?: (() => Promise<void>) | undefined
  /** @returns stops; for a wallet that can't be listened to, nothing is ever called */
  listen(listeners: WalletListeners): () => void
}

export interface WalletListeners {
  /** Something is another than it was: what the wallet shows is read anew, unless it comes along. */
  readonly changed: (session?: WalletSession | undefined) => void
  readonly ended: () => void
}

/** Creates the wallet that speaks with the object put into the page. */
export type Dialect = (request: {
  readonly source: unknown
  readonly host: Pick<AdapterHost, 'clock'>
}) => BitcoinWallet
