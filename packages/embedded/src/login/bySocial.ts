import type { ConnectRequest, LoginProfile } from '@foyer/core'
import { FrameReplyError, FrameTimeoutError } from '../errors.js'
import { stillWaiting } from '../protocol/hello.js'
import type { SocialProviderName } from '../protocol/messages.js'
import type { LoginKit } from '../session/loginKit.js'

export interface BySocial extends Pick<ConnectRequest, 'ask' | 'step' | 'signal'> {
  readonly kit: LoginKit
  readonly provider: SocialProviderName
}

/**
 * Logs in at a provider, in a window that the press has opened: the page says where that leads, and hears by itself what came of it. A window that is
 * closed ends nothing, since a provider may hide it from the page that opened it. Where the browser opens none, this page is left for it, and the login is taken up by
 * {@link returnedBySocial}.
 *
 * @throws FrameReplyError, and what the request's end does
 */
export async function logInBySocial(login: BySocial): Promise<LoginProfile> {
  const { kit, provider, ask, signal } = login
  const { uri } = await kit.frame.request('GET_SOCIAL_REDIRECT_URI', { provider }, signal)
  const done = finishSocial({ kit, provider, uri, signal })
  // What ends first is what is said; the other has nobody left to be said to.
  const opened = ask({ type: 'popup', url: uri }).then((answer) => {
    if (!('opened' in answer && answer.opened)) leaveFor(login, uri)
    return done
  })
  return Promise.race([done, opened])
}

/** By which a page's address says that the wallet's window has led back to it, as in the original. */
const returning = 'result_uri'

/** Leaves for the wallet's own page, which leads on to the provider and back. */
function leaveFor({ kit: { records }, provider, step }: BySocial, uri: string): void {
  records.left(provider)
  step({ type: 'redirect' })
  location.assign(`${uri}.${encodeURIComponent(location.href).replaceAll('.', '%2E')}`)
}

/** Goes on with a login that had left the page. @returns undefined where the page was opened otherwise */
export async function returnedBySocial({
  kit,
  signal,
}: Pick<BySocial, 'kit' | 'signal'>): Promise<LoginProfile | undefined> {
  const provider = kit.records.takeLeft()
  const url = new URL(location.href)
  const uri = url.searchParams.get(returning)
  url.searchParams.delete(returning)
  history.replaceState(history.state, '', url)
  return provider && uri !== null ? finishSocial({ kit, provider, uri, signal }) : undefined
}

interface FinishSocial extends Pick<BySocial, 'kit' | 'provider' | 'signal'> {
  readonly uri: string
}

/** Asks until the wallet is there: a login at a provider takes longer than an answer may. The page is shown meanwhile, where it has something to show. */
async function finishSocial({ kit, provider, uri, signal }: FinishSocial): Promise<LoginProfile> {
  const stopShowing = kit.showWhereWanted()
  try {
    for (;;) {
      const there = await kit.frame.request('CONNECT_SOCIAL', { uri }, signal).catch(whileWaiting)
      if (there) return { provider, email: there.email ?? undefined, userName: there.userName ?? undefined }
    }
  } finally {
    stopShowing()
  }
}

/** @throws what isn't the page's word that it still waits */
function whileWaiting(error: unknown): undefined {
  const isWaiting = error instanceof FrameReplyError && error.message === stillWaiting
  if (!isWaiting && !(error instanceof FrameTimeoutError)) throw error
}
