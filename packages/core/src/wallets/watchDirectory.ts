import type { Foyer } from '../foyer.js'
import { onDemand } from '../loading/onDemand.js'
import type { DirectoryState } from './directoryState.js'

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
  const load = onDemand({ chunk: 'directory', load: () => import('./directory.js') })
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
