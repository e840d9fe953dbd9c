import { createTestHost } from '@foyer/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  actionsOn,
  createStage,
  freshAddress,
  freshKey,
  networkAt,
  one,
  reachWallet,
  type Stage,
} from '../test/stage.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())
afterEach(() => vi.restoreAllMocks())

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = (to: string, amount: bigint) => ({ to, asset: { type: 'coin' }, amount }) as const
/** The bytes that an account of a contract stores, and the deposit that stays for it. */
const [storage, deposit] = [100_000, one]

describe('a transfer', () => {
  test.each([
    ['stores nothing beside its keys', undefined, 0n],
    ['keeps a deposit for what it stores', storage, deposit],
  ])('of all that the estimate leaves, of an account that %s, is taken by the chain', async (_, stored, kept) => {
    const { reached } = await reachWallet({ stage, ...(stored && { storage: stored }) })
    const actions = await actionsOn(stage)
    const { address } = reached.account
    const to = freshAddress()
    const estimate = await actions.estimateFee?.({ address, network: stage.network, work: { transfer: coins(to, 1n) } })
    const { maxAmount = 0n, most, value } = estimate ?? expect.fail()
    expect(maxAmount + most + kept).toBe(5n * one)
    const sent = await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, maxAmount) })
    const { hash } = sent ?? expect.fail()
    const mined = await actions.waitForTransaction?.({ network: stage.network, hash })
    expect(mined).toMatchObject({ status: 'success', fee: value })
    expect(await actions.nativeBalance({ address, network: stage.network })).toBe(kept + most - value)
    expect(await actions.nativeBalance({ address: to, network: stage.network })).toBe(maxAmount)
  })

  test.each([
    ['to a name that nobody has', () => coins('nobody.near', 1n), 'near_account_missing'],
    ['to what is no name', () => coins('Alice.near', 1n), 'invalid_transfer'],
    ['to a key of which digits are missing', () => coins(freshAddress().slice(1), 1n), 'invalid_transfer'],
    ['of nothing', () => coins(freshAddress(), 0n), 'invalid_transfer'],
    ['of less than nothing', () => coins(freshAddress(), -1n), 'invalid_transfer'],
    ['of more than is counted', () => coins(freshAddress(), 2n ** 128n), 'invalid_transfer'],
    ['of all that is counted', () => coins(freshAddress(), 2n ** 128n - 1n), 'insufficient_near'],
    ['that leaves nothing for the fee', () => coins(freshAddress(), 5n * one), 'insufficient_near'],
    [
      'of a token',
      () => ({ ...coins(freshAddress(), 1n), asset: { type: 'token', address: 'usdt.near' } }) as const,
      'invalid_transfer',
    ],
  ] as const)('%s is refused before the wallet is asked', async (_, transfer, code) => {
    const { reached, wallet } = await reachWallet({ stage })
    const before = wallet.promptCount
    const actions = await actionsOn(stage)
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: transfer() }))).toBe(code)
    expect(wallet.promptCount).toBe(before)
  })

  test('to a node of another network is refused before the wallet is asked', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const network = networkAt({ url: stage.chain.url, chainId: 'testnet' })
    const actions = await actionsOn({ host: createTestHost({ networks: [network] }) })
    const transfer = coins(freshAddress(), 1n)
    const { address } = reached.account
    expect(await codeOf(actions.estimateFee?.({ address, network, work: { transfer } }))).toBe('near_network')
    const before = wallet.promptCount
    const elsewhere = { ...reached, networkId: network.caipNetworkId, network }
    expect(await codeOf(actions.sendTransfer?.({ wallet: elsewhere, transfer }))).toBe('near_network')
    expect(wallet.promptCount).toBe(before)
  })

  test('by a node that doesn’t say its network is refused, and not for another network’s', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const real = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const asked = String(init?.body ?? '')
      if (!asked.includes('"method":"status"')) return real(input, init)
      const error = { code: -32601, message: 'the method status does not exist/is not available' }
      return Response.json({ jsonrpc: '2.0', id: JSON.parse(asked).id, error })
    })
    const actions = await actionsOn({ host: createTestHost({ networks: [stage.network] }) })
    const before = wallet.promptCount
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 1n) })
    expect(await codeOf(sending)).toBe('json_rpc')
    expect(wallet.promptCount).toBe(before)
  })

  test.each([
    [770, 0n],
    [771, 771n * 10n ** 19n],
  ])('of an account that stores %s bytes leaves what these keep', async (storage, kept) => {
    const { reached } = await reachWallet({ stage, storage })
    const { address } = reached.account
    const work = { transfer: coins(freshAddress(), 1n) }
    const actions = await actionsOn(stage)
    const { maxAmount = 0n, most } =
      (await actions.estimateFee?.({ address, network: stage.network, work })) ?? expect.fail()
    expect(maxAmount + most + kept).toBe(5n * one)
  })

  test('of an account without as much as its fee leaves nothing to send', async () => {
    const { reached } = await reachWallet({ stage, amount: 1n })
    const { address } = reached.account
    const work = { transfer: coins(freshAddress(), 1n) }
    const actions = await actionsOn(stage)
    expect((await actions.estimateFee?.({ address, network: stage.network, work }))?.maxAmount).toBe(0n)
  })

  test('of what is kept for what the account stores is refused before the wallet is asked', async () => {
    const { reached, wallet } = await reachWallet({ stage, storage })
    const before = wallet.promptCount
    const actions = await actionsOn(stage)
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 4n * one) })
    expect(await codeOf(sending)).toBe('insufficient_near')
    expect(wallet.promptCount).toBe(before)
  })

  test('of an account that is not there is refused before the wallet is asked', async () => {
    const { reached, wallet } = await reachWallet({ stage, amount: 0n })
    const before = wallet.promptCount
    const actions = await actionsOn(stage)
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 1n) })
    await expect(sending).rejects.toMatchObject({ code: 'near_account_missing', facts: { whose: 'sender' } })
    expect(wallet.promptCount).toBe(before)
  })

  test('that the visitor refuses is asked for once, and nothing moves', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    wallet.next({ signTransaction: 'reject' })
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 1n) })
    expect(await codeOf(sending)).toBe('user_rejected')
    expect(wallet.requests.filter(({ method }) => method === 'signAndSendTransaction')).toHaveLength(1)
    expect(await actions.nativeBalance({ address: reached.account.address, network: stage.network })).toBe(5n * one)
  })

  test('that the wallet made another of is said, with what it has sent', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    const transaction = { hash: '1'.repeat(32), signer_id: reached.account.address, receiver_id: 'thief.near' }
    wallet.next({ signTransaction: { answer: { transaction } } })
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 1n) })
    expect(await codeOf(sending)).toBe('unsafe_near_transaction')
  })
})

test('an account that was changed in the wallet while the page was closed signs nothing in the former’s name', async () => {
  const accounts = [{ key: freshKey() }, { key: freshKey() }] as const
  const { reached, wallet } = await reachWallet({ stage, accounts })
  const actions = await actionsOn(stage)
  wallet.switchAccount(1)
  const before = wallet.promptCount
  expect(await codeOf(actions.signMessage?.({ wallet: reached, message: 'Hello' }))).toBe('account_not_connected')
  expect(wallet.promptCount).toBe(before)
})

test('what one node says is missing is missing: no other is asked', async () => {
  const network = networkAt({ url: stage.chain.url, others: ['http://127.0.0.1:1'] })
  const actions = await actionsOn({ host: createTestHost({ networks: [network] }) })
  expect(await actions.nativeBalance({ address: freshAddress(), network })).toBe(0n)
})
