import type { SocialProvider } from '../connector/steps.js'
import type { NoParams } from '../view/noParams.js'

/** The views of logging in, and what stands beside it. */
export interface LoginViews {
  /** Logging in by e-mail alone. */
  EmailLogin: NoParams
  /** Every social account that there is to log in with. */
  ConnectSocials: NoParams
  /** The wallets, where they wait behind one button. */
  ConnectWallets: NoParams
  /** A link was sent, by which the visitor lets this device in. */
  EmailVerifyDevice: { readonly email: string }
  /** A code was sent, and is to be typed in. */
  EmailVerifyOtp: { readonly email: string }
  /** The provider has a window of its own. */
  ConnectingSocial: { readonly provider: SocialProvider }
  /** The account of a login: whose it is, where it is, and the way out. */
  AccountSettings: NoParams
  /** A login's wallet shows a surface of its own over the card. */
  ApproveTransaction: NoParams
}
