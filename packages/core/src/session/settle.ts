import type { NetworkId } from '../chain/ids.js'
import type { AttemptId, Connection } from '../connection/connection.js'
import type { Connector, LiveConnection, WalletEvent } from '../connector/connector.js'
import { entryOf } from '../connector/entry.js'
import { AbortedError } from '../errors/AbortedError.js'
import type { Connected } from '../foyer.js'
import type { SessionContext } from './sessionContext.js'

/** Turns a wallet's consent into a session: in the store, and listened to. @throws AbortedError where a newer try took its place */
export function settle({
  session,
  attemptId,
  connector,
  live,
}: {
  readonly session: SessionContext
  readonly attemptId: AttemptId
  readonly connector: Connector
  readonly live: LiveConnection
}): Connected {
  const { kit, dispatch, listening } = session
  const connection = toConnection({ attemptId, connector, live })
  kit.live.set(connection.id, live)
  dispatch({ type: 'connected', attemptId, connection })
  if (!kit.live.has(connection.id)) throw new AbortedError() // the machine refused it
  listening.set(
    connection.id,
    live.listen((event) => follow({ session, connectionId: connection.id, event })),
  )
  const { family, networkId } = placeOf(session, connection)
  kit.update(({ chosen }) => ({ family, chosen: { ...chosen, [family]: networkId } }))
  return { connectionId: connection.id, accounts: connection.accounts, networkId }
}

function toConnection({
  attemptId,
  connector,
  live,
}: {
  readonly attemptId: AttemptId
  readonly connector: Connector
  readonly live: LiveConnection
}): Connection {
  const addresses: { -readonly [F in keyof Connection['addresses']]: string } = {}
  for (const { namespace, address } of live.accounts) addresses[namespace] ??= address
  return {
    id: `${connector.id}#${attemptId}`,
    connector: entryOf(connector),
    accounts: live.accounts,
    addresses,
    networks: live.networks,
    approvedNetworks: live.approvedNetworks,
  }
}

/** Where the visitor stands after connecting: in the active family if the wallet serves it, else in the wallet's first. */
function placeOf(
  { kit }: SessionContext,
  { accounts, networks }: Connection,
): { readonly family: Connection['accounts'][0]['namespace']; readonly networkId: NetworkId } {
  const { family: active, networks: configured } = kit.store.getState()
  const family = networks[active] ? active : accounts[0].namespace
  const networkId =
    networks[family] ?? configured.find(({ chainNamespace }) => chainNamespace === family)?.caipNetworkId
  return { family, networkId: networkId ?? `${family}:` }
}

/** Takes over what a wallet does by itself [S4.19]. */
function follow({
  session: { kit, dispatch },
  connectionId,
  event,
}: {
  readonly session: SessionContext
  readonly connectionId: string
  readonly event: WalletEvent
}): void {
  dispatch({ ...event, connectionId })
  if (event.type !== 'networkChanged') return
  const { family, networkId } = event
  kit.update(({ chosen, networks }) =>
    networks.some(({ caipNetworkId }) => caipNetworkId === networkId)
      ? { chosen: { ...chosen, [family]: networkId } }
      : {},
  )
}
