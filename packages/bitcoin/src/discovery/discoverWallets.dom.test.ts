import { createTestBitcoinWallet, createTestClock } from '@foyer/testing'
import { afterEach, expect, test } from 'vitest'
import { freshKey } from '../test/ledger.js'
import { discoverWallets, type FoundWallet } from './discoverWallets.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  for (const name of ['unisat', 'btc_providers', 'okxwallet', 'Lies', 'LeatherProvider', 'phantom'])
    Reflect.deleteProperty(window, name)
})

function discover({ announced = true, injected = true } = {}) {
  const found: FoundWallet[] = []
  const clock = createTestClock()
  const stop = discoverWallets({ host: { announced, injected, clock }, found: (wallet) => found.push(wallet) })
  ends.push(stop)
  return { found, clock, stop, ids: () => found.map(({ id }) => id) }
}

const appear = (dialect: 'sats-connect' | 'unisat' | 'leather' | 'phantom' | 'wallet-standard', name = 'Willow') =>
  ends.push(createTestBitcoinWallet({ name, dialect, keys: [freshKey()] }).appearIn(window))

test('[S2.23 S3.2 S3.3] finds a wallet of each dialect, each once', () => {
  for (const dialect of ['sats-connect', 'unisat', 'leather', 'phantom', 'wallet-standard'] as const) appear(dialect)
  const { found, clock } = discover()
  clock.advance(10_000)
  expect(found.map(({ id, type, name, dialect }) => [id, type, name, dialect])).toEqual([
    ['bitcoin:TestProviders.Willow', 'ANNOUNCED', 'Willow', 'sats-connect'],
    ['bitcoin:LeatherProvider', 'ANNOUNCED', 'Willow', 'leather'],
    ['bitcoin:phantom.bitcoin', 'INJECTED', 'Phantom', 'phantom'],
    ['bitcoin:unisat', 'INJECTED', 'UniSat', 'unisat'],
    ['bitcoin:Willow', 'ANNOUNCED', 'Willow', 'wallet-standard'],
  ])
  expect(found.every(({ source }) => typeof source() === 'object')).toBe(true)
})

test.each([
  ['a while after the start', ({ clock }: ReturnType<typeof discover>) => clock.advance(2000)],
  ['when the visitor presses something', () => window.dispatchEvent(new Event('pointerdown'))],
  ['when the page has loaded', () => window.dispatchEvent(new Event('load'))],
])('finds one that comes late %s', (_, later) => {
  const looking = discover()
  appear('sats-connect')
  appear('wallet-standard')
  later(looking)
  expect([...looking.ids()].sort()).toEqual(['bitcoin:TestProviders.Willow', 'bitcoin:Willow'])
})

test('what claims the name of another wallet by its flag isn’t listed as UniSat', () => {
  Reflect.set(window, 'unisat', { isOkxWallet: true, requestAccounts: () => [] })
  Reflect.set(window, 'okxwallet', { bitcoin: { requestAccounts: () => [] } })
  expect(discover().found.map(({ name, rdns }) => [name, rdns])).toEqual([['OKX Wallet', 'com.okex.wallet']])
})

test('[F14] names are cut and cleared of what turns text around; a picture that is none, or huge, is left out', () => {
  const provider = { request: () => null }
  Reflect.set(window, 'Lies', { one: provider, two: { ...provider }, three: { ...provider } })
  const huge = `data:image/png,${'a'.repeat(4e5)}`
  Reflect.set(window, 'btc_providers', [
    { id: 'Lies.one', name: `\u202eXverse\u0000${'e'.repeat(100)}`, icon: 'javascript:alert(1)' },
    { id: 'Lies.two', name: 'Two', icon: huge },
    { id: 'Lies.three', name: 'Three', icon: 'data:image/svg+xml,' },
    { id: 'Lies.three.constructor("x")', name: 'Code' },
    { id: 'Lies.nobody', name: 'Nobody' },
    { id: 'Lies.one', name: 'Again' },
    { id: 'Lies.two', name: '\u200b' },
    null,
    'text',
  ])
  expect(discover().found.map(({ name, icon }) => [name, icon])).toEqual([
    [`Xverse${'e'.repeat(58)}`, undefined],
    ['Two', undefined],
    ['Three', 'data:image/svg+xml,'],
  ])
})

test('what throws on being read is no wallet', () => {
  const get = () => {
    throw new Error('locked down')
  }
  Object.defineProperty(window, 'unisat', { get, configurable: true })
  Object.defineProperty(window, 'btc_providers', { get, configurable: true })
  expect(discover().found).toEqual([])
})

test('the host can turn either off', () => {
  appear('sats-connect')
  appear('wallet-standard')
  appear('unisat')
  expect(discover({ announced: false }).ids()).toEqual(['bitcoin:unisat'])
  expect(discover({ injected: false }).ids()).toEqual(['bitcoin:TestProviders.Willow', 'bitcoin:Willow'])
})

test('[F19] finds nothing more once it is stopped, and leaves no timer', () => {
  const { stop, ids, clock } = discover()
  stop()
  appear('unisat')
  appear('wallet-standard')
  window.dispatchEvent(new Event('pointerdown'))
  expect(clock.pending).toBe(0)
  expect(ids()).toEqual([])
})
