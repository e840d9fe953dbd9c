import type { Family } from '../chain/ids.js'
import { accountIdOfFamily } from '../connection/connection.js'
import type { AccountSnapshot } from '../foyer.js'
import { accountOf } from './selectors.js'
import type { FoyerState } from './state.js'

/** What a host sees of a family's account in a state; the active family's unless said. */
export function accountSnapshot(state: FoyerState, family: Family = state.family): AccountSnapshot {
  const { status, address, accounts, connection } = accountOf(state, family)
  return {
    status,
    isConnected: connection !== undefined,
    address,
    caipAddress: accountIdOfFamily(state.connection, family),
    allAccounts: accounts,
    wallet: connection?.connector,
  }
}
