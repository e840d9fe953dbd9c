import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { nonceOf } from '@foyer/custody/social'
import { createProviderRest } from '@foyer/service/socials/providerRest'
import { serve as listen } from '@hono/node-server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFarcasterRelay } from './farcasterRelay.js'

const now = Date.parse('2026-01-02T03:04:05Z')
const origin = 'https://wallet.example'
const hash = encodeBytes(randomBytes(32))

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const stop of stops.splice(0)) await stop()
})
const serve = async (answer: (request: Request) => Response | Promise<Response>) => {
  const port = await new Promise<number>((resolve) => {
    const server = listen({ port: 0, hostname: '127.0.0.1', fetch: answer }, (at) => resolve(at.port))
    stops.push(() => new Promise((ended) => server.close(() => ended())))
  })
  return `http://127.0.0.1:${port}`
}

const refused = { code: 'social_refused' }
const away = { code: 'provider_away' }

describe('[F7] the relay', () => {
  const at = async (answer: Parameters<typeof serve>[0]) =>
    createFarcasterRelay({
      origin,
      rest: createProviderRest({ now: () => 0 }),
      now: () => now,
      relayUrl: await serve(answer),
    })
  const opening = { hash, expiresAt: new Date(now + 1_000) }
  const opened = { channelToken: '23W59BKK', url: 'https://farcaster.example/~/siwf?channelToken=23W59BKK' }

  test('is told of the wallet’s page, the login’s nonce and its end', async () => {
    let told: unknown
    const farcaster = await at(async (request) => {
      told = await request.json()
      return Response.json({ ...opened, nonce: nonceOf(hash) }, { status: 201 })
    })
    expect(await farcaster.open(opening)).toEqual({ url: opened.url, channel: opened.channelToken })
    expect(told).toEqual({
      ...{ siweUri: `${origin}/social`, domain: 'wallet.example', nonce: nonceOf(hash) },
      ...{ notBefore: '2026-01-02T03:04:05.000Z', expirationTime: '2026-01-02T03:04:06.000Z' },
    })
    // As EIP-4361 has a nonce: letters and digits.
    expect(nonceOf(hash)).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    ['with a nonce of its own', { ...opened, nonce: 'another1' }, 201],
    ['with an address that is no page', { ...opened, url: 'javascript:alert(1)', nonce: nonceOf(hash) }, 201],
    ['with nothing', {}, 201],
    ['with a refusal', { error: 'Validation error' }, 400],
  ])('that opens a channel %s is as good as none', async (_, body, status) => {
    const farcaster = await at(() => Response.json(body, { status }))
    await expect(farcaster.open(opening)).rejects.toMatchObject(away)
  })

  const poll = async (answer: () => Response) => (await at(answer)).poll({ channel: opened.channelToken })

  test('says that nothing has come, or what has, and its name for the account as it may be shown', async () => {
    expect(await poll(() => Response.json({ state: 'pending' }, { status: 202 }))).toBeNull()
    const come = { message: 'm', signature: '0x00' }
    const said = { state: 'completed', ...come, fid: 9, username: '\u202eada' }
    expect(await poll(() => Response.json(said))).toEqual({ ...come, userName: 'ada' })
    expect(await poll(() => Response.json({ ...said, username: 7 }))).toEqual({ ...come, userName: null })
  })

  test('that knows the channel no more ends the login; one that lies of its form, or says too much, is away', async () => {
    await expect(poll(() => Response.json({ error: 'Unauthorized' }, { status: 401 }))).rejects.toMatchObject(refused)
    for (const body of [{ state: 'completed' }, { state: 'else' }, { state: 'pending', more: 'x'.repeat(70_000) }])
      await expect(poll(() => Response.json(body))).rejects.toMatchObject(away)
  })

  test('that is slow is away after five seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('late')))
    await expect(poll(() => Response.json({ state: 'pending' }, { status: 202 }))).rejects.toMatchObject(away)
    expect(timeout).toHaveBeenCalledWith(5_000)
  })
})
