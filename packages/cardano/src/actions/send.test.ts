import type { Transfer } from '@foyer/core'
import { createTestClock, createTestHost } from '@foyer/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { cardano } from '../cardano.js'
import {
  actionsOn,
  createStage,
  fresh,
  freshAddress,
  networkAt,
  one,
  reachWallet,
  type Stage,
  token,
} from '../test/stage.js'

let stage: Stage
beforeAll(async () => {
  vi.stubGlobal('window', new EventTarget())
  stage = await createStage()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  vi.unstubAllGlobals()
  await stage.chain.stop()
})

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = (to: string, amount: bigint): Transfer => ({ to, asset: { type: 'coin' }, amount })
const signedBy = (wallet: { readonly requests: readonly { readonly method: string }[] }) =>
  wallet.requests.filter(({ method }) => method === 'signTx').length

test('all that the estimate leaves is taken by the network, and nothing stays', async () => {
  const { reached } = await reachWallet({ stage, amounts: [20n * one, 30n * one] })
  const actions = await actionsOn(stage)
  const { address } = reached.account
  const to = freshAddress()
  const estimate = await actions.estimateFee?.({ address, network: stage.network, work: { transfer: coins(to, one) } })
  const { maxAmount = 0n, most } = estimate ?? expect.fail()
  expect(maxAmount + most).toBe(50n * one)
  const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, maxAmount) })) ?? expect.fail()
  expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({
    status: 'success',
    fee: most,
  })
  expect(await actions.nativeBalance({ address: to, network: stage.network })).toBe(maxAmount)
  expect(await actions.nativeBalance({ address, network: stage.network })).toBe(0n)
})

test('[F13] a message with half of a surrogate pair is no text, and no wallet is asked to sign it', async () => {
  const { reached, wallet } = await reachWallet({ stage, amounts: [one] })
  const [actions, before] = [await actionsOn(stage), wallet.requests.length]
  expect(await codeOf(actions.signMessage?.({ wallet: reached, message: 'pay \ud800' }))).toBe('message_not_text')
  expect(wallet.requests.length).toBe(before)
})

test('tokens that lie on the coins come back with what is left', async () => {
  const tokens = { [token]: (1n << 63n) - 1n, [`${'cd'.repeat(28)}`]: 7n }
  const { reached } = await reachWallet({ stage, amounts: [20n * one], tokens })
  const actions = await actionsOn(stage)
  const { address } = reached.account
  const { hash } =
    (await actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 5n * one) })) ?? expect.fail()
  await actions.waitForTransaction?.({ network: stage.network, hash })
  const left = await (await fetch(`${stage.chain.url}/local/utxos/${address}`)).json()
  expect(left).toEqual([expect.stringContaining(token.slice(0, 56))])
  const work = { transfer: coins(freshAddress(), one) }
  const { maxAmount = 0n } = (await actions.estimateFee?.({ address, network: stage.network, work })) ?? expect.fail()
  expect(
    await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), maxAmount + one / 10n) })),
  ).toBe('small_output')
})

describe('before the wallet signs it is said that a transfer', () => {
  const changed = (address: string) => `${address.slice(0, 30)}${address[30] === 'q' ? 'p' : 'q'}${address.slice(31)}`
  test.each([
    ['goes to an address whose checksum fails', () => coins(changed(freshAddress()), one), 'invalid_transfer'],
    ['goes to the main network', () => coins(writeAddress(Uint8Array.of(1, ...fresh(56))), one), 'invalid_transfer'],
    [
      'goes to a stake’s address',
      () => coins(writeAddress(Uint8Array.of(0xe0, ...fresh(28))), one),
      'invalid_transfer',
    ],
    ['goes to another family', () => coins('0x52908400098527886E0F7030069857D2E4169EE7', one), 'invalid_transfer'],
    ['is of nothing', () => coins(freshAddress(), 0n), 'invalid_transfer'],
    ['is of less than nothing', () => coins(freshAddress(), -1n), 'invalid_transfer'],
    ['is of more than there is', () => coins(freshAddress(), 45_000_000_000_000_001n), 'invalid_transfer'],
    ['is of all that there is', () => coins(freshAddress(), 45_000_000_000_000_000n), 'insufficient_cardano'],
    ['is of less than an output holds', () => coins(freshAddress(), 900_000n), 'small_output'],
    ['leaves less than an output holds', () => coins(freshAddress(), 50n * one - 600_000n), 'small_output'],
    ['leaves nothing for the fee', () => coins(freshAddress(), 50n * one), 'insufficient_cardano'],
    [
      'is of a token',
      (): Transfer => ({ ...coins(freshAddress(), 1n), asset: { type: 'token', address: token } }),
      'invalid_transfer',
    ],
  ] as const)('%s', async (_, transfer, code) => {
    const { reached, wallet } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: transfer() }))).toBe(code)
    expect(signedBy(wallet)).toBe(0)
  })

  test('is by a node of another network, or of a wallet that is on another test network', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const network = networkAt({ url: stage.chain.url, reference: '0-1' })
    const actions = await cardano().actions(createTestHost({ networks: [network] }))
    const elsewhere = { ...reached, network, networkId: network.caipNetworkId }
    const sending = () => coins(freshAddress(), one)
    expect(await codeOf(actions.sendTransfer?.({ wallet: elsewhere, transfer: sending() }))).toBe('cardano_network')
    // The wallet's coins are none that this node knows.
    const other = await createStage()
    const there = { ...reached, network: other.network }
    expect(await codeOf((await actionsOn(other)).sendTransfer?.({ wallet: there, transfer: sending() }))).toBe(
      'cardano_network',
    )
    await other.chain.stop()
    expect(signedBy(wallet)).toBe(0)
  })
})

