import type { AccountId, Family, NetworkId } from '../chain/ids.js'
import type { Account, ConnectorEntry, LoginProfile, NonEmpty, PeerWallet } from '../connector/connector.js'
import type { Attempt, AttemptId, AttemptStep, Attempts, Refusal } from './attempt.js'

/** Names one live connection with one wallet. */
export type ConnectionId = string

/** A family's connection status [S4.1]. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** A live connection, as the store knows it: plain data. */
export interface Connection {
  readonly id: ConnectionId
  /**
   * The connector that the visitor picked, kept whole: the wallet may be gone meanwhile. Where the connector is only the way to a wallet, it has that
   * one's name and icon.
   */
  readonly connector: ConnectorEntry
  readonly accounts: NonEmpty<Account>
  /** The chosen address of each family. */
  readonly addresses: Partial<Readonly<Record<Family, string>>>
  /** The network that the wallet is on, by family; it may be one that isn't configured. */
  readonly networks: Partial<Readonly<Record<Family, NetworkId>>>
  /** The networks that the wallet agreed to; undefined where it takes any [S3.11]. */
  readonly approvedNetworks?: readonly NetworkId[] | undefined
  /** The wallet itself, where the connector is only the way to it. */
  readonly wallet?: PeerWallet | undefined
  /** The login's profile, where the connector is a login. */
  readonly profile?: LoginProfile | undefined
}

/** The pending state of a family: its connecting or restoring that is under way, or a wallet that is locked. */
export interface Pending {
  readonly id: AttemptId
  /** Undefined until it is known what there is to restore. */
  readonly connectorId?: string | undefined
  /** Undefined: the wallet shows no account, as one that is locked does. Once it shows some, they are restored. */
  readonly kind?: 'connect' | 'restore' | undefined
}

export interface ConnectionState {
  /** Live connections by id; one may serve several families. */
  readonly connections: Readonly<Record<ConnectionId, Connection>>
  /** Which connection each family uses. */
  readonly active: Partial<Readonly<Record<Family, ConnectionId>>>
  /** The connecting or restoring of each family now; the newest of a family counts. */
  readonly pending: Partial<Readonly<Record<Family, Pending>>>
  /** The visitor's requests: the newest of each kind, with its step and its end. */
  readonly attempts: Attempts
}

export type ConnectionEvent =
  | { readonly type: 'started'; readonly attempt: Attempt; readonly families: readonly Family[] }
  | {
      readonly type: 'restoring' | 'locked'
      readonly id: AttemptId
      readonly families: readonly Family[]
      readonly connectorId: string
    }
  | { readonly type: 'stepped'; readonly attemptId: AttemptId; readonly step: AttemptStep }
  /** Without a refusal it was cancelled. */
  | { readonly type: 'failed'; readonly attemptId: AttemptId; readonly refusal?: Refusal | undefined }
  /** A change of network, or signing in, has come to its end. */
  | { readonly type: 'succeeded'; readonly attemptId: AttemptId }
  /** An attempt that has ended is shown no more. */
  | { readonly type: 'dismissed'; readonly slot: string }
  | { readonly type: 'connected'; readonly attemptId: AttemptId; readonly connection: Connection }
  | {
      readonly type: 'accountsChanged'
      readonly connectionId: ConnectionId
      readonly family: Family
      readonly accounts: readonly Account[]
    }
  | { readonly type: 'accountChosen'; readonly family: Family; readonly address: string }
  | {
      readonly type: 'networkChanged'
      readonly connectionId: ConnectionId
      readonly family: Family
      readonly networkId: NetworkId
    }
  | {
      readonly type: 'networksApproved'
      readonly connectionId: ConnectionId
      readonly networks: readonly NetworkId[]
    }
  | { readonly type: 'profileChanged'; readonly connectionId: ConnectionId; readonly profile: LoginProfile }
  | { readonly type: 'disconnected'; readonly connectionId: ConnectionId; readonly family?: Family | undefined }

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

/** Nothing connected, nothing under way. */
export const noConnections: ConnectionState = {
  connections: {},
  active: {},
  pending: {},
  attempts: {},
}
