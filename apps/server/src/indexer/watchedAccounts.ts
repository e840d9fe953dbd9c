import type { IndexStore } from './indexStore.js'

/** The accounts that are followed on a chain, kept at hand: only those that were added are read again. */
export interface WatchedAccounts {
  /** @returns at least all that were added up to the version */
  upTo(version: number): Promise<ReadonlySet<string>>
}

export function createWatchedAccounts({ store }: { store: Pick<IndexStore, 'watchedSince'> }): WatchedAccounts {
  const accounts = new Set<string>()
  let known = 0
  return {
    async upTo(version) {
      if (version > known) {
        for (const row of await store.watchedSince(known)) {
          accounts.add(row.address)
          known = Math.max(known, row.version)
        }
      }
      return accounts
    },
  }
}
