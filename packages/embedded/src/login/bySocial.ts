import type { ConnectRequest, LoginProfile, SocialProvider } from '@foyer/core'
import { InvalidLoginError } from '@foyer/core/errors'
import { isTelegram } from '@foyer/core/platform'
import type { SocialProviderName } from '../protocol/messages.js'
import type { LoginKit } from '../session/loginKit.js'
import { showWhereWanted } from './showWhereWanted.js'

export interface BySocial extends Pick<ConnectRequest, 'ask' | 'step' | 'signal'> {
  readonly kit: LoginKit
  readonly provider: SocialProvider
}

/**
 * Logs in at a provider, in a window that the press has opened: the page says where that leads, and learns by itself what came of it. A window that is
 * closed ends nothing, since a provider may hide it from the page that opened it. Where the browser opens none, this page is left for it, and the login is taken up by
 * {@link returnedBySocial}.
 *
 * @throws InvalidLoginError for a provider that has another way · FrameReplyError, and what the request's end does
 */
export async function logInBySocial(login: BySocial): Promise<LoginProfile> {
  const { kit, ask, signal } = login
  const provider = kit.socialOf(login.provider)
  if (!provider) throw new InvalidLoginError({ connectorId: kit.connectorId, field: 'method' })
  const { uri } = await kit.frame.request('GET_SOCIAL_REDIRECT_URI', { provider }, signal)
  const done = finishSocial({ kit, provider, uri, signal })
  // Within Telegram no window has this page behind it: the page is left at once, as in the original.
  if (isTelegram()) {
    leaveFor(login, uri)
    return done
  }
  // What ends first is what is said; the other has no one left to be said to.
  const opened = ask({ type: 'popup', url: uri }).then((answer) => {
    if (!('opened' in answer && answer.opened)) leaveFor(login, uri)
    return done
  })
  return Promise.race([done, opened])
}

/** Says for which provider's the page was left; read by the connector itself before any of this is loaded. */
const leftFor = 'embedded/social_provider'

/** By which a page's address says that the wallet's window has led back to it, as in the original. */
const returning = 'result_uri'

/** Leaves for the wallet's own page, which leads on to the provider and back. */
function leaveFor({ kit: { host }, provider, step }: BySocial, uri: string): void {
  host.storage.setItem(leftFor, provider)
  step({ type: 'redirect' })
  location.assign(`${uri}.${encodeURIComponent(location.href).replaceAll('.', '%2E')}`)
}

/** Goes on with a login that had left the page. @returns undefined where the page was opened otherwise */
export async function returnedBySocial({
  kit,
  signal,
}: Pick<BySocial, 'kit' | 'signal'>): Promise<LoginProfile | undefined> {
  const { storage } = kit.host
  const provider = kit.socialOf(storage.getItem(leftFor))
  storage.removeItem(leftFor)
  const url = new URL(location.href)
  const uri = url.searchParams.get(returning)
  url.searchParams.delete(returning)
  history.replaceState(history.state, '', url)
  return provider && uri !== null ? finishSocial({ kit, provider, uri, signal }) : undefined
}

interface FinishSocial extends Pick<BySocial, 'kit' | 'signal'> {
  readonly provider: SocialProviderName
  readonly uri: string
}

/** Asks until the wallet is there; the page is shown meanwhile, where it has something to show. */
async function finishSocial({ kit, provider, uri, signal }: FinishSocial): Promise<LoginProfile> {
  const stopShowing = showWhereWanted(kit)
  try {
    const { email, userName } = await kit.untilAnswered('CONNECT_SOCIAL', { uri }, signal)
    return { provider, email: email ?? undefined, userName: userName ?? undefined }
  } finally {
    stopShowing()
  }
}
