import { renewSessionCall, verifyCodeCall } from '@foyer/login/loginCalls'
import { expect, test } from 'vitest'
import { cookieJar, logIn, memoryDatabase, testFrame } from '../test/testFrame.js'
import { keepsCookies, pageCookie } from './pageCookie.js'

/** A page whose browser takes every cookie and keeps none. */
const forgetful = { cookie: '' }
Object.defineProperty(forgetful, 'cookie', { get: () => 'other=1', set: () => {} })

test('a cookie is read by its whole name, beside others, until it is removed', () => {
  const page = cookieJar()
  const [one, longer] = [pageCookie(page, 'user'), pageCookie(page, 'users')]
  longer.set('b', 60)
  expect(one.get()).toBeUndefined()
  one.set('a', 60)
  expect([one.get(), longer.get()]).toEqual(['a', 'b'])
  one.set('', 0)
  expect([one.get(), longer.get()]).toEqual([undefined, 'b'])
})

test('whether cookies are kept is tried, and the trial leaves nothing', () => {
  const page = cookieJar()
  pageCookie(page, 'user').set('a', 60)
  expect([keepsCookies(page), page.cookie]).toEqual([true, '__Host-foyer-user=a'])
  expect(keepsCookies(forgetful)).toBe(false)
})

test('[F5] a frame that keeps its device and no cookie keeps what renews its session by itself, and is logged in after a reload', async () => {
  const database = memoryDatabase()
  const frame = await testFrame({ database, document: forgetful })
  await logIn(frame)
  const { servers } = frame
  const askedOf = (path: string) =>
    servers.calls.filter(({ id }) => id.endsWith(path)).map(({ body }) => JSON.parse(JSON.parse(body).text))
  expect(askedOf(verifyCodeCall.path)).toMatchObject([{ keepsIn: 'page' }])
  const again = await testFrame({ database, document: forgetful, servers })
  expect((await again.ask('IS_CONNECTED')).payload).toEqual({ isConnected: true })
  expect(askedOf(renewSessionCall.path)).toMatchObject([{ refreshToken: expect.stringMatching(/^first /) }])
  expect((await again.ask('IS_CONNECTED')).payload).toEqual({ isConnected: true })
})
