import type { ConnectRow } from './connectRow.js'
import type { ListedWallet } from './listedWallet.js'

/** What is known of the directory by now. */
export interface DirectoryState {
  /** `ready`: the first wallets are known, or there is no directory to ask. `failed`: the last page asked for didn't come; what is known stays. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** The host's first choice, in its order. */
  readonly featured: readonly ListedWallet[]
  readonly recommended: readonly ListedWallet[]
  /** The pages that were asked for by now, each wallet once. */
  readonly listed: readonly ListedWallet[]
  /** How many there are in all, featured ones with them; it only grows. */
  readonly count: number
  /** There are pages that haven't been asked for. */
  readonly hasMore: boolean
  /** A page is on its way. */
  readonly loadingMore: boolean
  /** Why the last page didn't come. */
  readonly failure?: Error | undefined
  /** What excluded wallets are called besides, by rdns and name: connectors are known by those [S6.8]. */
  readonly excluded: readonly string[]
  /** The rows that the connect view has of the directory. */
  readonly rows: readonly ConnectRow[]
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
  rows: [],
}
