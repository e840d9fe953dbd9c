import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import type { TokenBalance } from '../connector/family.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { HttpError } from '../errors/http.js'
import type { Foyer } from '../foyer.js'
import type { Fetched } from '../query/definition.js'
import { watch as watchFetched } from '../query/watch.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'

// The cache counts by the machine's clock and timers.
beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  show('visible')
})

/** Turns the page away, or towards the visitor. */
function show(visibility: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
  window.dispatchEvent(new Event('visibilitychange'))
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const unavailable = () => new HttpError({ status: 503, body: '' })
const dollars: TokenBalance = { address: '0xD', value: 5n, decimals: 6, symbol: 'DUSD', name: 'Digital Dollar' }

/** A connected kit whose chain lists tokens, as the test says; followed from the first. */
async function tokensKit() {
  let asked = 0
  const chain: { tokens: readonly TokenBalance[]; of: Readonly<Record<string, bigint>>; error: unknown } = {
    tokens: [dollars],
    of: {},
    error: undefined,
  }
  let failedAt = 0
  const evm = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => 7n,
      async tokenBalances({ address }) {
        asked += 1
        if (chain.error) {
          failedAt = Date.now()
          throw chain.error
        }
        return chain.tokens.map((token) => ({ ...token, value: chain.of[address] ?? token.value }))
      },
    }),
  })
  const kit = fakeKit({
    connectors: [fakeConnector({ accounts: [account('0xA1'), account('0xA2')] })],
    adapters: [evm, fakeAdapter('solana'), fakeAdapter('bip122')],
  })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  await kit.foyer.connect({ connectorId: 'fake' })
  const received: Fetched<readonly TokenBalance[]>[] = []
  const watch = () => {
    const stop = watchFetched(kit.foyer, 'tokens', {}, (state) => received.push(state))
    stops.push(stop)
    return stop
  }
  return { ...kit, chain, watch, asked: () => asked, failedAt: () => failedAt, last: () => received.at(-1) }
}

/** The same, with a different amount for each of two accounts. */
async function tokensKitOfTwo() {
  const kit = await tokensKit()
  kit.chain.of = { '0xA1': 1n, '0xA2': 2n }
  kit.watch()
  return kit
}

/** The same, with the list there. */
async function watched() {
  const kit = await tokensKit()
  const stop = kit.watch()
  await vi.waitUntil(() => kit.last()?.status === 'ready')
  return { ...kit, stop }
}

