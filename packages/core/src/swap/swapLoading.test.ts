import { afterEach, describe, expect, test } from 'vitest'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { mainnet } from '../networks/known.js'
import { fakeKit } from '../test/fakeKit.js'
import { idleSwap, swapOverview } from './swapFigures.js'
import { swapOf, watchSwap } from './swapRoom.js'
import { isQuoted, openSwapKit, owner, quoteOf, type SwapKit, sold, usd } from './test/swapKit.js'

let kit: SwapKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

test('[S8.6] a kit without a server swaps nothing, and says so', async () => {
  const { foyer, clock, errors } = fakeKit({
    connectors: [fakeConnector({ accounts: [account(owner)] })],
    networks: [mainnet],
  })
  foyer.start()
  await clock.until(foyer.connect({ connectorId: 'fake' }))
  const room = swapOf(foyer)
  const failed = new Promise<void>((resolve) => {
    watchSwap(foyer, undefined, ({ phase }) => phase === 'failed' && resolve())
  })
  await clock.until(failed)
  expect(errors).toMatchObject([{ code: 'swap_failed', notice: 'swap.initFailed', facts: { step: 'initialize' } }])
  expect(room.get().tokens).toEqual([])
  foyer.stop()
})

describe('loading', () => {
  test('of a family that compares addresses letter by letter finds what the account holds', async () => {
    kit = await openSwapKit({ lacks: ['isSameAddress'] })
    kit.stops.push(kit.watch({ fromToken: 'USD', toToken: 'ETH' }))
    const { source, to } = swapOverview(await kit.reached(isQuoted))
    expect([source?.address, source?.held, to?.held]).toEqual([usd, 40_000_000n, 5n * 10n ** 18n])
  })

  test('that is begun anew meanwhile is no error, and is quoted once', async () => {
    kit = await openSwapKit()
    kit.stops.push(kit.watch({ toToken: 'USD' }))
    await kit.clock.advance(0)
    void kit.room.load()
    await kit.reached(isQuoted)
    await kit.clock.until(kit.quiet())
    expect([kit.errors, kit.asked('/v1/convert/quotes').length]).toEqual([[], 1])
  })

  test('without an account is nothing', async () => {
    kit = await openSwapKit()
    await kit.clock.until(kit.foyer.disconnect())
    kit.stops.push(kit.watch({ toToken: 'USD' }))
    await kit.room.load()
    expect(kit.room.get()).toEqual(idleSwap)
    expect(kit.asked('/v1/convert/tokens')).toEqual([])
  })

  test('a host’s beginning still counts after five seconds to the millisecond', async () => {
    kit = await openSwapKit()
    kit.stops.push(kit.watch({ amount: '3', toToken: 'USD' }))
    const late = kit.clock.now() + 5_000
    kit.clock.now = () => late
    expect((await kit.reached(({ phase }) => phase === 'ready')).amount).toBe('3')
  })
})

describe('a quote', () => {
  test('that comes after another was asked for is dropped, and so is its failure', async () => {
    kit = await openSwapKit()
    kit.stops.push(kit.watch(sold))
    await kit.reached(isQuoted)
    const before = kit.asked('/v1/convert/quotes').length
    kit.answers.quote = { status: 400 }
    kit.room.edit({ type: 'typed', amount: '10' })
    await kit.clock.advance(200)
    kit.answers.quote = quoteOf('1')
    kit.room.edit({ type: 'typed', amount: '20' })
    await kit.reached(({ quoting }) => quoting.status !== 'asking')
    await kit.clock.until(kit.quiet())
    expect(kit.room.get().quoting).toMatchObject({ status: 'ready', quote: { received: 1n } })
    expect(kit.errors).toEqual([])
    expect(kit.asked('/v1/convert/quotes').length).toBeGreaterThan(before)
  })

  test('that failed is asked for by a press, and the form waits meanwhile', async () => {
    kit = await openSwapKit()
    kit.answers.quote = { status: 400 }
    kit.stops.push(kit.watch({ toToken: 'USD' }))
    await kit.reached(({ quoting }) => quoting.status === 'failed')
    kit.answers.quote = quoteOf('2')
    kit.room.askAgain()
    expect(swapOverview(kit.room.get())).toMatchObject({ isAsking: true })
    await kit.reached(isQuoted)
  })
})
