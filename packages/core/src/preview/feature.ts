import type { Feature } from '../feature/feature.js'
import { type Attempt, type AttemptId, attemptById } from '../state/attempt.js'
import type { Route } from '../state/viewState.js'
import type { Here, ViewRules } from '../view/views.js'

const isPreviewing = (attempt: Attempt | undefined): boolean => attempt?.step.type === 'preview' && !attempt.end

const isOver = ({ state }: Pick<Here, 'state'>, route: Route): boolean =>
  route.view === 'Preview' && !isPreviewing(attemptById(state.connection.attempts, route.attemptId))

const shownFirst: ViewRules<'Preview'> = {
  appears({ state }, before) {
    const attempt = Object.values(state.connection.attempts).find(
      (each) => each && isPreviewing(each) && !isPreviewing(attemptById(before.connection.attempts, each.id)),
    )
    const type = state.view.open ? 'pushed' : 'opened'
    return attempt && { type, route: { view: 'Preview', attemptId: attempt.id } }
  },
  // Another may have come to its end below it.
  next: (here) => (isOver(here, here.route) ? { type: 'wentBack', past: (route) => isOver(here, route) } : undefined),
}

/** The wallet's next request, in words. */
export const preview = { feature: 'preview', views: { Preview: shownFirst } } as const satisfies Feature

declare module '../config/options.js' {
  interface Features {
    /**
     * Shows in words what a wallet is about to be asked for, before it is asked: what is given and got, who may take what, what it costs, and what speaks against it. Off unless
     * the host turns it on; what reads a family's data is passed as `words`.
     */
    readonly preview?: boolean | undefined
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    /** The next request to the wallet of a running attempt, in words. */
    Preview: { readonly attemptId: AttemptId }
  }
}
