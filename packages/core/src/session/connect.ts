import type { Family } from '../chain/ids.js'
import type { Attempt } from '../connection/connection.js'
import type { Connector, NonEmpty } from '../connector/connector.js'
import { AbortedError } from '../errors/AbortedError.js'
import { ConnectorNotFoundError } from '../errors/ConnectorNotFoundError.js'
import type { Connected, ConnectParameters } from '../foyer.js'
import type { Network } from '../networks/network.js'
import { networkOf } from '../store/selectors.js'
import { configuredNetwork } from './configuredNetwork.js'
import { refusalOf } from './refusalOf.js'
import type { SessionContext } from './sessionContext.js'
import { settle } from './settle.js'
import { waitForVisitor } from './waitForVisitor.js'

/** Asks a wallet to connect. The session before it stands until the wallet has agreed. */
export async function connect(
  session: SessionContext,
  { connectorId, networkId, signal }: ConnectParameters,
): Promise<Connected> {
  const { kit } = session
  const connector = kit.connectors.get(connectorId)
  if (!connector) throw new ConnectorNotFoundError({ connectorId })
  const network = networkId ? configuredNetwork(kit, networkId) : wishedNetwork(session, connector)
  return attempt({
    session,
    connector,
    kind: 'connect',
    signal,
    run: (ended) => connector.connect({ network, signal: ended }),
  })
}

/** The network that a wallet is asked for unless the host says one: the active one of the first family it serves. */
export function wishedNetwork({ kit }: SessionContext, { families }: Connector): Network | undefined {
  const state = kit.store.getState()
  return networkOf(state, families.includes(state.family) ? state.family : families[0])
}

/** One try, from its start to whichever end comes first; a former try of the same families is called off. */
export async function attempt({
  session,
  connector,
  kind,
  signal,
  expiryMs,
  run,
}: {
  readonly session: SessionContext
  readonly connector: Connector
  readonly kind: Attempt['kind']
  readonly signal?: AbortSignal | undefined
  readonly expiryMs?: number | undefined
  readonly run: (signal: AbortSignal) => ReturnType<Connector['connect']>
}): Promise<Connected> {
  const { kit, dispatch } = session
  const id = kit.nextAttemptId()
  supersede(session, connector.families)
  dispatch({ type: 'started', families: connector.families, attempt: { id, connectorId: connector.id, kind } })
  try {
    const live = await waitForVisitor({ session, id, signal, expiryMs, run })
    return settle({ session, attemptId: id, connector, live })
  } catch (error) {
    const told = kind === 'connect' && !(error instanceof AbortedError)
    dispatch({ type: 'failed', attemptId: id, refusal: told ? refusalOf(error) : undefined })
    throw error
  }
}

function supersede({ kit, running }: SessionContext, families: NonEmpty<Family>): void {
  const { attempts } = kit.store.getState().connection
  for (const family of families) {
    const former = attempts[family]
    if (former) running.get(former.id)?.abort(new AbortedError())
  }
}
