import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import {
  BodyTooLargeError,
  GivenUpError,
  InvalidInputError,
  RateLimitedError,
  UnsupportedContentError,
} from '../errors/refusals.js'
import type { CommonServices } from './commonServices.js'
import type { Env } from './env.js'
import { type Hold, held } from './hold.js'
import { createJsonShape } from './jsonShape.js'

interface TakeJson {
  c: Context<Env>
  services: Pick<CommonServices, 'bodies'>
  limitBytes: number
  hold: Hold
}

/**
 * Receives a body of JSON, also as text: that needs no preflight, so it is what clients send. Its bytes are counted against the
 * client as they come, not as they were announced: a body that never comes takes nothing from others. One that is too deep or too wide to be
 * parsed ends where that shows. How long it may take is the port's matter (`listen`).
 * @throws {@link UnsupportedContentError} · {@link BodyTooLargeError} · {@link InvalidInputError} · OverloadedError · RateLimitedError
 */
export async function takeJson({ c, services: { bodies }, limitBytes, hold }: TakeJson): Promise<void> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== undefined && type !== 'application/json' && type !== 'text/plain') throw new UnsupportedContentError()
  if (Number(c.req.header('content-length')) > limitBytes) throw new BodyTooLargeError({ limitBytes })
  const holding = hold(held(bodies.take({ owner: c.env.visit.client, amount: 0 })))
  const shape = createJsonShape({ mostValues: Math.ceil(limitBytes / bytesPerValue) })
  const look = (part: Uint8Array) => {
    if (!holding.add(part.byteLength)) throw new RateLimitedError({ retryAfterSeconds: 1 })
    if (!shape.take(part)) throw new InvalidInputError(unreadable)
  }
  c.env.visit.body = await receive({ source: sourceOf(c), limitBytes, look })
}

/** Of the largest body: a thousand calls with ten values each are a third of what a megabyte may hold. */
const bytesPerValue = 32
const unreadable = { name: 'body', description: 'Is nested too deep, or holds too many values.' }

/** Node's own stream, where there is one: a web stream in between costs more than all else that a small request needs. */
function sourceOf(c: Context<Env>): Readable {
  const { incoming } = c.env ?? {}
  if (incoming instanceof IncomingMessage) return incoming
  return Readable.from(c.req.raw.body ?? [])
}

interface Receive {
  source: Readable
  limitBytes: number
  /** @throws where a part is one too many */
  look: (part: Uint8Array) => void
}

const decoder = new TextDecoder()

function receive({ source, limitBytes, look }: Receive): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    let bytes = 0
    const fail = (error: unknown) => {
      source.off('data', take)
      source.pause()
      reject(error)
    }
    const take = (part: Uint8Array) => {
      parts.push(part)
      bytes += part.byteLength
      try {
        if (bytes > limitBytes) throw new BodyTooLargeError({ limitBytes })
        look(part)
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

/** @returns undefined, which isn't a JSON value, for what isn't JSON */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
