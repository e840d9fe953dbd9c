import type { AccountId } from '../chain/ids.js'
import type { Feature } from '../feature/feature.js'
import type { AttemptProgress } from '../state/attempt.js'
import type { NoParams } from '../state/viewParams.js'
import type { ViewRules } from '../view/views.js'

const mustSignIn = { isHeld: ({ state }) => state.mustSignIn === true } as const satisfies ViewRules // [S2.18]

/** Signing in with the account that is connected, by both names of its view. */
export const signIn = {
  signsIn: true,
  views: { SIWXSignMessage: mustSignIn, ConnectingSiwe: mustSignIn },
  attempts: ['signIn'],
  events: ['CLICK_SIGN_SIWX_MESSAGE', 'CLICK_CANCEL_SIWX', 'SIWX_AUTH_SUCCESS', 'SIWX_AUTH_ERROR'],
} as const satisfies Feature

export interface SignInAttempt extends AttemptProgress {
  readonly kind: 'signIn'
  /** Which account signs, on which network. */
  readonly accountId: AccountId
}

type SignInProperties = { readonly network: string; readonly isSmartAccount: boolean }

declare module '../state/attempt.js' {
  interface AttemptKinds {
    signIn: SignInAttempt
  }
}

declare module '../events/event.js' {
  interface KitEvents {
    /** The visitor pressed Sign. */
    readonly CLICK_SIGN_SIWX_MESSAGE: SignInProperties
    /** The visitor pressed Cancel in place of signing in. */
    readonly CLICK_CANCEL_SIWX: SignInProperties
    /** The sign-in has succeeded. */
    readonly SIWX_AUTH_SUCCESS: SignInProperties
    /** The sign-in has failed. */
    readonly SIWX_AUTH_ERROR: SignInProperties
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    /** Signing in with the connected account, by a message that it signs. */
    SIWXSignMessage: NoParams
    /** The same, by its older name. */
    ConnectingSiwe: NoParams
  }
}
