import { families, isFamily, type NetworkId } from './chain/ids.js'
import { tellFaults } from './config/checkOptions.js'
import { type FoyerOptions, given, type InitialState } from './config/options.js'
import { recall } from './connection/recall.js'
import type { NonEmpty } from './connector/connector.js'
import { type ConnectionControls, type FoyerContext, withContext } from './context.js'
import { createContext } from './createContext.js'
import type { Foyer } from './foyer.js'
import type { NetworkInput } from './networks/network.js'
import { hasFaults, reportFaults } from './setup/raiseAlert.js'
import { isInRender, watchPolicy } from './setup/whileDeveloping.js'
import { accountSnapshot, entryOf, networkIdOf, networkOf } from './state/selectors.js'
import { type FoyerState, noConnections } from './state/state.js'
import { closedView, requestedRoute } from './state/viewState.js'

/**
 * Makes a kit. Pure: nothing is listened to, stored or fetched before `start()`; two kits share nothing; a server may make one too.
 *
 * It never throws, so that a wrong option doesn't leave a page empty. While developing, everything that is wrong is said at once on the console and in
 * the modal's alert, each by its name and with what to do; what can't be used counts as left out. Without any network, or with both ways to sign in,
 * the modal says that the app isn't set up, and `connect` rejects with the reason [S5.2].
 *
 * @see S1.7
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet, base], adapters: [evm()] })
 */
export function createFoyer<const Networks extends NonEmpty<NetworkInput>>(
  options: FoyerOptions<Networks>,
): Foyer<Networks[number]>
export function createFoyer(options: FoyerOptions): Foyer {
  const context = createContext(given(options))
  const { store, update, report, onEvent, onError } = context
  const { start, stop, connection } = createLife(context)
  if (process.env.NODE_ENV !== 'production') {
    context.update(() => ({ alert: tellFaults(options) }))
    context.isMadeInRender = isInRender(new Error().stack)
  }
  return withContext<Foyer>(context, {
    options: context.options,
    store,
    start,
    stop,
    open(request = {}) {
      if (context.loaded) context.loaded.open(request)
      // The rules of the modal take it up as soon as they are there. Until then no wallet is connected.
      else
        update(({ view }) => ({
          view: { ...view, open: true, history: [requestedRoute(request) ?? closedView.history[0]] },
          connectorFilter: request.family,
        }))
      // What follows a click (connecting, view rules, events) is fetched while the visitor reads.
      connection().catch(report)
    },
    close(reason) {
      if (context.loaded) context.loaded.close(reason)
      else update((state) => (state.view.open ? { view: { ...state.view, open: false } } : state))
    },
    connect: async (parameters) => (await connection()).connect(parameters),
    disconnect: async (parameters) => (await connection()).disconnect(parameters),
    switchNetwork: async (network, options) => (await connection()).switchNetwork(network, options),
    account: (family) => accountSnapshot(store.getState(), family),
    network: (family) => networkOf(store.getState(), family),
    provider: (family) => context.loaded?.provider(family),
    setTheme(theme) {
      update((state) => ({
        theme: { ...state.theme, ...theme, variables: { ...state.theme.variables, ...theme.variables } },
      }))
    },
    subscribe(select, listener) {
      return store.subscribe((state, before) => {
        const value = select(state)
        const former = select(before)
        if (!Object.is(value, former)) listener(value, former)
      })
    },
    onEvent,
    onError,
  })
}

/** Starts and stops a kit; and loads what connects, which lives and ends with it. */
function createLife(context: FoyerContext): Pick<Foyer, 'start' | 'stop'> & {
  readonly connection: () => Promise<ConnectionControls>
} {
  let present: ConnectionControls | undefined
  let stopped = false

  const connection = async () => {
    present = await (await context.controls()).connection()
    if (!stopped) present.start()
    return present
  }

  const stop = () => {
    stopped = true
    // First the connection, so that what follows isn't taken for the visitor's wish and stored.
    present?.stop()
    context.update(() => ({ started: false, connection: noConnections }))
    for (const end of context.endings) end()
    context.endings.clear()
  }

  return {
    connection,
    stop,
    start() {
      stopped = false
      if (!context.store.getState().started) startKit({ context, connectionControls: connection })
      present?.start()
      return stop
    },
  }
}

