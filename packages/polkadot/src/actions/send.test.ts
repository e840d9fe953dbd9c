import type { Transfer } from '@foyer/core'
import { createTestHost } from '@foyer/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { polkadot } from '../polkadot.js'
import { actionsOn, createStage, freshAddress, one, reachWallet, relay, type Stage } from '../test/stage.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())
afterEach(() => vi.restoreAllMocks())

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = (to: string, amount: bigint): Transfer => ({ to, asset: { type: 'coin' }, amount })

describe('a transfer', () => {
  test.each([
    ['nothing is frozen', 0n, 0n, one],
    ['coins are frozen', 20n, 0n, 20n * one],
    ['coins are reserved', 0n, 20n, one],
    ['more coins are frozen than reserved', 20n, 5n, 15n * one],
    ['more coins are reserved than frozen', 5n, 20n, one],
  ])('of all that the estimate leaves, where %s, is taken by the chain', async (_, frozen, reserved, kept) => {
    const { reached } = await reachWallet({ stage, frozen: frozen * one, reserved: reserved * one })
    const actions = await actionsOn(stage)
    const { address } = reached.account
    const to = freshAddress()
    const work = { transfer: coins(to, one) }
    const { maxAmount = 0n, most } =
      (await actions.estimateFee?.({ address, network: stage.network, work })) ?? expect.fail()
    expect(maxAmount + most + kept).toBe(50n * one)
    expect(await actions.nativeBalance({ address, network: stage.network })).toBe((50n + reserved) * one)
    const { hash } =
      (await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, maxAmount) })) ?? expect.fail()
    const mined = await actions.waitForTransaction?.({ network: stage.network, hash })
    expect(mined).toMatchObject({ status: 'success', fee: 158_000_000n })
    expect(await actions.nativeBalance({ address: to, network: stage.network })).toBe(maxAmount)
  })

  test.each([
    ['to an account of a sibling chain', () => coins(freshAddress(2), one), 'invalid_transfer'],
    ['to an address of no chain in particular', () => coins(freshAddress(42), one), 'invalid_transfer'],
    ['to what is no address', () => coins('0x00', one), 'invalid_transfer'],
    ['of nothing', () => coins(freshAddress(), 0n), 'invalid_transfer'],
    ['of less than nothing', () => coins(freshAddress(), -1n), 'invalid_transfer'],
    ['of more than is counted', () => coins(freshAddress(), 2n ** 128n), 'invalid_transfer'],
    ['of all that is counted', () => coins(freshAddress(), 2n ** 128n - 1n), 'insufficient_polkadot'],
    ['of less than a new account has to hold', () => coins(freshAddress(), one - 1n), 'existential_deposit'],
    ['that leaves nothing to stay', () => coins(freshAddress(), 50n * one), 'insufficient_polkadot'],
    [
      'of a token',
      (): Transfer => ({ ...coins(freshAddress(), 1n), asset: { type: 'token', address: '1984' } }),
      'invalid_transfer',
    ],
  ] as const)('%s is refused before the wallet is asked', async (_, transfer, code) => {
    const { reached, wallet } = await reachWallet({ stage })
    const before = wallet.promptCount
    const actions = await actionsOn(stage)
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: transfer() }))).toBe(code)
    expect(wallet.promptCount).toBe(before)
  })

  test('of less goes to an account that is there', async () => {
    const { reached } = await reachWallet({ stage })
    const to = freshAddress()
    await stage.chain.fund({ address: to, amount: one })
    const actions = await actionsOn(stage)
    const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, 1n) })) ?? expect.fail()
    expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
    expect(await actions.nativeBalance({ address: to, network: stage.network })).toBe(one + 1n)
  })

  test('that leaves the recipient less than an account has to hold is refused before the wallet is asked, though it has reserved coins', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const to = freshAddress()
    await stage.chain.fund({ address: to, amount: 0n, reserved: one })
    const [actions, before] = [await actionsOn(stage), wallet.promptCount]
    const sending = (amount: bigint) => actions.sendTransfer?.({ wallet: reached, transfer: coins(to, amount) })
    expect(await codeOf(sending(one - 1n))).toBe('existential_deposit')
    expect(wallet.promptCount).toBe(before)
    const { hash } = (await sending(one)) ?? expect.fail()
    expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
    expect(await actions.nativeBalance({ address: to, network: stage.network })).toBe(2n * one)
  })

  test('on a chain that writes transactions otherwise by now is refused before the wallet is asked', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const { transfers = expect.fail() } = relay
    const chains = { [stage.network.caipNetworkId]: { ...relay, transfers: { ...transfers, transactionVersion: 25 } } }
    const actions = await polkadot({ chains }).actions(stage.host)
    const before = wallet.promptCount
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) }))).toBe(
      'polkadot_runtime',
    )
    expect(wallet.promptCount).toBe(before)
  })

  test('by a node of another chain is refused before the wallet is asked', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const id = 'e'.repeat(32)
    const network = { ...stage.network, id, caipNetworkId: `polkadot:${id}` } as const
    const chains = { [network.caipNetworkId]: relay }
    const actions = await polkadot({ chains }).actions(createTestHost({ networks: [network] }))
    const before = wallet.promptCount
    const elsewhere = { ...reached, network, networkId: network.caipNetworkId }
    expect(await codeOf(actions.sendTransfer?.({ wallet: elsewhere, transfer: coins(freshAddress(), one) }))).toBe(
      'polkadot_runtime',
    )
    expect(wallet.promptCount).toBe(before)
  })

  test('whose coins are frozen while the wallet asks fails on the chain, which keeps the fee', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const { address } = reached.account
    const actions = await actionsOn(stage)
    wallet.setMode('manual')
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })
    await vi.waitUntil(() => wallet.pending.length > 0)
    await stage.chain.fund({ address, amount: 0n, frozen: 50n * one })
    wallet.pending[0]?.approve()
    const { hash } = (await sending) ?? expect.fail()
    const mined = await actions.waitForTransaction?.({ network: stage.network, hash })
    expect(mined).toMatchObject({ status: 'reverted', fee: 158_000_000n })
    expect(await actions.nativeBalance({ address, network: stage.network })).toBe(50n * one - 158_000_000n)
  })

  test('that the wallet signed otherwise is not sent', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    wallet.next({
      signTransaction: { answer: { id: 1, signature: `0x${'01'.repeat(65)}`, signedTransaction: '0x84' } },
    })
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })
    expect(await codeOf(sending)).toBe('unsafe_polkadot_transaction')
    expect(await actions.nativeBalance({ address: reached.account.address, network: stage.network })).toBe(50n * one)
  })

  test('that no block took within its era is waited for no longer', async () => {
    const { reached } = await reachWallet({ stage })
    const real = globalThis.fetch
    // The node takes it and loses it.
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const asked = String(init?.body ?? '')
      if (!asked.includes('"author_submitExtrinsic"')) return real(input, init)
      return Response.json({ jsonrpc: '2.0', id: JSON.parse(asked).id, result: `0x${'ab'.repeat(32)}` })
    })
    const actions = await polkadot({ chains: stage.chains }).actions(createTestHost({ networks: [stage.network] }))
    const { network } = stage
    const { hash } =
      (await actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })) ?? expect.fail()
    stage.chain.pass(60)
    expect(await codeOf(actions.waitForTransaction?.({ network, hash, timeoutMs: 1 }))).toBe('request_timeout')
    stage.chain.pass(10)
    await expect(actions.waitForTransaction?.({ network, hash })).rejects.toMatchObject({
      ...{ code: 'transaction_dropped', facts: { why: 'expired' } },
    })
  })

  test('of an account without as much as it has to hold and its fee has nothing to send', async () => {
    const { reached } = await reachWallet({ stage, amount: one })
    const work = { transfer: coins(freshAddress(), one) }
    const actions = await actionsOn(stage)
    const { address } = reached.account
    expect((await actions.estimateFee?.({ address, network: stage.network, work }))?.maxAmount).toBe(0n)
  })

  test('whose signature is none is refused by the node', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    const signature = `0x01${'00'.repeat(64)}`
    wallet.next({ signTransaction: { answer: { id: 1, signature } } })
    // The node refuses it: its signature is none.
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) }))).toBe(
      'json_rpc',
    )
  })
})

test('an address of a sibling chain is none on this one, and one where no network is named', async () => {
  const { parseAddress } = await actionsOn(stage)
  const [own, sibling] = [freshAddress(), freshAddress(2)]
  const { caipNetworkId } = stage.network
  expect([parseAddress?.(own, caipNetworkId), parseAddress?.(sibling, caipNetworkId)]).toEqual([own, undefined])
  expect([parseAddress?.(own), parseAddress?.(sibling)]).toEqual([own, sibling])
})
