import type { Family } from '../chain/ids.js'
import type { Attempt } from '../connection/connection.js'
import { openProviders } from '../connector/channelProvider.js'
import type { Connector, NonEmpty, PairingOffer } from '../connector/connector.js'
import {
  AbortedError,
  ConnectorNotFoundError,
  NamespaceNotConfiguredError,
  WalletConnectConnectorNotFoundError,
} from '../errors/connection.js'

import type { Connected, ConnectParameters } from '../foyer.js'
import type { Network } from '../networks/network.js'
import { networkOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import { awaitedConnectors } from './awaitedConnectors.js'
import { configuredNetwork } from './configuredNetwork.js'
import { ownError } from './ownError.js'
import { raiseAlert } from './raiseAlert.js'
import { refusalOf } from './refusalOf.js'
import type { SessionContext } from './sessionContext.js'
import { settle } from './settle.js'
import { waitForVisitor } from './waitForVisitor.js'

/** Asks a wallet to connect. The session before it stands until the wallet has agreed. @throws NamespaceNotConfiguredError [S5.7] */
export async function connect(
  session: SessionContext,
  { connectorId, networkId, wallet, signal }: ConnectParameters,
): Promise<Connected> {
  const { kit } = session
  const connector = kit.connectors.get(connectorId)
  if (!connector && connectorId === 'walletConnect') throw new WalletConnectConnectorNotFoundError()
  if (!connector) throw new ConnectorNotFoundError({ connectorId })
  const [first, ...others] = configuredFamilies(kit.store.getState(), connector)
  if (!first) throw new NamespaceNotConfiguredError({ family: connector.families[0] })
  const network = networkId ? configuredNetwork(kit, networkId) : wishedNetwork(session, connector)
  let offered: PairingOffer | undefined
  kit.update(() => ({ picked: wallet }))
  try {
    return await attempt({
      session,
      connector,
      families: [first, ...others],
      kind: 'connect',
      signal,
      // A pairing is renewed for as long as it is shown.
      goesOn: () => offered !== undefined && awaitedConnectors(kit, kit.store.getState()).includes(connectorId),
      run: (ended) =>
        connector.connect({
          network,
          signal: ended,
          host: session.host,
          offer(pairing) {
            if (ended.aborted) return
            offered = pairing
            kit.update(() => ({ pairing }))
          },
          picked: () => kit.store.getState().picked,
        }),
    })
  } finally {
    // A newer try may have offered its own by now.
    kit.update(({ pairing }) => (pairing && pairing === offered ? { pairing: undefined } : {}))
  }
}

/** The families that a kit has networks of and a connector can serve. */
const configuredFamilies = ({ networks }: FoyerState, { families }: Connector): readonly Family[] =>
  families.filter((family) => networks.some(({ chainNamespace }) => chainNamespace === family))

/** The network that a wallet is asked for unless the host says one: the active one of the first family it serves. */
export function wishedNetwork({ kit }: SessionContext, { families }: Connector): Network | undefined {
  const state = kit.store.getState()
  return networkOf(state, families.includes(state.family) ? state.family : families[0])
}

/** One try, from its start to whichever end comes first; a former try of the same families is called off. */
export async function attempt({
  session,
  connector,
  families,
  kind,
  signal,
  expiryMs,
  goesOn,
  run,
}: {
  readonly session: SessionContext
  readonly connector: Connector
  /** The families that the wallet is wanted for. */
  readonly families: NonEmpty<Family>
  readonly kind: Attempt['kind']
  readonly signal?: AbortSignal | undefined
  readonly expiryMs?: number | undefined
  readonly goesOn?: (() => boolean) | undefined
  readonly run: (signal: AbortSignal) => ReturnType<Connector['connect']>
}): Promise<Connected> {
  const { kit, dispatch } = session
  const id = kit.nextAttemptId()
  const own: Attempt = { id, connectorId: connector.id, kind }
  dispatch({ type: 'started', families, attempt: own })
  try {
    const withProviders = async (ended: AbortSignal) => {
      const live = await run(ended)
      await openProviders(kit, live)
      return live
    }
    const live = await waitForVisitor({ session, id, signal, expiryMs, goesOn, run: withProviders })
    return settle({ session, attempt: own, connector, live })
  } catch (cause) {
    const error = ownError(cause, { connectorId: connector.id })
    raiseAlert(kit, error)
    const told = kind === 'connect' && !(error instanceof AbortedError)
    dispatch({ type: 'failed', attemptId: id, refusal: told ? refusalOf(error) : undefined })
    throw error
  }
}
