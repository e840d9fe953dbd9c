import type { Foyer, FoyerContext, OpenRequest } from '../foyer.js'
import { isConnected, isUnsupported } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import { currentRoute, nextView, type ViewEvent } from './nextView.js'
import type { Route } from './params.js'
import { type CloseReason, closingDecision, openingRoute } from './rules.js'

/** The modal's doors: what opens it, closes it and walks through its views. */
export function createRouter({
  options,
  store,
  update,
  adapters,
}: FoyerContext): Pick<Foyer, 'open' | 'close' | 'push' | 'replace' | 'reset' | 'goBack'> {
  const send = (event: ViewEvent) => update((state) => withView(state, event))
  const close = (reason: CloseReason = 'host') => {
    const state = store.getState()
    const decision = closingDecision({
      route: currentRoute(state.view),
      reason,
      connected: isConnected(state),
      embedded: options.enableEmbedded,
    })
    if (decision === 'close') send({ type: 'closed' })
    else if (decision === 'shake') send({ type: 'refusedToClose' })
    else send({ type: 'reset', route: decision.goTo })
  }
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
          ...withView(state, { type: 'opened', route }),
          connectorFilter: family,
          ...(family && connected ? { family } : {}),
        }
      })
    },
    close,
    push: (route) => send({ type: 'pushed', route }),
    replace: (route) => send({ type: 'replaced', route }),
    reset: (route) => send({ type: 'reset', route }),
    goBack() {
      const event: ViewEvent = { type: 'wentBack' }
      // Where there is nothing to go back to, going back is closing, and so goes home where the modal stands in the page.
      if (nextView(store.getState().view, event).open) send(event)
      else close()
    },
  }
}

function withView(state: FoyerState, event: ViewEvent): FoyerState {
  const view = nextView(state.view, event)
  if (view === state.view) return state
  // A word to the visitor ends with the modal that said it.
  return { ...state, view, snackbar: view.open ? state.snackbar : undefined }
}

function requestedRoute({ family: _, ...route }: OpenRequest): Route | undefined {
  return route.view === undefined ? undefined : route
}

/** A phone or tablet: by its pointer, or by what the browser calls itself; never by the window's width. */
function isMobile(): boolean {
  if (typeof window === 'undefined') return false
  return (
    window.matchMedia?.('(pointer:coarse)').matches ||
    /Android|webOS|iPhone|iPad|iPod|BlackBerry|Opera Mini/i.test(navigator.userAgent)
  )
}
