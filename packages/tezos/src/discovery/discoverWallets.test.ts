import { createTestClock, createTestHost, createTestTezosWallet } from '@foyer/testing'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freshKey, standInPage } from '../test/stage.js'
import { discoverWallets, type FoundWallet } from './discoverWallets.js'
import { isThere } from './page.js'

beforeEach(() => void vi.stubGlobal('window', standInPage()))
afterEach(() => void vi.unstubAllGlobals())

function look({ announced = true } = {}) {
  const clock = createTestClock()
  const found: FoundWallet[] = []
  const stop = discoverWallets({
    host: { ...createTestHost({ networks: [], clock }), announced },
    found: (wallet) => found.push(wallet),
  })
  onTestFinished(stop)
  return { clock, found, stop }
}

const say = (data: unknown, changes: object = {}) =>
  window.dispatchEvent(
    Object.assign(new Event('message'), { data, origin: 'https://dapp.test', source: window }, changes),
  )
const pong = (sender: unknown) => ({ target: 'toPage', payload: 'pong', sender })

test('[S3.2 S3.3] every extension that answers is found, once, before and after', async () => {
  const make = (name: string) => createTestTezosWallet({ name, accounts: [{ key: freshKey() }] })
  const [first, second] = [await make('Willow'), await make('Aspen')]
  onTestFinished(first.appearIn(window))
  const { found, clock } = look()
  await vi.waitFor(() => expect(found).toHaveLength(1))
  onTestFinished(second.appearIn(window))
  clock.advance(1500)
  await vi.waitFor(() => expect(found).toHaveLength(2))
  expect(found).toMatchObject([
    { id: 'tezos:test-willow', type: 'ANNOUNCED', name: 'Willow', extensionId: 'test-willow' },
    { id: 'tezos:test-aspen', name: 'Aspen' },
  ])
  expect(found[0]?.icon).toMatch(/^data:image/)
})

test.each([
  ['without a name', { id: 'x' }],
  ['without an id', { name: 'X' }],
  ['whose id is none', { id: '../x y', name: 'X' }],
  ['of nothing', null],
  ['whose name can’t be seen', { id: 'x', name: '\u202e\u200b' }],
])('[F18] an answer %s is no wallet', (_, sender) => {
  const { found } = look()
  say(pong(sender))
  expect(found).toEqual([])
})

test('[F14 F18] what another window or page says is no answer, a thousand wallets are sixteen, and a name is cut', () => {
  const { found, stop } = look()
  say(pong({ id: 'x', name: 'X' }), { source: null })
  say(pong({ id: 'x', name: 'X' }), { origin: 'https://elsewhere.test' })
  say({ ...pong({ id: 'x', name: 'X' }), target: 'toExtension' })
  expect(found).toEqual([])
  say(pong({ id: 'x', name: 'X'.repeat(1000), iconURL: 'javascript:alert(1)' }))
  expect([found[0]?.name.length, found[0]?.icon]).toEqual([64, undefined])
  for (let index = 0; index < 1000; index++) say(pong({ id: `x${index}`, name: 'X' }))
  expect(found).toHaveLength(16)
  stop()
  say(pong({ id: 'late', name: 'Late' }))
  expect(found).toHaveLength(16)
})

test('nothing is looked for where the host lists no announced wallets', async () => {
  const { found } = look({ announced: false })
  say(pong({ id: 'x', name: 'X' }))
  expect(found).toEqual([])
})

test('an extension that doesn’t answer within a second is gone; who stopped looking isn’t told', async () => {
  const clock = createTestClock()
  const ask = (signal = new AbortController().signal) => isThere({ extensionId: 'x', clock, signal })
  const [gone, there] = [ask(), ask()]
  say(pong({ id: 'other', name: 'Other' }))
  clock.advance(1000)
  expect(await gone).toBe(false)
  expect(await there).toBe(false)
  const third = ask()
  say(pong({ id: 'x', name: 'X' }))
  expect(await third).toBe(true)
  const stopping = new AbortController()
  const fourth = ask(stopping.signal)
  stopping.abort()
  expect(await fourth).toBeUndefined()
})
