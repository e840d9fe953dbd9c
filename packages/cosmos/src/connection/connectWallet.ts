import type {
  AwaitAccounts,
  ConnectorHost,
  ConnectRequest,
  LiveConnection,
  NetworkId,
  RestoreRequest,
  WalletEvent,
} from '@foyer/core'
import { ChainDisconnectedError, FoyerError, foreignError, UnsupportedMethodError } from '@foyer/core/errors'
import * as v from 'valibot'
import { type Chains, chainIdOf, chainIn } from '../chain/chains.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import { UnknownCosmosChainError } from '../errors.js'
import { accountOn, createKeplr, type Keplr } from './keplr.js'
import { providerOf } from './providerOf.js'
import { forget, remember, remembered, type Shown } from './remembered.js'

interface Reached {
  readonly found: Pick<FoundWallet, 'id' | 'source' | 'event'>
  readonly chains: Chains
}

/**
 * Asks a wallet for its account on a chain; the visitor decides.
 *
 * @throws ChainNotSupportedError · UnknownCosmosChainError · UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError
 */
export async function connectWallet({
  request: { network, signal, host },
  ...reached
}: Reached & { readonly request: ConnectRequest }): Promise<LiveConnection> {
  const first = host.networks().find(({ chainNamespace }) => chainNamespace === 'cosmos')
  const wanted = network?.chainNamespace === 'cosmos' ? network : first
  if (!wanted) throw new ChainDisconnectedError()
  const session = createSession({ ...reached, host })
  const shown = await session.enter(wanted.caipNetworkId, signal)
  return liveConnection(session, shown)
}

/** Restores a connection by what the wallet showed: asked anew, a locked one would prompt. @returns null where there is none */
export async function restoreWallet({
  request: { host },
  ...reached
}: Reached & { readonly request: RestoreRequest }): Promise<LiveConnection | null> {
  const shown = remembered({ storage: host.storage, id: reached.found.id })
  return shown && chainIn(reached.chains, shown.networkId)
    ? liveConnection(createSession({ ...reached, host }), shown)
    : null
}

interface Session extends Reached {
  readonly host: ConnectorHost
  readonly keplr: Keplr
  /** Asks to be let in on a chain, and for the account there. */
  enter(networkId: NetworkId, signal?: AbortSignal | undefined): Promise<Shown>
  /** The account, of a wallet that has let the page in. */
  look(networkId: NetworkId, signal?: AbortSignal | undefined): Promise<Shown>
}

/** Wallets answer all sorts of things where nothing is expected. */
const anything = v.unknown()

function createSession({ found, chains, host }: Reached & { readonly host: ConnectorHost }): Session {
  const keplr = createKeplr({ source: found.source, host })
  const chainOf = (networkId: NetworkId) => {
    const chain = chainIn(chains, networkId)
    if (!chain) throw new UnknownCosmosChainError({ networkId })
    return chain
  }
  const look: Session['look'] = async (networkId, signal) => {
    const shown = await accountOn({ keplr, networkId, chain: chainOf(networkId), signal })
    return { networkId, ...shown }
  }
  return {
    ...{ found, chains, host, keplr, look },
    async enter(networkId, signal) {
      chainOf(networkId)
      const args = [[chainIdOf(networkId)]]
      // What is answered is garbage where the wallet has gone mad; a sane one answers nothing.
      const schema = v.custom<unknown>((answer) => typeof answer !== 'object' || answer === null)
      await keplr.ask({ method: 'enable', args, schema, expected: 'nothing', signal })
      const shown = await look(networkId, signal)
      remember({ storage: host.storage, id: found.id, shown })
      return shown
    },
  }
}

/** How long a wallet may take to forget this site, in milliseconds. */
const disconnectMs = 3000

function liveConnection(session: Session, first: Shown): LiveConnection {
  const { found, host, keplr } = session
  const place = { storage: host.storage, id: found.id }
  let shown = first
  let isOver = false
  const listeners = new Set<(event: WalletEvent) => void>()
  const emit = (event: WalletEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const arrive = (next: Shown) => {
    // What was asked before the visitor disconnected is kept no more.
    if (isOver) return
    const before = shown
    shown = next
    remember({ ...place, shown })
    if (next.networkId !== before.networkId)
      emit({ type: 'networkChanged', family: 'cosmos', networkId: next.networkId })
    if (next.account.address !== before.account.address)
      emit({ type: 'accountsChanged', family: 'cosmos', accounts: [next.account] })
  }
  /** What the wallet shows on the chain in use. */
  const look = async (signal?: AbortSignal | undefined): Promise<Shown> => {
    const { networkId } = shown
    const asked = session.look(networkId, signal)
    await Promise.allSettled([asked])
    // The visitor may have gone to another chain meanwhile.
    return networkId === shown.networkId ? asked : look(signal)
  }
  /** The wallet says that its account is another, and no more than that. */
  const changed = async () => {
    if (found.source() === undefined) {
      forget(place)
      return emit({ type: 'disconnected', family: 'cosmos' })
    }
    try {
      arrive(await look())
    } catch (error) {
      if (isOver) return
      // It shows none to this page any more.
      if (error instanceof FoyerError) return emit({ type: 'accountsChanged', family: 'cosmos', accounts: [] })
      throw error
    }
  }
  let stopListening: (() => void) | undefined
  return {
    get accounts() {
      return [shown.account] as const
    },
    get networks() {
      return { cosmos: shown.networkId }
    },
    providers: { cosmos: providerOf({ keplr, shown: () => shown, look, arrive }) },
    listen(listener) {
      listeners.add(listener)
      stopListening ??= onKeystore(found.event, () => void changed().catch(host.report))
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopListening?.()
        stopListening = undefined
      }
    },
    awaitAccounts: awaiting(session, () => shown.networkId),
    async switchNetwork({ network: { caipNetworkId }, signal }) {
      if (caipNetworkId !== shown.networkId) arrive(await session.enter(caipNetworkId, signal))
    },
    async disconnect() {
      isOver = true
      forget(place)
      const args = [[chainIdOf(shown.networkId)]]
      const asked = { method: 'disable', args, schema: anything, expected: 'nothing', timeoutMs: disconnectMs }
      // A wallet that can't, or takes too long, leaves the visitor disconnected all the same.
      await keplr.ask(asked).catch((error: unknown) => {
        if (!(error instanceof UnsupportedMethodError)) host.report(foreignError(error, { connectorId: found.id }))
      })
    },
  }
}

/** Calls back once a wallet that shows no account shows one: it was locked, or the visitor has let the page see it there. @returns stops */
const awaiting =
  ({ found, look }: Session, networkId: () => NetworkId): AwaitAccounts =>
  (back) => {
    let isOver = false
    const stop = onKeystore(found.event, () => {
      look(networkId()).then(
        () => {
          if (!isOver) back()
        },
        () => {
          // it shows none yet
        },
      )
    })
    return () => {
      isOver = true
      stop()
    }
  }

/** Wallets say by an event of the page's, without anything in it, that the account is another. @returns stops */
function onKeystore(event: string | undefined, listener: () => void): () => void {
  if (event === undefined) return () => {}
  window.addEventListener(event, listener)
  return () => window.removeEventListener(event, listener)
}
