import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Context, MiddlewareHandler } from 'hono'
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
      c.set(
        'body',
        await receive({ source: await sourceOf(c), limitBytes, count: (bytes) => count({ holding, bytes }) }),
      )
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

/** Node's own stream, where there is one: a web stream in between costs more than all else that a small request needs. */
async function sourceOf(c: Context<Env>): Promise<Readable> {
  const { incoming } = c.env ?? {}
  if (incoming instanceof IncomingMessage) return incoming
  return Readable.from([new Uint8Array(await c.req.raw.arrayBuffer())])
}

interface Receive {
  source: Readable
  limitBytes: number
  /** @throws when there is no room for so many bytes more */
  count: (bytes: number) => void
}

const decoder = new TextDecoder()

function receive({ source, limitBytes, count }: Receive): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    let bytes = 0
    const fail = (error: unknown) => {
      source.off('data', take)
      reject(error)
    }
    const take = (part: Uint8Array) => {
      parts.push(part)
      bytes += part.byteLength
      try {
        if (bytes > limitBytes) throw new BodyTooLargeError({ limitBytes })
        count(part.byteLength)
      } catch (error) {
        fail(error)
      }
    }
    const giveUp = (cause?: unknown) => fail(new GivenUpError({ cause }))
    if (source.destroyed) return giveUp()
    source.on('data', take)
    source.once('end', () => resolve(decoder.decode(Buffer.concat(parts))))
    source.once('error', giveUp)
    source.once('close', giveUp)
  })
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
