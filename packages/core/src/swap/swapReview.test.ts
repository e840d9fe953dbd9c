import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RequestTimeoutError, UserRejectedError, WalletAnswerError } from '../errors/wallet.js'
import { openSwapKit, quoteOf, type SwapKit, sold } from './test/swapKit.js'

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
    let mine = () => {}
    kit.wallet.mined = new Promise((resolve) => {
      mine = () => resolve({})
    })
    const pressed = Promise.all([kit.room.confirm(), kit.room.confirm()])
    await kit.reached(({ step }) => step.status === 'approving' && step.phase === 'mining')
    const { amount } = kit.room.get()
    kit.room.edit({ type: 'typed', amount: '7' })
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
