import type { Family } from '../chain/ids.js'
import type { Account, NonEmpty } from '../connector/connector.js'
import { keysOf } from '../store/keysOf.js'
import type { AttemptId, Connection, ConnectionEvent, ConnectionId, ConnectionState, Refusal } from './connection.js'
import { withAttempt } from './withAttempt.js'
import { withChosenAccount } from './withChosenAccount.js'

/**
 * Every rule of a connection, and nowhere else [S4.1–S4.3]. Pure: an event that doesn't fit leaves the very same state.
 *
 * A try to connect never touches the session before it: it is replaced only by success, so a refusal brings back the former wallet.
 */
export function nextConnection(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event.type) {
    case 'started':
      return withAttempt(state, event)
    case 'failed':
      return withFailure(state, event)
    case 'connected':
      return withConnection(state, event)
    case 'accountsChanged':
      return withAccounts(state, event)
    case 'accountChosen':
      return withChosenAccount(state, event)
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
    case 'disconnected':
      return withoutConnection(state, event)
    case 'switchStarted':
      return { ...state, switching: { status: 'waiting', id: event.id, networkId: event.networkId } }
    case 'switchEnded': {
      const { switching } = state
      if (switching?.id !== event.id) return state // superseded
      const { networkId } = switching
      return {
        ...state,
        switching: event.refusal && { status: 'failed', id: event.id, networkId, refusal: event.refusal },
      }
    }
  }
}

function withFailure(
  state: ConnectionState,
  { attemptId, refusal }: { readonly attemptId: AttemptId; readonly refusal?: Refusal | undefined },
): ConnectionState {
  const attempt = Object.values(state.attempts).find(({ id }) => id === attemptId)
  if (!attempt) return state
  const ended = withoutAttempt(state, attemptId)
  return refusal ? { ...ended, failure: { connectorId: attempt.connectorId, ...refusal } } : ended
}

function withConnection(
  state: ConnectionState,
  { attemptId, connection }: { readonly attemptId: AttemptId; readonly connection: Connection },
): ConnectionState {
  const open = withoutAttempt(state, attemptId)
  if (open === state) return state // superseded meanwhile: its answer counts for nothing
  const active = { ...open.active }
  for (const { namespace } of connection.accounts) {
    // A family that wasn't asked for, or whose turn another try has taken, stays with the wallet it has.
    if (state.attempts[namespace]?.id === attemptId) active[namespace] = connection.id
  }
  return withActive(open, { active, connections: { ...open.connections, [connection.id]: connection } })
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
  return keysOf(active).length > 0 ? left : { ...left, failure: undefined }
}

function withoutAttempt(state: ConnectionState, attemptId: AttemptId): ConnectionState {
  const attempts = { ...state.attempts }
  let found = false
  for (const family of keysOf(attempts)) {
    if (attempts[family]?.id !== attemptId) continue
    delete attempts[family]
    found = true
  }
  return found ? { ...state, attempts } : state
}

function withChanged(state: ConnectionState, connection: Connection): ConnectionState {
  return { ...state, connections: { ...state.connections, [connection.id]: connection } }
}

/** Other sessions are in use now: those that no family uses are over, and so is a change of network that a former one was asked for. */
function withActive(
  state: ConnectionState,
  { active, connections }: Pick<ConnectionState, 'active' | 'connections'>,
): ConnectionState {
  const { switching } = state
  const isOver = keysOf({ ...state.active, ...active }).some(
    (family) => active[family] !== state.active[family] && switching?.networkId.startsWith(`${family}:`),
  )
  return {
    ...state,
    active,
    connections: stillUsed(connections, active),
    switching: isOver ? undefined : switching,
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

/** The families that use a session. */
export function familiesOf(state: ConnectionState, connectionId: ConnectionId): Family[] {
  return keysOf(state.active).filter((family) => state.active[family] === connectionId)
}
