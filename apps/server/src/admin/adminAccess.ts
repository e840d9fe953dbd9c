import { createHmac } from 'node:crypto'
import { isSame } from '@foyer/service/seal/isSame'

/** Authenticates the operator: by the token, or by the session of a browser that was given it. */
export interface AdminAccess {
  /** Compares in constant time. */
  isToken(candidate: string): boolean
  /** Opens a session in place of the token, for eight hours; other nodes with the same token accept it too. */
  openSession(): { readonly cookie: string; readonly maxAgeSeconds: number }
  isSession(cookie: string | undefined): boolean
  /** The CSRF token in every form of a session. */
  formToken(cookie: string): string
  isFormToken(request: { cookie: string; candidate: string | undefined }): boolean
}

const lifeSeconds = 8 * 3_600

/** @param parameters.randomId - hard to guess, another one each time */
export function createAdminAccess(parameters: {
  token: string
  now: () => number
  randomId: () => string
}): AdminAccess {
  const { token, now, randomId } = parameters
  // Separate keys, so that neither a cookie nor a form reveals anything of the other, or of the token.
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', token).update(`${purpose} ${text}`).digest('base64url')
  const formToken = (cookie: string) => sign('form', cookie)
  return {
    isToken: (candidate) => isSame(candidate, token),
    openSession() {
      const named = `${randomId()}.${Math.floor(now() / 1000) + lifeSeconds}`
      return { cookie: `${named}.${sign('session', named)}`, maxAgeSeconds: lifeSeconds }
    },
    isSession(cookie = '') {
      const [id = '', expiry = '', signature = ''] = cookie.split('.')
      return (
        /^\d{1,12}$/.test(expiry) &&
        isSame(signature, sign('session', `${id}.${expiry}`)) &&
        now() < Number(expiry) * 1000
      )
    },
    formToken,
    isFormToken: ({ cookie, candidate = '' }) => isSame(candidate, formToken(cookie)),
  }
}
