import { createTestWallet } from '@foyer/testing'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { discoverWallets, type FoundWallet } from './discoverWallets.js'
import { InvalidAnnouncementError, parseAnnouncement } from './parseAnnouncement.js'

const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const chains = [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }] as const
const walletNamed = (name: string, options: { announced?: boolean; injectedAs?: string } = {}) =>
  createTestWallet({ name, keys: [key], chains, ...options })

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  Reflect.deleteProperty(window, 'ethereum')
})

function discover({ announced = true, injected = true } = {}) {
  const found: FoundWallet[] = []
  const report = vi.fn()
  const stop = discoverWallets({ host: { announced, injected, report }, found: (wallet) => found.push(wallet) })
  stops.push(stop)
  return { found, report, stop, ids: () => found.map(({ id }) => id) }
}

const info = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Maple',
  rdns: 'test.maple',
  icon: 'data:image/svg+xml,',
}
const provider = { request: async () => null }
const announce = (detail: unknown) => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))

test('[S3.2 S3.3] an announced wallet has its rdns as id, and is of type ANNOUNCED', async () => {
  const { found } = discover()
  const maple = walletNamed('Maple')
  stops.push(maple.appearIn(window))
  await vi.waitFor(() => expect(found).toHaveLength(1))
  const { provider, ...entry } = found[0] ?? {}
  expect(entry).toEqual({ id: maple.rdns, type: 'ANNOUNCED', name: 'Maple', icon: maple.icon, rdns: maple.rdns })
  expect(await found[0]?.provider.request({ method: 'eth_requestAccounts' })).toEqual(maple.accounts)
})

test('requests wallets that were there before it once, and receives those that come after it', () => {
  const asked = vi.fn(() => announce({ info, provider }))
  window.addEventListener('eip6963:requestProvider', asked)
  stops.push(() => window.removeEventListener('eip6963:requestProvider', asked))
  const { ids } = discover()
  announce({ info: { ...info, uuid: 'later', rdns: 'test.later' }, provider: { ...provider } })
  expect(asked).toHaveBeenCalledTimes(1)
  expect(ids()).toEqual(['test.maple', 'test.later'])
})

test('one row a uuid, and one an rdns', () => {
  const { ids } = discover()
  announce({ info, provider })
  announce({ info, provider: { ...provider } })
  announce({ info: { ...info, uuid: 'another' }, provider: { ...provider } })
  announce({ info: { ...info, rdns: 'test.same.uuid' }, provider: { ...provider } })
  expect(ids()).toEqual(['test.maple'])
})

test('[S3.3] a wallet of old is the Browser Wallet of type INJECTED, also when it comes late', async () => {
  const { found } = discover()
  const old = walletNamed('Old', { announced: false, injectedAs: 'ethereum' })
  stops.push(old.appearIn(window))
  await vi.waitFor(() => expect(found).toHaveLength(1))
  expect(found[0]).toMatchObject({ id: 'injected', type: 'INJECTED', name: 'Browser Wallet' })
  window.dispatchEvent(new Event('ethereum#initialized'))
  expect(found).toHaveLength(1)
})

test('what is announced is not shown again as the Browser Wallet', () => {
  Reflect.set(window, 'ethereum', provider)
  window.addEventListener('eip6963:requestProvider', () => announce({ info, provider }), { once: true })
  expect(discover().ids()).toEqual(['test.maple'])
})

test('of several wallets of old it takes the one that is not announced', () => {
  const other = { request: async () => 'other' }
  Reflect.set(window, 'ethereum', { ...provider, providers: [provider, other] })
  window.addEventListener('eip6963:requestProvider', () => announce({ info, provider }), { once: true })
  const { found } = discover()
  expect(found.map(({ id }) => id)).toEqual(['test.maple', 'injected'])
  expect(found[1]?.provider).toBe(other)
})

test('the host can turn either off', () => {
  const asked = vi.fn()
  window.addEventListener('eip6963:requestProvider', asked)
  stops.push(() => window.removeEventListener('eip6963:requestProvider', asked))
  Reflect.set(window, 'ethereum', provider)
  const neither = discover({ announced: false, injected: false })
  announce({ info, provider: { ...provider } })
  expect(neither.found).toEqual([])
  expect(asked).not.toHaveBeenCalled()
  expect(discover({ announced: false }).ids()).toEqual(['injected'])
})

