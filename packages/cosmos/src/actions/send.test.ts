import { createTestHost } from '@foyer/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { simulationQuery } from '../chain/queries.js'
import { actionsOn, createStage, freshAddress, reachWallet, type Stage } from '../test/stage.js'
import { item, message, uint } from '../transaction/protobuf.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())
afterEach(() => vi.restoreAllMocks())

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

/** Has the chain's node answer what it is handed with this, and take nothing. */
function answering(said: object) {
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const asked = String(init?.body ?? '')
    if (!asked.includes('"broadcast_tx_sync"')) return real(input, init)
    return Response.json({ jsonrpc: '2.0', id: JSON.parse(asked).id, result: { hash: 'AB'.repeat(32), ...said } })
  })
}

test.each([
  ['another fault of the chain’s own', { code: 5, codespace: 'sdk', log: 'insufficient funds' }],
  ['the same number of a module', { code: 19, codespace: 'wasm', log: 'no' }],
])('a node that refuses with %s has taken nothing', async (_, said) => {
  const { reached } = await reachWallet({ stage })
  answering(said)
  const actions = await actionsOn({ host: createTestHost({ networks: [stage.network] }) })
  const { code: number, codespace, log } = said
  const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 1n) })
  await expect(sending).rejects.toMatchObject({ code: 'cosmos_refusal', number, codespace })
  await expect(sending).rejects.toThrow(log)
})

test('a node that has a transaction already has taken it', async () => {
  const { reached } = await reachWallet({ stage })
  answering({ code: 19, codespace: 'sdk', log: 'tx already in mempool' })
  const actions = await actionsOn({ host: createTestHost({ networks: [stage.network] }) })
  const sent = await actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 1n) })
  expect(sent?.hash).toMatch(/^[0-9A-F]{64}$/)
})

test('an account without as much as its fee has nothing to send', async () => {
  const { reached } = await reachWallet({ stage, units: 10n })
  const work = { transfer: coins(freshAddress(), 1n) } as const
  const actions = await actionsOn(stage)
  const { address } = reached.account
  expect((await actions.estimateFee?.({ address, network: stage.network, work }))?.maxAmount).toBe(0n)
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

test('of an account that the wallet doesn’t list no key is known', async () => {
  const { reached } = await reachWallet({ stage })
  const actions = await actionsOn(stage)
  expect((await actions.readAccounts?.({ wallet: reached }))?.[0].publicKey).toMatch(/^0[23]/)
  const provider = { ...reached.provider, getAccounts: async () => [] }
  const account = { ...reached.account, publicKey: undefined }
  const unlisted = { ...reached, provider, account, accounts: [account] as const }
  const [silent] = (await actions.readAccounts?.({ wallet: unlisted })) ?? expect.fail()
  expect(silent.address).toBe(reached.account.address)
  expect(silent.publicKey).toBeUndefined()
})
