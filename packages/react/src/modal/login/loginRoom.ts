import type { ViewName } from '@foyer/core'
import { socialName } from '@foyer/core/internal'
import { loginSentences } from '@foyer/core/messages'
import { codeCss } from '@foyer/parts/code'
import { ConnectView } from '../ConnectView.js'
import { UpdateEmailOtpView, UpdateEmailWalletView } from '../email/EmailViews.js'
import { UpgradeEmailWalletView } from '../email/UpgradeEmailWalletView.js'
import { type ViewEntry, view } from '../viewEntry.js'
import { ApproveTransactionView } from './ApproveTransactionView.js'
import { ConnectingFarcasterView } from './ConnectingFarcasterView.js'
import { ConnectingSocialView } from './ConnectingSocialView.js'
import { ConnectMethodsView, CreateView, EmailLoginView } from './ConnectMethods.js'
import sheet from './login.css?inline'
import { EmailVerifyDeviceView, EmailVerifyOtpView } from './MailViews.js'
import { ConnectSocialsView } from './Socials.js'

// With the views, as nothing else needs it.
export { takeLoginWindow } from '@foyer/core/internal'

/** Logging in, Connect where there is a login, another address for one by e-mail, and a wallet that only its owner opens. */
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
  view('ConnectingFarcaster', ConnectingFarcasterView, () => socialName('farcaster')),
  view('ApproveTransaction', ApproveTransactionView, 'login.approve'),
  view('UpdateEmailWallet', UpdateEmailWalletView, 'login.editEmail'),
  view('UpdateEmailPrimaryOtp', UpdateEmailOtpView, 'login.confirmCurrent', ({ email }) => email),
  view('UpdateEmailSecondaryOtp', UpdateEmailOtpView, 'login.confirmNew', ({ email }) => email),
  view('UpgradeEmailWallet', UpgradeEmailWalletView, 'account.secure'),
])

export const sentences: typeof loginSentences = loginSentences

export const css: string = codeCss + sheet
