import { createTestHost } from '@foyer/testing'
import { Address, Transaction, TransactionComputer, UserSecretKey } from '@multiversx/sdk-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { multiversx } from '../multiversx.js'
import {
  actionsOn,
  createStage,
  freshAddress,
  networkAt,
  one,
  reachWallet,
  type Stage,
  standInPage,
} from '../test/stage.js'

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
beforeEach(() => void vi.stubGlobal('window', standInPage()))
afterEach(() => vi.unstubAllGlobals())
afterAll(() => stage.chain.stop())

/** The code of a refusal, with what it is of. */
const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => {
    const { code, facts = {} } = Object(error)
    return [code, facts.field ?? facts.why ?? ''].join(' ').trimEnd()
  })
const coins = (to: string, amount: bigint) => ({ to, asset: { type: 'coin' }, amount }) as const
const contract = writeAddress(new Uint8Array(32).fill(5, 8))

/** A wallet on the stage with coins, and no other in the page. */
async function reach(options: { readonly amount?: bigint } = {}) {
  const { wallet, reached, leave } = await reachWallet({ stage, ...options })
  onTestFinished(leave)
  return { wallet, reached, before: wallet.promptCount }
}

test('[S9.46] all that the estimate leaves is taken by the chain, to the last unit', async () => {
  const { reached } = await reach({ amount: 5n * one + 1n })
  const actions = await actionsOn(stage)
  const { network } = stage
  const [address, to] = [reached.account.address, freshAddress()]
  const { maxAmount = 0n, most } =
    (await actions.estimateFee?.({ address, network, work: { transfer: coins(to, 1n) } })) ?? expect.fail()
  expect([most, maxAmount]).toEqual([50_000n * 1_000_000_000n, 5n * one + 1n - most])
  const { hash } = (await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, maxAmount) })) ?? expect.fail()
  const mined = await actions.waitForTransaction?.({ network, hash })
  expect(mined).toMatchObject({ hash, status: 'success', fee: most })
  expect(await actions.nativeBalance({ address, network })).toBe(0n)
  expect(await actions.nativeBalance({ address: to, network })).toBe(maxAmount)
})

test.each([
  ['to an address of another prefix', () => coins(freshAddress().replace('erd', 'erb'), 1n), 'invalid_transfer to'],
  ['to an address whose checksum fails', () => coins(`${freshAddress().slice(0, -4)}qqqq`, 1n), 'invalid_transfer to'],
  ['to a contract', () => coins(contract, 1n), 'multiversx_transfer_kind contract'],
  ['of nothing', () => coins(freshAddress(), 0n), 'invalid_transfer amount'],
  ['of less than nothing', () => coins(freshAddress(), -1n), 'invalid_transfer amount'],
  ['of more than is counted', () => coins(freshAddress(), 10n ** 38n), 'invalid_transfer amount'],
  ['of all that is counted', () => coins(freshAddress(), 10n ** 38n - 1n), 'insufficient_multiversx'],
  ['that leaves nothing for the fee', () => coins(freshAddress(), 5n * one), 'insufficient_multiversx'],
  [
    'of a token',
    () => ({ ...coins(freshAddress(), 1n), asset: { type: 'token', address: 'USDC-c76f1f' } }) as const,
    'invalid_transfer asset',
  ],
] as const)('a transfer %s is refused before the wallet is asked', async (_, transfer, code) => {
  const { wallet, reached, before } = await reach()
  const actions = await actionsOn(stage)
  expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: transfer() }))).toBe(code)
  expect(wallet.promptCount).toBe(before)
})

test('an account without as much as a fee has nothing to send, and one that is none has nothing', async () => {
  const { wallet, reached, before } = await reach({ amount: 49_999n * 1_000_000_000n })
  const actions = await actionsOn(stage)
  const { network } = stage
  const { address } = reached.account
  const transfer = coins(freshAddress(), 1n)
  const estimate = await actions.estimateFee?.({ address, network, work: { transfer } })
  expect(estimate?.maxAmount).toBe(0n)
  expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer }))).toBe('insufficient_multiversx')
  expect(wallet.promptCount).toBe(before)
  expect(await actions.nativeBalance({ address: contract.slice(0, -1), network })).toBe(0n)
})

