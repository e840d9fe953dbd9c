import type { LoginRequest } from '../connector/steps.js'
import type { ConnectAttempt } from '../state/attempt.js'
import type { FoyerState } from '../state/state.js'
import type { Route, ViewEvent } from '../state/viewState.js'
import type { Here, ShownAttempt, ViewRules } from '../view/views.js'
import { loginConnector } from './methods.js'

/** The views between which a visitor chooses show a login as it begins, and lead on to what it asks; its end is shown where it was begun. */
export const choosing: ViewRules = {
  attempt({ state }) {
    const attempt = loginOf(state)
    const isHere = attempt && (attempt.end || attempt.step.type === 'starting' || attempt.step.type === 'walletPrompt')
    return isHere ? { kind: 'connect', connectorId: attempt.connectorId, startsByItself: false } : undefined
  },
  next: (here) => asked(here, 'pushed'),
  closesOnceConnected: true,
}

const asking = { next: (here: Here) => asked(here, 'replaced'), closesOnceConnected: true } as const

/** The views where an e-mailed code or link is answered. */
export const mailing: ViewRules<'EmailVerifyDevice' | 'EmailVerifyOtp'> = {
  ...asking,
  attempt: (here) => ofEmail(here, here.route.email),
}

/** A provider's page, or its application, is waited for. */
export const providing: ViewRules<'ConnectingSocial' | 'ConnectingFarcaster'> = {
  ...asking,
  attempt: (here) =>
    shownAt(here, { method: 'social', provider: 'provider' in here.route ? here.route.provider : 'farcaster' }),
}

/** A surface of the login's own is there for as long as it asks for something. */
export const approving: ViewRules = {
  covers: true,
  isHeld: ({ state }) => state.surface !== undefined && !state.isSurfaceAwaited && 'byAll', // [S2.16]
  // While it connects, the views of logging in stand below what it shows.
  appears: ({ state }, before) =>
    state.surface && state.surface !== before.surface && isConnected(state)
      ? { type: state.view.open ? 'pushed' : 'opened', route: { view: 'ApproveTransaction' } }
      : undefined,
  next: ({ state }) => (state.surface ? undefined : { type: 'wentBack' }),
}

const isConnected = ({ connection: { connections }, surface }: FoyerState): boolean =>
  Object.values(connections).some(({ connector }) => connector.id === surface?.connectorId)

const loginOf = ({ connection }: FoyerState): (ConnectAttempt & { readonly login: LoginRequest }) | undefined => {
  const { connect: attempt } = connection.attempts
  return attempt?.login && { ...attempt, login: attempt.login }
}

/** The login that asks for what was sent to an address, whichever it began as; else one by that address. */
function ofEmail(here: Here, email: string): ShownAttempt | undefined {
  const attempt = loginOf(here.state)
  const isAsked = attempt && !attempt.end && 'sentTo' in attempt.step && attempt.step.sentTo === email
  return shownAt(here, isAsked ? attempt.login : { method: 'email', email })
}

/** Entering the view begins the login, unless it runs already. */
function shownAt({ kit, state }: Here, login: LoginRequest): ShownAttempt | undefined {
  const connectorId = loginConnector(kit, state, login)?.id
  return connectorId === undefined ? undefined : { kind: 'connect', connectorId, login, startsByItself: true }
}

/** Leads to the view where the running login's step is answered, unless that is shown. */
function asked({ state, route }: Here, type: 'pushed' | 'replaced'): ViewEvent | undefined {
  const attempt = loginOf(state)
  const wanted = attempt && !attempt.end ? routeOf(attempt) : undefined
  return wanted && wanted.view !== route.view ? { type, route: wanted } : undefined
}

function routeOf({ step, login }: Pick<ConnectAttempt, 'step'> & { readonly login: LoginRequest }): Route | undefined {
  switch (step.type) {
    case 'deviceApproval':
      return { view: 'EmailVerifyDevice', email: step.sentTo }
    case 'codeSent':
      return { view: 'EmailVerifyOtp', email: step.sentTo }
    case 'scan':
      return { view: 'ConnectingFarcaster' }
    case 'popup':
    case 'redirect':
      return login.method === 'social' ? { view: 'ConnectingSocial', provider: login.provider } : undefined
    default:
      return undefined
  }
}
