import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../clock/test/fakeClock.js'
import { asText, exchange, retryAfterMs } from './exchange.js'

/** Returns the request of a fetch, as a browser reads it. */
async function sent(options: Pick<Parameters<typeof exchange>[0], 'method' | 'body' | 'headers'>): Promise<Request> {
  const requests: Request[] = []
  await exchange({
    ...options,
    url: new URL('https://server.example/v1/thing'),
    fetch: async (input, init) => {
      requests.push(new Request(input, init))
      return new Response('{}')
    },
    clock: fakeClock(),
    read: asText,
  })
  const [request] = requests
  if (!request) throw new Error('Nothing was requested.')
  return request
}

test.each([
  {},
  { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
  { method: 'PUT', body: '{}' },
] as const)('[F28] no request carries the visitor’s cookies, %o', async (options) => {
  expect((await sent(options)).credentials).toBe('omit')
})

const now = Date.parse('2025-06-01T12:00:00Z')

describe('[S8.41] Retry-After', () => {
  test('of a refusal is part of its error, whoever decides to ask again', async () => {
    const refused = (headers: Record<string, string>) =>
      exchange({
        url: new URL('https://server.example'),
        fetch: async () => new Response('busy', { status: 429, headers }),
        clock: fakeClock(),
        read: asText,
      })
    await expect(refused({ 'retry-after': '7' })).rejects.toMatchObject({ status: 429, retryAfterMs: 7_000 })
    await expect(refused({})).rejects.toMatchObject({ status: 429, retryAfterMs: undefined })
  })

  test.each([
    ['0', 0],
    ['2', 2000],
    [' 120 ', 120_000],
    ['Sun, 01 Jun 2025 12:00:07 GMT', 7000],
    ['Sunday, 01-Jun-25 12:00:07 GMT', 7000],
    ['Sun, 01 Jun 2025 11:00:00 GMT', 0],
    [null, undefined],
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['99999999999999999999', undefined],
  ])('%j is %s ms', (header, ms) => {
    expect(retryAfterMs({ header, now })).toBe(ms)
  })

  test('seconds and dates come back as they went', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400 }), (seconds) => {
        expect(retryAfterMs({ header: String(seconds), now })).toBe(seconds * 1000)
        expect(retryAfterMs({ header: new Date(now + seconds * 1000).toUTCString(), now })).toBe(seconds * 1000)
      }),
    )
  })

  test('anything else is no pause, or a finite one', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const ms = retryAfterMs({ header, now })
        expect(ms === undefined || (Number.isFinite(ms) && ms >= 0)).toBe(true)
      }),
    )
  })
})