test('a transfer is asked of a wallet elsewhere as the network takes it now', async () => {
  const { reached } = await reach()
  const actions = await actionsOn(stage)
  const { network } = stage
  const [{ address }, to] = [reached.account, freshAddress()]
  const asking = { network, networkId: network.caipNetworkId, address }
  expect(await actions.walletRequest?.({ ...asking, asked: { transfer: coins(to, 2n) } })).toEqual({
    method: 'mvx_signTransaction',
    params: {
      transaction: {
        ...{ nonce: 0, value: '2', sender: address, receiver: to, chainID: 'chain', version: 2 },
        ...{ gasPrice: 1_000_000_000, gasLimit: 50_000 },
      },
    },
  })
})

test('a gateway of another network is sent nothing', async () => {
  const { wallet, reached, before } = await reach()
  const network = networkAt({ url: stage.chain.url, id: '1' })
  const actions = await multiversx().actions(createTestHost({ networks: [network] }))
  const elsewhere = { ...reached, network, networkId: network.caipNetworkId }
  const transfer = coins(freshAddress(), 1n)
  await expect(actions.sendTransfer?.({ wallet: elsewhere, transfer })).rejects.toMatchObject({
    ...{ code: 'multiversx_network', facts: { wanted: '1', said: 'chain' } },
  })
  expect(wallet.promptCount).toBe(before)
})

describe('a gateway’s answer', () => {
  const account = { nonce: 0, balance: `${one}` }
  const config = { erd_chain_id: 'chain', erd_min_gas_limit: 50_000, erd_min_gas_price: 1_000_000_000 }
  test.each([
    ['says that a guardian has to sign', { guardianData: { guarded: true } }, {}, 'multiversx_transfer_kind guarded'],
    ['knows no number of the account', { account: { ...account, nonce: undefined } }, {}, 'invalid_response'],
    ['has numbers with fractions', { account: { ...account, nonce: 1.5 } }, {}, 'invalid_response'],
    ['has less than nothing', { account: { ...account, balance: '-1' } }, {}, 'invalid_response'],
    ['asks for a fee that no network takes', {}, { erd_min_gas_price: 10 ** 15 }, 'invalid_response'],
    ['asks for gas that no transfer takes', {}, { erd_min_gas_limit: 10 ** 9 }, 'invalid_response'],
  ])('that %s sends nothing, and the wallet isn’t asked', async (_, accounts, configured, code) => {
    const { wallet, reached, before } = await reach()
    vi.stubGlobal('fetch', async (url: string) => {
      const data = url.endsWith('/config')
        ? { config: { ...config, ...configured } }
        : { account, guardianData: { guarded: false }, ...accounts }
      return Response.json({ data, code: 'successful', error: '' })
    })
    const { actions } = await fresh()
    expect(await codeOf(actions.sendTransfer?.({ wallet: reached, transfer: coins(freshAddress(), 1n) }))).toBe(code)
    expect(wallet.promptCount).toBe(before)
  })
})

const fresh = async () => {
  const host = createTestHost({ networks: [stage.network] })
  return { actions: await multiversx().actions(host) }
}

