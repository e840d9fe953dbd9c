import { createTestClock, createTestHost } from '@foyer/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discoverWallets } from './discoverWallets.js'

beforeEach(() => void vi.stubGlobal('window', new EventTarget()))
afterEach(() => void vi.unstubAllGlobals())

function look({ injected = true } = {}) {
  const clock = createTestClock()
  const found: string[] = []
  const stop = discoverWallets({
    host: createTestHost({ clock, injected }),
    found: ({ id, name, type }) => found.push(`${id} ${name} ${type}`),
  })
  return { found, clock, stop }
}
const wallet = 'mvx:extension MultiversX DeFi Wallet INJECTED'

test.each(['elrondWallet', 'multiversxWallet'])(
  '[S3.2 S3.3] the extension is found by %s, before and after, once',
  (name) => {
    Reflect.set(window, name, { extensionId: 'x' })
    const { found, clock } = look()
    expect(found).toEqual([wallet])
    Reflect.set(window, 'multiversxWallet', true)
    clock.advance(1500)
    expect(found).toHaveLength(1)
  },
)

test('one that comes later is found, and none once nobody looks', () => {
  const { found, clock, stop } = look()
  expect(found).toEqual([])
  Reflect.set(window, 'elrondWallet', {})
  clock.advance(300)
  expect(found).toEqual([wallet])
  const other = look({ injected: false })
  expect(other.found).toEqual([])
  stop()
})

test('what throws where it is looked at is no wallet', () => {
  Object.defineProperty(window, 'elrondWallet', {
    get() {
      throw new Error('no')
    },
  })
  expect(look().found).toEqual([])
})
