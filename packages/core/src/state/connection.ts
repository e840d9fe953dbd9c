import type { Family, NetworkId } from '../chain/ids.js'
import type { Account, ConnectorEntry, LoginProfile, NonEmpty, PeerWallet } from '../connector/connector.js'
import { keysOf } from '../store/keysOf.js'
import {
  type Attempt,
  type AttemptId,
  type AttemptStep,
  type Attempts,
  attemptById,
  isRunning,
  type Refusal,
  slotOf,
  withEnd,
} from './attempt.js'

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

/**
 * Every rule of a connection but the visitor's choice of account, which `chooseAccount` applies [S4.1–S4.3]. Pure: an event that doesn't fit leaves the very same state.
 *
 * An attempt to connect never touches the connection before it: it is replaced only by success, so a refusal brings back the former wallet.
 */
export function nextConnection(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event.type) {
    case 'started': {
      const { attempt, families } = event
      const next =
        attempt.kind === 'connect'
          ? withPending(state, families, { id: attempt.id, kind: 'connect', connectorId: attempt.connectorId })
          : state
      return { ...next, attempts: { ...next.attempts, [slotOf(attempt)]: attempt } }
    }
    case 'restoring':
      return withPending(state, event.families, { id: event.id, kind: 'restore', connectorId: event.connectorId })
    case 'locked': {
      const { id, families, connectorId } = event
      // What is under way counts for more.
      return withPending(
        state,
        families.filter((family) => !state.pending[family]),
        { id, connectorId },
      )
    }
    case 'stepped': {
      const attempt = attemptById(state.attempts, event.attemptId)
      if (!attempt || !isRunning(attempt)) return state
      return { ...state, attempts: { ...state.attempts, [slotOf(attempt)]: { ...attempt, step: event.step } } }
    }
    case 'failed':
      return withFailure(state, event)
    case 'succeeded':
      return withAttempts(state, withEnd(state.attempts, event.attemptId, { status: 'succeeded' }))
    case 'connected':
      return withConnection(state, event)
    case 'dismissed': {
      if (!state.attempts[event.slot]?.end) return state
      const { [event.slot]: _, ...attempts } = state.attempts
      return { ...state, attempts }
    }
    case 'accountsChanged':
      return withAccounts(state, event)
    case 'networkChanged': {
      const connection = state.connections[event.connectionId]
      if (!connection || connection.networks[event.family] === event.networkId) return state
      return withChanged(state, {
        ...connection,
        networks: { ...connection.networks, [event.family]: event.networkId },
      })
    }
    case 'networksApproved': {
      const connection = state.connections[event.connectionId]
      return connection ? withChanged(state, { ...connection, approvedNetworks: event.networks }) : state
    }
    case 'profileChanged': {
      const connection = state.connections[event.connectionId]
      return connection ? withChanged(state, { ...connection, profile: event.profile }) : state
    }
    case 'disconnected':
      return withoutConnection(state, event)
  }
}

/** Replaces what is pending for a family by the newest; what it supersedes is over for all of its families. */
function withPending(state: ConnectionState, families: readonly Family[], newest: Pending): ConnectionState {
  let next = state
  for (const family of families) {
    const former = next.pending[family]
    if (former) next = withFailure(next, { attemptId: former.id })
  }
  const pending = { ...next.pending }
  for (const family of families) pending[family] = newest
  return { ...next, pending }
}

function withFailure(
  state: ConnectionState,
  { attemptId, refusal }: { readonly attemptId: AttemptId; readonly refusal?: Refusal | undefined },
): ConnectionState {
  const ended = withAttempts(
    state,
    withEnd(state.attempts, attemptId, refusal ? { status: 'failed', ...refusal } : { status: 'cancelled' }),
  )
  return withoutPending(ended, attemptId)
}

function withAttempts(state: ConnectionState, attempts: Attempts): ConnectionState {
  return attempts === state.attempts ? state : { ...state, attempts }
}

