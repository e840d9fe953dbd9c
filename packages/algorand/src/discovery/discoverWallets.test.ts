import { createTestClock, createTestHost } from '@foyer/testing'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { discoverWallets } from './discoverWallets.js'

beforeEach(() => void vi.stubGlobal('window', new EventTarget()))
afterEach(() => void vi.unstubAllGlobals())

/** A wallet that answers, as ARC-27 has it. @returns how often it was asked */
function put(result: object) {
  const asked = { count: 0 }
  const page = window
  const listen = (event: Event) => {
    asked.count += 1
    const detail = JSON.stringify({ requestId: Reflect.get(Object(Reflect.get(event, 'detail')), 'id'), result })
    page.dispatchEvent(new CustomEvent('arc0027:discover:response', { detail }))
  }
  page.addEventListener('arc0027:discover:request', listen)
  onTestFinished(() => page.removeEventListener('arc0027:discover:request', listen))
  return asked
}

function look({ announced = true, injected = true } = {}) {
  const clock = createTestClock()
  const found: string[] = []
  const host = createTestHost({ clock, announced, injected })
  const stop = discoverWallets({
    host,
    found: ({ id, name, icon, rdns }) => found.push([id, name, icon ?? '-', rdns ?? '-'].join(' ')),
  })
  return { found, clock, stop }
}

test('[S3.2 S3.3] wallets that answer are found, before and after, each once, and the one at window.algorand', () => {
  put({ providerId: 'kibisis', name: 'Kibisis\u202e', icon: 'data:image/png;base64,AA', networks: [] })
  put({ providerId: 'two', name: 'Two', icon: 'javascript:alert(1)' })
  put({ providerId: 'no name' })
  put({ name: 'Without an id' })
  put({ providerId: '<b>', name: 'Wrong id' })
  const { found, clock, stop } = look()
  expect(found).toEqual(['algorand:kibisis Kibisis data:image/png;base64,AA -', 'algorand:two Two - -'])
  put({ providerId: 'late', name: 'Late' })
  Reflect.set(window, 'algorand', { signTxns: () => {}, isExodus: true })
  clock.advance(300)
  expect(found.slice(2)).toEqual(['algorand:late Late - -', 'algorand:window.algorand Exodus - com.exodus'])
  window.dispatchEvent(new Event('pointerdown'))
  expect(found).toHaveLength(4)
  stop()
  put({ providerId: 'later', name: 'Later' })
  window.dispatchEvent(new Event('pointerdown'))
  expect(found).toHaveLength(4)
})

test('wallets are not asked at every press for ever, and a page that answers with many shows some of them', () => {
  const asked = put({ providerId: 'one', name: 'One' })
  for (let each = 0; each < 100; each++) put({ providerId: `w${each}`, name: 'W' })
  const { found, stop } = look()
  onTestFinished(stop)
  for (let each = 0; each < 100; each++) window.dispatchEvent(new Event('keydown'))
  // Each question is answered by all of them, before a listener is taken away or after.
  expect([found.length, asked.count]).toEqual([32, 12])
})

test('a kit that wants none of them looks for none', () => {
  const asked = put({ providerId: 'one', name: 'One' })
  Reflect.set(window, 'algorand', { signTxns: () => {} })
  expect([look({ announced: false, injected: false }).found, asked.count]).toEqual([[], 0])
})