test.each([
  [
    'another amount',
    (plain: Record<string, unknown>) => ({ ...plain, value: '2' }),
    'unsafe_multiversx_transaction value',
  ],
  [
    'a guardian’s name',
    (plain: Record<string, unknown>) => ({ ...plain, options: 2 }),
    'unsafe_multiversx_transaction options',
  ],
  ['no signature', ({ signature: _, ...plain }: Record<string, unknown>) => plain, 'wallet_answer'],
  ['another key’s signature', resigned, 'unsafe_multiversx_transaction signature'],
])('[F22] what a wallet signed with %s is not sent', async (_, change, code) => {
  const { reached } = await reach()
  const { signTransaction } = reached.provider
  if (!signTransaction) throw new Error('The wallet signs nothing.')
  const provider: typeof reached.provider = {
    signTransaction: async (request) => {
      const said = await signTransaction(request)
      const changed = change({ ...said })
      if (!('signature' in changed)) throw Object.assign(new Error('nothing'), { code: 'wallet_answer' })
      return changed
    },
  }
  const actions = await actionsOn(stage)
  const { address } = reached.account
  const before = await actions.nativeBalance({ address, network: stage.network })
  const transfer = coins(freshAddress(), 1n)
  expect(await codeOf(actions.sendTransfer?.({ wallet: { ...reached, provider }, transfer }))).toBe(code)
  expect(await actions.nativeBalance({ address, network: stage.network })).toBe(before)
})

/** The same transaction, signed with a key that isn't the account's. */
function resigned(plain: Record<string, unknown>): Record<string, unknown> {
  const transaction = new Transaction({
    ...{ nonce: BigInt(String(plain.nonce)), value: BigInt(String(plain.value)), version: 2 },
    ...{ sender: Address.newFromBech32(String(plain.sender)), receiver: Address.newFromBech32(String(plain.receiver)) },
    ...{ gasPrice: BigInt(String(plain.gasPrice)), gasLimit: BigInt(String(plain.gasLimit)), chainID: 'chain' },
  })
  const bytes = new TransactionComputer().computeBytesForSigning(transaction)
  const signature = new UserSecretKey(Buffer.alloc(32, 1)).sign(bytes)
  return { ...plain, signature: Buffer.from(signature).toString('hex') }
}

test('a second transfer while the first waits has the next number, and both arrive; what waits is waited for', async () => {
  const slow = await createStage({ isPrompt: false })
  try {
    const { reached } = await reachWallet({ stage: slow })
    const actions = await actionsOn(slow)
    const to = freshAddress()
    const send = async (amount: bigint) =>
      (await actions.sendTransfer?.({ wallet: reached, transfer: coins(to, amount) }))?.hash ?? expect.fail()
    const hashes = [await send(1n), await send(2n)]
    expect(new Set(hashes).size).toBe(2)
    await slow.chain.pass(12)
    const { network } = slow
    for (const hash of hashes)
      expect(await actions.waitForTransaction?.({ network, hash })).toMatchObject({ hash, status: 'success' })
    expect(await actions.nativeBalance({ address: to, network })).toBe(3n)
    const third = await send(4n)
    await slow.chain.pass(12)
    expect(await actions.waitForTransaction?.({ network, hash: third, confirmations: 2 })).toMatchObject({
      hash: third,
    })
  } finally {
    await slow.chain.stop()
  }
})

test('what is no hash is not looked for, and what nobody sent is waited for until the time is over', async () => {
  const actions = await actionsOn(stage)
  const { network } = stage
  expect(await codeOf(actions.waitForTransaction?.({ network, hash: '../address' }))).toBe('invalid_hex')
  const hash = 'ab'.repeat(32)
  for (const wrong of [`0${hash}`, `${hash}0`, hash.toUpperCase()])
    expect(await codeOf(actions.waitForTransaction?.({ network, hash: wrong }))).toBe('invalid_hex')
  expect(await codeOf(actions.waitForTransaction?.({ network, hash, timeoutMs: 1 }))).toBe('request_timeout')
  expect(await actions.failureReason?.({ network, hash })).toBeUndefined()
})

test('bytes that are no text are no message for a wallet', async () => {
  const { wallet, reached, before } = await reach()
  const actions = await actionsOn(stage)
  const message = Uint8Array.of(0xff, 0xfe)
  expect(await codeOf(actions.signMessage?.({ wallet: reached, message }))).toBe('message_not_text')
  expect(wallet.promptCount).toBe(before)
  const provider = { signMessage: async () => 'ab'.repeat(64) }
  expect(await codeOf(actions.signMessage?.({ wallet: { ...reached, provider }, message: 'Hello' }))).toBe(
    'wallet_answer',
  )
})
