import type { AttemptKinds } from '../state/attempt.js'
import { accountOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import type { Route, ViewEvent } from '../state/viewState.js'
import type { Here, ViewRules } from '../view/views.js'

/** The address by which the visitor logs in, where the active connection is a login by one; undefined for any other. */
export function loginEmailOf(state: FoyerState): string | undefined {
  const { connection } = accountOf(state)
  return connection?.profile?.provider === 'email' ? connection.profile.email : undefined
}

/** Is it answered there what was sent to one of the addresses? */
export const isAnsweringUpdate = ({ view }: Route): boolean =>
  view === 'UpdateEmailPrimaryOtp' || view === 'UpdateEmailSecondaryOtp'

/** Whether a view is one in which a login goes to another address. */
export const isOfUpdate = (route: Route): boolean => route.view === 'UpdateEmailWallet' || isAnsweringUpdate(route)

/** The views in which a login goes to another address lead from one to the next [S4.24]. */
export const updating: ViewRules = { next }

function next({ state, route }: Here, before: FoyerState): ViewEvent | undefined {
  const { updateEmail: attempt } = state.connection.attempts
  const { updateEmail: former } = before.connection.attempts
  if (!attempt || attempt === former) return undefined
  if (attempt.end) return attempt.end.status === 'succeeded' ? { type: 'wentBack', past: isOfUpdate } : undefined
  const wanted = routeOf(attempt, loginEmailOf(state))
  if (!wanted || wanted.view === route.view) return undefined
  return { type: isAnsweringUpdate(route) ? 'replaced' : 'pushed', route: wanted }
}

/** Returns the view where the step of an update is answered. */
function routeOf({ step, email }: AttemptKinds['updateEmail'], from: string | undefined): Route | undefined {
  if (step.type === 'linksSent') return { view: 'UpdateEmailSecondaryOtp', email }
  if (step.type !== 'codeSent') return undefined
  const { sentTo } = step
  return { view: sentTo === from ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp', email: sentTo }
}
