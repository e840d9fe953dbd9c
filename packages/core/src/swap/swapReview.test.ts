import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contextOf } from '../context.js'
import { RequestTimeoutError, UserRejectedError, WalletAnswerError } from '../errors/wallet.js'
import type { KitEvent } from '../events/event.js'
import { currentRoute } from '../state/viewState.js'
import { trayOf } from '../transactions/tray.js'
import { goBack, push } from '../view/navigate.js'
import { presentSwap } from './presentSwap.js'
import { swapOverview } from './swapFigures.js'
import { isQuoted, openSwapKit, quoteOf, type SwapKit, sold } from './test/swapKit.js'

let kit: SwapKit
beforeEach(async () => {
  kit = await openSwapKit()
})
afterEach(() => kit?.close())

describe('the wallet and the chain', () => {
  test('[F22] a refusal leaves what is prepared, and the wallet is asked again by a press only', async () => {
    const { step } = await kit.reviewed()
    kit.wallet.fails = new UserRejectedError()
    expect(await kit.room.confirm()).toBe(false)
    expect(kit.room.get()).toMatchObject({ step, notice: 'swap.declined' })
    expect(kit.calls).toHaveLength(1)
    kit.wallet.fails = undefined
    expect(await kit.room.confirm()).toBe(true)
  })

  test('an approval that the network refused is said, and nothing is swapped', async () => {
    await kit.reviewed({ fromToken: 'USD', toToken: 'ETH', amount: '40' })
    const failed = kit.happened('SWAP_APPROVAL_ERROR')
    kit.wallet.mined = { status: 'reverted' }
    await kit.room.confirm()
    await failed
    expect(kit.room.get().step).toEqual({ status: 'failed', notice: 'swap.approvalReverted' })
    expect(kit.calls).toHaveLength(1)
    kit.room.acceptOrRetry()
    await kit.reached(({ step: { status } }) => status === 'approval')
  })

  test('an approval that was cancelled in the wallet isn’t one: nothing is swapped', async () => {
    await kit.reviewed(sold)
    kit.wallet.mined = { hash: '0xother', replacement: 'cancelled' }
    expect(await kit.room.confirm()).toBe(false)
    expect(kit.room.get().step).toEqual({ status: 'failed', notice: 'account.transactionCancelled' })
    expect(kit.calls).toHaveLength(1)
  })

  test('[F22] the wallet is asked once, and while the network takes the approval in nothing changes', async () => {
    await kit.reviewed(sold)
    const swap = presentSwap(kit.foyer)
    kit.stops.push(swap.subscribe(() => {}))
    const { request: agreed } = swap.get()
    expect(agreed?.asked).toHaveProperty('call')
    let mine = () => {}
    kit.wallet.mined = new Promise((resolve) => {
      mine = () => resolve({})
    })
    const pressed = Promise.all([kit.room.confirm(), kit.room.confirm()])
    await kit.reached(({ step }) => step.status === 'approving' && step.phase === 'mining')
    const { amount } = kit.room.get()
    kit.room.edit({ type: 'typed', amount: '7' })
    // What was agreed is shown until it has ended.
    expect(swap.get().request).toEqual(agreed)
    expect([await kit.room.confirm(), kit.calls.length, kit.room.get().amount]).toEqual([false, 1, amount])
    // Nor where the review is left: it shows again where the visitor comes back.
    for (const stop of kit.stops.splice(1)) stop()
    kit.stops.push(kit.room.review())
    expect(kit.room.get().step.status).toBe('approving')
    kit.answers.allowance = { body: { allowance: '40000000' } }
    mine()
    expect(await pressed).toEqual([false, false])
    await kit.reached(({ step: { status } }) => status === 'swap')
  })

  test.each([
    ['swap', { toToken: 'USD' }],
    ['approval', sold],
  ])(
    '[F22] a %s that the wallet gave no answer to isn’t offered again: the visitor looks there first',
    async (_, what) => {
      await kit.reviewed(what)
      kit.foyer.open({ view: 'SwapPreview' })
      kit.wallet.fails = new WalletAnswerError({ method: 'eth_sendTransaction', expected: 'a hash' })
      expect(await kit.room.confirm()).toBe(false)
      const { step, notice } = kit.room.get()
      expect([step, notice]).toEqual([{ status: 'unknown' }, 'error.mayHaveBeenSent'])
      expect(kit.foyer.store.getState().snackbar).toBeUndefined()
      const built = kit.asked('/v1/convert/build-transaction').length
      kit.answers.quote = quoteOf('1')
      await kit.clock.advance(20_000)
      kit.room.acceptOrRetry()
      expect([await kit.room.confirm(), kit.calls.length]).toEqual([false, 1])
      expect(kit.room.get().step).toEqual({ status: 'unknown' })
      expect(kit.asked('/v1/convert/build-transaction')).toHaveLength(built)
      // Who has looked begins another: by a change, or by leaving the review.
      kit.room.edit({ type: 'typed', amount: '0.5' })
      expect(kit.room.get()).toMatchObject({ step: { status: 'none' }, promised: undefined })
    },
  )

  test.each([
    ['drawn anew', true],
    ['still on its way out', false],
  ])('[S2.16] what a login’s wallet asks over the review doesn’t end it: it is taken up, %s', async (_, isGone) => {
    const { promised } = await kit.reviewed(sold)
    kit.foyer.open({ view: 'SwapPreview' })
    let refuse = () => {}
    kit.wallet.fails = new Promise((resolve) => {
      refuse = () => resolve(new UserRejectedError())
    })
    const pressed = kit.room.confirm()
    await kit.reached(({ step: { status } }) => status === 'approving')
    const { store, update } = contextOf(kit.foyer)
    update(() => ({ surface: { connectorId: 'login' } }))
    push(kit.foyer, { view: 'ApproveTransaction' })
    const leaving = kit.stops.splice(0).reverse()
    const leave = () => {
      for (const stop of leaving) stop()
    }
    if (isGone) leave()
    refuse()
    expect(await pressed).toBe(false)
    update(() => ({ surface: undefined }))
    expect(currentRoute(store.getState().view)).toEqual({ view: 'SwapPreview' })
    kit.stops.push(kit.watch(), kit.room.review())
    if (!isGone) leave()
    expect(kit.room.get()).toMatchObject({
      amount: '40',
      promised,
      step: { status: 'approval' },
      notice: 'swap.declined',
    })
    kit.wallet.fails = undefined
    kit.answers.allowance = { body: { allowance: '40000000' } }
    await kit.room.confirm()
    await kit.reached(({ step: { status } }) => status === 'swap')
    goBack(kit.foyer)
    kit.foyer.close()
    for (const stop of kit.stops.splice(0).reverse()) stop()
    expect(kit.room.get()).toMatchObject({ phase: 'idle', promised: undefined })
  })

  test('who has gone on is told what the wallet answered', async () => {
    await kit.reviewed()
    kit.foyer.open({ view: 'SwapPreview' })
    let refuse = () => {}
    kit.wallet.fails = new Promise((resolve) => {
      refuse = () => resolve(new RequestTimeoutError())
    })
    const pressed = kit.room.confirm()
    await kit.reached(({ step: { status } }) => status === 'swapping')
    kit.foyer.open({ view: 'Account' })
    refuse()
    expect(await pressed).toBe(false)
    expect(kit.foyer.store.getState().snackbar).toEqual({ variant: 'error', message: 'error.mayHaveBeenSent' })
  })

  test('[F22] a swap that is begun anew while the wallet is asked for the former waits for it', async () => {
    await kit.reviewed()
    let refuse = () => {}
    kit.wallet.fails = new Promise((resolve) => {
      refuse = () => resolve(new UserRejectedError())
    })
    void kit.room.confirm()
    await kit.reached(({ step: { status } }) => status === 'swapping')
    for (const stop of kit.stops.splice(0)) stop()
    await kit.reviewed()
    expect(kit.room.get().step).toEqual({ status: 'swapping' })
    expect([await kit.room.confirm(), kit.calls.length]).toEqual([false, 1])
    refuse()
    const { notice } = await kit.reached(({ step: { status } }) => status === 'swap')
    expect(notice).toBeUndefined()
  })

  test('what the chain makes of a swap that was sent is the tracker’s to say, once', async () => {
    const told: string[] = []
    kit.stops.push(kit.foyer.onEvent(({ data }) => told.push(data.event)))
    await kit.reviewed()
    kit.foyer.open({ view: 'Account' })
    kit.wallet.mined = { status: 'reverted' }
    expect(await kit.room.confirm()).toBe(true)
    await kit.until(({ snackbar }) => snackbar?.message === 'account.transactionReverted')
    await kit.until(({ connection: { attempts } }) => attempts.swap?.end?.status === 'failed')
    expect(told).not.toContain('SWAP_ERROR')
  })

  test('a kit that stops while the wallet is asked says nothing', async () => {
    const told: string[] = []
    kit.stops.push(kit.foyer.onEvent(({ data }) => told.push(data.event)))
    await kit.reviewed()
    kit.foyer.open({ view: 'Account' })
    kit.wallet.fails = new Promise(() => {})
    const pressed = kit.room.confirm()
    await kit.reached(({ step: { status } }) => status === 'swapping')
    const errors = [...kit.errors]
    kit.foyer.stop()
    expect(await pressed).toBe(false)
    expect([told.includes('SWAP_ERROR'), kit.foyer.store.getState().snackbar]).toEqual([false, undefined])
    expect(kit.errors).toEqual(errors)
  })
})

