import { createTestClock, createTestHost } from '@foyer/testing'
import { b58Encode, PrefixV2 } from '@taquito/utils'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import {
  actionsOn,
  createStage,
  freshAddress,
  freshKey,
  networkAt,
  one,
  reachWallet,
  type Stage,
  standInPage,
} from '../test/stage.js'
import { tezos } from '../tezos.js'

let stage: Stage
const page = standInPage()
beforeAll(async () => {
  vi.stubGlobal('window', page)
  stage = await createStage()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.stubGlobal('window', page)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await stage.chain.stop()
})

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = (to: string, amount: bigint) => ({ to, asset: { type: 'coin' }, amount }) as const
const contract = writeAddress('KT1', new Uint8Array(20).fill(5))
/** The estimate's fees for a transfer, for revealing a key, and for an account that isn't there yet. */
const [transferFee, revealFee, newAccount] = [580n, 420n, 64_250n]

async function reach(options: Partial<Parameters<typeof reachWallet>[0]> = {}) {
  const { wallet, reached, leave } = await reachWallet({ stage, ...options })
  onTestFinished(leave)
  return { wallet, reached, before: wallet.promptCount, address: reached.account.address }
}

test('[S9.46] the first transfer of an account reveals its key, and costs that and the new recipient’s account; the next doesn’t', async () => {
  const { reached, address, wallet } = await reach()
  const actions = await actionsOn(stage)
  const { network } = stage
  const to = freshAddress()
  const estimate = async () => {
    const work = { transfer: coins(to, 1n) }
    return (await actions.estimateFee?.({ address, network, work })) ?? expect.fail()
  }
  expect((await estimate()).most).toBe(transferFee + revealFee + newAccount)
  const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, 2n * one) })) ?? expect.fail()
  const mined = await actions.waitForTransaction?.({ network, hash })
  // What the wallet set: 500 each, and the protocol's own price of an account.
  expect(mined).toMatchObject({ hash, status: 'success', fee: 1000n + newAccount })
  expect(await actions.nativeBalance({ address: to, network })).toBe(2n * one)
  expect(await actions.nativeBalance({ address, network })).toBe(48n * one - 1000n - newAccount)
  expect((await estimate()).most).toBe(transferFee)
  expect(wallet.requests.map(({ method }) => method)).toEqual(['permission_request', 'operation_request'])
})

test('all that the estimate leaves is taken by the chain', async () => {
  const { reached, address } = await reach({ amount: one })
  const actions = await actionsOn(stage)
  const { network } = stage
  const to = freshAddress()
  const { maxAmount = 0n } =
    (await actions.estimateFee?.({ address, network, work: { transfer: coins(to, 1n) } })) ?? expect.fail()
  const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, maxAmount) })) ?? expect.fail()
  expect(await actions.waitForTransaction?.({ network, hash })).toMatchObject({ status: 'success' })
  expect(await actions.nativeBalance({ address: to, network })).toBe(maxAmount)
})

test.each([
  ['to a rollup', () => coins(b58Encode(new Uint8Array(20).fill(1), PrefixV2.SmartRollupHash), 1n), 'invalid_transfer'],
  ['to an address whose checksum fails', () => coins(`${freshAddress().slice(0, -3)}111`, 1n), 'invalid_transfer'],
  ['to a contract', () => coins(contract, 1n), 'tezos_contract'],
  ['of nothing', () => coins(freshAddress(), 0n), 'invalid_transfer'],
  ['of less than nothing', () => coins(freshAddress(), -1n), 'invalid_transfer'],
  ['of more than is counted', () => coins(freshAddress(), 1n << 63n), 'invalid_transfer'],
  ['of all that is counted', () => coins(freshAddress(), (1n << 63n) - 1n), 'insufficient_tezos'],
  ['that leaves nothing for the fee', () => coins(freshAddress(), 50n * one), 'insufficient_tezos'],
  [
    'that leaves the fee, but not what revealing takes',
    () => coins(freshAddress(), 50n * one - transferFee - newAccount - 1n),
    'insufficient_tezos',
  ],
  [
    'of a token',
    () => ({ ...coins(freshAddress(), 1n), asset: { type: 'token', address: contract } }) as const,
    'invalid_transfer',
  ],
] as const)('a transfer %s is refused before the wallet is asked', async (_, transfer, code) => {
  const { wallet, reached, before } = await reach()
  const actions = await actionsOn(stage)
  expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: transfer() }))).toBe(code)
  expect(wallet.promptCount).toBe(before)
})

test('an account of BLS, and a contract’s, is said to be one that the kit doesn’t take, and its wallet isn’t asked', async () => {
  const { wallet, reached, before } = await reach()
  const actions = await actionsOn(stage)
  for (const kind of ['tz4', 'KT1'] as const) {
    const account = { ...reached.account, address: writeAddress(kind, new Uint8Array(20).fill(9)) }
    const own = { ...reached, account, accounts: [account] as const }
    expect(await codeOf(actions.signMessage?.({ wallet: own, message: 'Hello' }))).toBe('tezos_account_kind')
    const transfer = coins(freshAddress(), 1n)
    expect(await codeOf(actions.sendTransfer?.({ wallet: own, transfer }))).toBe('tezos_account_kind')
  }
  expect(wallet.promptCount).toBe(before)
})

