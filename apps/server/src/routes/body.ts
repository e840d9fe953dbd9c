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

/** Deeper than anything that is asked here, and far from where writing it again would end in a full stack. */
const deepest = 100

/** @returns undefined, which isn't a JSON value, for what isn't JSON or is nested beyond all use (RFC 8259, section 9) */
export function readJson(text: string): unknown {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInString && character === '\\') at++
    else if (character === '"') isInString = !isInString
    else if (isInString) continue
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > deepest) return true
  }
  return false
}
