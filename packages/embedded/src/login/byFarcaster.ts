import type { ConnectRequest, LoginProfile } from '@foyer/core'
import type { LoginKit } from '../session/loginKit.js'
import { showWhereWanted } from './showWhereWanted.js'

export interface ByFarcaster extends Pick<ConnectRequest, 'step' | 'signal'> {
  readonly kit: LoginKit
}

/**
 * Logs in by Farcaster's application on a telephone, which opens the address that the page gives; the page learns by itself what was signed there.
 *
 * @throws FrameReplyError, and what the request's end does
 */
export async function logInByFarcaster({ kit, step, signal }: ByFarcaster): Promise<LoginProfile> {
  const { url } = await kit.frame.request('GET_FARCASTER_URI', undefined, signal)
  step({ type: 'scan', url })
  const stopShowing = showWhereWanted(kit)
  try {
    const { userName } = await kit.untilAnswered('CONNECT_FARCASTER', undefined, signal)
    step({ type: 'scan', url, isAnswered: true })
    return { provider: 'farcaster', userName: userName === '' ? undefined : userName }
  } finally {
    stopShowing()
  }
}
