import { createTestClock, createTestHost, createTestNearWallet } from '@foyer/testing'
import { afterEach, expect, test } from 'vitest'
import { freshKey } from '../test/stage.js'
import { discoverWallets, type FoundWallet } from './discoverWallets.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const appear = (name: string, kind: 'connect' | 'window' = 'connect') => {
  const wallet = createTestNearWallet({ name, kind, accounts: [{ key: freshKey() }] })
  ends.push(wallet.appearIn(window))
}
const announce = (detail: unknown) => window.dispatchEvent(new CustomEvent('near-wallet-injected', { detail }))

function look({ announced = true, injected = true } = {}) {
  const clock = createTestClock()
  const found: FoundWallet[] = []
  const host = createTestHost({ clock, announced, injected })
  const stop = discoverWallets({ host, found: (wallet) => found.push(wallet) })
  ends.push(stop)
  return { found, clock, stop, names: () => found.map(({ id, name }) => `${id} ${name}`) }
}

test('[S3.2 S3.3] wallets are found that announce themselves, before and after, and where older ones sit; each once', () => {
  appear('Willow')
  appear('Sender', 'window')
  const { names, found } = look()
  appear('Late')
  window.dispatchEvent(new Event('near-selector-ready'))
  window.dispatchEvent(new Event('load'))
  expect(names()).toEqual(['near:willow Willow', 'near:window.near Sender', 'near:late Late'])
  expect(found.map(({ type }) => type)).toEqual(['ANNOUNCED', 'INJECTED', 'ANNOUNCED'])
  expect(found.every(({ source }) => typeof Reflect.get(Object(source()), 'signOut') === 'function')).toBe(true)
})

test('an unknown wallet at window.near is called by no other’s name', () => {
  appear('Willow', 'window')
  expect(look().names()).toEqual(['near:window.near NEAR Wallet'])
})

test.each([
  ['when the page has loaded', () => void window.dispatchEvent(new Event('load'))],
  ['when the visitor presses', () => void window.dispatchEvent(new Event('pointerdown'))],
  ['after a while', ({ clock }: ReturnType<typeof look>) => void clock.advance(2000)],
])('an older one that comes late is found %s', (_, happen) => {
  const looking = look()
  appear('Sender', 'window')
  happen(looking)
  expect(looking.names()).toEqual(['near:window.near Sender'])
})

test('[F14] what announces nonsense is none, and names are cleared of what turns text around', () => {
  const { found } = look()
  const signIn = () => []
  for (const each of [null, 'text', {}, { manifest: {} }, { manifest: { id: 'a', name: '\u200b' }, signIn }])
    announce(each)
  announce({ manifest: { id: 'b', name: 'No methods' } })
  announce({ manifest: { id: 'c', name: `\u202eMyWallet${'e'.repeat(100)}`, icon: 'javascript:alert(1)' }, signIn })
  expect(found.map(({ name, icon }) => [name, icon])).toEqual([[`MyWallet${'e'.repeat(56)}`, undefined]])
})

test('the host can turn either off, and nothing is found once it has stopped', () => {
  appear('Willow')
  appear('Sender', 'window')
  expect(look({ injected: false }).names()).toEqual(['near:willow Willow'])
  expect(look({ announced: false }).names()).toEqual(['near:window.near Sender'])
  const { stop, found } = look({ announced: false, injected: false })
  stop()
  appear('Later')
  window.dispatchEvent(new Event('load'))
  expect(found).toEqual([])
})
