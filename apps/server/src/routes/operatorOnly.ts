import type { Context, MiddlewareHandler } from 'hono'
import { InvalidTokenError } from '../admin/refusals.js'
import { NotFoundError, RateLimitedError } from '../errors/refusals.js'
import type { Services } from '../services.js'
import { clientOf } from './clientOf.js'
import type { Env } from './env.js'

/** Lets requests with the operator's token through. @throws {@link NotFoundError} where the operator set none · {@link InvalidTokenError} · {@link RateLimitedError} */
export function operatorOnly(
  services: Pick<Services, 'adminAccess' | 'adminLimit' | 'clientKey'>,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (services.adminAccess === null) throw new NotFoundError()
    await countAttempt(c, services)
    const [, token] = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (token === undefined || !services.adminAccess.isToken(token)) throw new InvalidTokenError()
    await next()
  }
}

/** Counts a client that sends a token, before the token is checked. */
export async function countAttempt(
  c: Context<Env>,
  services: Pick<Services, 'clientKey' | 'adminLimit'>,
): Promise<void> {
  const retryAfterSeconds = await services.adminLimit.take({ key: clientOf(c, services) })
  if (retryAfterSeconds !== null) throw new RateLimitedError({ retryAfterSeconds })
}
