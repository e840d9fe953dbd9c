import { afterEach, expect, test, vi } from 'vitest'
import { createTestPhone, type TestPhone } from './test/phone.js'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36'
let phone: TestPhone
afterEach(() => {
  phone.stop()
  vi.unstubAllGlobals()
})
/** A page of a browser that calls itself so. */
function open(userAgent: string): void {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: userAgent === desktop ? 0 : 5, onLine: true })
  phone = createTestPhone()
  phone.answer = 'hang'
}

test.each([
  ['a phone', android],
  ['another device', desktop],
])('%s is connected by a wallet that agrees as soon as there is a code', async (_, userAgent) => {
  open(userAgent)
  const connected = phone.connect()
  await vi.waitFor(() => expect(phone.proposals).toHaveLength(1))
  phone.release()
  expect((await connected).accounts).toHaveLength(3)
  expect(phone.offers).toHaveLength(1)
})

test.each([
  ['[S4.5] Safari on iOS offers the very same code again, as opening a wallet has cost the page its view', iphone, 1],
  ['[S4.5] where it hasn’t, each connecting has a code of its own', android, 2],
])('%s', async (_, userAgent, codes) => {
  open(userAgent)
  const controller = new AbortController()
  const first = phone.connect({ signal: controller.signal })
  await vi.waitFor(() => expect(phone.offers).toHaveLength(1))
  controller.abort()
  await expect(first).rejects.toMatchObject({ code: 'aborted' })
  const second = new AbortController()
  const again = phone.connect({ signal: second.signal })
  await vi.waitFor(() => expect(phone.offers).toHaveLength(2))
  expect(new Set(phone.offers.map(({ uri }) => uri)).size).toBe(codes)
  second.abort()
  await expect(again).rejects.toMatchObject({ code: 'aborted' })
})
