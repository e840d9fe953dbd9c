import { familyTraits } from '../chain/families.js'
import type { Family, NetworkId } from '../chain/ids.js'
import { accountOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'

/** The account that a name would be registered for. */
export interface NameOwner {
  readonly family: Family
  readonly address: string
  readonly connectorId: string
  /** The network that the wallet is on. */
  readonly networkId: NetworkId
}

/** The account that may register a name: that of the embedded login [S6.7]; undefined where another wallet, or none, is connected. */
export function nameOwnerOf(state: FoyerState): NameOwner | undefined {
  const { family } = state
  const { address, connection } = accountOf(state)
  const networkId = connection?.networks[family]
  if (!familyTraits(family).hasNames || connection?.connector.type !== 'AUTH') return undefined
  return address === undefined || networkId === undefined
    ? undefined
    : { family, address, networkId, connectorId: connection.connector.id }
}