test('a node of another network is sent nothing', async () => {
  const { wallet, reached, before } = await reach()
  const network = networkAt({ url: stage.chain.url, id: 'NetXdQprcVkpaWU' })
  const actions = await tezos().actions(createTestHost({ networks: [network] }))
  const elsewhere = { ...reached, network, networkId: network.caipNetworkId }
  expect(await codeOf(actions.sendTransfer?.({ wallet: elsewhere, transfer: coins(freshAddress(), 1n) }))).toBe(
    'tezos_network',
  )
  expect(wallet.promptCount).toBe(before)
})

describe('a node’s answer', () => {
  test.each([
    ['has fractions', 'balance', '1.5'],
    ['has less than nothing', 'balance', '-1'],
    ['is a number', 'balance', 1000],
    ['is nothing', 'balance', null],
    ['has a price that no network has', 'constants', { cost_per_byte: `${10n ** 12n}`, origination_size: 257 }],
    ['has no network’s name', 'header', { chain_id: 'mainnet', level: 1 }],
    ['has no number of a block', 'header', { chain_id: 'NetXdQprcVkpaWU', level: '1' }],
  ])('that %s sends nothing, and the wallet isn’t asked', async (_, path, answer) => {
    const { wallet, reached, before } = await reach()
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
      url.endsWith(path) ? Response.json(answer) : fetch(url, init),
    )
    const actions = await tezos().actions(createTestHost({ networks: [stage.network] }))
    const transfer = coins(freshAddress(), 1n)
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer }))).toBe('invalid_response')
    expect(wallet.promptCount).toBe(before)
  })
})

test('an operation is found in blocks that went by meanwhile, once it has as many after it as are asked for', async () => {
  const { reached } = await reach()
  const { network, chain } = stage
  const actions = await actionsOn(stage)
  const send = async () =>
    (await actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })) ?? expect.fail()
  const { hash } = await send()
  chain.pass(45)
  expect(await actions.waitForTransaction?.({ network, hash, confirmations: 40 })).toMatchObject({ status: 'success' })
  // Another kit doesn't know when it was sent.
  const host = createTestHost({ networks: [network] })
  const others = await tezos().actions(host)
  expect(await others.waitForTransaction?.({ network, hash })).toMatchObject({ hash, status: 'success' })
  expect(await actions.failureReason?.({ network, hash })).toBeUndefined()
})

test('an operation that no block takes is waited for until its time is over', async () => {
  const { network } = stage
  const clock = createTestClock()
  const actions = await tezos().actions(createTestHost({ networks: [network], clock }))
  const hash = b58Encode(new Uint8Array(32).fill(3), PrefixV2.OperationHash)
  const waiting = codeOf(actions.waitForTransaction?.({ network, hash, timeoutMs: 4000 }))
  for (let tries = 0; tries < 50; tries++) {
    clock.advance(200)
    await new Promise(setImmediate)
  }
  expect(await waiting).toBe('request_timeout')
  expect(await codeOf(actions.waitForTransaction?.({ network, hash: 'oo' }))).toBe('invalid_hex')
})

test('an operation that fails in its block says why', async () => {
  const { reached } = await reach({ amount: one })
  const { network, chain } = stage
  const actions = await actionsOn(stage)
  // Two tabs of the same wallet: the second spends what is gone by then.
  const both = [1, 2].map(() => ({ address: reached.account.address, to: freshAddress(), amount: (one * 6n) / 10n }))
  const [first, second] = both
  await reached.provider.sendTransfer?.(first ?? expect.fail())
  const hash = (await reached.provider.sendTransfer?.(second ?? expect.fail())) ?? expect.fail()
  chain.pass(1)
  expect(await actions.waitForTransaction?.({ network, hash })).toMatchObject({ status: 'reverted', fee: 500n })
  expect(await actions.failureReason?.({ network, hash })).toContain('balance_too_low')
})

test('[F18] a wallet that signs with another account’s key has signed nothing', async () => {
  const { reached } = await reach()
  const actions = await actionsOn(stage)
  const other = await reach({ accounts: [{ key: freshKey() }] })
  const signMessage = (request: { readonly message: string }) =>
    other.reached.provider.signMessage?.({ ...request, address: other.address }) ?? expect.fail()
  const lying = { ...reached, provider: { ...reached.provider, signMessage } }
  expect(await codeOf(actions.signMessage?.({ wallet: lying, message: 'Hello' }))).toBe('wallet_answer')
  expect(await codeOf(actions.signMessage?.({ wallet: reached, message: Uint8Array.of(0xff) }))).toBe(
    'message_not_text',
  )
})