describe('[S9.13] what the network takes', () => {
  const gwei = 10n ** 9n
  const built = () => kit.asked('/v1/convert/build-transaction')
  const fees: bigint[] = []
  beforeEach(async () => {
    fees.splice(0, fees.length, 100_000n * gwei)
    await kit.close()
    kit = await openSwapKit({
      estimateFee: async () => {
        const [value] = fees.splice(0, 1)
        if (value === undefined) throw new RequestTimeoutError()
        return { value, most: value, decimals: 18, symbol: 'ETH' }
      },
    })
  })
  const usual = 2_000_000_000n * 150_000n

  test('with an approval first: what it takes, and the usual gas of the swap; then what the swap takes', async () => {
    await kit.reviewed(sold)
    await kit.reached(({ fee }) => fee === 100_000n * gwei + usual)
    fees.push(7n)
    kit.answers.allowance = { body: { allowance: '40000000' } }
    await kit.room.confirm()
    expect((await kit.reached(({ fee }) => fee === 7n)).step.status).toBe('swap')
  })

  test('is asked for once for two tokens, and not for what can’t be swapped', async () => {
    kit.stops.push(kit.watch({ toToken: 'USD', amount: '6' }))
    await kit.reached(isQuoted)
    await kit.clock.until(kit.quiet())
    expect([built().length, kit.room.get().fee]).toEqual([0, undefined])
    kit.room.edit({ type: 'typed', amount: '1' })
    await kit.reached(({ fee }) => fee !== undefined)
    fees.push(1n, 2n)
    kit.room.edit({ type: 'typed', amount: '2' })
    await kit.reached(isQuoted)
    await kit.clock.until(kit.quiet())
    expect([built().length, kit.room.get().fee]).toEqual([1, 100_000n * gwei])
    kit.stops.push(kit.room.review())
    await kit.reached(({ step: { status } }) => status === 'swap')
    await kit.clock.until(kit.quiet())
    expect([built().length, kit.room.get().fee]).toEqual([2, 100_000n * gwei])
  })

  test('is the usual where the network says none, which is reported', async () => {
    fees.splice(0)
    kit.stops.push(kit.watch({ toToken: 'USD' }))
    await kit.clock.until(kit.reported())
    await kit.reached(isQuoted)
    expect(kit.errors).toMatchObject([{ code: 'request_timeout' }])
    expect(swapOverview(kit.room.get()).figures?.gasFee.value).toBe(usual)
  })

  test('in the form, what can’t be built yet is no error: the review says it', async () => {
    kit.answers.transaction = { status: 400 }
    kit.stops.push(kit.watch({ toToken: 'USD' }))
    await kit.reached(isQuoted)
    await kit.clock.until(kit.quiet())
    expect([built().length, kit.errors, kit.room.get().fee]).toEqual([1, [], undefined])
  })

  test('is estimated in the review where the form had no time to', async () => {
    kit.answers.quote = quoteOf('2900000000')
    kit.stops.push(kit.watch({ toToken: 'USD' }))
    await kit.reached(isQuoted)
    kit.stops.push(kit.room.review())
    const { step } = await kit.reached(({ fee }) => fee !== undefined)
    expect(['preparing', 'swap']).toContain(step.status)
  })

  test('counts for nobody who has begun another swap', async () => {
    kit.stops.push(kit.watch({ toToken: 'USD' }))
    await kit.reached(isQuoted)
    kit.room.edit({ type: 'typed', amount: '0' })
    await kit.clock.until(kit.quiet())
    expect([kit.room.get().fee, kit.errors]).toEqual([undefined, []])
  })
})

