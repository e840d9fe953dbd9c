import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type Observable, type ObservableValue, observable, roomOf } from '../store/observable.js'
import { type DirectoryState, idleDirectory, watchDirectory } from './directoryState.js'

/** A kit's copy of it: a view that comes back has it at once. */
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

  /** Does nothing: the subscribers end it. */
  end(): void {}
}

/** Returns what is known of the operator's directory of wallets: it is asked once there is a subscriber; without one nothing is asked. */
export const knownDirectory = (foyer: Foyer): Observable<DirectoryState> =>
  roomOf(contextOf(foyer), { Room: KnownDirectory, kit: foyer }).known
