import type { Family } from '../chain/ids.js'
import type { AccountType, LoginRequest, SocialProvider } from '../connector/live.js'
import type { Feature } from '../feature/feature.js'
import type { AttemptProgress, ConnectAttempt } from '../state/attempt.js'
import type { FoyerState } from '../state/state.js'
import type { NoParams, ViewName } from '../state/viewParams.js'
import type { Route, ViewEvent } from '../state/viewState.js'
import type { Here, ShownAttempt, ViewRules } from '../view/views.js'
import { updating } from './emailRules.js'
import { loginConnector } from './methods.js'

/** The views between which a visitor chooses show a login as it begins, and lead on to what it asks; its end is shown where it was begun. */
const choosing: ViewRules = {
  attempt({ state }) {
    const attempt = loginOf(state)
    const isHere = attempt && (attempt.end || attempt.step.type === 'starting' || attempt.step.type === 'walletPrompt')
    return isHere ? { kind: 'connect', connectorId: attempt.connectorId, startsByItself: false } : undefined
  },
  next: (here) => asked(here, 'pushed'),
  closesOnceConnected: true,
}

const asking = { next: (here: Here) => asked(here, 'replaced'), closesOnceConnected: true } as const

/** The rules of the views that wait for a code or a link sent by e-mail. */
const mailing: ViewRules<'EmailVerifyDevice' | 'EmailVerifyOtp'> = {
  ...asking,
  attempt: (here) => ofEmail(here, here.route.email),
}

/** A provider's page, or its application, is waited for. */
const providing: ViewRules<'ConnectingSocial' | 'ConnectingFarcaster'> = {
  ...asking,
  attempt: (here) =>
    shownAt(here, { method: 'social', provider: 'provider' in here.route ? here.route.provider : 'farcaster' }),
}

/** A surface of the login's own is there for as long as it asks for something. */
const approving: ViewRules = {
  covers: true,
  isHeld: ({ state }) => state.surface !== undefined && !state.isSurfaceAwaited && 'byAll', // [S2.16]
  // While it connects, the views of logging in stand below what it shows.
  appears: ({ state }, before) =>
    state.surface && state.surface !== before.surface && isConnected(state)
      ? { type: state.view.open ? 'pushed' : 'opened', route: { view: 'ApproveTransaction' } }
      : undefined,
  next: ({ state }) => (state.surface ? undefined : { type: 'wentBack' }),
}

/** Logging in. */
export const login = {
  feature: 'email',
  isOff,
  views: {
    Connect: choosing,
    Create: choosing,
    ConnectWallets: {},
    ConnectSocials: choosing,
    EmailLogin: choosing,
    EmailVerifyDevice: mailing,
    EmailVerifyOtp: mailing,
    ConnectingSocial: providing,
    ConnectingFarcaster: providing,
    ApproveTransaction: approving,
  },
} as const satisfies Feature

/** Another address for a login by e-mail, and why its wallet is secured. */
export const email = {
  feature: 'email',
  isOff,
  views: {
    UpdateEmailWallet: updating,
    UpdateEmailPrimaryOtp: updating,
    UpdateEmailSecondaryOtp: updating,
    UpgradeEmailWallet: {},
  },
  attempts: ['updateEmail', 'preferAccountType'],
  events: ['SET_PREFERRED_ACCOUNT_TYPE'],
} as const satisfies Feature

/** Whether a view is off: not for a visitor who logs in, or has logged in [S2.24]; wallets are no login. */
function isOff({ features, connection: { attempts, connections } }: FoyerState, view: ViewName): boolean {
  const isUsed =
    attempts.connect?.login || Object.values(connections).some(({ connector }) => connector.type === 'AUTH')
  return view !== 'ConnectWallets' && !features.email && features.socials === false && !isUsed
}

/** A login by e-mail goes from one address to another. */
export interface UpdateEmailAttempt extends AttemptProgress {
  readonly kind: 'updateEmail'
  /** The new one. */
  readonly email: string
}

/** An account is to be of another kind. */
export interface PreferAccountTypeAttempt extends AttemptProgress {
  readonly kind: 'preferAccountType'
  readonly family: Family
  /** The kind that it is to be. */
  readonly type: AccountType
}

declare module '../config/options.js' {
  interface Features {
    /** Logging in by e-mail, where a login is among the connectors. */
    readonly email: boolean
    /** The social accounts to log in with, in this order, of those that the login has; all of its own unless said, and `false` for none. */
    readonly socials?: readonly SocialProvider[] | false | undefined
    /** Has the wallets wait behind one button where there is a login; off unless the host turns it on. */
    readonly collapseWallets?: boolean | undefined
    /** The older name: `false` is the same as `collapseWallets`. */
    readonly emailShowWallets?: boolean | undefined
  }
}

declare module '../state/attempt.js' {
  interface AttemptKinds {
    updateEmail: UpdateEmailAttempt
    preferAccountType: PreferAccountTypeAttempt
  }
}

declare module '../events/event.js' {
  interface KitEvents {
    /** An account is of another kind, by its owner’s choice. */
    readonly SET_PREFERRED_ACCOUNT_TYPE: { readonly accountType: AccountType; readonly network: string }
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    /** Logging in by e-mail alone. */
    EmailLogin: NoParams
    /** A wallet for who has none: by a login, or one to be had elsewhere. */
    Create: NoParams
    /** Every social account that there is to log in with. */
    ConnectSocials: NoParams
    /** The wallets, where they wait behind one button. */
    ConnectWallets: NoParams
    /** A link was sent, by which the visitor lets this device in. */
    EmailVerifyDevice: { readonly email: string }
    /** A code was sent, and is to be typed in. */
    EmailVerifyOtp: { readonly email: string }
    /** Another address for a login by e-mail. */
    UpdateEmailWallet: NoParams
    /** A code was sent to the address that it has. */
    UpdateEmailPrimaryOtp: { readonly email: string }
    /** A code was sent to the new one, and then a link to each. */
    UpdateEmailSecondaryOtp: { readonly email: string }
    /** Why a login's wallet is secured, and where. */
    UpgradeEmailWallet: NoParams
    /** The provider has a window of its own. */
    ConnectingSocial: { readonly provider: SocialProvider }
    /** Farcaster's application on a telephone is led to by a code, or by a link. */
    ConnectingFarcaster: NoParams
    /** A login's wallet shows a surface of its own over the card. */
    ApproveTransaction: NoParams
  }
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
