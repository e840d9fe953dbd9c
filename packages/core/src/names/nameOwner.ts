import type { Family, NetworkId } from '../chain/ids.js'
import { accountOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'

/** The family whose accounts have names. */
export const named: Family = 'eip155'

/** The account that a name would be registered for. */
export interface NameOwner {
  readonly address: string
  readonly connectorId: string
  /** The network that the wallet is on. */
  readonly networkId: NetworkId
}

/** The account that may register a name: that of the embedded login [S6.7]; undefined where another wallet, or none, is connected. */
export function nameOwnerOf(state: FoyerState): NameOwner | undefined {
  const { address, connection } = accountOf(state, named)
  const networkId = connection?.networks[named]
  if (state.family !== named || connection?.connector.type !== 'AUTH') return undefined
  return address === undefined || networkId === undefined
    ? undefined
    : { address, networkId, connectorId: connection.connector.id }
}
