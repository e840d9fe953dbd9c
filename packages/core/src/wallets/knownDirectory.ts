import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type Observable, type ObservableValue, observable, roomOf } from '../store/observable.js'
import { type DirectoryState, idleDirectory, watchDirectory } from './directoryState.js'

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

/** What is known of the operator's directory of wallets by now: it is asked once there is a subscriber; without a directory nothing is asked. */
export const knownDirectory = (foyer: Foyer): Observable<DirectoryState> =>
  roomOf(contextOf(foyer), { Room: KnownDirectory, kit: foyer }).known