test.each([
  ['nothing', 'a0'],
  ['what is no witness set', '80'],
  ['another key', `a1008182${`5820${'11'.repeat(32)}`}${`5840${'22'.repeat(64)}`}`],
])('what the wallet answers with %s isn’t sent', async (_, answer) => {
  const { reached, wallet } = await reachWallet({ stage })
  const actions = await actionsOn(stage)
  wallet.next({ signTransaction: { answer } })
  const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })
  expect(await codeOf(sending)).toBe('unsafe_cardano_transaction')
  expect(await actions.nativeBalance({ address: reached.account.address, network: stage.network })).toBe(50n * one)
})

test('a wallet that lists what isn’t written as the chain writes it fails by that', async () => {
  const { reached, wallet } = await reachWallet({ stage })
  const actions = await actionsOn(stage)
  const provider = { ...reached.provider, getUtxos: async () => [Uint8Array.of(0x82, 0x80, 0x80)] }
  const sending = actions.sendTransfer?.({ wallet: { ...reached, provider }, transfer: coins(freshAddress(), one) })
  expect(await codeOf(sending)).toBe('wallet_answer')
  expect(signedBy(wallet)).toBe(0)
})

test('a message of which the hash is signed is the account’s as well, and bytes that are no text too', async () => {
  const { reached } = await reachWallet({ stage, hashes: true })
  const actions = await actionsOn(stage)
  for (const message of ['Hellö', Uint8Array.of(0xff, 0, 0x80)]) {
    const { signature, publicKey } = (await actions.signMessage?.({ wallet: reached, message })) ?? expect.fail()
    expect(signature.endsWith(publicKey ?? 'none')).toBe(true)
    const { address } = reached.account
    expect(await actions.verifyMessage?.({ address, network: stage.network, message, signature })).toBe(true)
  }
})

test('a transaction whose slots are over is waited for no longer', async () => {
  const { reached } = await reachWallet({ stage })
  const actions = await cardano().actions(createTestHost({ networks: [stage.network], clock: createTestClock() }))
  const real = globalThis.fetch
  // The node takes it and loses it.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    `${input}`.endsWith('/submittx')
      ? new Response(JSON.stringify('ab'.repeat(32)), { status: 202 })
      : real(input, init),
  )
  const { hash } =
    (await actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })) ?? expect.fail()
  stage.chain.pass(7201)
  const waiting = actions.waitForTransaction?.({ network: stage.network, hash })
  await expect(waiting).rejects.toMatchObject({ code: 'transaction_dropped' })
})

test('what the node can’t answer is no balance', async () => {
  const actions = await actionsOn(stage)
  const address = freshAddress()
  for (const text of [
    '<html>',
    '{}',
    '[{"balance":-1,"utxo_set":[]}]',
    '[{"balance":"45000000000000001","utxo_set":[]}]',
    '[{},{}]',
  ]) {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(text))
    expect(await codeOf(actions.nativeBalance({ address, network: stage.network }))).toBe('invalid_response')
  }
})

test.each([
  ['for a transaction', /"txFeeFixed":\d+/, '"txFeeFixed":10000001'],
  ['for a byte', /"txFeePerByte":\d+/, '"txFeePerByte":10001'],
])('[F27] a node that names a fee %s beyond belief is not believed, and no wallet is asked', async (_, said, lie) => {
  const { reached, wallet } = await reachWallet({ stage, amounts: [4000n * one] })
  const [actions, real] = [await actionsOn(stage), globalThis.fetch]
  let isSaid = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const text = await (await real(input, init)).text()
    isSaid ||= said.test(text)
    return new Response(text.replace(said, lie))
  })
  const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })
  expect([await codeOf(sending), isSaid, signedBy(wallet)]).toEqual(['invalid_response', true, 0])
})
