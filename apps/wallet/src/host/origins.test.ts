import { describe, expect, test } from 'vitest'
import { createOrigins, OriginsRefusedError } from './origins.js'

type Answer = (url: string) => Response | Promise<Response>

const shop = ['https://shop.example']
const list = (allowedOrigins: readonly string[] = shop) => Response.json({ allowedOrigins })
const refusal = (status: number, name = '') =>
  Response.json({ status: 'FAILED', reasons: [{ name, description: 'No.' }] }, { status })
const unknown = () => refusal(401, 'projectId')

function origins(first: Answer) {
  const asked: { readonly url: string; readonly asker: string | null }[] = []
  const reported: unknown[] = []
  const world = { now: 0, answer: first }
  const originsOf = createOrigins({
    api: 'https://api.example',
    now: () => world.now,
    report: (error) => reported.push(error),
    fetch: async (url, init) => {
      asked.push({ url: String(url), asker: new Headers(init?.headers).get('x-forwarded-for') })
      return world.answer(String(url))
    },
  })
  const of = (projectId: string, asker?: string) => originsOf({ projectId, asker })
  return { of, asked, reported, world }
}

const minute = 60_000
const day = 86_400_000

test('a project’s origins are asked for once a minute, in the name of whom the page is for', async () => {
  const { of, asked, world } = origins(() => list())
  for (const now of [0, minute - 1]) {
    world.now = now
    expect(await of('shop', '192.0.2.1')).toEqual(shop)
  }
  expect(asked).toEqual([
    {
      url: expect.stringMatching(/^https:\/\/api\.example\/projects\/v1\/origins\?projectId=shop&st=appkit&sv=/),
      asker: '192.0.2.1',
    },
  ])
  world.now = minute
  await of('shop')
  expect(asked).toHaveLength(2)
})

describe('the last origins that the API said are taken', () => {
  const failures: readonly (readonly [string, Answer])[] = [
    ['refuses, because too much is asked', () => refusal(429)],
    ['refuses, because it is overloaded', () => refusal(503)],
    ['fails', () => refusal(500)],
    ['is another server', () => new Response('<html>', { status: 401 })],
    ['has no such path', () => new Response('', { status: 404 })],
    ['answers something else', () => Response.json({ allowedOrigins: 7 })],
    ['can’t be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ]
  test.each(failures)('while it %s, for a day, and it is asked again every five seconds', async (_, failing) => {
    const { of, asked, reported, world } = origins(() => list())
    await of('shop')
    world.answer = failing
    for (const now of [minute, minute + 4_999, minute + 5_000, day - 1]) {
      world.now = now
      expect(await of('shop')).toEqual(shop)
    }
    expect([asked.length, reported.length]).toEqual([4, 3])
    world.now = day + 5_000
    expect(await of('shop')).toEqual([])
    world.answer = () => list(['https://new.example'])
    world.now += 5_000
    expect(await of('shop')).toEqual(['https://new.example'])
  })

  test('but not of a project that the API no longer knows, also where it fails afterwards', async () => {
    const { of, reported, world } = origins(() => list())
    await of('shop')
    world.now = minute
    world.answer = unknown
    expect(await of('shop')).toEqual([])
    expect(reported).toEqual([])
    world.now += 5_000
    world.answer = () => refusal(503)
    expect(await of('shop')).toEqual([])
    expect(reported).toEqual([new OriginsRefusedError({ status: 503 })])
  })

  test('nor where it says that the project has none any more', async () => {
    const { of, world } = origins(() => list())
    await of('shop')
    world.now = minute
    world.answer = () => list([])
    expect(await of('shop')).toEqual([])
    world.now += 5_000
    world.answer = () => refusal(503)
    expect(await of('shop')).toEqual([])
  })

  test('whoever has asked too much keeps nobody else from what is new', async () => {
    const { of, world } = origins(() => refusal(429))
    expect(await of('shop', '192.0.2.1')).toEqual([])
    world.answer = () => list()
    expect([await of('shop', '192.0.2.1'), await of('shop', '192.0.2.2')]).toEqual([[], shop])
    world.now = minute
    world.answer = () => refusal(429)
    expect(await of('shop', '192.0.2.1')).toEqual(shop)
    world.answer = () => list(['https://new.example'])
    expect(await of('shop', '192.0.2.2')).toEqual(['https://new.example'])
  })
})

test('an unknown project is none, for whoever asks, and is asked about again after five seconds', async () => {
  const { of, asked, world } = origins(unknown)
  for (const asker of ['192.0.2.1', '192.0.2.2']) expect(await of('gone', asker)).toEqual([])
  expect(asked).toHaveLength(1)
  world.now = 5_000
  await of('gone')
  expect(asked).toHaveLength(2)
})

test('a thousand projects are kept, and no number of unknown ones, by which strangers ask, pushes one out', async () => {
  const { of, asked, world } = origins((url) => (url.includes('=p') ? list() : unknown()))
  for (let index = 0; index <= 1_000; index += 1) await of(`p${index}`)
  for (let index = 0; index <= 1_100; index += 1) await of(`none${index}`)
  const before = asked.length
  await of('p1')
  expect(asked).toHaveLength(before)
  await of('p0')
  expect(asked).toHaveLength(before + 1)
  world.now = minute
  world.answer = () => refusal(429)
  expect([await of('p1'), await of('p2')]).toEqual([shop, []])
})
