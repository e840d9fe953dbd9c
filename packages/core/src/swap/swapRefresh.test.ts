import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { swapOverview } from './swapFigures.js'
import { swapOf, watchSwap } from './swapRoom.js'
import {
  balanceOf,
  eth,
  isQuoted,
  openSwapKit,
  owner,
  quoteOf,
  type SwapKit,
  sold,
  token,
  usd,
} from './test/swapKit.js'

const fyr = 'eip155:1:0x00000000000000000000000000000000000000f2'

let kit: SwapKit
beforeEach(async () => {
  kit = await openSwapKit()
  kit.answers.tokens = { body: { tokens: [token('ETH', eth, 18), token('USD', usd, 6), token('FYR', fyr, 18)] } }
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await kit.close()
})

const watch = (beginning = {}) => kit.stops.push(kit.watch(beginning))
const leave = () => {
  for (const stop of kit.stops.splice(0)) stop()
}
const quotes = () => kit.asked('/v1/convert/quotes')
const lists = () => kit.asked('/v1/convert/tokens')
const priced = (): string[][] => kit.asked('/v1/fungible/price').map(({ body }) => JSON.parse(body).addresses)
const priceOf = (address: string) => kit.room.get().tokens.find((each) => each.address === address)?.price
const isReady = ({ phase }: { readonly phase: string }) => phase === 'ready'

describe('what was chosen', () => {
  test('[S7.8] is priced at once, though the account holds none of it', async () => {
    kit.prices[fyr] = 2
    watch()
    await kit.reached(() => priced().length === 1)
    expect([priceOf(fyr), priced()]).toEqual([undefined, [[eth]]])
    kit.room.edit({ type: 'chose', target: 'toToken', token: fyr })
    await kit.reached(() => priceOf(fyr) === 2n * 10n ** 18n)
    expect(priced()[1]).toEqual([eth, fyr])
    kit.room.edit({ type: 'chose', target: 'sourceToken', token: usd })
    await kit.reached(() => priced().length === 3)
    expect(priced()[2]).toEqual([eth, usd, fyr])
    expect(kit.room.get().gasPrice).toBe(2_000_000_000n)
  })

  test('has no worth where no price can be had, which is reported; the swap goes on', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    await kit.clock.until(kit.quiet())
    kit.failing.add('/v1/fungible/price')
    const failed = kit.reported()
    kit.room.edit({ type: 'chose', target: 'toToken', token: fyr })
    await kit.clock.until(failed)
    expect(kit.errors).toHaveLength(1)
    expect(swapOverview(await kit.reached(isQuoted)).action).toBe('review')
  })

  test('is priced for nobody who has left meanwhile', async () => {
    watch()
    await kit.reached(isReady)
    kit.room.edit({ type: 'chose', target: 'toToken', token: fyr })
    leave()
    await kit.clock.until(kit.quiet())
    expect([kit.room.get().phase, kit.room.get().tokens, kit.errors]).toEqual(['idle', [], []])
  })

  test('[S4.14] has a quote at once; only letters are waited for', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    const before = quotes().length
    kit.room.edit({ type: 'chose', target: 'toToken', token: fyr })
    await kit.clock.advance(0)
    await kit.reached(() => quotes().length === before + 1)
    expect(quotes().at(-1)?.url.searchParams.get('to')).toBe(fyr)
  })

  test('counts, and a change that changes nothing asks for nothing', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    const asked = [quotes().length, priced().length]
    kit.room.edit({ type: 'typed', amount: 'x' })
    kit.room.edit({ type: 'slippageSet', bps: 300 })
    kit.room.edit({ type: 'typed', amount: '' })
    await kit.clock.advance(1_000)
    await kit.clock.until(kit.quiet())
    expect([quotes().length, priced().length]).toEqual(asked)
  })

  test('what stands in the review stays prepared while nothing is changed', async () => {
    const { step } = await kit.reviewed()
    kit.room.edit({ type: 'typed', amount: 'x' })
    expect(kit.room.get().step).toBe(step)
    const builds = kit.asked('/v1/convert/build-transaction').length
    kit.room.edit({ type: 'slippageSet', bps: 300 })
    await kit.clock.until(kit.quiet())
    expect(kit.asked('/v1/convert/build-transaction')).toHaveLength(builds)
  })
})

