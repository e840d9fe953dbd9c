import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { BodyTooLargeError, UnsupportedContentError } from '../errors/refusals.js'
import type { Env } from './env.js'

/**
 * Lets bodies of JSON through, also as text: that needs no preflight, so it is what clients send.
 * @throws {@link UnsupportedContentError} · {@link BodyTooLargeError}
 */
export function takeJson({ limitBytes }: { limitBytes: number }): MiddlewareHandler<Env> {
  const tooLarge = () => {
    throw new BodyTooLargeError({ limitBytes })
  }
  const limit = bodyLimit({ maxSize: limitBytes, onError: tooLarge })
  return async (c, next) => {
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type !== undefined && type !== 'application/json' && type !== 'text/plain') throw new UnsupportedContentError()
    await limit(c, next)
  }
}

/** @returns undefined for what isn't JSON, which JSON itself can't say */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