describe('watch of the tokens', () => {
  test('lists the coin and the tokens, to the last unit', async () => {
    const { last } = await watched()
    expect(last()?.data).toEqual([{ value: 7n, decimals: 18, symbol: 'ETH', name: 'Ether' }, dollars])
  })

  test('[S5.15] leaves out what can’t be divided', async () => {
    const { last, chain } = await watched()
    chain.tokens = [{ ...dollars, decimals: 0 }, dollars]
    last()?.refetch()
    await pass(0)
    expect(last()?.data?.map(({ decimals }) => decimals)).toEqual([18, 6])
  })

  test('[F27] is of the chosen account alone, also where another’s is known and fresh', async () => {
    const { foyer, last, asked } = await tokensKitOfTwo()
    const amount = () => last()?.data?.at(-1)?.value
    await vi.waitUntil(() => amount() === 1n)
    for (const [address, value] of [
      ['0xA2', 2n],
      ['0xA1', 1n],
    ] as const) {
      chooseAccount(foyer, { family: 'eip155', address })
      expect(amount()).not.toBe(3n - value)
      await vi.waitUntil(() => amount() === value)
    }
    expect(asked()).toBe(2)
  })

  test('asks every 10 s while the page is seen and somebody follows, and not otherwise', async () => {
    const { asked, stop } = await watched()
    const before = asked()
    await pass(30_000)
    expect(asked() - before).toBe(3)
    show('hidden')
    await pass(60_000)
    expect(asked() - before).toBe(3)
    show('visible')
    await pass(10_000)
    const seen = asked()
    expect(seen - before).toBeGreaterThan(3)
    stop()
    await pass(120_000)
    expect(asked()).toBe(seen)
  })

  test('[S9.9] who comes within 30 s is given the same list, and who comes later a new one', async () => {
    const { asked, stop, watch, last } = await watched()
    last()?.refetch()
    await pass(0)
    stop()
    const before = asked()
    await pass(29_999)
    const stopAgain = watch()
    await pass(0)
    stopAgain()
    expect(asked()).toBe(before)
    await pass(1)
    watch()
    await pass(0)
    expect(asked()).toBe(before + 1)
  })

  test('[S9.25 S8.5] after a failure the list stays, and 30 s pass before it is asked for again, whoever comes or looks', async () => {
    const { asked, failedAt, chain, last, watch, stop } = await watched()
    chain.error = new Error('The chain is down.')
    await pass(10_000)
    expect(last()).toMatchObject({ status: 'failed', data: [{ value: 7n }, dollars] })
    const failed = asked()
    chain.error = undefined
    for (const ms of [15_000, 29_999]) {
      await pass(failedAt() + ms - Date.now())
      window.dispatchEvent(new Event('focus'))
      show('hidden')
      show('visible')
      await pass(0)
      expect(asked()).toBe(failed)
    }
    stop()
    watch()
    await pass(0)
    expect(asked()).toBe(failed)
    expect(last()).toMatchObject({ status: 'failed', data: [{ value: 7n }, dollars] })
    await pass(1)
    window.dispatchEvent(new Event('focus'))
    await pass(0)
    expect(asked()).toBe(failed + 1)
    expect(last()?.status).toBe('ready')
  })

  test('[S9.25] the visitor’s own press doesn’t wait', async () => {
    const { asked, chain, last } = await watched()
    chain.error = new Error('The chain is down.')
    await pass(10_000)
    chain.error = undefined
    const failed = asked()
    window.dispatchEvent(new Event('focus'))
    await pass(0)
    expect(asked()).toBe(failed)
    last()?.refetch()
    await pass(0)
    expect(asked()).toBe(failed + 1)
    expect(last()?.status).toBe('ready')
  })

  test('a server that is out of service (503) is asked no more by itself', async () => {
    const { asked, chain, last } = await watched()
    chain.error = unavailable()
    await pass(10_000)
    const failed = asked()
    await pass(600_000)
    expect(asked()).toBe(failed)
    expect(last()?.status).toBe('failed')
  })

  test('nothing is asked once the kit has stopped', async () => {
    const { asked, foyer } = await watched()
    const before = asked()
    foyer.stop()
    await pass(60_000)
    expect(asked()).toBe(before)
  })
})

/** Follows what both accounts hold, by address. */
function watchBoth(foyer: Foyer): ReadonlyMap<string, Pick<Fetched<readonly TokenBalance[]>, 'status' | 'data'>> {
  const holdings = new Map<string, Pick<Fetched<readonly TokenBalance[]>, 'status' | 'data'>>()
  for (const address of ['0xA1', '0xA2']) {
    holdings.set(address, { status: 'loading', data: undefined })
    stops.push(watchFetched(foyer, 'tokens', { address }, (fetched) => holdings.set(address, fetched)))
  }
  return holdings
}

describe('watch of the tokens of another account', () => {
  test('asks once for each account of the wallet, and not again while that is fresh', async () => {
    const { asked, chain, foyer } = await tokensKit()
    chain.tokens = [{ ...dollars, price: 1 }]
    chain.of = { '0xA1': 1_500_000n, '0xA2': 2_500_000n }
    const holdings = watchBoth(foyer)
    await vi.waitUntil(() => [...holdings.values()].every(({ status }) => status === 'ready'))
    expect(holdings.get('0xA1')?.data).toMatchObject([{ value: 7n }, { value: 1_500_000n, price: 1 }])
    expect(holdings.get('0xA2')?.data).toMatchObject([{ value: 7n }, { value: 2_500_000n, price: 1 }])
    expect(asked()).toBe(2)
    await pass(25_000)
    expect(asked()).toBe(2)
  })

  test('an account that fails says so, and the others are shown', async () => {
    const { chain, foyer } = await tokensKit()
    chain.error = unavailable()
    const holdings = watchBoth(foyer)
    await vi.waitUntil(() => [...holdings.values()].every(({ status }) => status === 'failed'))
    await foyer.disconnect()
    expect([...holdings.values()].map(({ status }) => status)).toEqual(['idle', 'idle'])
  })
})
