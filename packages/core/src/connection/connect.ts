import { dispatchEvent, refuseAttempt, requestExpiryMs, runAttempt } from '../attempt/runAttempt.js'
import { type Family, isFamily, type NetworkId } from '../chain/ids.js'
import { isNetworkId } from '../chain/wellWritten.js'
import type {
  AwaitAccounts,
  Connector,
  ConnectorHost,
  ConnectorResume,
  ConnectRequest,
  LiveConnection,
  SignInWhileConnecting,
  WalletEvent,
} from '../connector/connector.js'
import type { FoyerContext } from '../context.js'
import {
  AbortedError,
  ConnectorClientsMissingError,
  ConnectorNotFoundError,
  NamespaceNotConfiguredError,
  NetworkNotConfiguredError,
  WalletConnectConnectorNotFoundError,
} from '../errors/connection.js'
import { WalletAnswerError } from '../errors/wallet.js'
import type { Connected, ConnectParameters, Foyer } from '../foyer.js'
import type { NetworkChoice } from '../networks/choice.js'
import { defaultFamily, type Network, toNetwork } from '../networks/network.js'
import { withRecent } from '../offered/recents.js'
import type { SiwxSession } from '../siwx/siwx.js'
import { type AttemptReporter, offerOf } from '../state/attempt.js'
import { type Connection, familiesOf, type Pending } from '../state/connection.js'
import { entryOf, networkOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import { keysOf } from '../store/keysOf.js'
import { isShownBy, shownAttempt } from '../view/views.js'
import { openProviders, writtenAccounts } from './channelProvider.js'

/** The part of signing in that connecting calls, in a kit that has it. */
export interface SignInSeam {
  /** Offered to wallets that sign in while they connect. */
  readonly offer: SignInWhileConnecting
  /** Keeps what such a wallet has signed, in the place of all before. @throws where one of it doesn't hold: then nothing has changed, and the connection is ended */
  keep(signed: {
    readonly live: LiveConnection
    readonly sessions: readonly SiwxSession[]
    readonly ended: AbortSignal
  }): Promise<void>
  /** Connecting has ended, whichever way. */
  done(): void
  /** The visitor disconnects some families, or all: their sessions are over. */
  leave(left: { readonly families: ReadonlySet<Family>; readonly isAll: boolean }): Promise<void>
  /** Signs visitors in once they connect [S4.9]. @returns stops */
  watch(parameters: { readonly machine: ConnectionMachine; readonly modal: Pick<Foyer, 'close'> }): () => void
}

/** The part that connects, with what it calls of the rest of the kit. */
export interface ConnectionMachine {
  readonly kit: FoyerContext
  /** The kit as connectors see it. */
  readonly host: ConnectorHost
  /** Takes up what families have in the wallets whose ids are stored; a wallet that isn't there is left alone, as another page may have it. */
  readonly takeUp: (families: readonly Family[]) => void
  /** Undefined where the dapp doesn't want visitors to sign in. */
  readonly signIn?: SignInSeam | undefined
}

/** Asks a wallet to connect. The connection before it stands until the wallet has agreed. @throws NamespaceNotConfiguredError [S5.7] */
export async function connect(
  machine: ConnectionMachine,
  /** With `resume` it goes on where the page was left. */
  { resume, ...parameters }: ConnectParameters & { readonly resume?: ConnectorResume | undefined },
): Promise<Connected> {
  const { kit, signIn } = machine
  const { connectorId, wallet, login, signal } = parameters
  const attempt = { kind: 'connect', connectorId, wallet, login } as const
  const newest = () => kit.store.getState().connection.attempts.connect
  let wanted: ReturnType<typeof target>
  try {
    wanted = target(machine, parameters)
  } catch (cause) {
    return refuseAttempt(kit, { attempt, cause })
  }
  const { connector, families, network } = wanted
  const run = async ({ signal: ended, step, ask }: AttemptReporter) => {
    step({ type: 'walletPrompt' })
    if (login) (await kit.queries()).checkLogin(connector, login)
    const request: ConnectRequest = {
      network,
      wished: (family) => (network?.chainNamespace === family ? network : networkOf(kit.store.getState(), family)),
      signal: ended,
      host: machine.host,
      step,
      ask,
      picked: () => newest()?.wallet,
      login,
      signIn: signIn?.offer,
    }
    const live = await (resume ? resume(request) : connector.connect(request))
    const sessions = live?.signedIn // a wallet may answer nothing
    if (sessions) await signIn?.keep({ live, sessions, ended })
    await openProviders(kit, live)
    return live
  }
  return runAttempt(kit, {
    attempt,
    families,
    signal,
    facts: { connectorId },
    expiryMs(waitedMs) {
      if (waitedMs === 0) return connector.connectExpiryMs ?? requestExpiryMs
      // A pairing is renewed for as long as it is shown.
      const isShown = offerOf(newest()) && isShownBy(newest(), shownAttempt(kit, kit.store.getState()))
      return isShown ? requestExpiryMs : 0
    },
    run,
    settle: (live, id) => settle({ machine, attempt: { id, kind: 'connect' }, connector, live }),
  }).finally(() => signIn?.done())
}

/** Finds the connector, families and network of a request. @throws ConnectorNotFoundError · NamespaceNotConfiguredError · NetworkNotConfiguredError */
function target(machine: ConnectionMachine, { connectorId, networkId }: ConnectParameters) {
  const connector = connectorOf(machine, connectorId)
  const families = configuredFamilies(machine.kit.store.getState(), connector)
  if (families.length === 0) throw new NamespaceNotConfiguredError({ family: connector.families[0] })
  const network = networkId ? configuredNetwork(machine.kit, networkId) : wishedNetwork(machine, connector)
  return { connector, families, network }
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

/**
 * Turns a wallet's consent into a connection: in the store, and listened to.
 *
 * @throws WalletAnswerError where an account or its network is missing · ConnectorClientsMissingError [S5.4] · AbortedError where a newer attempt took its place
 */
export function settle({
  machine,
  attempt,
  connector,
  live,
}: {
  readonly machine: ConnectionMachine
  readonly attempt: Pick<Pending, 'id' | 'kind'>
  readonly connector: Connector
  readonly live: LiveConnection
}): Connected {
  const { kit } = machine
  refuseIncomplete({ connector, live })
  refuseOneSided(live)
  const connection = toConnection({ attempt, connector, live })
  // Listening comes first: where that fails, nothing has changed yet.
  const stopListening = live.listen((event) => follow({ machine, connectionId: connection.id, event }))
  const former = [...kit.live]
  kit.live.set(connection.id, { live, stopListening })
  dispatchEvent(kit, { type: 'connected', attemptId: attempt.id, connection })
  if (!kit.live.has(connection.id)) throw new AbortedError() // the machine refused it, and the listener is gone
  const { family: active, view, connectorFilter } = kit.store.getState()
  // What the visitor asked for counts before where the visitor was.
  const family =
    [view.open ? connectorFilter : undefined, active].find((each) => each && connection.networks[each]) ??
    connection.accounts[0].namespace
  const networkId = connection.networks[family]
  if (networkId === undefined) throw noNetwork(connector, family)
  kit.update((state) => {
    const chosen = withNetworks(state, connection.networks)
    // What is restored doesn't move the visitor, but from where a wallet of the last visit hasn't come back; what was asked for does, and is remembered.
    if (attempt.kind === 'restore') return isLeftAlone(kit, state) ? { chosen, family } : { chosen }
    // What the visitor picked is what is offered next time; where nothing was, the wallet that answered.
    const recents = withRecent(state.recents, { ...connection.connector, ...state.connection.attempts.connect?.wallet })
    return { chosen, family, recents }
  })
  // The new one is stored by now, for other pages to follow. They only restore; the page that connected ends what is no longer used.
  if (attempt.kind === 'connect')
    for (const [id, each] of former) if (!kit.live.has(id)) release(each.live).catch(kit.report)
  return { connectionId: connection.id, accounts: connection.accounts, networkId }
}

/** Whether the active family was connected at the last visit, and is no longer. */
const isLeftAlone = ({ persistence }: FoyerContext, { family, connection: { active, pending } }: FoyerState): boolean =>
  !active[family] && !pending[family] && persistence.read(`${family}:connected_connector_id`) !== undefined

const release = async (live: LiveConnection): Promise<void> => live.release?.()

/** A connection needs both its sides: the connection's, and the network's [S5.4]. */
function refuseOneSided(live: LiveConnection): void {
  const hasConnection = isFunction(live.listen) && isFunction(live.disconnect)
  const hasNetwork = isFunction(live.switchNetwork)
  if (hasConnection && hasNetwork) return
  throw new ConnectorClientsMissingError({ missing: hasNetwork ? 'connection' : hasConnection ? 'network' : 'both' })
}

const isFunction = (value: unknown): boolean => typeof value === 'function'

/** A connector may be foreign code: each account must have an address, a family of the connector's, and that family a network. */
function refuseIncomplete({ connector, live }: { readonly connector: Connector; readonly live: LiveConnection }): void {
  if (!live?.accounts?.[0]) throw wrongAnswer(connector, 'at least one account')
  for (const { namespace, address } of live.accounts) {
    if (!connector.families.includes(namespace)) throw wrongAnswer(connector, 'accounts of its families')
    if (typeof address !== 'string' || !address) throw wrongAnswer(connector, 'accounts with an address')
    const networkId = live.networks?.[namespace]
    if (!networkId?.startsWith(`${namespace}:`) || !isNetworkId(networkId)) throw noNetwork(connector, namespace)
  }
}

function noNetwork(connector: Connector, family: Family): WalletAnswerError {
  return wrongAnswer(connector, `its network of ${family} (CAIP-2)`)
}

function wrongAnswer({ id }: Connector, expected: string): WalletAnswerError {
  return new WalletAnswerError({ method: 'connect', expected, context: { connectorId: id } })
}

function toConnection({
  attempt,
  connector,
  live,
}: {
  readonly attempt: Pick<Pending, 'id' | 'kind'>
  readonly connector: Connector
  readonly live: LiveConnection
}): Connection {
  const addresses: { -readonly [F in keyof Connection['addresses']]: string } = {}
  const accounts = writtenAccounts(live, live.accounts)
  for (const { namespace, address } of accounts) addresses[namespace] ??= address
  return {
    id: `${connector.id}#${attempt.id}`,
    // The wallet at the other end is what the visitor knows it by; how it was reached stays.
    connector: { ...entryOf(connector), ...live.wallet },
    accounts,
    addresses,
    // Copies: a connector that writes to its own would change what the store has, and nobody would be told.
    networks: { ...live.networks },
    approvedNetworks: live.approvedNetworks && [...live.approvedNetworks],
    wallet: live.wallet,
    profile: live.profile,
  }
}

/** Remembers each family's network, so that it is still there when the wallet is gone; one that isn't configured is nowhere to be. */
function withNetworks({ chosen, networks }: FoyerState, at: Connection['networks']): FoyerState['chosen'] {
  const next: { -readonly [F in keyof FoyerState['chosen']]: NetworkId } = { ...chosen }
  for (const family of keysOf(at)) {
    const networkId = at[family]
    if (networks.some(({ caipNetworkId }) => caipNetworkId === networkId) && networkId) next[family] = networkId
  }
  return next
}

/** Waits for a wallet that shows no account, as one that is locked does, to show some: then the connection is restored. */
export function awaitUnlock(
  machine: ConnectionMachine,
  {
    awaitAccounts,
    ...waiting
  }: {
    readonly families: readonly Family[]
    readonly connectorId: string
    readonly awaitAccounts: AwaitAccounts
  },
): void {
  const { kit } = machine
  const id = kit.nextAttemptId()
  dispatchEvent(kit, { type: 'locked', id, ...waiting })
  kit
    .queries()
    .then((queries) => queries.awaitUnlock({ machine, id, awaitAccounts }))
    .catch(kit.report)
}

/** Takes over what a wallet does by itself [S4.19]. */
function follow({
  machine,
  connectionId,
  event,
}: {
  readonly machine: ConnectionMachine
  readonly connectionId: string
  readonly event: WalletEvent
}): void {
  const { kit } = machine
  const live = kit.live.get(connectionId)?.live
  if (!live) return
  const { connection } = kit.store.getState()
  const { active, connections, pending } = connection
  if (event.type === 'replaced') {
    // What the visitor is connecting here counts for more.
    machine.takeUp(familiesOf(connection, connectionId).filter((family) => !pending[family]))
    dispatchEvent(kit, { type: 'disconnected', connectionId })
    return
  }
  if (event.type === 'accountsChanged' && !event.accounts[0]) {
    const { family } = event
    const { awaitAccounts } = live
    const connectorId = connections[connectionId]?.connector.id
    if (awaitAccounts && connectorId && active[family] === connectionId)
      awaitUnlock(machine, { families: [family], connectorId, awaitAccounts })
  }
  const written =
    event.type === 'accountsChanged' ? { ...event, accounts: writtenAccounts(live, event.accounts) } : event
  dispatchEvent(kit, { ...written, connectionId })
  if (event.type !== 'networkChanged' || !isFamily(event.family)) return
  kit.update((state) => ({ chosen: withNetworks(state, { [event.family]: event.networkId }) }))
}

/** A network of the kit by its id. @throws NetworkNotConfiguredError, and shows the alert SWITCH_NETWORK_NOT_FOUND [S8.21] */
export function configuredNetwork({ store, update }: FoyerContext, networkId: NetworkId): Network {
  const { networks } = store.getState()
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (network) return network
  update(() => ({ alert: { key: 'SWITCH_NETWORK_NOT_FOUND', values: { network: networkId } } }))
  throw new NetworkNotConfiguredError({ networkId, configured: networks.map(({ caipNetworkId }) => caipNetworkId) })
}

/** Goes to a network: the wallet is asked where one is connected, else the choice is remembered. */
export async function switchNetwork(
  machine: ConnectionMachine,
  choice: NetworkChoice,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { kit } = machine
  const networkId = idOfNetwork(choice)
  const queries = await kit
    .queries()
    .catch((cause) => refuseAttempt(kit, { attempt: { kind: 'switch', networkId }, cause }))
  return queries.switchNetwork(machine, { networkId, signal })
}

/** The CAIP-2 id of a network that was said by it, its number or its object. */
const idOfNetwork = (choice: NetworkChoice): NetworkId =>
  typeof choice === 'string'
    ? choice
    : typeof choice === 'number'
      ? `${defaultFamily}:${choice}`
      : toNetwork(choice).caipNetworkId
