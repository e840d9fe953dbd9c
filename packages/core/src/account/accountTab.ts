import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type ObservableValue, observable } from '../store/observable.js'
import { accountOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import { watchState } from '../store/watchState.js'

/** What of an account is shown [S3.6]. */
export type AccountTab = 'tokens' | 'nfts' | 'activity'

class AccountTabRoom {
  readonly tab: ObservableValue<AccountTab> = observable<AccountTab>('tokens')
}

const room = 'accountTab'

/**
 * What of the account the visitor looked at last: kept while the kit runs, and forgotten with the connection [S3.6].
 *
 * @example
 * const { get, set, subscribe } = accountTab(foyer)
 */
export function accountTab(foyer: Foyer): ObservableValue<AccountTab> {
  const { rooms, store, endings } = contextOf(foyer)
  const present = rooms.get(room)
  if (present instanceof AccountTabRoom) return present.tab
  const made = new AccountTabRoom()
  rooms.set(room, made)
  const stop = watchState(store, (state, before) => {
    if (connectionIdOf(before) !== undefined && connectionIdOf(before) !== connectionIdOf(state)) made.tab.set('tokens')
  })
  endings.add(() => {
    stop()
    rooms.delete(room)
  })
  return made.tab
}

const connectionIdOf = (state: FoyerState): string | undefined => accountOf(state).connection?.id
