import type { AccountId, Family, NetworkId } from '../chain/ids.js'
import type { Account, Connector, ConnectorEntry, LoginProfile } from '../connector/connector.js'
import type { Network } from '../networks/network.js'
import type { Connection, ConnectionState, ConnectionStatus } from './connection.js'
import type { FoyerState } from './state.js'

/** The connection that a family uses. */
export function connectionOf(state: ConnectionState, family: Family): Connection | undefined {
  return state.connections[state.active[family] ?? '']
}

/** The chosen account of a family, as a CAIP-10 id. */
export function accountIdOfFamily(state: ConnectionState, family: Family): AccountId | undefined {
  const connection = connectionOf(state, family)
  const address = connection?.addresses[family]
  const networkId = connection?.networks[family]
  return address === undefined || networkId === undefined ? undefined : `${networkId}:${address}`
}

/** The network that a family is on, configured or not. */
export function networkIdOf(state: FoyerState, family: Family = state.family): NetworkId | undefined {
  return (
    connectionOf(state.connection, family)?.networks[family] ??
    state.chosen[family] ??
    state.networks.find(({ chainNamespace }) => chainNamespace === family)?.caipNetworkId
  )
}

/** The configured network that a family is on; undefined where it isn't configured. */
export function networkOf(state: FoyerState, family: Family = state.family): Network | undefined {
  const id = networkIdOf(state, family)
  return state.networks.find(({ caipNetworkId }) => caipNetworkId === id)
}

/** Is the wallet on a network that isn't configured [S4.8]? */
export function isUnsupported(state: FoyerState, family: Family = state.family): boolean {
  return connectionOf(state.connection, family) !== undefined && networkOf(state, family) === undefined
}

export interface AccountState {
  readonly status: ConnectionStatus
  readonly address: string | undefined
  readonly connection: Connection | undefined
  readonly accounts: readonly Account[]
}

/** A family's connection, the chosen address and all the accounts it may choose from [S3.6]. */
export function accountOf(state: FoyerState, family: Family = state.family): AccountState {
  const connection = connectionOf(state.connection, family)
  return {
    // What is under way comes before what was connected.
    status: state.connection.pending[family]?.kind ? 'connecting' : connection ? 'connected' : 'disconnected',
    address: connection?.addresses[family],
    connection,
    accounts: connection?.accounts.filter(({ namespace }) => namespace === family) ?? [],
  }
}

/** Is any family connected? */
export function isConnected({ connection }: FoyerState): boolean {
  return Object.keys(connection.connections).length > 0
}

/** Returns a family's account in a state, as a host sees it; the active family's by default. */
export function accountSnapshot(state: FoyerState, family: Family = state.family): AccountSnapshot {
  const { accounts: allAccounts, connection, ...chosen } = accountOf(state, family)
  return {
    ...chosen,
    isConnected: connection !== undefined,
    allAccounts,
    wallet: connection?.connector,
    profile: connection?.profile,
    caipAddress: accountIdOfFamily(state.connection, family),
  }
}

/** An account as a host sees it. */
export interface AccountSnapshot {
  /** Disconnected, connecting or connected. */
  readonly status: ConnectionStatus
  /** Whether a wallet is connected for the family. */
  readonly isConnected: boolean
  /** The chosen address; undefined while none is connected. */
  readonly address: string | undefined
  /** The address with its network (CAIP-10). */
  readonly caipAddress: AccountId | undefined
  /** All of the family’s accounts that the wallet gave. */
  readonly allAccounts: readonly Account[]
  /** The connected wallet. */
  readonly wallet: ConnectorEntry | undefined
  /** The login's profile, and the preferred kind of account, where the wallet is a login [S3.6]. */
  readonly profile: LoginProfile | undefined
}

/** Returns the entry that the store keeps of a connector. */
export function entryOf({ id, type, name, families, icon, imageId, rdns }: Connector): ConnectorEntry {
  return { id, type, name, families, icon, imageId, rdns }
}
