import type { ConnectorHost, ConnectRequest, LiveConnection, RestoreRequest } from '@foyer/core'
import { askWallet, comesTrue } from '@foyer/core/connector'
import {
  ChainNotSupportedError,
  NetworkNotConfiguredError,
  RequestTimeoutError,
  WalletAnswerError,
} from '@foyer/core/errors'
import type { Config, Connection, Connector } from '@wagmi/core'
import { connect, disconnect, reconnect, switchAccount, switchChain } from '@wagmi/core/actions'
import { parseChainId, parseSomeAccounts } from '../connection/walletRequest.js'
import { isProvider } from '../discovery/parseAnnouncement.js'
import { listenToWagmi } from './listenToWagmi.js'

interface OfConfig {
  readonly config: Config
  readonly connector: Connector
}

/**
 * Connects by wagmi, whose current connection it is from then on. One that wagmi has already is made the current one, without a prompt.
 *
 * @throws NetworkNotConfiguredError where the config lacks a network of the kit · UserRejectedError · WalletAnswerError · AbortedError
 */
export async function connectByWagmi({
  config,
  connector,
  host,
  network,
  signal,
}: ConnectRequest & OfConfig): Promise<LiveConnection> {
  refuseOtherNetworks({ config, host })
  const chainId = Number(network?.id)
  await askWallet({
    method: 'connect',
    signal,
    ask: async () => {
      if (config.state.connections.has(connector.uid)) return void (await switchAccount(config, { connector }))
      signal.addEventListener('abort', () => giveUp(config), { once: true })
      await connect(config, Number.isSafeInteger(chainId) ? { connector, chainId } : { connector })
      // An answer after the visitor gave up would leave wagmi connected alone.
      if (signal.aborted) await disconnect(config, { connector })
    },
    parse: () => true,
    expected: 'anything',
  })
  const live = await liveConnection({ config, connector, host })
  if (live) return live
  throw new WalletAnswerError({ method: 'connect', expected: 'a connection in the state of wagmi' })
}

/** wagmi would say that it is connecting for as long as the wallet doesn't answer. */
function giveUp(config: Config): void {
  config.setState((state) =>
    state.status === 'connecting' ? { ...state, status: state.current ? 'connected' : 'disconnected' } : state,
  )
}

/** Takes up what wagmi restores of its last visit. Never prompts. @returns null where wagmi doesn't have it */
export async function restoreByWagmi({
  config,
  connector,
  host,
  signal,
}: RestoreRequest & OfConfig): Promise<LiveConnection | null> {
  refuseOtherNetworks({ config, host })
  // The same that wagmi's provider does when it mounts; whichever is second finds it underway, and waits.
  if (!config.state.connections.has(connector.uid)) await Promise.race([reconnect(config), untilAborted(signal)])
  await untilSettled({ config, signal })
  if (signal.reason instanceof RequestTimeoutError) forget(config)
  const { connections, current } = config.state
  // wagmi can have several, and another tab has gone from one to the other.
  if (!signal.aborted && current !== connector.uid && connections.has(connector.uid))
    await switchAccount(config, { connector })
  return liveConnection({ config, connector, host })
}

/** wagmi shows what it had on the last visit for as long as that wallet doesn't answer. */
function forget(config: Config): void {
  config.setState((state) =>
    state.status === 'reconnecting'
      ? { ...state, connections: new Map(), current: null, status: 'disconnected' }
      : state,
  )
}

/** @throws NetworkNotConfiguredError for the first network of the kit that the config doesn't have: wagmi could neither read nor go there */
function refuseOtherNetworks({
  config: { chains },
  host,
}: {
  readonly config: Config
  readonly host: ConnectorHost
}): void {
  const configured: readonly string[] = chains.map(({ id }) => `eip155:${id}`)
  for (const { chainNamespace, caipNetworkId: networkId } of host.networks())
    if (chainNamespace === 'eip155' && !configured.includes(networkId))
      throw new NetworkNotConfiguredError({ networkId, configured })
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

function untilSettled({ config, signal }: { readonly config: Config; readonly signal: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    const isSettled = () => signal.aborted || config.state.status !== 'reconnecting'
    if (isSettled()) return resolve()
    const look = () => {
      if (!isSettled()) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = config.subscribe(({ status }) => status, look)
    signal.addEventListener('abort', look)
  })
}

async function liveConnection({
  config,
  connector,
  host,
}: OfConfig & { readonly host: ConnectorHost }): Promise<LiveConnection | null> {
  const connection = config.state.connections.get(connector.uid)
  if (!connection) return null
  const { accounts, networkId } = await parsed({ config, connection })
  const provider = await connector.getProvider()
  if (!isProvider(provider)) throw new WalletAnswerError({ method: 'getProvider', expected: 'a provider (EIP-1193)' })
  return {
    accounts,
    networks: { eip155: networkId },
    providers: { eip155: provider },
    listen: (listener) => listenToWagmi({ config, uid: connector.uid, report: host.report, listener }),
    async switchNetwork({ network: { id, caipNetworkId: networkId }, signal }) {
      const isThere = async () => parseChainId(await connector.getChainId()) === networkId
      if (await isThere()) return
      const ask = () => switchChain(config, { chainId: Number(id), connector })
      await askWallet({ method: 'wallet_switchEthereumChain', signal, ask, parse: () => true, expected: 'anything' })
      // A wallet may answer before it has gone, and one that agrees may stay.
      if (!(await comesTrue({ clock: host.clock, check: isThere }))) throw new ChainNotSupportedError({ networkId })
    },
    // All that wagmi has: were another left, it would become the current one, and a visitor who disconnects would still be connected.
    async disconnect() {
      for (const { connector } of [...config.state.connections.values()]) await disconnect(config, { connector })
    },
  }
}

/** Reads a connection of wagmi, whose connectors are foreign code. One that says nonsense is ended there as well. @throws WalletAnswerError */
async function parsed({ config, connection }: { readonly config: Config; readonly connection: Connection }) {
  const accounts = parseSomeAccounts(connection.accounts)
  const networkId = parseChainId(connection.chainId)
  if (accounts && networkId) return { accounts, networkId }
  await disconnect(config, { connector: connection.connector })
  throw new WalletAnswerError({ method: 'connect', expected: 'at least one address, and a chain id' })
}
