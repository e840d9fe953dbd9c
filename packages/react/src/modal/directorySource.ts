import type { Foyer } from '@foyer/core'
import { contextOf, type Observable, type ObservableValue, observable } from '@foyer/core/internal'
import { type DirectoryState, idleDirectory, watchDirectory } from '@foyer/core/wallets'

/** What is known of the operator's directory, for as long as the modal is there: a view that comes back has it at once. It is asked while it has a subscriber. */
export function createDirectorySource(foyer: Foyer): Observable<DirectoryState> {
  const { api } = contextOf(foyer)
  const known: ObservableValue<DirectoryState> = observable<DirectoryState>(
    { ...idleDirectory, status: api ? 'loading' : 'ready' },
    () => (api ? watchDirectory(foyer, known.set) : () => {}),
  )
  return known
}
