import type { AccountId, AddressOf, Family, NetworkId } from '../chain/ids.js'
import type { Account, Connector, ConnectorEntry, LoginProfile } from '../connector/connector.js'
import type { FamilyOr } from '../networks/choice.js'
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
export function networkIdOf<F extends Family | undefined = undefined>(
  state: FoyerState,
  family?: F,
): NetworkId<FamilyOr<F>> | undefined
export function networkIdOf(state: FoyerState, family: Family = state.family): NetworkId | undefined {
  return (
    connectionOf(state.connection, family)?.networks[family] ??
    state.chosen[family] ??
    state.networks.find(({ chainNamespace }) => chainNamespace === family)?.caipNetworkId
  )
}

/** The configured network that a family is on; undefined where it isn't configured. */
export function networkOf<F extends Family | undefined = undefined>(
  state: FoyerState,
  family?: F,
): Network<FamilyOr<F>> | undefined
export function networkOf(state: FoyerState, family: Family = state.family): Network | undefined {
  const id = networkIdOf(state, family)
  return state.networks.find(({ caipNetworkId }) => caipNetworkId === id)
}

/** Is the wallet on a network that isn't configured [S4.8]? */
export function isUnsupported(state: FoyerState, family: Family = state.family): boolean {
  return connectionOf(state.connection, family) !== undefined && networkOf(state, family) === undefined
}

export interface AccountState<F extends Family = Family> {
  readonly status: ConnectionStatus
  readonly address: AddressOf<F> | undefined
  readonly connection: Connection | undefined
  readonly accounts: readonly Account<F>[]
}

/** A family's connection, the chosen address and all the accounts it may choose from [S3.6]. */
export function accountOf<F extends Family | undefined = undefined>(
  state: FoyerState,
  family?: F,
): AccountState<FamilyOr<F>>
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
export function accountSnapshot<F extends Family | undefined = undefined>(
  state: FoyerState,
  family?: F,
): AccountSnapshot<FamilyOr<F>>
export function accountSnapshot(state: FoyerState, family: Family = state.family): AccountSnapshot {
  const { accounts: allAccounts, address, connection, status } = accountOf(state, family)
  const caipAddress = accountIdOfFamily(state.connection, family)
  return connection && address !== undefined && caipAddress !== undefined
    ? {
        status: status === 'connecting' ? status : 'connected',
        isConnected: true,
        address,
        caipAddress,
        allAccounts,
        wallet: connection.connector,
        profile: connection.profile,
      }
    : {
        status: status === 'connecting' ? status : 'disconnected',
        isConnected: false,
        address: undefined,
        caipAddress: undefined,
        allAccounts: [],
        wallet: undefined,
        profile: undefined,
      }
}

/** An account as a host sees it: either of `isConnected` and `status` says whether there is an address. */
export type AccountSnapshot<F extends Family = Family> = ConnectedAccount<F> | NoAccount

/** The account of a connected wallet. */
export interface ConnectedAccount<F extends Family = Family> {
  /** Connecting while another wallet is asked, which takes this one's place once it agrees. */
  readonly status: 'connecting' | 'connected'
  /** Whether a wallet is connected for the family. */
  readonly isConnected: true
  /** The chosen address: hexadecimal where the family is eip155. */
  readonly address: AddressOf<F>
  /** The address with its network (CAIP-10). */
  readonly caipAddress: AccountId<F>
  /** All of the family’s accounts that the wallet gave. */
  readonly allAccounts: readonly Account<F>[]
  /** The connected wallet. */
  readonly wallet: ConnectorEntry
  /** The login's profile, and the preferred kind of account, where the wallet is a login [S3.6]. */
  readonly profile: LoginProfile | undefined
}

/** No wallet is connected for the family. */
export interface NoAccount {
  readonly status: 'disconnected' | 'connecting'
  readonly isConnected: false
  readonly address: undefined
  readonly caipAddress: undefined
  readonly allAccounts: readonly []
  readonly wallet: undefined
  readonly profile: undefined
}

/** Returns the entry that the store keeps of a connector. */
export function entryOf({ id, type, name, families, icon, imageId, rdns }: Connector): ConnectorEntry {
  return { id, type, name, families, icon, imageId, rdns }
}