function withConnection(
  state: ConnectionState,
  { attemptId, connection }: { readonly attemptId: AttemptId; readonly connection: Connection },
): ConnectionState {
  const open = withoutPending(state, attemptId)
  if (open === state) return state // superseded meanwhile: its answer counts for nothing
  const attempts = withEnd(open.attempts, attemptId, { status: 'succeeded' })
  const active = { ...open.active }
  for (const { namespace } of connection.accounts) {
    // A family that wasn't asked for, or that a newer attempt has taken over, stays with the wallet it has.
    if (state.pending[namespace]?.id === attemptId) active[namespace] = connection.id
  }
  return withActive(withAttempts(open, attempts), {
    active,
    connections: { ...open.connections, [connection.id]: connection },
  })
}

function withAccounts(
  state: ConnectionState,
  {
    connectionId,
    family,
    accounts,
  }: { readonly connectionId: ConnectionId; readonly family: Family; readonly accounts: readonly Account[] },
): ConnectionState {
  const connection = state.connections[connectionId]
  if (!connection) return state
  const [first, ...others] = accounts.filter(({ namespace }) => namespace === family)
  if (!first) return withoutConnection(state, { connectionId, family })
  const former = accountsOf(connection, family)
  const chosen = connection.addresses[family]
  // EIP-1193: the first account is the one the wallet is on, so a change there moves the choice.
  const moved = former[0]?.address !== first.address
  const stays = !moved && chosen !== undefined && [first, ...others].some(({ address }) => address === chosen)
  if (stays && sameAccounts([first, ...others], former)) return state
  const all: NonEmpty<Account> = [
    first,
    ...others,
    ...connection.accounts.filter(({ namespace }) => namespace !== family),
  ]
  return withChanged(state, {
    ...connection,
    accounts: all,
    addresses: { ...connection.addresses, [family]: stays ? chosen : first.address },
  })
}

function withoutConnection(
  state: ConnectionState,
  { connectionId, family }: { readonly connectionId: ConnectionId; readonly family?: Family | undefined },
): ConnectionState {
  const ending = familiesOf(state, connectionId).filter((each) => family === undefined || each === family)
  if (ending.length === 0) return state
  const active = { ...state.active }
  for (const each of ending) delete active[each]
  const left = withActive(state, { active, connections: state.connections })
  // What was refused beside a connection that is over concerns the visitor no more.
  if (keysOf(active).length > 0 || isRunning(left.attempts.connect)) return left
  const { connect: _, ...attempts } = left.attempts
  return { ...left, attempts }
}

function withoutPending(state: ConnectionState, attemptId: AttemptId): ConnectionState {
  const pending = { ...state.pending }
  let found = false
  for (const family of keysOf(pending)) {
    if (pending[family]?.id !== attemptId) continue
    delete pending[family]
    found = true
  }
  return found ? { ...state, pending } : state
}

function withChanged(state: ConnectionState, connection: Connection): ConnectionState {
  return { ...state, connections: { ...state.connections, [connection.id]: connection } }
}

/** Other connections are in use now: those that no family uses are over, and so is a change of network that a former one was asked for. */
function withActive(
  state: ConnectionState,
  { active, connections }: Pick<ConnectionState, 'active' | 'connections'>,
): ConnectionState {
  const { switch: switching, ...others } = state.attempts
  const isOver = keysOf({ ...state.active, ...active }).some(
    (family) => active[family] !== state.active[family] && switching?.networkId.startsWith(`${family}:`),
  )
  return {
    ...state,
    active,
    connections: stillUsed(connections, active),
    attempts: isOver ? others : state.attempts,
  }
}

function stillUsed(
  connections: ConnectionState['connections'],
  active: ConnectionState['active'],
): ConnectionState['connections'] {
  const used = new Set(Object.values(active))
  return Object.fromEntries(Object.entries(connections).filter(([id]) => used.has(id)))
}

function accountsOf(connection: Connection, family: Family): readonly Account[] {
  return connection.accounts.filter(({ namespace }) => namespace === family)
}

function sameAccounts(a: readonly Account[], b: readonly Account[]): boolean {
  return (
    a.length === b.length && a.every((account, i) => account.address === b[i]?.address && account.type === b[i]?.type)
  )
}

/** The families that use a connection. */
export function familiesOf(state: ConnectionState, connectionId: ConnectionId): Family[] {
  return keysOf(state.active).filter((family) => state.active[family] === connectionId)
}
