import type { LoginProfile } from '@foyer/core'
import type { LogIn } from '../session/loginKit.js'
import { logInByEmail } from './byEmail.js'
import { logInByFarcaster } from './byFarcaster.js'
import { logInBySocial } from './bySocial.js'

export { returnedBySocial } from './bySocial.js'
export { updateEmail } from './updateEmail.js'

/** Logs in the way the visitor chose. @returns who that is, as far as it says so; undefined where no way was chosen */
export async function logIn({ login, ...request }: LogIn): Promise<LoginProfile | undefined> {
  if (!login) return undefined
  if (login.method === 'social' && login.provider === 'farcaster') return logInByFarcaster(request)
  if (login.method === 'social') return logInBySocial({ ...request, provider: login.provider })
  await logInByEmail({ ...request, email: login.email })
  return { provider: 'email' }
}