test('[F19] receives nothing more once it is stopped, however often it is started', () => {
  for (let round = 0; round < 100; round++) discover().stop()
  const last = discover()
  const before = discover()
  before.stop()
  announce({ info, provider })
  Reflect.set(window, 'ethereum', { ...provider })
  window.dispatchEvent(new Event('ethereum#initialized'))
  expect(before.found).toEqual([])
  expect(last.ids()).toEqual(['test.maple', 'injected'])
})

test('garbage is left out, and reported once', () => {
  const { found, report } = discover()
  announce(undefined)
  announce({ info, provider: {} })
  announce(
    new Proxy(
      {},
      {
        get() {
          throw new Error('no')
        },
      },
    ),
  )
  expect(found).toEqual([])
  expect(report).toHaveBeenCalledTimes(1)
  announce({ info, provider })
  expect(found).toHaveLength(1)
})

test('a window.ethereum that throws is no wallet', () => {
  const get = () => {
    throw new Error('locked down')
  }
  Object.defineProperty(window, 'ethereum', { get, configurable: true })
  expect(discover().found).toEqual([])
})

test.each([
  ['uuid', { uuid: '' }],
  ['name', { name: ' \u202e ' }],
  ['rdns', { rdns: '' }],
  ['rdns', { rdns: 7 }],
  ['rdns', { rdns: `${'a'.repeat(255)}.b` }],
] as const)('refuses a wrong %s, and names it: %o', (field, wrong) => {
  expect(() => parseAnnouncement({ info: { ...info, ...wrong }, provider })).toThrow(
    expect.objectContaining({ code: 'invalid_announcement', facts: { field } }),
  )
})

test.each([
  ['https://wallet.example/', 'https://wallet.example/'],
  ['A Wallet', 'A Wallet.'],
  ['walletConnect', 'walletConnect.'],
])('an rdns that is no reversed name is what a wallet is known by: %s', (rdns, id) => {
  const { found, ids } = discover()
  announce({ info: { ...info, rdns }, provider })
  announce({ info: { ...info, rdns, uuid: 'another' }, provider: { ...provider } })
  expect(ids()).toEqual([id])
  expect(found[0]?.rdns).toBe(rdns)
})

test('a wallet of old that comes late and says nothing is found by the next press, until the kit is stopped', () => {
  const found: FoundWallet[] = []
  const host = { announced: true, injected: true, report: vi.fn() }
  const stop = discoverWallets({ host, found: (wallet) => found.push(wallet) })
  Reflect.set(window, 'ethereum', provider)
  expect(found).toEqual([])
  document.body.dispatchEvent(new Event('click', { bubbles: true }))
  document.body.dispatchEvent(new Event('click', { bubbles: true }))
  expect(found.map(({ id }) => id)).toEqual(['injected'])
  stop()
  const later: FoundWallet[] = []
  Reflect.deleteProperty(window, 'ethereum')
  discoverWallets({ host, found: (wallet) => later.push(wallet) })()
  Reflect.set(window, 'ethereum', { ...provider })
  document.body.dispatchEvent(new Event('click', { bubbles: true }))
  expect(later).toEqual([])
})

test('a picture that begins with a line break is a picture', () =>
  expect(parseAnnouncement({ info: { ...info, icon: `\n  ${info.icon}\n` }, provider }).icon?.trim()).toBe(info.icon))

test.each([
  'javascript:alert(1)',
  'data:text/html,<p>',
  'http://plain.test/icon.png',
  42,
  `data:image/png,${'a'.repeat(4e5)}`,
])('takes a wallet without its picture when that is %.40s', (icon) =>
  expect(parseAnnouncement({ info: { ...info, icon }, provider })).toMatchObject({ icon: undefined }),
)

test('a name is cut, and cleared of what could turn the text around', () => {
  const { name } = parseAnnouncement({ info: { ...info, name: `\u202eMaple\u0000${'e'.repeat(100)}` }, provider })
  expect(name).toBe(`Maple${'e'.repeat(59)}`)
})

test('no announcement throws anything but the error of its own', () => {
  const part = fc.oneof(fc.anything(), fc.constant(info), fc.constant(provider))
  fc.assert(
    fc.property(fc.record({ info: part, provider: part }, { requiredKeys: [] }), (detail) => {
      try {
        expect(parseAnnouncement(detail).name.length).toBeLessThanOrEqual(64)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidAnnouncementError)
      }
    }),
  )
})
