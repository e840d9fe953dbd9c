import type { AccountId, Family, NetworkId } from '../chain/ids.js'
import type { Account, ConnectorEntry, NonEmpty, PeerWallet } from '../connector/connector.js'
import type { PlainSentenceKey } from '../messages/sentences.js'

/** Names one live session with one wallet. */
export type ConnectionId = string

/** Names one try to connect or restore, so that a late answer of a superseded one changes nothing. */
export type AttemptId = number

/** A family's connection status [S4.1]. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** A live session, as the store knows it: plain data. */
export interface Connection {
  readonly id: ConnectionId
  /**
   * What the visitor picked, kept whole: the wallet may stop announcing itself meanwhile. Where the connector is only the way to a wallet, it has that
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
}

export interface Attempt {
  readonly id: AttemptId
  readonly connectorId: string
  readonly kind: 'connect' | 'restore'
}

export interface ConnectionState {
  /** Live sessions by id; one may serve several families. */
  readonly connections: Readonly<Record<ConnectionId, Connection>>
  /** Which session each family uses. */
  readonly active: Partial<Readonly<Record<Family, ConnectionId>>>
  /** The tries under way; the newest of a family counts. */
  readonly attempts: Partial<Readonly<Record<Family, Attempt>>>
  /** Why the last try to connect came to nothing; gone with the next one. */
  readonly failure: Failure | undefined
  /** The change of network that the visitor was asked for last. */
  readonly switching: NetworkSwitch | undefined
}

/** Why something that a visitor asked for came to nothing. */
export interface Refusal {
  /** The error's code. */
  readonly code: string
  /** The visitor's sentence, by key. */
  readonly notice: PlainSentenceKey
}

export interface Failure extends Refusal {
  readonly connectorId: string
}

/** A change of network at the wallet: waiting for it, or refused. Success leaves none. */
export type NetworkSwitch =
  | { readonly status: 'waiting'; readonly id: AttemptId; readonly networkId: NetworkId }
  | { readonly status: 'failed'; readonly id: AttemptId; readonly networkId: NetworkId; readonly refusal: Refusal }

export type ConnectionEvent =
  | { readonly type: 'started'; readonly families: NonEmpty<Family>; readonly attempt: Attempt }
  | { readonly type: 'failed'; readonly attemptId: AttemptId; readonly refusal?: Refusal | undefined }
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
  | { readonly type: 'disconnected'; readonly connectionId: ConnectionId; readonly family?: Family | undefined }
  | { readonly type: 'switchStarted'; readonly id: AttemptId; readonly networkId: NetworkId }
  | { readonly type: 'switchEnded'; readonly id: AttemptId; readonly refusal?: Refusal | undefined }

/** The family's status, derived: a try under way outshines what was before it. */
export function connectionStatus(state: ConnectionState, family: Family): ConnectionStatus {
  if (state.attempts[family]) return 'connecting'
  return state.active[family] === undefined ? 'disconnected' : 'connected'
}

/** The session that a family uses. */
export function connectionOf(state: ConnectionState, family: Family): Connection | undefined {
  const id = state.active[family]
  return id === undefined ? undefined : state.connections[id]
}

/** The chosen account of a family, as a CAIP-10 id. */
export function accountIdOfFamily(state: ConnectionState, family: Family): AccountId | undefined {
  const connection = connectionOf(state, family)
  const address = connection?.addresses[family]
  const networkId = connection?.networks[family]
  return address === undefined || networkId === undefined ? undefined : `${networkId}:${address}`
}