describe('every ten seconds', () => {
  const isDearer = () => kit.room.get().gasPrice === 5_000_000_000n

  test('balances, prices and the price of gas are today’s', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    kit.prices[eth] = 3_500
    kit.answers.gas = { body: { standard: '1', fast: '5000000000', instant: '3' } }
    kit.answers.balances = { body: { balances: [balanceOf('ETH', { numeric: '2', price: 3_400 })] } }
    await kit.clock.advance(10_000)
    await kit.reached(isDearer)
    const { source } = swapOverview(kit.room.get())
    expect([source?.held, source?.price]).toEqual([2n * 10n ** 18n, 3_500n * 10n ** 18n])
    expect(priced().at(-1)).toEqual([eth, usd])
    const before = quotes().length
    await kit.clock.advance(10_000)
    await kit.reached(() => quotes().length === before + 1)
  })

  test('what can’t be read is reported, stays as it was, and is read the next time', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    const { tokens } = kit.room.get()
    kit.failing.add('/v1/fungible/price')
    const failed = kit.reported()
    await kit.clock.advance(10_000)
    await kit.clock.until(failed)
    expect(kit.errors).toHaveLength(1)
    expect(kit.room.get().tokens).toEqual(tokens)
    kit.failing.clear()
    kit.answers.gas = { body: { standard: '1', fast: '5000000000', instant: '3' } }
    await kit.clock.until(kit.quiet())
    await kit.clock.advance(10_000)
    await kit.reached(isDearer)
  })

  test('nothing is asked for nobody: a hidden page, or a swap that has gone meanwhile', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    await kit.clock.until(kit.quiet())
    vi.stubGlobal('document', { visibilityState: 'hidden' })
    const before = kit.requests().length
    await kit.clock.advance(20_000)
    await kit.clock.until(kit.quiet())
    expect(kit.requests()).toHaveLength(before)
    vi.stubGlobal('document', { visibilityState: 'visible' })
    await kit.clock.advance(10_000)
    await kit.reached(() => kit.requests().length > before)
    leave()
    await kit.clock.until(kit.quiet())
    expect([kit.room.get().tokens, kit.errors, kit.clock.pending]).toEqual([[], [], 0])
  })

  test('no quote is asked for while there is nothing to quote', async () => {
    watch()
    await kit.reached(isReady)
    kit.answers.gas = { body: { standard: '1', fast: '5000000000', instant: '3' } }
    await kit.clock.advance(10_000)
    await kit.reached(isDearer)
    await kit.clock.until(kit.quiet())
    expect(quotes()).toEqual([])
  })

  test('[F27] a better price is prepared anew, for what was promised', async () => {
    await kit.reviewed()
    const builds = kit.asked('/v1/convert/build-transaction').length
    kit.answers.quote = quoteOf('3000000000')
    await kit.clock.advance(10_000)
    await kit.reached(() => kit.asked('/v1/convert/build-transaction').length === builds + 1)
    const { promised, step } = kit.room.get()
    expect([promised, step.status]).toEqual([2_871_000_000n, 'swap'])
    kit.answers.quote = quoteOf('2000000000')
    await kit.clock.advance(10_000)
    await kit.reached(({ step: each }) => each.status === 'worse')
    await kit.clock.until(kit.quiet())
    expect(kit.asked('/v1/convert/build-transaction')).toHaveLength(builds + 1)
  })
})

