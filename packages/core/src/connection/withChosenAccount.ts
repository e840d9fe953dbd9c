import type { Family } from '../chain/ids.js'
import { type ConnectionState, connectionOf } from './connection.js'

/** The visitor chooses among the accounts that the wallet gave; any other address changes nothing. */
export function withChosenAccount(
  state: ConnectionState,
  { family, address }: { readonly family: Family; readonly address: string },
): ConnectionState {
  const connection = connectionOf(state, family)
  if (!connection || connection.addresses[family] === address) return state
  const given = connection.accounts.some((account) => account.namespace === family && account.address === address)
  if (!given) return state
  const chosen = { ...connection, addresses: { ...connection.addresses, [family]: address } }
  return { ...state, connections: { ...state.connections, [connection.id]: chosen } }
}
