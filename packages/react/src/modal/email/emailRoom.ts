import type { ViewName } from '@foyer/core'
import { type ViewEntry, view } from '../viewEntry.js'
import { UpdateEmailOtpView, UpdateEmailWalletView } from './EmailViews.js'

// With the views, as nothing else needs it.
export { addEmailViews } from '@foyer/core/internal'
export { css, sentences } from '../login/loginRoom.js'

/** Another address for a login by e-mail. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('UpdateEmailWallet', UpdateEmailWalletView, 'login.editEmail'),
  view('UpdateEmailPrimaryOtp', UpdateEmailOtpView, 'login.confirmCurrent', ({ email }) => email),
  view('UpdateEmailSecondaryOtp', UpdateEmailOtpView, 'login.confirmNew', ({ email }) => email),
])
