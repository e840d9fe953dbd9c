import type { Foyer, FoyerContext, OpenRequest } from '../foyer.js'
import { isMobile } from '../platform/isMobile.js'
import { isConnected, isStranded } from '../store/selectors.js'
import { currentRoute } from './currentRoute.js'
import type { Route } from './params.js'
import { closingDecision, openingRoute } from './rules.js'
import { closed, opened, shaken } from './transitions.js'
import type { ViewState } from './viewState.js'
import { withView } from './withView.js'

/** What opens the modal and closes it. Walking through its views comes with them: see `navigate.ts`. */
export function createDoors({ options, store, update, adapters }: FoyerContext): Pick<Foyer, 'open' | 'close'> {
  return {
    open(request = {}) {
      const { family } = request
      update((state) => {
        const connected = family ? state.connection.active[family] !== undefined : isConnected(state)
        const route = openingRoute({
          requested:
            requestedRoute(request) ?? (isStranded(state, options, family) ? { view: 'UnsupportedChain' } : undefined),
          connected,
          manualPairing: options.manualWCControl,
          hasAdapters: adapters.size > 0,
          mobile: isMobile(),
        })
        return {
          ...withView(state, opened(state.view, route)),
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
      const change = (view: ViewState) => {
        if (decision === 'close') return closed(view)
        if (decision === 'shake') return shaken(view)
        // An embedded modal doesn't go away: it shows where it began.
        return { ...view, history: [decision.goTo], direction: 'prev' } as const
      }
      update((now) => withView(now, change(now.view)))
    },
  }
}

function requestedRoute({ family: _, ...route }: OpenRequest): Route | undefined {
  return route.view === undefined ? undefined : route
}
