import type { Transfer } from '@foyer/core'
import { createTestClock, createTestHost } from '@foyer/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { algorand } from '../algorand.js'
import { actionsOn, createStage, freshAddress, freshKey, one, reachWallet, type Stage } from '../test/stage.js'

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

const minimum = 100_000n
const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))
const coins = (to: string, amount: bigint): Transfer => ({ to, asset: { type: 'coin' }, amount })
const assets = (to: string, amount: bigint, address = '31'): Transfer => ({
  to,
  asset: { type: 'token', address },
  amount,
})

describe('a transfer', () => {
  test('of all that the estimate leaves is taken by the network', async () => {
    const { reached } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    const { address } = reached.account
    const to = freshAddress()
    const work = { transfer: coins(to, one) }
    const { maxAmount = 0n, most } =
      (await actions.estimateFee?.({ address, network: stage.network, work })) ?? expect.fail()
    expect([maxAmount + most + minimum, most]).toEqual([50n * one, 1000n])
    const { hash } =
      (await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, maxAmount) })) ?? expect.fail()
    expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({
      status: 'success',
      fee: 1000n,
    })
    expect(await actions.nativeBalance({ address: to, network: stage.network })).toBe(maxAmount)
    expect(await actions.nativeBalance({ address, network: stage.network })).toBe(minimum)
  })

  const wrong = () => {
    const address = freshAddress()
    return `${address.slice(0, 9)}${address[9] === 'A' ? 'B' : 'A'}${address.slice(10)}`
  }
  test.each([
    ['to an address whose checksum fails', () => coins(wrong(), one), 'invalid_transfer'],
    [
      'to an address of another family',
      () => coins('0x52908400098527886E0F7030069857D2E4169EE7', one),
      'invalid_transfer',
    ],
    ['to an address in small letters', () => coins(freshAddress().toLowerCase(), one), 'invalid_transfer'],
    ['of nothing', () => coins(freshAddress(), 0n), 'invalid_transfer'],
    ['of less than nothing', () => coins(freshAddress(), -1n), 'invalid_transfer'],
    ['of more than is counted', () => coins(freshAddress(), 1n << 64n), 'invalid_transfer'],
    ['of all that is counted', () => coins(freshAddress(), (1n << 64n) - 1n), 'insufficient_algorand'],
    ['of less than a new account has to hold', () => coins(freshAddress(), minimum - 1n), 'minimum_balance'],
    [
      'that leaves the account less than it has to keep',
      () => coins(freshAddress(), 50n * one - minimum - 999n),
      'insufficient_algorand',
    ],
    ['of an asset without a number', () => assets(freshAddress(), 1n, '0x31'), 'invalid_transfer'],
    ['of an asset that the sender never opted in to', () => assets(freshAddress(), 1n), 'asset_not_held'],
    [
      'of an NFT',
      (): Transfer => ({ ...coins(freshAddress(), 1n), asset: { type: 'nft', address: '31', tokenId: '1' } }),
      'invalid_transfer',
    ],
  ] as const)('%s is refused before the wallet is asked', async (_, transfer, code) => {
    const { reached, wallet } = await reachWallet({ stage })
    const before = wallet.promptCount
    const actions = await actionsOn(stage)
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: transfer() }))).toBe(code)
    expect(wallet.promptCount).toBe(before)
  })

  test('of less than a new account needs goes to one that is there', async () => {
    const { reached } = await reachWallet({ stage })
    const to = freshAddress()
    await stage.chain.fund({ address: to, amount: minimum })
    const actions = await actionsOn(stage)
    const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, 1n) })) ?? expect.fail()
    expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
    expect(await actions.nativeBalance({ address: to, network: stage.network })).toBe(minimum + 1n)
  })

  test('of an asset goes to who has opted in, with every unit of 64 bits, and not to who hasn’t or may not have it', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const { address } = reached.account
    const all = (1n << 64n) - 1n
    const [to, frozen] = [freshAddress(), freshAddress()]
    await stage.chain.fundAsset({ address, asset: 31n, amount: all })
    await stage.chain.fundAsset({ address: to, asset: 31n, amount: 0n })
    await stage.chain.fundAsset({ address: frozen, asset: 31n, amount: 0n, isFrozen: true })
    const actions = await actionsOn(stage)
    const before = wallet.promptCount
    const send = (transfer: Transfer) => actions.sendTransfer?.({ wallet: reached, transfer })
    await expect(send(assets(freshAddress(), 1n))).rejects.toMatchObject({ code: 'asset_not_held', whose: 'recipient' })
    await expect(send(assets(frozen, 1n))).rejects.toMatchObject({ code: 'asset_not_held', whose: 'recipient' })
    expect(wallet.promptCount).toBe(before)
    const { hash } = (await send(assets(to, all))) ?? expect.fail()
    expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
    const held = await actions.tokenBalances?.({ address: to, network: stage.network, tokens: ['31', '32', 'x'] })
    expect(held).toEqual([{ address: '31', value: all, decimals: 6, name: 'Local Dollar', symbol: 'LUSD' }])
    expect(await codeOf(send(assets(to, 1n)))).toBe('insufficient_algorand')
  })

  test('of a rekeyed account is signed by the account that it is rekeyed to, and its message as well', async () => {
    const address = freshAddress()
    const key = freshKey()
    const own = await reachWallet({ stage, accounts: [{ key }], amount: 0n })
    const signer = own.reached.account.address
    const { reached } = await reachWallet({ stage, accounts: [{ key, address }], signer })
    const actions = await actionsOn(stage)
    const to = freshAddress()
    const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, one) })) ?? expect.fail()
    expect(await actions.waitForTransaction?.({ network: stage.network, hash })).toMatchObject({ status: 'success' })
    const { signature } = (await actions.signMessage?.({ wallet: reached, message: 'Hello' })) ?? expect.fail()
    const signed = { address, network: stage.network, message: 'Hello', signature }
    expect(await actions.verifyMessage?.(signed)).toBe(true)
    // Once it is rekeyed to another, the key is its no more.
    await stage.chain.fund({ address, amount: 0n, signer: freshAddress() })
    expect(await actions.verifyMessage?.(signed)).toBe(false)
  })

  test('that a wallet signs with the key which an account had before is not sent', async () => {
    const { reached } = await reachWallet({ stage, signer: writeAddress(new Uint8Array(32).fill(3)) })
    const actions = await actionsOn(stage)
    // The wallet has no key of the account that signs in its place.
    const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })
    await expect(sending).rejects.toThrow('The key is another.')
    expect(await actions.nativeBalance({ address: reached.account.address, network: stage.network })).toBe(50n * one)
  })

  test('by a node of another network is refused before the wallet is asked', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const id = 'e'.repeat(32)
    const network = { ...stage.network, id, caipNetworkId: `algorand:${id}` } as const
    const actions = await algorand().actions(createTestHost({ networks: [network] }))
    const before = wallet.promptCount
    const elsewhere = { ...reached, network, networkId: network.caipNetworkId }
    expect(await codeOf(actions.sendTransfer?.({ wallet: elsewhere, transfer: coins(freshAddress(), one) }))).toBe(
      'algorand_network',
    )
    expect(wallet.promptCount).toBe(before)
  })

  test('that the wallet signed otherwise is not sent', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    for (const signed of ['AAAA', Buffer.alloc(247, 1).toString('base64')]) {
      wallet.next({ signTransaction: { answer: { stxns: [signed] } } })
      const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })
      expect(await codeOf(sending)).toBe('unsafe_algorand_transaction')
    }
    expect(await actions.nativeBalance({ address: reached.account.address, network: stage.network })).toBe(50n * one)
  })

  test('that is signed when its rounds are over is refused by the node', async () => {
    const { reached, wallet } = await reachWallet({ stage })
    const actions = await actionsOn(stage)
    wallet.setMode('manual')
    const sending = codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) }))
    await vi.waitUntil(() => wallet.pending.length > 0)
    stage.chain.pass(1001)
    wallet.pending[0]?.approve()
    expect(await sending).toBe('json_rpc')
    expect(await actions.nativeBalance({ address: reached.account.address, network: stage.network })).toBe(50n * one)
  })
})

