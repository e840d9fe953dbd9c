import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import { contextOf } from '../context.js'
import { trayOf } from '../transactions/tray.js'
import { swapOverview } from './swapFigures.js'
import { SwapRoom } from './swapRoom.js'
import { eth, isQuoted, openSwapKit, owner, quoteOf, router, type SwapKit, sold, tx, usd } from './test/swapKit.js'

let kit: SwapKit
beforeEach(async () => {
  kit = await openSwapKit()
})
afterEach(() => kit?.close())

const watch = (beginning = {}) => kit.stops.push(kit.watch(beginning))
const quotes = () => kit.asked('/v1/convert/quotes')
const approvalTx = { ...tx, value: '0', eip155: { gas: 50_000, gasPrice: '1' } }

describe('beginning', () => {
  test('[S4.13 S3.16] loads tokens, prices and balances; one of the network’s own coin is to be sold', async () => {
    watch()
    const state = await kit.reached(({ phase }) => phase === 'ready')
    const { source, amount, action, most } = swapOverview(state)
    expect(source).toMatchObject({ symbol: 'ETH', decimals: 18, logoUri: '', address: eth, held: 5n * 10n ** 18n })
    expect([amount?.value, source?.price, action]).toEqual([10n ** 18n, 3000n * 10n ** 18n, 'selectToken'])
    // Of the coin twice the usual fee stays.
    expect(most).toBe(5n * 10n ** 18n - 2_000_000_000n * 300_000n)
  })

  test('takes the amount and the tokens that a host named by their symbols', async () => {
    watch({ amount: '12.5', fromToken: 'usd', toToken: 'Eth' })
    const state = await kit.reached(isQuoted)
    expect([state.sourceToken, state.toToken, state.amount]).toEqual([usd, eth, '12.5'])
    expect(Object.fromEntries(quotes()[0]?.url.searchParams ?? [])).toMatchObject({
      amount: '12500000',
      from: usd,
      to: eth,
      userAddress: owner,
      gasPrice: '2000000000',
    })
  })

  test('what a host named counts for five seconds; then the visitor’s own choice does', async () => {
    watch({ amount: '7', toToken: 'USD' })
    const late = kit.clock.now() + 5_001
    kit.clock.now = () => late
    const state = await kit.reached(({ phase }) => phase === 'ready')
    expect([state.amount, state.toToken]).toEqual(['1', undefined])
  })

  test('[S8.6] what can’t be loaded is said, and can be loaded again', async () => {
    const { tokens } = kit.answers
    kit.answers.tokens = { status: 400 }
    watch()
    await kit.reached(({ phase }) => phase === 'failed')
    expect(kit.errors).toMatchObject([{ code: 'swap_failed', notice: 'swap.initFailed' }])
    kit.answers.tokens = tokens
    void kit.room.load()
    await kit.reached(({ phase }) => phase === 'ready')
  })

  test('[S8.16 S9.15] a network without tokens to swap is none, and those that have are named', async () => {
    kit.answers.tokens = { body: { tokens: [] } }
    watch()
    const { networks } = await kit.reached(({ phase }) => phase === 'unsupported')
    expect(networks).toEqual([])
    expect(kit.asked('/v1/convert/tokens').map(({ url }) => url.searchParams.get('chainId'))).toContain('eip155:1')
  })

  test('[S8.15] a network whose gas has no price known is swapped on all the same, without it', async () => {
    const reasons = [{ name: 'chainId', description: 'Network not supported for Gas Price' }]
    kit.answers.gas = { status: 400, body: { status: 'FAILED', reasons } }
    watch({ toToken: 'USD' })
    const { gasPrice } = await kit.reached(isQuoted)
    expect([gasPrice, quotes()[0]?.url.searchParams.has('gasPrice')]).toEqual([undefined, false])
    expect(kit.errors).toHaveLength(1)
    expect(swapOverview(kit.room.get()).action).toBe('review')
  })

  test('another account begins anew', async () => {
    watch({ toToken: 'USD', amount: '3' })
    await kit.reached(isQuoted)
    chooseAccount(kit.foyer, { family: 'eip155', address: '0x00000000000000000000000000000000000000A2' })
    await kit.reached(({ account, phase }) => phase === 'ready' && account?.address.endsWith('A2') === true)
  })
})

