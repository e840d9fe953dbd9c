import { isFamily } from './chain/ids.js'
import { checkOptions } from './config/checkOptions.js'
import type { FoyerOptions } from './config/options.js'
import { resolveOptions } from './config/resolveOptions.js'
import { withChosenAccount } from './connection/withChosenAccount.js'
import { createContext } from './createContext.js'
import { NoAdapterForNetworkError } from './errors/NoAdapterForNetworkError.js'
import type { Foyer, FoyerContext } from './foyer.js'
import { onDemand } from './loading/onDemand.js'
import { defineNetwork } from './networks/defineNetwork.js'
import { startKit } from './startKit.js'
import { accountSnapshot } from './store/accountSnapshot.js'
import { networkOf } from './store/selectors.js'
import { createRouter } from './view/createRouter.js'

/**
 * Makes a kit. Pure: nothing is listened to, stored or fetched before `start()`; two kits share nothing; a server may make one too.
 *
 * @throws MissingNetworksError, NoAdapterForNetworkError, SignInOptionsConflictError [S5.2], and while developing UnknownOptionError
 * @see S1.7
 * @example
 * const foyer = createFoyer({ projectId: 'my-project', networks: [mainnet, base], adapters: [evm()] })
 */
export function createFoyer(options: FoyerOptions): Foyer {
  checkOptions(options)
  const resolved = resolveOptions(options)
  const context = createContext({ options, resolved })
  const { store, update } = context
  const router = createRouter(context)
  const session = onDemand({
    chunk: 'session',
    async load() {
      const loaded = (await import('./session/createSession.js')).createSession(context)
      loaded.start()
      return loaded
    },
  })
  let running: (() => void) | undefined

  const stop = () => {
    running?.()
    running = undefined
  }

  const foyer: Foyer = {
    options: resolved,
    store,
    context,
    start() {
      running ??= startKit({ context, session })
      return stop
    },
    stop,
    ...router,
    open(request) {
      router.open(request)
      // What follows a click (connecting, view rules, events) is fetched while the visitor reads.
      session().catch(context.report)
    },
    connect: async (parameters) => (await session()).connect(parameters),
    disconnect: async (parameters) => (await session()).disconnect(parameters),
    switchNetwork: async (parameters) => (await session()).switchNetwork(parameters),
    switchFamily(family) {
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
      update((state) =>
        state.networks.some(({ caipNetworkId }) => caipNetworkId === networkId)
          ? { networks: state.networks.filter(({ caipNetworkId }) => caipNetworkId !== networkId) }
          : state,
      )
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
      return store.subscribe((state, before) => {
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