/** Brings a kit to life in a page: listens for wallets and other tabs, and restores connections [S4.2]. The kit's endings undo it. */
function startKit({
  context,
  connectionControls,
}: {
  readonly context: FoyerContext
  readonly connectionControls: () => Promise<ConnectionControls>
}): void {
  const { adapters, adapterHost, connectors, endings, options, persistence, update, report } = context
  let stopped = false
  const withControls = (run: (controls: ConnectionControls) => unknown) => {
    connectionControls()
      .then((controls) => stopped || run(controls))
      .catch((error: unknown) => {
        if (stopped) return
        report(error)
        // Without the connection's code nothing can be restored.
        update(({ connection }) => ({ connection: { ...connection, pending: {} } }))
      })
  }

  const remembered = recall(context)
  endings
    .add(() => {
      stopped = true
    })
    .add(persistence.watch(({ key }) => withControls((controls) => controls.followTab(key))))
  for (const adapter of adapters.values()) {
    try {
      const stop = adapter.discover?.({
        host: adapterHost,
        // The same id again takes the place of the former.
        register(connector) {
          connectors.set(connector.id, connector)
          update(() => ({ connectors: [...connectors.values()].map(entryOf) }))
        },
      })
      if (stop) endings.add(stop)
    } catch (error) {
      // The other adapters find their wallets all the same.
      report(error)
    }
  }
  // What connects also says to the developer what is wrong.
  if (remembered.length > 0 || !options.projectId) withControls((controls) => controls.restore(remembered))
  if (process.env.NODE_ENV !== 'production') {
    if (hasFaults(context)) withControls(() => reportFaults(context))
    endings.add(watchPolicy(context))
  }

  update(() => ({ started: true }))
  context.track({
    event: 'INITIALIZE',
    properties: { networks: options.networks.map(({ caipNetworkId }) => caipNetworkId) },
  })
}

/** The cookie by which a server knows what the page knows. */
const cookieName = 'foyer'

/** A year in seconds: browsers keep none for much longer. */
const maxAge = 31_536_000

/**
 * Keeps in a cookie what a server needs for the first paint of the next visit: the network, and which families are connected. Neither an address
 * nor a wallet is in it. Call it in the browser, once the page stands; {@link initialStateFrom} reads it at the server.
 *
 * @returns stops
 * @example
 * useEffect(() => keepInitialState(foyer), [foyer])
 */
export function keepInitialState(foyer: Foyer): () => void {
  const keep = (state: string) => {
    // Of a kit that hasn't started nothing is known yet: what stands in the cookie counts.
    if (!state) return
    const secure = globalThis.location.protocol === 'https:' ? '; secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: a cookie is what reaches a server with the next request, and `cookieStore` isn't everywhere
    globalThis.document.cookie = `${cookieName}=${state}; path=/; max-age=${maxAge}; samesite=lax${secure}`
  }
  keep(written(foyer.store.getState()))
  return foyer.subscribe(written, keep)
}

/**
 * Reads at a server what {@link keepInitialState} has kept, for `createFoyer({ initialState })`: then the first paint is the one that the visitor
 * left. Takes the whole `Cookie` header of the request; what is malformed counts as not said.
 *
 * @param cookies - the header, if there is one: `request.headers.get('cookie')`
 * @example
 * const initialState = initialStateFrom((await headers()).get('cookie'))
 */
export function initialStateFrom(cookies: string | null | undefined): InitialState {
  const [, kept = ''] = new RegExp(`(?:^|; *)${cookieName}=([^;]*)`).exec(cookies ?? '') ?? []
  const [network = '', ...restoring] = kept.split('/')
  return { networkId: isNetworkId(network) ? network : undefined, restoring: restoring.filter(isFamily) }
}

/** Writes the kept state in characters that a cookie may have: `eip155:8453/eip155/solana`; empty before the start, so that it is a change. */
function written(state: FoyerState): string {
  const { active, pending } = state.connection
  const connected = families.filter((each) => active[each] !== undefined || pending[each]?.kind === 'restore')
  return state.started ? [networkIdOf(state), ...connected].join('/') : ''
}

/** CAIP-2. Whether it's configured is for the kit to say, which passes over one that isn't. */
function isNetworkId(text: string): text is NetworkId {
  const [family = '', reference = '', ...more] = text.split(':')
  return isFamily(family) && /^[-\w]{1,32}$/.test(reference) && more.length === 0
}
