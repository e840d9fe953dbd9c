import type { ConnectorOrderType } from '../config/options.js'
import type { ListedWallet } from '../connector/listedWallet.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { painted } from '../loading/painted.js'
import { whenLoaded } from '../loading/whenLoaded.js'

/** The state of the directory so far. */
export interface DirectoryState {
  /** `ready`: the first wallets are known, or there is no directory to ask. `failed`: the last page asked for didn't come; what is known stays. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** The host's first choice, in its order. */
  readonly featured: readonly ListedWallet[]
  readonly recommended: readonly ListedWallet[]
  /** The pages that were asked for by now, each wallet once. */
  readonly listed: readonly ListedWallet[]
  /** The number of wallets in all, featured ones with them; it only grows. */
  readonly count: number
  /** There are pages that haven't been asked for. */
  readonly hasMore: boolean
  /** A page is on its way. */
  readonly loadingMore: boolean
  /** Why the last page didn't come. */
  readonly failure?: Error | undefined
  /** The names of excluded wallets besides, by rdns and name: connectors are known by those [S6.8]. */
  readonly excluded: readonly string[]
}

/** The directory before it is asked. */
export const idleDirectory: DirectoryState = {
  status: 'idle',
  featured: [],
  recommended: [],
  listed: [],
  count: 0,
  hasMore: false,
  loadingMore: false,
  excluded: [],
}

/**
 * Follows what is known of the operator's directory of wallets, and asks for the first ones. The code for it comes with the first call, once the view that
 * calls this is painted. A change of the networks or of the family that is asked for finds other wallets.
 *
 * @returns stops
 * @example
 * const stop = watchDirectory(foyer, ({ featured, recommended, count }) => …)
 */
export function watchDirectory(foyer: Foyer, listener: (directory: DirectoryState) => void): () => void {
  return whenLoaded(foyer, {
    code: () => painted().then(contextOf(foyer).queries),
    start: ({ directoryOf }) => directoryOf(foyer).watch(listener),
  })
}

/** Says of a row why it stands there. */
export type ConnectTag = 'qrcode' | 'installed' | 'locked' | 'recent' | 'multichain'

interface RowBase {
  /** Unique in the list. */
  readonly id: string
  readonly group: ConnectorOrderType
  readonly name: string
  readonly icon: string | undefined
  readonly tag: ConnectTag | undefined
}

/** A row that can be chosen: a wallet that can be asked now, or one that a pairing reaches, or that must be got first. */
export type WalletRow =
  | (RowBase & {
      readonly kind: 'connector'
      readonly connectorId: string
      /** It is reached on several chains by as many connectors, of which one is chosen: see `walletOfConnector`. */
      readonly asksChain: boolean
    })
  | (RowBase & { readonly kind: 'wallet'; readonly wallet: ListedWallet })

/** A row of the connect view; one that is `coming` keeps the place of a wallet that isn't known yet. */
export type ConnectRow = WalletRow | (RowBase & { readonly kind: 'coming' })