describe('a quote', () => {
  test('[S4.14] is asked for 200 ms after the last letter, of what stands there then', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    const before = quotes().length
    kit.room.edit({ type: 'typed', amount: '2' })
    await kit.clock.advance(199)
    kit.room.edit({ type: 'typed', amount: '2,5' })
    await kit.clock.advance(199)
    expect(quotes()).toHaveLength(before)
    await kit.reached(isQuoted)
    expect(
      quotes()
        .slice(before)
        .map(({ url }) => url.searchParams.get('amount')),
    ).toEqual(['2500000000000000000'])
  })

  test('only the newest one’s answer counts', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    kit.room.edit({ type: 'typed', amount: '2' })
    await kit.clock.advance(200)
    kit.room.edit({ type: 'typed', amount: '' })
    await kit.clock.until(new Promise((resolve) => setTimeout(resolve, 50)))
    expect(kit.room.get().quoting.status).toBe('none')
  })

  test('is asked for anew every ten seconds, with prices and balances, until nobody looks', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    const before = quotes().length
    kit.answers.quote = quoteOf('2800000000')
    await kit.clock.advance(10_000)
    await kit.reached(({ quoting }) => quoting.status === 'ready' && quoting.quote.received === 2_800_000_000n)
    expect(quotes()).toHaveLength(before + 1)
    for (const stop of kit.stops.splice(0)) stop()
    expect([kit.room.get().phase, kit.clock.pending]).toEqual(['idle', 0])
  })

  test('stays between the modal’s own views, and ends with the modal', async () => {
    kit.foyer.open({ view: 'Swap' })
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    for (const stop of kit.stops.splice(0)) stop()
    expect(kit.room.get().phase).toBe('ready')
    kit.foyer.close()
    expect([kit.room.get().phase, kit.clock.pending]).toEqual(['idle', 0])
  })

  test('a modal that is closed and opened at once begins anew, though its view hasn’t gone yet', async () => {
    kit.foyer.open({ view: 'Swap' })
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    kit.foyer.close()
    expect(kit.room.get().phase).toBe('idle')
    const before = kit.asked('/v1/convert/tokens').length
    kit.foyer.open({ view: 'Swap' })
    await kit.reached(isQuoted)
    expect(kit.asked('/v1/convert/tokens')).toHaveLength(before + 1)
  })

  test('[S5.13 S5.14] that there is none, and that it failed, are two things', async () => {
    kit.answers.quote = { body: { quotes: [] } }
    watch({ toToken: 'USD' })
    expect(swapOverview(await kit.reached(({ quoting }) => quoting.status === 'unavailable')).action).toBe(
      'incorrectAmount',
    )
    kit.answers.quote = { status: 400 }
    kit.room.edit({ type: 'typed', amount: '4' })
    expect(swapOverview(await kit.reached(({ quoting }) => quoting.status === 'failed')).action).toBe('askAgain')
    kit.answers.quote = quoteOf('1')
    kit.room.askAgain()
    await kit.reached(isQuoted)
    kit.room.edit({ type: 'typed', amount: '6' })
    expect(swapOverview(await kit.reached(isQuoted)).action).toBe('insufficientBalance')
  })
})

