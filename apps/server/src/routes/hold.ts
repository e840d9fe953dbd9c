import type { Context, MiddlewareHandler, Next } from 'hono'
import type { Holding } from '../budget/holdings.js'
import { OverloadedError, RateLimitedError } from '../errors/refusals.js'
import type { Services } from '../services.js'
import type { Env } from './env.js'

/**
 * Takes a slot, which is held until the answer has left: an answer that no one reads is work that isn't done. What comes
 * while none is free is refused at once: where a database or a network is slow, a queue makes all wait and is useless.
 * @throws {@link OverloadedError} · {@link RateLimitedError} for a client that holds its share
 * @see F23
 */
export function takeSlot({ slots }: Pick<Services, 'slots'>): MiddlewareHandler<Env> {
  return async (c, next) => holdUntilLeft({ c, next, holding: held(slots.take({ owner: c.var.client })) })
}

/** @throws {@link OverloadedError} · {@link RateLimitedError} */
export function held(taken: Holding | 'owner' | 'node'): Holding {
  if (taken === 'node') throw new OverloadedError()
  if (taken === 'owner') throw new RateLimitedError({ retryAfterSeconds: 1 })
  return taken
}

/** Goes on, and gives back what is held once the answer has been handed to the network, or the connection is closed. */
export async function holdUntilLeft(request: { c: Context<Env>; next: Next; holding: Holding }): Promise<void> {
  const { c, next, holding } = request
  const outgoing = c.env?.outgoing
  outgoing?.once('close', holding.release)
  try {
    await next()
  } finally {
    // Where the app is called as a value, or its connection is gone already, nothing is left to wait for.
    if (outgoing === undefined || outgoing.destroyed) holding.release()
  }
}
