import { createTestClock, createTestHost } from '@foyer/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discoverWallets } from './discoverWallets.js'

beforeEach(() => void vi.stubGlobal('window', Object.assign(new EventTarget(), { cardano: {} })))
afterEach(() => void vi.unstubAllGlobals())

const put = (key: string, object: unknown) => Reflect.set(Object(Reflect.get(window, 'cardano')), key, object)
const wallet = (name: string, more: object = {}) => ({ name, apiVersion: '1', enable: async () => ({}), ...more })

function look({ injected = true } = {}) {
  const clock = createTestClock()
  const found: string[] = []
  const host = createTestHost({ clock, injected })
  const stop = discoverWallets({
    host,
    found: ({ id, name, icon, rdns }) => found.push([id, name, icon ?? '-', rdns ?? '-'].join(' ')),
  })
  return { found, clock, stop }
}

test('[S3.2 S3.3] wallets are found where the standard has them, before and after, each once; what is none isn’t', () => {
  put('eternl', wallet('eternl', { icon: 'data:image/png;base64,AA' }))
  put('okxwallet', wallet('OKX\u202e Wallet', { icon: 'javascript:alert(1)' }))
  put('noName', wallet(''))
  put('noVersion', { ...wallet('No version'), apiVersion: undefined })
  put('noEntry', { ...wallet('No entry'), enable: 'yes' })
  put('nothing', null)
  put('throws', Object.defineProperty(wallet('x'), 'name', { get: () => expect.fail() }))
  const { found, clock, stop } = look()
  expect(found).toEqual([
    'cardano:eternl eternl data:image/png;base64,AA -',
    'cardano:okxwallet OKX Wallet - com.okex.wallet',
  ])
  const lace = wallet('Lace')
  put('lace', lace)
  put('laceAgain', lace)
  clock.advance(300)
  expect(found.slice(2)).toEqual(['cardano:lace Lace - -'])
  window.dispatchEvent(new Event('pointerdown'))
  expect(found).toHaveLength(3)
  stop()
  put('late', wallet('Late'))
  window.dispatchEvent(new Event('pointerdown'))
  expect(found).toHaveLength(3)
})

test('a page that fills the list with names shows some of them', () => {
  for (let each = 0; each < 1000; each++) put(`w${each}`, wallet(`W${each}`))
  expect(look().found).toHaveLength(32)
})

test('a kit that wants none of them looks for none', () => {
  put('lace', wallet('Lace'))
  expect(look({ injected: false }).found).toEqual([])
})
