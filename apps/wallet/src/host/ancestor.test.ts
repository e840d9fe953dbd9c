import { expect, test } from 'vitest'
import { createOrigins } from './ancestor.js'

const origins = (answer: (url: string) => Response) => {
  const asked: string[] = []
  const reported: unknown[] = []
  const clock = { now: 0 }
  const of = createOrigins({
    api: 'https://api.example',
    now: () => clock.now,
    report: (error) => reported.push(error),
    fetch: async (url) => {
      asked.push(String(url))
      return answer(String(url))
    },
  })
  return { of, asked, reported, clock }
}

test('a project’s origins are asked for once a minute', async () => {
  const { of, asked, clock } = origins(() => Response.json({ allowedOrigins: ['https://shop.example'] }))
  for (const now of [0, 59_999]) {
    clock.now = now
    expect(await of('shop')).toEqual(['https://shop.example'])
  }
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatch(/^https:\/\/api\.example\/projects\/v1\/origins\?projectId=shop&st=appkit&sv=/)
  clock.now = 60_001
  await of('shop')
  expect(asked).toHaveLength(2)
})

test('what can’t be had is none, and is asked for again soon', async () => {
  const { of, asked, reported, clock } = origins((url) =>
    url.includes('=gone') ? new Response('', { status: 404 }) : Response.json({ allowedOrigins: 7 }),
  )
  expect(await of('gone')).toEqual([])
  expect(await of('broken')).toEqual([])
  expect(reported).toHaveLength(1)
  clock.now = 5_001
  await of('gone')
  expect(asked).toHaveLength(3)
})

test('a thousand projects are kept, whatever strangers ask for', async () => {
  const { of, asked } = origins(() => Response.json({ allowedOrigins: ['https://shop.example'] }))
  for (let index = 0; index <= 1_000; index += 1) await of(`p${index}`)
  await of('p1')
  expect(asked).toHaveLength(1_001)
  await of('p0')
  expect(asked).toHaveLength(1_002)
})
