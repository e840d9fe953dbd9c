import type { Foyer } from '@foyer/core'
import { contextOf, type Observable, type ObservableValue, observable, roomOf } from '@foyer/core/internal'
import { type DirectoryState, idleDirectory, watchDirectory } from '@foyer/core/wallets'
import { useFoyer } from '../kit.js'
import { useObservable } from '../useObservable.js'

/** What is known of the operator's directory by now. It is asked once this has been painted; without a directory nothing is asked. */
export function useDirectory(): DirectoryState {
  return useObservable(directoryOf(useFoyer()))
}

/** What a kit keeps of it: a view that comes back has it at once. */
class KnownDirectory {
  readonly known: Observable<DirectoryState>
  constructor(foyer: Foyer) {
    const { api } = contextOf(foyer)
    const known: ObservableValue<DirectoryState> = observable<DirectoryState>(
      { ...idleDirectory, status: api ? 'loading' : 'ready' },
      () => (api ? watchDirectory(foyer, known.set) : () => {}),
    )
    this.known = known
  }

  /** Who watches it ends it. */
  end(): void {}
}

const directoryOf = (foyer: Foyer): Observable<DirectoryState> =>
  roomOf(contextOf(foyer), { Room: KnownDirectory, kit: foyer }).known
