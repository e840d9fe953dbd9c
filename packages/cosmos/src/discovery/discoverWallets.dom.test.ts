import { createTestClock, createTestCosmosWallet, createTestHost } from '@foyer/testing'
import { afterEach, expect, test } from 'vitest'
import { freshKey } from '../test/stage.js'
import { discoverWallets, type FoundWallet } from './discoverWallets.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const chains = { 'foyer-1': 'cosmos' }
const walletAt = (path: string) => {
  const wallet = createTestCosmosWallet({ name: path, path, keys: [freshKey()], chains })
  ends.push(wallet.appearIn(window))
  return wallet
}

function look({ injected = true }: { readonly injected?: boolean } = {}) {
  const clock = createTestClock()
  const found: FoundWallet[] = []
  const stop = discoverWallets({ host: createTestHost({ clock, injected }), found: (wallet) => found.push(wallet) })
  ends.push(stop)
  return { found, clock, stop, names: () => found.map(({ id, name }) => `${id} ${name}`) }
}

test('[S3.2 S3.3] wallets are found where they sit, each once', () => {
  for (const path of ['keplr', 'leap', 'cosmostation.providers.keplr', 'okxwallet.keplr']) walletAt(path)
  const { names, found } = look()
  window.dispatchEvent(new Event('load'))
  expect(names()).toEqual([
    'cosmos:leap Leap',
    'cosmos:cosmostation.providers.keplr Cosmostation',
    'cosmos:okxwallet.keplr OKX Wallet',
    'cosmos:keplr Keplr',
  ])
  expect(found.every(({ type }) => type === 'INJECTED')).toBe(true)
})

test('one that poses as Keplr is listed under its own name alone', () => {
  walletAt('leap')
  Object.assign(window, { keplr: Reflect.get(window, 'leap') })
  ends.push(() => Reflect.deleteProperty(window, 'keplr'))
  expect(look().names()).toEqual(['cosmos:leap Leap'])
})

test.each([
  ['when the page has loaded', () => void window.dispatchEvent(new Event('load'))],
  ['when the visitor presses', () => void window.dispatchEvent(new Event('pointerdown'))],
])('one that comes late is found %s', (_, happen) => {
  const { names } = look()
  expect(names()).toEqual([])
  walletAt('keplr')
  happen()
  expect(names()).toEqual(['cosmos:keplr Keplr'])
})

test('one that comes a while after is found by then', () => {
  const { names, clock } = look()
  walletAt('keplr')
  clock.advance(300)
  expect(names()).toEqual(['cosmos:keplr Keplr'])
})

test('what can’t be asked, or lies about itself, is no wallet and does no harm', () => {
  Object.defineProperty(window, 'leap', {
    configurable: true,
    get() {
      throw new Error('Not for you.')
    },
  })
  Object.assign(window, { keplr: { getKey: 'no function' } })
  ends.push(() => {
    Reflect.deleteProperty(window, 'leap')
    Reflect.deleteProperty(window, 'keplr')
  })
  expect(look().names()).toEqual([])
})

test('nothing is looked for where a host wants none, and nothing more once it stops', () => {
  walletAt('keplr')
  expect(look({ injected: false }).names()).toEqual([])
  const { stop, names } = look()
  stop()
  walletAt('leap')
  window.dispatchEvent(new Event('load'))
  expect(names()).toEqual(['cosmos:keplr Keplr'])
})
