import { NotFoundError } from '@foyer/service/errors/refusals'
import type { Env } from '@foyer/service/route/env'
import type { BudgetedOperation } from '@foyer/service/route/operation'
import { routeOn } from '@foyer/service/route/routeOn'
import { send } from '@foyer/service/route/send'
import type { Context } from 'hono'
import type { Login } from '../login/createLogin.js'
import { type OpenCall, refuseBeforeItActs, type SessionCall } from '../login/mayChange.js'
import { SessionOverError } from '../login/refusals.js'
import { type GivenSession, type LoginSession, renewingSeconds } from '../login/sessions.js'
import type { Services } from '../services.js'
import { bearer } from './signIn.js'

/** A call of the login server that is made in no session, with what bounds it. */
export const route = routeOn<Services, BudgetedOperation & { readonly id: OpenCall }>()

/** A call that is made in a session, whose device has signed it. @throws SessionOverError · ActsLaterError where it may change more than the device may yet */
export const sessionRoute = routeOn<Services, BudgetedOperation & { readonly id: SessionCall }>(
  async ({ operation, c, services, signer: device, payload }) => {
    const by = await loginOf(services).sessions.find({ token: bearer(c, 'authorization'), device })
    refuseBeforeItActs({ call: operation.id, payload, by, now: services.now() })
    c.env.visit.session = by
  },
)

/** A signature is checked and a nonce written, whatever else is done. */
export const shared = { group: 'Login', access: 'wallet', cost: 5 } as const
export const done = { ...shared, status: 204 } as const

interface Asked {
  readonly c: Context<Env>
  readonly services: Pick<Services, 'login'>
}

/** @throws NotFoundError where the operator set up no login */
export function loginOf({ login }: Asked['services']): Login {
  if (login === null) throw new NotFoundError()
  return login
}

/** The session that such a call is made in. */
export function sessionOf({ c }: Pick<Asked, 'c'>): LoginSession {
  const { session } = c.env.visit
  if (session === undefined) throw new SessionOverError()
  return session
}

export const cookieName = 'foyer-login'

/** For no script, over TLS alone, for this host alone, and for the top-level site that it was set under alone. @see F5 */
export const cookie = ({ value, seconds }: { readonly value: string; readonly seconds: number }) =>
  `__Host-${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=None; Partitioned`

interface AnswerWith {
  readonly c: Context<Env>
  readonly given: GivenSession
  readonly keepsIn: 'cookie' | 'page'
}

/** The token that renews goes where the page keeps it: into a cookie that no script reads, or with the answer where cookies don't work. */
export function answerWith({ c, given: { session, renewingToken }, keepsIn }: AnswerWith): Response {
  const type = 'application/json'
  if (keepsIn === 'page') return send({ c, body: JSON.stringify({ ...session, refreshToken: renewingToken }), type })
  const headers = { 'Set-Cookie': cookie({ value: renewingToken, seconds: renewingSeconds }) }
  return send({ c, body: JSON.stringify(session), type, headers })
}
