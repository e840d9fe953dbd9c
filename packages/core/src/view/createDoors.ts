import type { Foyer, FoyerContext, OpenRequest } from '../foyer.js'
import { isConnected, isUnsupported } from '../store/selectors.js'
import { currentRoute } from './currentRoute.js'
import { isMobile } from './isMobile.js'
import type { Route } from './params.js'
import { closingDecision, openingRoute } from './rules.js'
import { withView } from './withView.js'

/** What opens the modal and closes it. Walking through its views comes with them: see `navigate.ts`. */
export function createDoors({ options, store, update, adapters }: FoyerContext): Pick<Foyer, 'open' | 'close'> {
  return {
    open(request = {}) {
      const { family } = request
      update((state) => {
        const connected = family ? state.connection.active[family] !== undefined : isConnected(state)
        const stranded =
          connected && options.enableNetworkSwitch && !options.allowUnsupportedChain && isUnsupported(state, family)
        const route = openingRoute({
          requested: requestedRoute(request) ?? (stranded ? { view: 'UnsupportedChain' } : undefined),
          connected,
          manualPairing: options.manualWCControl,
          hasAdapters: adapters.size > 0,
          mobile: isMobile(),
        })
        return {
          ...withView(state, { open: true, history: [route], direction: 'next' }),
          connectorFilter: family,
          ...(family && connected ? { family } : {}),
        }
      })
    },
    close(reason = 'host') {
      const state = store.getState()
      const decision = closingDecision({
        route: currentRoute(state.view),
        reason,
        connected: isConnected(state),
        embedded: options.enableEmbedded,
      })
      const { open, loading, shakes } = state.view
      if (decision === 'close') {
        if (open || loading) update((now) => withView(now, { open: false, loading: false }))
      } else if (decision === 'shake') update((now) => withView(now, { shakes: shakes + 1 }))
      else goHome(decision.goTo)
    },
  }

  /** An embedded modal doesn't go away: it shows where it began. */
  function goHome(route: Route): void {
    update((state) => withView(state, { history: [route], direction: 'prev' }))
  }
}

function requestedRoute({ family: _, ...route }: OpenRequest): Route | undefined {
  return route.view === undefined ? undefined : route
}
