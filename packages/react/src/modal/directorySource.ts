import type { Foyer } from '@foyer/core'
import { type DirectoryState, idleDirectory, watchDirectory } from '@foyer/core/wallets'

/** What is known of the operator's directory, for as long as the modal is there: a view that comes back has it at once. */
export interface DirectorySource {
  get(): DirectoryState
  /** Asks for the first wallets while somebody listens. @returns stops */
  subscribe(listener: () => void): () => void
}

export function createDirectorySource(foyer: Foyer): DirectorySource {
  const { api } = foyer.context
  let known: DirectoryState = { ...idleDirectory, status: api ? 'loading' : 'ready' }
  return {
    get: () => known,
    subscribe(listener) {
      if (!api) return () => {}
      return watchDirectory(foyer, (directory) => {
        known = directory
        listener()
      })
    },
  }
}
