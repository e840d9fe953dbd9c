import type { ViewName } from '@foyer/core'
import { socialName } from '@foyer/core/internal'
import { loginSentences } from '@foyer/core/messages'
import { type ViewEntry, view } from '../viewEntry.js'
import ConnectView from '../views/ConnectView.js'
import { ApproveTransactionView } from './ApproveTransactionView.js'
import { ConnectingSocialView } from './ConnectingSocialView.js'
import { ConnectMethodsView, CreateView, EmailLoginView } from './ConnectMethods.js'
import sheet from './login.css?inline'
import { EmailVerifyDeviceView, EmailVerifyOtpView } from './MailViews.js'
import { ConnectSocialsView } from './Socials.js'

/** Logging in, and Connect where there is a login. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('Connect', ConnectMethodsView, 'connect.title'),
  view('Create', CreateView, 'login.create'),
  // Where they wait behind one button.
  view('ConnectWallets', ConnectView, 'connect.title'),
  view('ConnectSocials', ConnectSocialsView, 'login.socials'),
  view('EmailLogin', EmailLoginView, 'login.title'),
  view('EmailVerifyDevice', EmailVerifyDeviceView, 'login.mail', ({ email }) => email),
  view('EmailVerifyOtp', EmailVerifyOtpView, 'login.mail', ({ email }) => email),
  view(
    'ConnectingSocial',
    ConnectingSocialView,
    (_, { provider }) => socialName(provider),
    ({ provider }) => provider,
  ),
  view('ApproveTransaction', ApproveTransactionView, 'login.approve'),
])

/** What the views of another address are made of, too: exported, as it would be a chunk each. */
export { GoodUntil, Sent, TypedCode } from './MailViews.js'

export const sentences: typeof loginSentences = loginSentences

export const css: string = sheet