describe('what a host begins with', () => {
  const begin = (beginning: object) => {
    leave()
    kit.stops.push(kit.room.subscribe(() => {}))
    kit.room.begin(beginning)
  }

  test.each([
    ['amount', { fromToken: 'USD', toToken: 'ETH', amount: '7' }, { amount: '7' }],
    ['token to sell', { fromToken: 'FYR', toToken: 'ETH', amount: '40' }, { sourceToken: fyr }],
    ['token to buy', { fromToken: 'USD', toToken: 'FYR', amount: '40' }, { toToken: fyr }],
  ])('begins anew with another %s, and stays with the same', async (_, other, state) => {
    watch(sold)
    await kit.reached(isQuoted)
    const before = lists().length
    kit.room.begin({ ...sold })
    expect([kit.room.get().phase, lists().length]).toEqual(['ready', before])
    kit.room.begin(other)
    expect(kit.room.get().phase).toBe('loading')
    expect(await kit.reached(isReady)).toMatchObject(state)
  })

  test('is loaded once there is a listener, and not before', async () => {
    kit.room.begin(sold)
    expect([kit.room.get().phase, lists()]).toEqual(['idle', []])
    begin(sold)
    await kit.reached(isQuoted)
    expect(lists()).toHaveLength(1)
  })

  test('a listener is given the state at once and at each change; without a beginning it takes up what there is', async () => {
    watch(sold)
    await kit.reached(isQuoted)
    const amounts: string[] = []
    kit.stops.push(watchSwap(kit.foyer, undefined, ({ amount }) => amounts.push(amount)))
    kit.room.edit({ type: 'typed', amount: '3' })
    expect([amounts[0], amounts.at(-1), kit.room.get().phase]).toEqual(['40', '3', 'ready'])
  })
})

describe('a kit', () => {
  test('without an account has nothing to swap, until one connects', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    await kit.clock.until(kit.foyer.disconnect())
    expect(kit.room.get()).toMatchObject({ phase: 'idle', account: undefined, tokens: [] })
    await kit.clock.until(kit.foyer.connect({ connectorId: 'fake' }))
    expect((await kit.reached(isQuoted)).account?.address).toBe(owner)
  })

  test('that stops asks for nothing more', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    kit.foyer.stop()
    const before = kit.requests().length
    await kit.clock.advance(30_000)
    await kit.clock.until(kit.quiet())
    expect([kit.requests().length, kit.errors]).toEqual([before, []])
    expect(swapOf(kit.foyer)).not.toBe(kit.room)
  })
})

test('[S4.17] once it is sent, a swap outside of the modal begins anew, with balances that are read anew', async () => {
  await kit.reviewed()
  const before = lists().length
  expect(await kit.room.confirm()).toBe(true)
  expect(kit.room.get()).toMatchObject({ phase: 'loading', quoting: { status: 'none' } })
  await kit.reached(isReady)
  expect(lists()).toHaveLength(before + 1)
  const read = kit.requests().filter(({ url }) => url.pathname.endsWith('/balance'))
  expect(read.at(-1)?.url.searchParams.get('forceUpdate')).toBe(`${eth},${usd}`)
  expect(read[0]?.url.searchParams.get('forceUpdate')).toBeNull()
})

test('a swap that was left goes on as before where its view comes back, and begins anew beside the modal', async () => {
  kit.foyer.open({ view: 'Swap' })
  watch({ toToken: 'USD' })
  await kit.reached(isQuoted)
  leave()
  kit.stops.push(kit.watch())
  expect(isQuoted(kit.room.get())).toBe(true)
  const before = quotes().length
  await kit.clock.advance(10_000)
  await kit.reached(() => quotes().length === before + 1)
  kit.foyer.close()
  expect(kit.room.get().phase).toBe('idle')
  await kit.clock.advance(999)
  expect(kit.room.get().phase).toBe('idle')
  await kit.clock.advance(1)
  expect(kit.room.get().phase).toBe('loading')
  await kit.reached(isReady)
})