describe('the review ends', () => {
  test('where it is left, and what was being built counts no more', async () => {
    kit.stops.push(kit.watch({ toToken: 'USD' }))
    await kit.reached(isQuoted)
    const leave = kit.room.review()
    expect(kit.room.get().step.status).toBe('preparing')
    leave()
    expect(kit.room.get()).toMatchObject({ promised: undefined, step: { status: 'none' } })
    await kit.clock.until(kit.quiet())
    expect([kit.room.get().step.status, kit.errors]).toEqual(['none', []])
    expect(await kit.room.confirm()).toBe(false)
  })

  test('and where it is begun anew at once, what was being built for the former is none of it', async () => {
    kit.stops.push(kit.watch({ toToken: 'USD' }))
    await kit.reached(isQuoted)
    const leave = kit.room.review()
    leave()
    kit.stops.push(kit.room.review())
    expect((await kit.reached(({ step: { status } }) => status !== 'preparing')).step.status).toBe('swap')
    await kit.clock.until(kit.quiet())
    expect([kit.asked('/v1/convert/build-transaction').length, kit.errors]).toEqual([1, []])
  })

  test('nothing is accepted that isn’t asked: a press beside a prepared swap changes nothing', async () => {
    const { step, promised } = await kit.reviewed()
    const before = kit.asked('/v1/convert/build-transaction').length
    kit.room.acceptOrRetry()
    expect(kit.room.get()).toMatchObject({ step, promised })
    await kit.clock.until(kit.quiet())
    expect(kit.asked('/v1/convert/build-transaction')).toHaveLength(before)
  })

  test('[F27] a price that moved while it was built is shown, and no request waits for the wallet', async () => {
    kit.answers.transaction = { status: 409, body: { reasons: [] } }
    const moved = await kit.reviewed()
    expect([moved.step.status, moved.promised]).toEqual(['worse', 2_871_000_000n])
    expect(kit.errors).toEqual([])
  })
})

