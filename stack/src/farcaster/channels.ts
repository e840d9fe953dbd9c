import { randomInt } from 'node:crypto'
import type { Hono } from 'hono'
import * as v from 'valibot'

const Time = v.pipe(v.string(), v.isoTimestamp())

/** What an application says of a login, as the real relay takes it. @see FIP-11 */
const Create = v.strictObject({
  siweUri: v.pipe(v.string(), v.url()),
  domain: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9.-]+(:[0-9]+)?$/)),
  nonce: v.optional(v.string()),
  notBefore: v.optional(Time),
  expirationTime: v.optional(Time),
  requestId: v.optional(v.string()),
  redirectUrl: v.optional(v.string()),
  acceptAuthAddress: v.optional(v.boolean()),
})

/** What a telephone has signed, and what its server says of the account. */
export interface Completed {
  readonly message: string
  readonly signature: string
  readonly fid: number
  readonly username: string
  readonly displayName: string
  readonly bio: string
  readonly pfpUrl: string
  readonly custody: string
  readonly verifications: readonly string[]
}

/** A login that waits, or was answered. */
export interface Channel {
  readonly params: v.InferOutput<typeof Create> & { readonly nonce: string }
  readonly until: number
  completed: Completed | undefined
}

/** What pages and applications go by. */
export interface Channels {
  find(token: string): Channel | undefined
  add(api: Hono, pageOf: (token: string) => string): void
}

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const textOf = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
const keptMs = 3_600_000

/** The relay's own side, in the shape of its first version: a channel is there for an hour, and what came by it is said once. */
export function createChannels({
  now,
  states,
}: {
  readonly now: () => number
  readonly states: (said: Completed) => Readonly<Record<string, unknown>>
}): Channels {
  const kept = new Map<string, Channel>()
  const find = (token: string) => {
    const channel = kept.get(token)
    return channel !== undefined && channel.until > now() ? channel : undefined
  }
  return {
    find,
    add(api, pageOf) {
      api.post('/v1/channel', async (c) => {
        const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Create), await c.req.text())
        if (!success) return c.json({ error: 'Validation error', message: 'body must match its schema' }, 400)
        const [channelToken, nonce] = [textOf(8), output.nonce ?? textOf(17)]
        kept.set(channelToken, { params: { ...output, nonce }, until: now() + keptMs, completed: undefined })
        const url = pageOf(channelToken)
        return c.json({ channelToken, url, connectUri: url, nonce }, 201)
      })
      api.get('/v1/channel/status', (c) => {
        const token = c.req.header('authorization')?.split(' ')[1] ?? ''
        const channel = find(token)
        if (channel === undefined) return c.json({ error: 'Unauthorized' }, 401)
        const { params, completed } = channel
        const metadata = { ip: '127.0.0.1', userAgent: c.req.header('user-agent') ?? 'Unknown' }
        const { acceptAuthAddress = false } = params
        const said = { nonce: params.nonce, acceptAuthAddress, signatureParams: params, metadata }
        if (completed === undefined) return c.json({ state: 'pending', ...said }, 202)
        kept.delete(token)
        return c.json({ state: 'completed', ...said, ...states(completed) }, 200)
      })
    },
  }
}
