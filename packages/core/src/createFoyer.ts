import { isFamily } from './chain/ids.js'
import { checkOptions } from './config/checkOptions.js'
import type { FoyerOptions } from './config/options.js'
import { resolveOptions } from './config/resolveOptions.js'
import { noConnections } from './connection/noConnections.js'
import { withChosenAccount } from './connection/withChosenAccount.js'
import { createContext } from './createContext.js'
import { AbortedError } from './errors/AbortedError.js'
import { NamespaceNotConfiguredError } from './errors/NamespaceNotConfiguredError.js'
import { NoAdapterForNetworkError } from './errors/NoAdapterForNetworkError.js'
import type { Foyer, FoyerContext } from './foyer.js'
import { onDemand } from './loading/onDemand.js'
import { defineNetwork } from './networks/defineNetwork.js'
import type { Session } from './session/createSession.js'
import { startKit } from './startKit.js'
import { accountSnapshot } from './store/accountSnapshot.js'
import { keysOf } from './store/keysOf.js'
import { networkOf } from './store/selectors.js'
import { watchState } from './store/watchState.js'
import { createRouter } from './view/createRouter.js'

/**
 * Makes a kit. Pure: nothing is listened to, stored or fetched before `start()`; two kits share nothing; a server may make one too.
 *
 * @throws while developing: MissingNetworksError · InvalidNetworkError · NoAdapterForNetworkError · SignInOptionsConflictError [S5.2] · UnknownOptionError
 * @see S1.7
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet, base], adapters: [evm()] })
 */
export function createFoyer(options: FoyerOptions): Foyer {
  if (process.env.NODE_ENV !== 'production') checkOptions(options)
  const resolved = resolveOptions(options)
  const context = createContext({ options, resolved })
  const { store, update } = context
  const router = createRouter(context)
  const loadSession = onDemand({
    chunk: 'session',
    load: async () => (await import('./session/createSession.js')).createSession(context),
  })
  let present: Session | undefined
  let stopped = false
  let running: (() => void) | undefined

  const session = async () => {
    present = await loadSession()
    if (stopped) throw new AbortedError()
    present.start()
    return present
  }

  const stop = () => {
    stopped = true
    running?.()
    running = undefined
    // First the session, so that what follows isn't taken for the visitor's wish and stored.
    present?.stop()
    update(() => ({ started: false, connection: noConnections }))
    for (const end of context.endings) end()
    context.endings.clear()
  }

  const foyer: Foyer = {
    options: resolved,
    store,
    context,
    start() {
      stopped = false
      running ??= startKit({ context, session })
      present?.start()
      return stop
    },
    stop,
    ...router,
    open(request) {
      router.open(request)
      // What follows a click (connecting, view rules, events) is fetched while the visitor reads.
      session().catch((error: unknown) => {
        if (!stopped) context.report(error)
      })
    },
    connect: async (parameters) => (await session()).connect(parameters),
    disconnect: async (parameters) => (await session()).disconnect(parameters),
    switchNetwork: async (parameters) => (await session()).switchNetwork(parameters),
    switchFamily(family) {
      if (!store.getState().networks.some(({ chainNamespace }) => chainNamespace === family))
        throw new NamespaceNotConfiguredError({ family })
      update((state) => (state.family === family ? state : { family }))
    },
    chooseAccount(account) {
      update(({ connection }) => ({ connection: withChosenAccount(connection, account) }))
    },
    addNetwork(input) {
      const network = defineNetwork(input)
      needAdapter(context, network.chainNamespace)
      update((state) =>
        state.networks.some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
          ? state
          : { networks: [...state.networks, network] },
      )
    },
    removeNetwork(networkId) {
      needAdapter(context, networkId.slice(0, networkId.indexOf(':')))
      update((state) => {
        const networks = state.networks.filter(({ caipNetworkId }) => caipNetworkId !== networkId)
        if (networks.length === state.networks.length) return state
        const chosen = { ...state.chosen }
        for (const family of keysOf(chosen)) if (chosen[family] === networkId) delete chosen[family]
        return { networks, chosen }
      })
    },
    account: (family) => accountSnapshot(store.getState(), family),
    network: (family) => networkOf(store.getState(), family),
    provider(family) {
      const id = store.getState().connection.active[family]
      return id === undefined ? undefined : context.live.get(id)?.providers[family]
    },
    setTheme(theme) {
      update((state) => ({
        theme: {
          mode: 'mode' in theme ? theme.mode : state.theme.mode,
          variables: { ...state.theme.variables, ...theme.variables },
        },
      }))
    },
    subscribe(select, listener) {
      return watchState(store, (state, before) => {
        const value = select(state)
        const former = select(before)
        if (!Object.is(value, former)) listener(value, former)
      })
    },
    onError: context.onError,
  }
  return foyer
}

function needAdapter({ adapters }: FoyerContext, family: string): void {
  if (!isFamily(family) || !adapters.has(family)) throw new NoAdapterForNetworkError({ family })
}