describe('what is said of it', () => {
  const events: KitEvent[] = []
  const swapEvents = () => events.filter(({ event }) => event.startsWith('SWAP'))
  const figures = { network: 'eip155:1', swapFromToken: 'ETH', swapToToken: 'USD', swapFromAmount: '1' }
  beforeEach(() => {
    events.splice(0)
    kit.stops.push(kit.foyer.onEvent(({ data }) => events.push(data)))
  })

  test('[F28] a refusal is an event and no error; what else fails is both', async () => {
    await kit.reviewed()
    kit.wallet.fails = new UserRejectedError()
    await kit.room.confirm()
    const properties = { ...figures, swapToAmount: '2900' }
    expect(swapEvents()).toEqual([{ event: 'SWAP_ERROR', properties: { ...properties, message: 'user_rejected' } }])
    expect(kit.errors).toEqual([])
    kit.wallet.fails = new WalletAnswerError({ method: 'eth_sendTransaction', expected: 'a hash' })
    await kit.room.confirm()
    expect(swapEvents()).toHaveLength(2)
    expect(kit.errors).toHaveLength(1)
  })

  test('[F28] an approval that is refused is one', async () => {
    await kit.reviewed(sold)
    kit.wallet.fails = new UserRejectedError()
    await kit.room.confirm()
    expect(swapEvents()).toMatchObject([
      { event: 'SWAP_APPROVAL_ERROR', properties: { swapFromToken: 'USD', message: 'user_rejected' } },
    ])
  })

  test('an approval is listed as one, and a swap as a trade', async () => {
    await kit.reviewed(sold)
    kit.answers.allowance = { body: { allowance: '40000000' } }
    await kit.room.confirm()
    const tray = () => trayOf(contextOf(kit.foyer)).get()
    expect(tray()).toMatchObject([{ type: 'approve' }])
    expect(tray()[0]?.swap).toBeUndefined()
    await kit.reached(({ step: { status } }) => status === 'swap')
    await kit.room.confirm()
    expect(tray().map(({ type }) => type)).toContain('trade')
  })

  test('who is on another of the modal’s views reads it there, and who is in the review reads it in the review', async () => {
    const snackbar = () => kit.foyer.store.getState().snackbar
    await kit.reviewed()
    kit.wallet.fails = new UserRejectedError()
    kit.foyer.open({ view: 'SwapPreview' })
    await kit.room.confirm()
    expect(snackbar()).toBeUndefined()
    kit.foyer.open({ view: 'Swap' })
    await kit.room.confirm()
    expect(snackbar()).toEqual({ variant: 'error', message: 'swap.declined' })
  })

  test('an approval whose swap was left meanwhile begins nothing', async () => {
    await kit.reviewed(sold)
    let mine = () => {}
    kit.wallet.mined = new Promise((resolve) => {
      mine = () => resolve({})
    })
    const pressed = kit.room.confirm()
    await kit.reached(({ step }) => step.status === 'approving' && step.phase === 'mining')
    void kit.room.load()
    await kit.reached(isQuoted)
    mine()
    expect(await pressed).toBe(false)
    expect(kit.room.get()).toMatchObject({ step: { status: 'none' }, promised: undefined })
  })
})
