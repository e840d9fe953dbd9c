import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulationQuery } from '../chain/queries.js'
import { actionsOn, createStage, freshAddress, reachWallet, type Stage } from '../test/stage.js'
import { item, message, uint } from '../transaction/protobuf.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = (to: string, amount: bigint) => ({ to, asset: { type: 'coin' }, amount }) as const

describe('a transfer', () => {
  test('of all that the estimate leaves is taken by the chain, and leaves nothing', async () => {
    const { reached } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    const { address } = reached.account
    const to = freshAddress()
    const work = { transfer: coins(to, 1n) } as const
    const estimate = await actions.estimateFee?.({ address, network: stage.network, work })
    const { maxAmount = 0n, most } = estimate ?? expect.fail()
    expect(maxAmount + most).toBe(5_000_000n)
    const sent = await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, maxAmount) })
    const { hash } = sent ?? expect.fail()
    const mined = await actions.waitForTransaction?.({ network: stage.network, hash })
    expect(mined).toMatchObject({ status: 'success', fee: most })
    expect(await actions.nativeBalance({ address, network: stage.network })).toBe(0n)
    expect(await actions.nativeBalance({ address: to, network: stage.network })).toBe(maxAmount)
  })

  test.each([
    ['to a sibling chain', () => coins(freshAddress('osmo'), 1n), 'invalid_cosmos_transfer'],
    ['of nothing', () => coins(freshAddress(), 0n), 'invalid_cosmos_transfer'],
    ['of less than nothing', () => coins(freshAddress(), -1n), 'invalid_cosmos_transfer'],
    ['of more than is counted', () => coins(freshAddress(), 2n ** 256n), 'invalid_cosmos_transfer'],
    [
      'of a token',
      () => ({ ...coins(freshAddress(), 1n), asset: { type: 'token', address: 'ibc/1' } }) as const,
      'invalid_cosmos_transfer',
    ],
    ['of more than there is', () => coins(freshAddress(), 2n ** 255n), 'cosmos_refusal'],
  ] as const)('%s is refused before the wallet is asked', async (_, transfer, code) => {
    const { reached, wallet } = await reachWallet({ stage })
    const before = wallet.promptCount
    const actions = await actionsOn(stage)
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: transfer() }))).toBe(code)
    expect(wallet.promptCount).toBe(before)
  })

  test('of an account that never received anything is refused before the wallet is asked', async () => {
    const { reached, wallet } = await reachWallet({ stage, units: 0n })
    const before = wallet.promptCount
    const actions = await actionsOn(stage)
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 1n) })
    expect(await codeOf(sending)).toBe('account_not_on_chain')
    expect(wallet.promptCount).toBe(before)
  })

  test('that the visitor refuses is asked for once, and nothing moves', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    wallet.next({ signTransaction: 'reject' })
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 1n) })
    expect(await codeOf(sending)).toBe('user_rejected')
    expect(wallet.requests.filter(({ method }) => method === 'signDirect')).toHaveLength(1)
    expect(await actions.nativeBalance({ address: reached.account.address, network: stage.network })).toBe(5_000_000n)
  })

  test('after another of the same account has the next number', async () => {
    const { reached } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    const to = freshAddress()
    for (const amount of [1n, 2n, 3n]) await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, amount) })
    expect(await actions.nativeBalance({ address: to, network: stage.network })).toBe(6n)
  })
})

test('[F27] a node that says that a payment takes gas beyond belief is not believed: its fee is never signed', () => {
  const { read } = simulationQuery(new Uint8Array())
  expect(read(message(item(1, uint(2, 10_000_000n))))).toBe(10_000_000n)
  expect(() => read(message(item(1, uint(2, 10_000_001n))))).toThrow(RangeError)
})

test('a call has a memo and another coin; a memo that is too long is refused before the wallet is asked', async () => {
  const { reached, wallet } = await reachWallet({ stage })
  const actions = await actionsOn(stage)
  const to = freshAddress()
  const { address } = reached.account
  await stage.chain.fund({ address, amount: 50n, denom: 'ibc/ABC' })
  const call = { to, amount: 50n, denom: 'ibc/ABC', memo: 'order 12' }
  const { hash } = (await actions.sendCall?.({ wallet: reached, call })) ?? expect.fail()
  expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
  const before = wallet.promptCount
  const long = { to, amount: 1n, memo: 'ä'.repeat(129) }
  expect(await codeOf(actions.sendCall?.({ wallet: reached, call: long }))).toBe('invalid_cosmos_transfer')
  expect(wallet.promptCount).toBe(before)
})

test('an account that was changed in the wallet while the page was closed signs nothing in the former’s name', async () => {
  const { reached, wallet } = await reachWallet({ stage, keys: ['01'.repeat(32), '02'.repeat(32)] })
  const actions = await actionsOn(stage)
  wallet.switchAccount(1)
  const before = wallet.promptCount
  expect(await codeOf(actions.signMessage?.({ wallet: reached, message: 'Hello' }))).toBe('account_not_connected')
  expect(wallet.promptCount).toBe(before)
})