test('a transaction that no round took in time is waited for no longer', async () => {
  const clock = createTestClock()
  const host = createTestHost({ networks: [stage.network], clock })
  const { reached } = await reachWallet({ stage })
  const actions = await algorand().actions(host)
  const real = globalThis.fetch
  // The node takes it and loses it.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    init?.method === 'POST' ? new Response(JSON.stringify({ txId: 'x' })) : real(input, init),
  )
  const { hash } =
    (await actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })) ?? expect.fail()
  stage.chain.pass(1002)
  await expect(actions.waitForTransaction?.({ network: stage.network, hash })).rejects.toMatchObject({
    code: 'transaction_dropped',
  })
})

test.each([
  ['for a transaction', /"min-fee":1000\b/, '"min-fee":1000001'],
  ['for a byte', /"fee":0\b/, '"fee":10001'],
])('[F27] a node that names a fee %s beyond belief is not believed, and no wallet is asked', async (_, said, lie) => {
  const { reached, wallet } = await reachWallet({ stage })
  const [actions, real, before] = [await actionsOn(stage), globalThis.fetch, wallet.promptCount]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const text = await (await real(input, init)).text()
    if (String(input).endsWith('/params')) expect(text).toMatch(said)
    return new Response(text.replace(said, lie))
  })
  const sending = actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), one) })
  const code = await codeOf(sending)
  expect([code, wallet.promptCount]).toEqual(['invalid_response', before])
})

test('what the node can’t answer is no balance', async () => {
  const actions = await actionsOn(stage)
  const address = freshAddress()
  for (const text of [
    '<html>',
    '{}',
    '{"amount":-1,"min-balance":1}',
    '{"amount":18446744073709551616,"min-balance":1}',
  ]) {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(text))
    expect(await codeOf(actions.nativeBalance({ address, network: stage.network }))).toBe('invalid_response')
  }
})
