import type { ConnectorHost, ConnectRequest, LiveConnection, NetworkId, RestoreRequest } from '@foyer/core'
import { awaitShown, createShownAccounts, forgotten, networkAsked, onWindow } from '@foyer/core/connector'
import { FoyerError, foreignError } from '@foyer/core/errors'
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
  const { caipNetworkId } = networkAsked({ family: 'cosmos', network, host })
  const session = createSession({ ...reached, host })
  return liveConnection(session, await session.enter(caipNetworkId, signal))
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
  const onKeystore = (listener: () => void) => onWindow(found.event, listener)
  const shown = createShownAccounts({
    ...{ family: 'cosmos', first },
    accountsIn: ({ account }) => [account],
    keep: (next) => remember({ ...place, shown: next }),
    listenTo: () => onKeystore(() => void changed().catch(host.report)),
  })
  /** What the wallet shows on the chain in use. */
  const look = (signal?: AbortSignal | undefined) => shown.onNetwork((networkId) => session.look(networkId, signal))
  /** The wallet says that its account is another, and no more than that. */
  const changed = async () => {
    if (found.source() === undefined) {
      forget(place)
      return shown.leave()
    }
    try {
      shown.arrive(await look())
    } catch (error) {
      if (shown.isOver) return
      // It shows none to this page any more.
      if (error instanceof FoyerError) return shown.hide()
      throw error
    }
  }
  return {
    get accounts() {
      return [shown.now.account] as const
    },
    get networks() {
      return { cosmos: shown.now.networkId }
    },
    providers: { cosmos: providerOf({ keplr, shown, look }) },
    listen: shown.listen,
    awaitAccounts: (back) => awaitShown({ listenTo: onKeystore, look, back }),
    async switchNetwork({ network: { caipNetworkId }, signal }) {
      if (caipNetworkId !== shown.now.networkId) shown.arrive(await session.enter(caipNetworkId, signal))
    },
    async disconnect() {
      shown.end()
      forget(place)
      const args = [[chainIdOf(shown.now.networkId)]]
      const asked = { method: 'disable', args, schema: anything, expected: 'nothing', timeoutMs: disconnectMs }
      await forgotten(keplr.ask(asked), (cause) => host.report(foreignError(cause, { connectorId: found.id })))
    },
  }
}
