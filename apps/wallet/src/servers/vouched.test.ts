import { askVouchedCall } from '@foyer/login/vouchedCalls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { site } from '../test/testFrame.js'
import { hold, lost, refusing, testLogin, until } from '../test/testLogin.js'
import { isVouched } from './vouched.js'

let warned: unknown[] = []
beforeEach(() => {
  warned = []
  vi.spyOn(console, 'warn').mockImplementation((error) => void warned.push(error))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A frame at a site, logged in or not: an approval asks without a session. */
async function stand() {
  const device = await testLogin()
  const ask = (signal?: AbortSignal) =>
    isVouched({ servers: device.parameters.servers, projectId: 'shop', site, signal })
  return { ...device, ask, asked: () => device.askedOf(askVouchedCall.path) }
}

test('[F11] a page is asked about by its project and its origin, and what the operator says counts', async () => {
  const { ask, asked, scripted } = await stand()
  expect([await ask(), asked(), warned]).toEqual([false, [{ projectId: 'shop', site }], []])
  scripted.vouched.add(site)
  expect(await ask()).toBe(true)
})

test('[F11] a page that is taken off the list counts no more from the next question on, since nothing is kept', async () => {
  const { ask, asked, scripted } = await stand()
  scripted.vouched.add(site)
  expect(await ask()).toBe(true)
  scripted.vouched.clear()
  expect([await ask(), asked().length, warned]).toEqual([false, 2, []])
})

test.each<[string, () => Promise<Response>]>([
  ['a server that can’t be reached', lost],
  ['a server without logins', refusing('not_found', 404)],
  ['a server that is asked too much', refusing('rate_limited', 429)],
  ['a server that takes this for no origin', refusing('invalid_input', 400, 'site')],
  ['a server that fails', async () => new Response('<html>', { status: 502 })],
  ['an answer of another form', async () => Response.json({ vouched: 'true' })],
  ['an empty answer', async () => new Response(null, { status: 204 })],
  ['an answer that isn’t JSON', async () => new Response('true')],
])('[F11] by %s a page isn’t vouched for, and that is said', async (_, answer) => {
  const { ask, scripted, instead } = await stand()
  scripted.vouched.add(site)
  instead.set(askVouchedCall.path, answer)
  expect([await ask(), warned.length]).toEqual([false, 1])
})

test('[F11] an answer is waited for three seconds, and none counts from then on', async () => {
  const device = await stand()
  device.scripted.vouched.add(site)
  const asking = hold(device, askVouchedCall.path)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const inTime = device.ask()
  await until(() => asking.count() === 1)
  await vi.advanceTimersByTimeAsync(2_999)
  asking.letGo()
  expect(await inTime).toBe(true)
  const late = device.ask()
  await until(() => asking.count() === 2)
  await vi.advanceTimersByTimeAsync(3_000)
  expect([await late, warned.length]).toEqual([false, 1])
})

test('an approval that ends while this is asked ends the question, which is no fault', async () => {
  const device = await stand()
  const asking = hold(device, askVouchedCall.path)
  const leaving = new AbortController()
  const left = device.ask(leaving.signal)
  await until(() => asking.count() === 1)
  leaving.abort()
  expect([await left, warned]).toEqual([false, []])
  expect(await device.ask(leaving.signal)).toBe(false)
})