describe('the review', () => {
  test('[S4.15 S4.16 S4.17] [F27] of a token: its allowance, the approval of exactly the amount, then the swap, and everything begins anew', async () => {
    const approval = await kit.reviewed({ fromToken: 'USD', toToken: 'ETH', amount: '40' })
    expect(approval.step).toMatchObject({ status: 'approval', call: { data: '0x01', value: 0n }, isReset: false })
    expect(kit.asked('/v1/convert/build-approve')[0]?.url.searchParams.get('amount')).toBe('40000000')
    kit.answers.allowance = { body: { allowance: '40000000' } }
    expect(await kit.room.confirm()).toBe(false)
    const { step } = await kit.reached(({ step: { status } }) => status === 'swap')
    expect(step).toMatchObject({ call: { data: '0x02', value: 0n } })
    kit.foyer.open({ view: 'SwapPreview' })
    expect(await kit.room.confirm()).toBe(true)
    expect(kit.calls).toMatchObject([{ data: '0x01' }, { data: '0x02' }])
    expect(kit.room.get().phase).toBe('idle')
    expect(kit.foyer.store.getState().view.history).toMatchObject([
      { view: 'Account' },
      { view: 'Receipt', networkId: 'eip155:1', hash: '0x2', kind: 'swap' },
    ])
    expect(kit.terms[0]).toEqual({
      account: owner,
      source: usd.split(':')[2],
      to: undefined,
      amount: 40_000_000n,
      quoted: 2_900_000_000n,
      minimum: 2_871_000_000n,
      target: router,
      spender: router,
    })
  })

  test('[S7.11 S9.10] asks for a slippage of 1 % where none was set, and for at least what was shown', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    kit.stops.push(kit.room.review())
    await kit.reached(({ step: { status } }) => status === 'swap')
    expect(JSON.parse(kit.asked('/v1/convert/build-transaction').at(-1)?.body ?? '')).toMatchObject({
      eip155: { slippage: 1 },
      minAmount: '2871000000',
      amount: '1000000000000000000',
    })
  })

  test('[S7.11] asks for the slippage that was set, and for at least what was shown', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    kit.room.edit({ type: 'slippageSet', bps: 200 })
    kit.stops.push(kit.room.review())
    await kit.reached(({ step: { status } }) => status === 'swap')
    expect(JSON.parse(kit.asked('/v1/convert/build-transaction').at(-1)?.body ?? '')).toMatchObject({
      eip155: { slippage: 2 },
      minAmount: '2842000000',
      amount: '1000000000000000000',
    })
    kit.room.edit({ type: 'slippageSet', bps: 9_000 })
    expect(kit.room.get().slippageBps).toBe(1_000)
  })

  test('says one fee in the form and in the review: of the very transaction, by the family’s own estimate', async () => {
    const estimated: unknown[] = []
    kit.family.estimateFee = async ({ work }) => {
      estimated.push(work)
      return { value: 190_000n * 10n ** 9n, most: 1n, decimals: 18, symbol: 'ETH' }
    }
    await kit.close()
    kit = await openSwapKit(kit.family)
    watch({ toToken: 'USD' })
    const gasFee = () => swapOverview(kit.room.get()).figures?.gasFee.value
    await kit.reached(({ fee }) => fee !== undefined)
    const inForm = gasFee()
    expect(inForm).toBe(190_000n * 10n ** 9n)
    expect(estimated).toMatchObject([{ call: { data: '0x02', value: 10n ** 18n } }])
    kit.room.edit({ type: 'typed', amount: '0.5' })
    await kit.reached(isQuoted)
    kit.stops.push(kit.room.review())
    await kit.reached(({ step: { status } }) => status === 'swap')
    expect(gasFee()).toBe(inForm)
    expect(kit.errors).toEqual([])
  })

  test('[F27] a price that can’t give any more what was seen has to be seen before anything is signed', async () => {
    await kit.reviewed()
    kit.answers.quote = quoteOf('2870000000')
    await kit.clock.advance(10_000)
    await kit.reached(({ step: { status } }) => status === 'worse')
    expect([await kit.room.confirm(), kit.calls]).toEqual([false, []])
    kit.room.acceptOrRetry()
    await kit.reached(({ step: { status } }) => status === 'swap')
    expect(kit.room.get().promised).toBe(2_841_300_000n)
  })

  test('a price that moved while the swap was built is asked for anew', async () => {
    watch({ toToken: 'USD' })
    await kit.reached(isQuoted)
    kit.answers.transaction = { status: 409, body: { reasons: [] } }
    kit.answers.quote = quoteOf('2000000000')
    kit.stops.push(kit.room.review())
    await kit.reached(
      ({ step, quoting }) =>
        step.status === 'worse' && quoting.status === 'ready' && quoting.quote.received === 2_000_000_000n,
    )
  })

  test('[F27] what isn’t as agreed, or has no contract to compare with, never reaches the wallet', async () => {
    kit.answers.quote = quoteOf('2900000000', { target: undefined })
    expect((await kit.reviewed()).step).toEqual({ status: 'failed', notice: 'swap.unsafe' })
    expect(kit.errors).toMatchObject([{ code: 'unsafe_swap', facts: { fault: 'target' } }])
    expect([await kit.room.confirm(), kit.calls]).toEqual([false, []])
  })

  const elsewhere = `eip155:10:${router}`
  test.each([
    ['target', 'target', { toToken: 'USD' }, { quote: quoteOf('2900000000', { target: elsewhere }) }],
    ['spender', 'spender', { toToken: 'USD' }, { quote: quoteOf('2900000000', { spender: elsewhere }) }],
    ['contract to approve', 'target', sold, { approval: { body: { tx: { ...approvalTx, to: elsewhere } } } }],
    ['contract to call', 'target', { toToken: 'USD' }, { transaction: { body: { tx: { ...tx, to: elsewhere } } } }],
    ['amount', 'amount', { toToken: 'USD' }, { transaction: { body: { tx: { ...tx, amount: '11' } } } }],
    [
      'larger amount',
      'amount',
      { toToken: 'USD' },
      { transaction: { body: { tx: { ...tx, amount: `2${'0'.repeat(18)}` } } } },
    ],
  ] as const)(
    '[F27] another %s, or of another network, never reaches the wallet',
    async (_, fault, beginning, answers) => {
      Object.assign(kit.answers, answers)
      expect((await kit.reviewed(beginning)).step).toEqual({ status: 'failed', notice: 'swap.unsafe' })
      expect(kit.errors).toMatchObject([{ code: 'unsafe_swap', facts: { fault } }])
      expect([await kit.room.confirm(), kit.calls]).toEqual([false, []])
    },
  )

  test.each([
    ['[S8.7]', 'allowance', 'swap.allowanceFailed'],
    ['[S8.8]', 'approval', 'swap.approvalFailed'],
    ['[S8.9]', 'transaction', 'swap.transactionFailed'],
  ] as const)('%s what fails says in which step: %s', async (_, step, notice) => {
    if (step === 'transaction') kit.answers.allowance = { body: { allowance: '40000000' } }
    kit.answers[step] = { status: 400 }
    const state = await kit.reviewed({ fromToken: 'USD', toToken: 'ETH', amount: '40' })
    expect(state.step).toEqual({ status: 'failed', notice })
  })

  test('[F28] what happened is told without an address', async () => {
    const told: string[] = []
    kit.stops.push(kit.foyer.onEvent(({ data }) => told.push(JSON.stringify(data))))
    await kit.reviewed()
    await kit.room.confirm()
    expect(trayOf(contextOf(kit.foyer)).get()).toMatchObject([
      {
        type: 'trade',
        swap: {
          sold: { amount: 10n ** 18n, decimals: 18, symbol: 'ETH' },
          bought: { amount: 2_871_000_000n, decimals: 6, symbol: 'USD' },
        },
      },
    ])
    const events = told.filter((each) => each.includes('SWAP'))
    expect(events.map((each) => JSON.parse(each).event)).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS'])
    const figures = { swapFromToken: 'ETH', swapToToken: 'USD', swapFromAmount: '1', swapToAmount: '2900' }
    for (const each of events) expect(JSON.parse(each).properties).toEqual({ network: 'eip155:1', ...figures })
    expect(events.join('').toLowerCase()).not.toContain(owner.toLowerCase())
  })
})

test('the swap ends with the kit', async () => {
  watch({ toToken: 'USD' })
  await kit.reached(isQuoted)
  kit.foyer.stop()
  expect(contextOf(kit.foyer).rooms.has(SwapRoom)).toBe(false)
})
