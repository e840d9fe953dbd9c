import type { SocialName } from '@foyer/custody/person'
import { WalletError } from '../errors.js'
import { OwnPageError } from '../failures/failures.js'
import { createSocialLogin } from '../login/social.js'
import { untilLetIn } from '../popup/LoginHere.js'
import { askedIn } from '../social/address.js'
import { ask, type SocialWindowPage } from '../social/socialWindow.js'
import type { Dashboard } from './openDashboard.js'

export const socialLoginOf = ({ entering, origin }: Dashboard) => createSocialLogin({ ...entering, origin })

/**
 * Leaves this page for a provider's, which leads to `/social` in this window and from there back here. The press was here, so that nothing asks a second
 * time; what is handed back counts in this window alone. [F7]
 * @throws OwnPageError · WalletError
 */
export async function leaveFor(
  dashboard: Dashboard,
  { provider, window }: { readonly provider: SocialName; readonly window: SocialWindowPage },
): Promise<void> {
  const { servers, origin } = dashboard
  const address = await socialLoginOf(dashboard).begin(provider)
  const asked = askedIn(new URL(address).hash)
  if (!asked) throw new WalletError({ sentence: 'error.socialOver' })
  const { go } = await ask({ window, servers }, { ...asked, back: `${origin}/dashboard` })
  try {
    go()
  } catch (cause) {
    // The browser keeps nothing for this window, which wouldn't know its login again.
    throw new OwnPageError({ sentence: 'signIn.blocked', cause })
  }
}

/** Has a window that has opened with the press lead to the provider, and waits for what it brings back. @throws WalletError where it ended */
export async function seeThrough(
  dashboard: Dashboard,
  {
    provider,
    opened,
    signal,
  }: {
    readonly provider: SocialName
    readonly opened: { readonly location: Pick<Location, 'replace'> }
    readonly signal: AbortSignal
  },
): Promise<void> {
  const login = socialLoginOf(dashboard)
  const address = await login.begin(provider)
  opened.location.replace(address)
  await untilLetIn(() => {
    signal.throwIfAborted()
    return login.finish(address, signal)
  })
}

/** Ends the login whose provider has led back here, however long the keeper makes it wait. @throws WalletError where it ended */
export async function takeUp(
  dashboard: Dashboard,
  {
    window: { location, history },
    signal,
  }: { readonly window: Pick<SocialWindowPage, 'location' | 'history'>; readonly signal: AbortSignal },
): Promise<void> {
  const result = new URLSearchParams(location.search).get('result_uri') ?? ''
  const login = socialLoginOf(dashboard)
  try {
    await untilLetIn(() => {
      signal.throwIfAborted()
      return login.finish(result, signal)
    })
  } finally {
    // Loaded anew while it waits, the page takes it up again.
    if (!signal.aborted) history.replaceState(null, '', location.pathname)
  }
}
