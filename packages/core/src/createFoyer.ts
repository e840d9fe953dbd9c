import { tellFaults } from './config/checkOptions.js'
import { type FoyerOptions, given } from './config/options.js'
import { noConnections } from './connection/connection.js'
import { type FoyerContext, withContext } from './context.js'
import type { ConnectionControls } from './controls.js'
import { createContext } from './createContext.js'
import type { Foyer } from './foyer.js'
import { startKit } from './startKit.js'
import { accountSnapshot, networkOf } from './store/selectors.js'
import { watchState } from './store/watchState.js'
import { closedView, requestedRoute } from './view/viewState.js'

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
export function createFoyer(options: FoyerOptions): Foyer {
  const context = createContext(given(options))
  const { store, update, report, onEvent, onError } = context
  const { start, stop, connection } = createLife(context)
  if (process.env.NODE_ENV !== 'production') context.update(() => ({ alert: tellFaults(options) }))
  return withContext<Foyer>(context, {
    options: context.options,
    store,
    start,
    stop,
    open(request = {}) {
      if (context.loaded) context.loaded.open(request)
      // The rules of the modal take it up as soon as they are there. Until then nobody is connected.
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
    switchNetwork: async (parameters) => (await connection()).switchNetwork(parameters),
    account: (family) => accountSnapshot(store.getState(), family),
    network: (family) => networkOf(store.getState(), family),
    provider: (family) => context.loaded?.provider(family),
    setTheme(theme) {
      update((state) => ({
        theme: { ...state.theme, ...theme, variables: { ...state.theme.variables, ...theme.variables } },
      }))
    },
    subscribe(select, listener) {
      return watchState(store, (state, before) => {
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
