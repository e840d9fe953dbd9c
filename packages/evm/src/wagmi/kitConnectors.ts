import type { ConnectorEntry, Foyer, FoyerState } from '@foyer/core'
import { type Hex, isHex } from '@foyer/core/chain'
import { AbortedError, UserRejectedError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import type { Config, Connector, CreateConnectorFn } from '@wagmi/core'
import { connect, disconnect } from '@wagmi/core/actions'
import * as v from 'valibot'
import { SwitchChainError, UserRejectedRequestError } from 'viem'
import { ofKit } from './ofKit.js'

interface Bridge {
  readonly foyer: Foyer
  readonly config: Config
}

/**
 * The kit's own wallets, such as WalletConnect and a login, as connectors of wagmi: what the kit connects by one of them is wagmi's connection too, and wagmi's own
 * `connect` with one opens the dialog at it. One whose id the config has already is left out.
 *
 * @returns takes them out again
 */
export function offerKitConnectors({ foyer, config }: Bridge): () => void {
  const offered = new Map<string, Connector>()
  /** Those that wagmi itself is leaving, by its own disconnect. */
  const leaving = new Set<string>()
  const { connectors } = config._internal
  const offer = () => {
    for (const entry of foyer.store.getState().connectors) {
      if (!entry.families.includes('eip155') || config.connectors.some(({ id }) => id === entry.id)) continue
      const connector = connectors.setup(connectorOf({ foyer, entry, leaving }))
      offered.set(entry.id, connector)
      connectors.setState((all) => [...all, connector])
    }
  }
  let before: Held | undefined
  const notify = () => {
    const held = heldBy(foyer.store.getState())
    const former = before
    before = held
    const left = former && held?.id !== former.id ? offered.get(former.id) : undefined
    if (left) leave({ foyer, config, left, isLast: !held && !leaving.has(left.id) })
    const connector = held && offered.get(held.id)
    if (!connector) return
    if (held.id === former?.id) connector.emitter.emit('change', { accounts: [held.address], chainId: held.chainId })
    // wagmi's own `connect`, where that is under way, takes it up by itself.
    else if (config.state.status !== 'connecting' && config.state.current !== connector.uid)
      connect(config, { connector }).catch((error: unknown) => contextOf(foyer).report(error))
  }
  offer()
  notify()
  const stops = [foyer.subscribe((state) => state.connectors, offer), foyer.subscribe(keyOfHeld, notify)]
  return () => {
    for (const stop of stops) stop()
    const own = new Set(offered.values())
    connectors.setState((all) => all.filter((each) => !own.has(each)))
  }
}

/** The wallet of the family, as wagmi knows one. */
interface Held {
  readonly id: string
  readonly address: Hex
  readonly chainId: number
}

function heldBy({ connection: { active, connections } }: FoyerState): Held | undefined {
  const connection = active.eip155 === undefined ? undefined : connections[active.eip155]
  const { eip155: address } = connection?.addresses ?? {}
  if (!connection || address === undefined || !isHex(address)) return undefined
  return { id: connection.connector.id, address, chainId: Number(connection.networks.eip155?.split(':')[1]) }
}

const keyOfHeld = (state: FoyerState): string => Object.values(heldBy(state) ?? {}).join(' ')

/** A schema of accounts: wagmi's types of them depend on what was asked for, and it says that they are meant. */
const Accounts = v.custom<never>(Array.isArray)

/** Has wagmi forget a wallet that the kit has left. Where the visitor disconnected, what else wagmi has is ended with it: wagmi would go back to one of them. */
function leave({ foyer, config, left, isLast }: Bridge & { readonly left: Connector; readonly isLast: boolean }): void {
  const { persistence, report } = contextOf(foyer)
  if (isLast) {
    // Another tab has ended it, and asked the wallets as far as it wants: here wagmi is made to forget it all (`followWagmi`).
    if (!persistence.read('eip155:connected_connector_id')) return
    for (const { connector } of [...config.state.connections.values()])
      if (connector.uid !== left.uid) disconnect(config, { connector }).catch(report)
  }
  left.emitter.emit('disconnect')
}

interface Offered {
  readonly foyer: Foyer
  readonly entry: ConnectorEntry
  readonly leaving: Set<string>
}

function connectorOf({ foyer, entry, leaving }: Offered): CreateConnectorFn {
  const { id, name, icon } = entry
  const held = () => {
    const now = heldBy(foyer.store.getState())
    return now?.id === id ? now : undefined
  }
  const isHeld = () => held() !== undefined
  const heldNow = () => {
    const now = held()
    if (!now) throw new UserRejectedRequestError(new Error(`${name} isn’t connected.`))
    return now
  }
  const goTo = (chainId: number) => foyer.switchNetwork(chainId)
  return ({ chains }) => ({
    id,
    name,
    type: ofKit,
    ...(icon === undefined ? {} : { icon }),
    async connect({ chainId, isReconnecting, withCapabilities } = {}) {
      if (!isHeld() && !isReconnecting) await ask({ foyer, entry, isHeld })
      if (isHeld() && chainId !== undefined && !isReconnecting) await goTo(chainId)
      const { address, chainId: at } = heldNow()
      return {
        accounts: v.parse(Accounts, withCapabilities ? [{ address, capabilities: {} }] : [address]),
        chainId: at,
      }
    },
    async disconnect() {
      if (!isHeld()) return
      leaving.add(id)
      await foyer.disconnect({ family: 'eip155' }).finally(() => leaving.delete(id))
    },
    getAccounts: async () => [heldNow().address],
    getChainId: async () => heldNow().chainId,
    getProvider: async () => (isHeld() ? foyer.provider('eip155') : undefined),
    isAuthorized: async () => isHeld(),
    async switchChain({ chainId }) {
      const chain = chains.find((each) => each.id === chainId)
      if (!chain) throw new SwitchChainError(new Error(`wagmi’s config has no chain ${chainId}.`))
      await goTo(chainId).catch((error: unknown) => Promise.reject(inWordsOfWagmi(error)))
      return chain
    },
    // The kit listens to the wallet, and notifies wagmi by the connector's own events.
    onAccountsChanged() {},
    onChainChanged() {},
    onDisconnect() {},
  })
}

/** Has the visitor connect by the dialog. @throws UserRejectedRequestError where it is closed or refused */
function ask({
  foyer,
  entry,
  isHeld,
}: {
  readonly foyer: Foyer
  readonly entry: ConnectorEntry
  readonly isHeld: () => boolean
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const { view } = foyer.store.getState()
      if (!isHeld() && view.open) return
      stop()
      if (isHeld()) resolve()
      else reject(new UserRejectedRequestError(new Error('The dialog was closed.')))
    }
    foyer.open(entry.type === 'WALLET_CONNECT' ? { view: 'ConnectingWalletConnect' } : { view: 'Connect' })
    const stop = foyer.subscribe((state) => `${keyOfHeld(state)} ${state.view.open}`, look)
    look()
  })
}

/** A refusal in the wallet is a refusal to wagmi; the rest is passed on as it is. */
const inWordsOfWagmi = (error: unknown): unknown =>
  error instanceof UserRejectedError || error instanceof AbortedError ? new UserRejectedRequestError(error) : error
