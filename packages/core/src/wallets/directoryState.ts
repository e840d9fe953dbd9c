import type { Foyer } from '../foyer.js'
import { onDemand } from '../loading/onDemand.js'
import type { ConnectRow } from './connectRows.js'
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

/**
 * Follows what is known of the operator's directory of wallets, and asks for the first ones. The code for it comes with the first call, so that a
 * first view can call this as soon as it is painted. A change of the networks or of the family that is asked for finds other wallets.
 *
 * @returns stops
 * @example
 * const stop = watchDirectory(foyer, ({ featured, recommended, count }) => …)
 */
export function watchDirectory(foyer: Foyer, listener: (directory: DirectoryState) => void): () => void {
  let stopped = false
  let stop: (() => void) | undefined
  const load = onDemand({ chunk: 'directory', load: () => import('./directoryCode.js') })
  load()
    .then(({ directoryOf }) => {
      if (!stopped) stop = directoryOf(foyer).watch(listener)
    })
    .catch(foyer.context.report)
  return () => {
    stopped = true
    stop?.()
  }
}
