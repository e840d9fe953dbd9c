import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestWallet } from './createTestWallet.js'
import type { TestWallet } from './testWallet.js'

const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const wallet = (options: { announced?: boolean; injectedAs?: string } = {}): TestWallet =>
  createTestWallet({ name: 'Maple', keys: [key], chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }], ...options })

let announced: { info: { uuid: string; rdns: string; name: string } }[] = []
const onAnnounce = (event: Event) => event instanceof CustomEvent && announced.push(event.detail)

beforeEach(() => {
  announced = []
  window.addEventListener('eip6963:announceProvider', onAnnounce)
})
afterEach(() => window.removeEventListener('eip6963:announceProvider', onAnnounce))

test('announces itself in a page, and again when it is asked for', async () => {
  const maple = wallet()
  const leave = maple.appearIn(window)
  await vi.waitFor(() => expect(announced).toHaveLength(1))
  expect(announced[0]?.info).toMatchObject({ uuid: maple.uuid, rdns: 'test.foyer.maple', name: 'Maple' })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(announced).toHaveLength(2)
  maple.announce({ newUuid: true })
  await vi.waitFor(() => expect(new Set(announced.map(({ info }) => info.uuid)).size).toBe(2))
  leave()
  announced = []
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(announced).toEqual([])
})

test('sits under a global name, says so, and is gone when it disappears', async () => {
  const maple = wallet({ announced: false })
  const initialized = vi.fn()
  window.addEventListener('ethereum#initialized', initialized)
  const leave = maple.appearIn(window)
  maple.injectAs('ethereum')
  await vi.waitFor(() => expect(initialized).toHaveBeenCalledTimes(1))
  const provider: unknown = Reflect.get(window, 'ethereum')
  expect(provider).toHaveProperty('request')
  maple.disappear()
  await vi.waitFor(() => expect('ethereum' in window).toBe(false))
  expect(announced).toEqual([])
  leave()
  window.removeEventListener('ethereum#initialized', initialized)
})

test("a page's provider answers, fails and speaks as the wallet does", async () => {
  const maple = wallet({ announced: false, injectedAs: 'maple' })
  const leave = maple.appearIn(window, { origin: 'https://one.test' })
  await vi.waitFor(() => expect('maple' in window).toBe(true))
  const provider = providerOf(Reflect.get(window, 'maple'))
  const received: unknown[] = []
  const listener = (value: unknown) => received.push(value)
  provider.on('accountsChanged', listener)
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual(maple.accounts)
  await vi.waitFor(() => expect(received).toEqual([maple.accounts]))
  expect(maple.listenerCount).toBe(1)
  maple.next({ sign: 'reject', send: 'throw-string' })
  const sign = { method: 'personal_sign', params: ['0x', maple.accounts[0]] }
  await expect(provider.request(sign)).rejects.toMatchObject({ code: 4001 })
  await expect(provider.request({ method: 'eth_sendTransaction' })).rejects.toBeTypeOf('string')
  provider.removeListener('accountsChanged', listener)
  expect(maple.listenerCount).toBe(0)
  maple.disappear()
  await expect(provider.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 4900 })
  leave()
})

function providerOf(value: unknown): TestWallet['provider'] {
  if (isProvider(value)) return value
  throw new Error('There is no provider.')
}

function isProvider(value: unknown): value is TestWallet['provider'] {
  return typeof value === 'object' && value !== null && 'request' in value
}
