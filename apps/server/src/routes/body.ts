import type { MiddlewareHandler } from 'hono'
import { BodyTooLargeError, GivenUpError, RateLimitedError, UnsupportedContentError } from '../errors/refusals.js'
import type { Services } from '../services.js'
import type { Env } from './env.js'
import { held, holdUntilLeft } from './hold.js'

/**
 * Receives a body of JSON, also as text: that needs no preflight, so it is what clients send. Its bytes are counted against the
 * client as they come, not as they were announced: a body that never comes takes nothing from others. How long it may take
 * is the port's matter (`listen`).
 * @throws {@link UnsupportedContentError} · {@link BodyTooLargeError} · OverloadedError · RateLimitedError
 */
export function takeJson(parameters: {
  services: Pick<Services, 'bodies'>
  limitBytes: number
}): MiddlewareHandler<Env> {
  const {
    services: { bodies },
    limitBytes,
  } = parameters
  return async (c, next) => {
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
    if (type !== undefined && type !== 'application/json' && type !== 'text/plain') throw new UnsupportedContentError()
    if (Number(c.req.header('content-length')) > limitBytes) throw new BodyTooLargeError({ limitBytes })
    const holding = held(bodies.take({ owner: c.var.client, amount: 0 }))
    try {
      c.set('body', await receive({ request: c.req.raw, limitBytes, count: (bytes) => count({ holding, bytes }) }))
    } catch (error) {
      holding.release()
      throw error
    }
    await holdUntilLeft({ c, next, holding })
  }
}

function count({ holding, bytes }: { holding: ReturnType<typeof held>; bytes: number }): void {
  if (!holding.add(bytes)) throw new RateLimitedError({ retryAfterSeconds: 1 })
}

interface Receive {
  request: Request
  limitBytes: number
  /** @throws when there is no room for so many bytes more */
  count: (bytes: number) => void
}

async function receive({ request, limitBytes, count }: Receive): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = request.body?.getReader()
  for (;;) {
    const read = await reader?.read().catch((cause: unknown) => {
      throw new GivenUpError({ cause })
    })
    if (read === undefined || read.done) return text + decoder.decode()
    bytes += read.value.byteLength
    if (bytes > limitBytes) throw new BodyTooLargeError({ limitBytes })
    count(read.value.byteLength)
    text += decoder.decode(read.value, { stream: true })
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
