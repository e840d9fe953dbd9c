import { createTestClock, createTestHost } from '@foyer/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discoverWallets } from './discoverWallets.js'

beforeEach(() => void vi.stubGlobal('window', Object.assign(new EventTarget(), { injectedWeb3: {} })))
afterEach(() => void vi.unstubAllGlobals())

const put = (name: string, object: unknown) => Reflect.set(Object(Reflect.get(window, 'injectedWeb3')), name, object)
const enable = async () => ({})

function look({ injected = true } = {}) {
  const clock = createTestClock()
  const found: string[] = []
  const host = createTestHost({ clock, injected })
  const stop = discoverWallets({ host, found: ({ id, name, rdns }) => found.push(`${id} ${name} ${rdns ?? '-'}`) })
  return { found, clock, stop }
}

test('[S3.2 S3.3] wallets are found where the standard has them, before and after, each once, by the names they are known by', () => {
  put('talisman', { enable })
  put('own\u202e', { connect: enable })
  put('broken', { version: '1' })
  put('nothing', null)
  const { found, clock, stop } = look()
  expect(found).toEqual(['polkadot:talisman Talisman xyz.talisman', 'polkadot:own\u202e own -'])
  put('polkadot-js', { enable })
  clock.advance(300)
  expect(found).toHaveLength(3)
  window.dispatchEvent(new Event('pointerdown'))
  expect(found).toHaveLength(3)
  stop()
  put('subwallet-js', { enable })
  window.dispatchEvent(new Event('pointerdown'))
  expect(found).toHaveLength(3)
})

test('Nova is called so where it answers as polkadot.js does', () => {
  put('polkadot-js', { enable })
  Reflect.set(window, 'walletExtension', { isNovaWallet: true })
  expect(look().found).toEqual(['polkadot:polkadot-js Nova Wallet -'])
})

test('a page that fills the list with names shows some of them', () => {
  for (let each = 0; each < 1000; each++) put(`w${each}`, { enable })
  expect(look().found).toHaveLength(32)
})

test('a kit that wants none of them looks for none', () => {
  put('talisman', { enable })
  expect(look({ injected: false }).found).toEqual([])
})
