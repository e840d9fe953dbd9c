import { expect, test } from 'vitest'
import { createProviderRest } from './providerRest.js'

const start = Date.parse('2026-01-01T00:00:00Z')
const [maple, neighbour, elsewhere] = ['192.0.2.1', '192.0.2.9', '198.51.100.1']

function open() {
  let time = start
  const rest = createProviderRest({ now: () => time })
  const heed = (status: number, retryAfter?: string, visitor?: string) =>
    rest.heed(new Response('a page', { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }), visitor)
  const refuses = (client?: string): number | null => {
    try {
      rest.refuse(client)
      return null
    } catch (error) {
      return Number(Object(error).headers['Retry-After'])
    }
  }
  const pass = (ms: number) => {
    time += ms
  }
  return { heed, refuses, pass }
}

test.each([
  ['429 and seconds', 429, '120', 120],
  ['503 and seconds', 503, '120', 120],
  ['429 and an HTTP date', 429, 'Thu, 01 Jan 2026 00:02:00 GMT', 120],
  ['503 and an HTTP date', 503, 'Thu, 01 Jan 2026 00:02:00 GMT', 120],
  ['GitHub’s 403 and seconds', 403, '120', 120],
  ['429 alone', 429, undefined, 30],
  ['503 alone', 503, undefined, 30],
  ['429 and a time that can’t be read', 429, 'soon', 30],
  ['a day', 429, '86400', 3_600],
  ['a date of next year', 503, 'Fri, 01 Jan 2027 00:00:00 GMT', 3_600],
])(
  '[F22] a provider that answers %s is left alone for as long, and an hour at most',
  async (_, status, said, seconds) => {
    const { heed, refuses, pass } = open()
    expect(refuses(maple)).toBeNull()
    const busy = { code: 'provider_busy', status: 503, headers: { 'Retry-After': String(seconds) } }
    await expect(heed(status, said)).rejects.toMatchObject(busy)
    expect([refuses(), refuses(maple), refuses(elsewhere)]).toEqual([seconds, seconds, seconds])
    pass(seconds * 1_000 - 1)
    expect(refuses(maple)).toBe(1)
    pass(1)
    expect([refuses(), refuses(maple)]).toEqual([null, null])
  },
)

test('a shorter wish that comes later ends no longer one, and a time that is past asks for nothing', async () => {
  const { heed, refuses, pass } = open()
  await expect(heed(429, 'Wed, 31 Dec 2025 00:00:00 GMT')).rejects.toMatchObject({ code: 'provider_busy' })
  expect(refuses()).toBeNull()
  await expect(heed(429, '100')).rejects.toMatchObject({ code: 'provider_busy' })
  pass(10_000)
  await expect(heed(429, '5')).rejects.toMatchObject({ code: 'provider_busy' })
  expect(refuses()).toBe(90)
})

test('[F2] what is refused to a visitor’s token stops that visitor’s network alone; a provider that is down stops all', async () => {
  const { heed, refuses, pass } = open()
  await expect(heed(429, '3600', maple)).rejects.toMatchObject({ code: 'provider_busy' })
  expect([refuses(maple), refuses(neighbour), refuses(elsewhere), refuses()]).toEqual([3_600, 3_600, null, null])
  await expect(heed(503, '60', maple)).rejects.toMatchObject({ code: 'provider_busy' })
  expect([refuses(maple), refuses(elsewhere), refuses()]).toEqual([3_600, 60, 60])
  pass(60_000)
  expect([refuses(maple), refuses(elsewhere)]).toEqual([3_540, null])
})

test.each([200, 400, 401, 403, 404, 500, 502])('an answer of %i without a time limits nothing', async (status) => {
  const { heed, refuses } = open()
  await heed(status)
  expect(refuses()).toBeNull()
})
