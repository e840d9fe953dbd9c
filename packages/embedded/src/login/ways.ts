import type { LoginProfile } from '@foyer/core'
import type { LogIn } from '../session/loginKit.js'
import { preferAsBefore } from './accountType.js'
import { logInByEmail } from './byEmail.js'
import { logInByFarcaster } from './byFarcaster.js'
import * as social from './bySocial.js'

export { preferAccountType } from './accountType.js'
export { updateEmail } from './updateEmail.js'

/** Logs in the way the visitor chose. @returns who that is, as far as it says so; undefined where no way was chosen */
export async function logIn(request: LogIn): Promise<LoginProfile | undefined> {
  const profile = await logInBy(request)
  return profile && preferAsBefore(profile, request)
}

/** Goes on with a login that had left the page. @returns undefined where the page was opened otherwise */
export async function returnedBySocial(request: Pick<LogIn, 'kit' | 'signal'>): Promise<LoginProfile | undefined> {
  const profile = await social.returnedBySocial(request)
  return profile && preferAsBefore(profile, request)
}

async function logInBy({ login, ...request }: LogIn): Promise<LoginProfile | undefined> {
  if (!login) return undefined
  if (login.method === 'social' && login.provider === 'farcaster') return logInByFarcaster(request)
  if (login.method === 'social') return social.logInBySocial({ ...request, provider: login.provider })
  await logInByEmail({ ...request, email: login.email })
  return { provider: 'email' }
}
