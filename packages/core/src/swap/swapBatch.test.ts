import { afterEach, describe, expect, test } from 'vitest'
import type { CallsStatus } from '../connector/calls.js'
import type { FamilyActions, MinedTransaction } from '../connector/family.js'
import { contextOf } from '../context.js'
import { UserRejectedError, WalletCapabilityError } from '../errors/wallet.js'
import { trayOf } from '../transactions/tray.js'
import { openSwapKit, type SwapKit, sold } from './test/swapKit.js'

let kit: SwapKit
afterEach(() => kit.close())

const mined: Partial<CallsStatus<MinedTransaction>> = {
  status: 'success',
  statusCode: 200,
  receipts: [{ hash: '0xb1', status: 'success' }],
}

/** A kit whose wallet takes calls in batches, and says so. */
async function open({
  answer = async () => ({ id: '0xid' }),
  ...own
}: Partial<FamilyActions> & { readonly answer?: () => Promise<{ readonly id: string }> } = {}) {
  const batches: unknown[] = []
  kit = await openSwapKit({
    capabilities: async () => ({ sendCalls: true, atomic: 'ready' }),
    sendCalls: async ({ calls, atomicRequired }) => {
      batches.push({ calls, atomicRequired })
      return answer()
    },
    callsStatus: async ({ id }) => ({
      ...{ id, networkId: 'eip155:1', status: 'pending', statusCode: 100, atomic: true, receipts: [] },
      ...mined,
    }),
    ...own,
  })
  return batches
}

describe('a wallet that carries calls out as one', () => {
  test('[S4.16] [F27] is asked once for the exact approval and the swap, and what was swapped is followed', async () => {
    const batches = await open()
    const state = await kit.reviewed(sold)
    expect(state.step).toMatchObject({ status: 'batch', calls: [{ data: '0x01' }, { data: '0x02' }] })
    expect(kit.terms.map(({ amount }) => amount)).toEqual([40_000_000n, 40_000_000n])
    expect(await kit.clock.until(kit.room.confirm())).toBe(true)
    expect(batches).toMatchObject([{ calls: [{ data: '0x01' }, { data: '0x02' }], atomicRequired: true }])
    expect(kit.calls).toEqual([])
    const tracked = () => trayOf(contextOf(kit.foyer)).get()
    expect(tracked()).toMatchObject([{ hash: '0xid', type: 'trade', swap: {}, calls: { id: '0xid', count: 2 } }])
  })

  test('[F22] and refuses that, is offered the approval by itself, and isn’t asked for both again', async () => {
    const batches = await open({ answer: () => Promise.reject(new WalletCapabilityError({ walletCode: 5750 })) })
    await kit.reviewed(sold)
    await kit.clock.until(kit.room.confirm())
    const { step } = await kit.reached(({ step: { status } }) => status === 'approval')
    expect(step).toMatchObject({ call: { data: '0x01' } })
    expect(batches).toHaveLength(1)
  })

  test('[S8.39] whose visitor says no may be asked again', async () => {
    const batches = await open({ answer: () => Promise.reject(new UserRejectedError()) })
    await kit.reviewed(sold)
    await kit.clock.until(kit.room.confirm())
    expect(kit.room.get()).toMatchObject({ step: { status: 'batch' }, notice: 'swap.declined' })
    expect(batches).toHaveLength(1)
  })
})

test.each<[string, Partial<FamilyActions>]>([
  ['doesn’t carry calls out as one', { capabilities: async () => ({ sendCalls: true, atomic: 'unsupported' }) }],
  ['takes no batches', { capabilities: async () => ({ sendCalls: false, atomic: 'unsupported' }) }],
  ['doesn’t say', { capabilities: () => Promise.reject(new UserRejectedError()) }],
  [
    'never answers',
    {
      capabilities: ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    },
  ],
])('a wallet that %s is asked for the approval first', async (_, own) => {
  await open(own)
  expect((await kit.reviewed(sold)).step).toMatchObject({ status: 'approval', call: { data: '0x01' } })
})

test('a wallet that says only later that it carries calls out as one is asked for the approval first, and for both by the next review', async () => {
  let say = () => {}
  const said = new Promise<void>((resolve) => (say = resolve))
  await open({ capabilities: () => said.then(() => ({ sendCalls: true, atomic: 'ready' })) })
  expect((await kit.reviewed(sold)).step).toMatchObject({ status: 'approval' })
  say()
  kit.stops.pop()?.()
  kit.stops.push(kit.room.review())
  expect((await kit.reached(({ step }) => step.status === 'batch')).step).toMatchObject({ calls: [{}, {}] })
})

test('an earlier allowance that has to be taken back first is, by itself', async () => {
  await open({ readApproval: ({ built }) => ({ call: built, amount: 0n }) })
  expect((await kit.reviewed(sold)).step).toMatchObject({ status: 'approval', isReset: true })
})
