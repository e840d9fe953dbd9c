import type { Context } from 'hono'
import type { Services } from '../services.js'
import type { Env } from './env.js'

/** Whom a request is counted against. */
export function clientOf(c: Context<Env>, { clientKey }: Pick<Services, 'clientKey'>): string {
  return clientKey({
    remote: c.env?.incoming?.socket.remoteAddress,
    forwardedFor: c.req.header('x-forwarded-for'),
  })
}
