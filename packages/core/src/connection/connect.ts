import type { Family } from '../chain/ids.js'
import { openProviders } from '../connector/channelProvider.js'
import type { Connector } from '../connector/connector.js'
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
import { type Attempt, isRunning, offerOf } from './attempt.js'
import type { Pending } from './connection.js'
import { ownError, raiseAlert, refusalOf } from './failure.js'
import type { ConnectionMachine } from './machine.js'
import { settle } from './settle.js'
import { configuredNetwork } from './switchNetwork.js'
import { waitForVisitor } from './waitForVisitor.js'

/** Asks a wallet to connect. The connection before it stands until the wallet has agreed. @throws NamespaceNotConfiguredError [S5.7] */
export async function connect(machine: ConnectionMachine, parameters: ConnectParameters): Promise<Connected> {
  const { kit, dispatch } = machine
  const { connectorId, wallet, signal } = parameters
  const id = kit.nextAttemptId()
  const attempt: Attempt = { id, kind: 'connect', connectorId, wallet, step: { type: 'starting' } }
  let families: readonly Family[] = []
  let connector: Connector
  let network: Network | undefined
  try {
    connector = connectorOf(machine, connectorId)
    families = configuredFamilies(kit.store.getState(), connector)
    if (families.length === 0) throw new NamespaceNotConfiguredError({ family: connector.families[0] })
    network = parameters.networkId ? configuredNetwork(kit, parameters.networkId) : wishedNetwork(machine, connector)
  } catch (cause) {
    if (!isRunning(kit.store.getState().connection.attempts.connect)) {
      dispatch({ type: 'started', families: [], attempt })
      dispatch({ type: 'failed', attemptId: id, refusal: refusalOf(ownError(cause, { connectorId })) })
    }
    throw cause
  }
  dispatch({ type: 'started', families, attempt })
  return establish({
    machine,
    connector,
    id,
    kind: 'connect',
    signal,
    // A pairing is renewed for as long as it is shown.
    goesOn: () =>
      offerOf(kit.store.getState().connection.attempts.connect) !== undefined && machine.isShown(connectorId),
    async run(ended) {
      dispatch({ type: 'stepped', attemptId: id, step: { type: 'walletPrompt' } })
      const live = await connector.connect({
        network,
        wished: (family) => (network?.chainNamespace === family ? network : networkOf(kit.store.getState(), family)),
        signal: ended,
        host: machine.host,
        offer(offer) {
          if (!ended.aborted) dispatch({ type: 'stepped', attemptId: id, step: { type: 'pairing', offer } })
        },
        picked: () => kit.store.getState().connection.attempts.connect?.wallet,
        signIn: machine.signIn?.offer,
      })
      const sessions = live?.signedIn // a wallet may answer nothing
      if (sessions) await machine.signIn?.keep({ live, sessions, ended })
      return live
    },
  }).finally(() => machine.signIn?.done())
}

/** @throws ConnectorNotFoundError · WalletConnectConnectorNotFoundError */
function connectorOf({ kit }: ConnectionMachine, connectorId: string): Connector {
  const connector = kit.connectors.get(connectorId)
  if (connector) return connector
  throw connectorId === 'walletConnect'
    ? new WalletConnectConnectorNotFoundError()
    : new ConnectorNotFoundError({ connectorId })
}

/** The families that a kit has networks of and a connector can serve. */
const configuredFamilies = ({ networks }: FoyerState, { families }: Connector): readonly Family[] =>
  families.filter((family) => networks.some(({ chainNamespace }) => chainNamespace === family))

/** The network that a wallet is asked for unless the host says one: the active one of the first family it serves. */
export function wishedNetwork({ kit }: ConnectionMachine, { families }: Connector): Network | undefined {
  const state = kit.store.getState()
  return networkOf(state, families.includes(state.family) ? state.family : families[0])
}

/** Runs what connects or restores, from its start to whichever end comes first. */
export async function establish({
  machine,
  connector,
  id,
  kind,
  signal,
  expiryMs,
  goesOn,
  run,
}: Pick<Pending, 'id' | 'kind'> & {
  readonly machine: ConnectionMachine
  readonly connector: Connector
  readonly signal?: AbortSignal | undefined
  readonly expiryMs?: number | undefined
  readonly goesOn?: (() => boolean) | undefined
  readonly run: (signal: AbortSignal) => ReturnType<Connector['connect']>
}): Promise<Connected> {
  const { kit, dispatch } = machine
  try {
    const withProviders = async (ended: AbortSignal) => {
      const live = await run(ended)
      await openProviders(kit, live)
      return live
    }
    const live = await waitForVisitor({ machine, id, signal, expiryMs, goesOn, run: withProviders })
    return settle({ machine, attempt: { id, kind }, connector, live })
  } catch (cause) {
    const error = ownError(cause, { connectorId: connector.id })
    raiseAlert(kit, error)
    dispatch({ type: 'failed', attemptId: id, refusal: error instanceof AbortedError ? undefined : refusalOf(error) })
    throw error
  }
}
