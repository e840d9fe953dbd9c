import { systemClock } from '@foyer/core'
import { JsonRpcError } from '@foyer/core/errors'
import { defineNetwork } from '@foyer/core/networks'
import { type ChainReader, chainReader } from '@foyer/core/rpc'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { createTestWallet } from '@foyer/testing'
import { createClient, encodeErrorResult, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deployContract, getTransactionReceipt, sendTransaction } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { failureReason, reasonIn } from './failureReason.js'
import { prepareReplacement, sendReplacement } from './replace.js'

const [dev, other] = devAccounts
if (!dev || !other) throw new Error('The development accounts are missing.')
const account = privateKeyToAccount(dev.privateKey)

let chain: StartedChain
let read: ChainReader
let network: ReturnType<typeof defineNetwork>
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  const { id, name, nativeCurrency, url } = chain
  network = defineNetwork({ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } })
  read = chainReader({ host: { rpc: {}, clock: systemClock }, network })
})
afterAll(() => chain.stop())
beforeEach(() => control('anvil_dropAllTransactions'))

const control = (method: string, params: readonly unknown[] = []) => read({ method, params })
const client = () => createClient({ transport: http(chain.url) })

const pending = async (fees: { readonly gasPrice: bigint } | { readonly maxFeePerGas: bigint }) =>
  sendTransaction(client(), { account, chain: null, to: other.address, value: 5n, gas: 30_000n, ...fees })

async function connected() {
  const wallet = createTestWallet({
    name: 'Maple',
    keys: [dev?.privateKey ?? '0x'],
    chains: [{ id: chain.id, rpcUrl: chain.url }],
  })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  const own = { namespace: 'eip155', address: account.address, type: 'eoa' } as const
  const { caipNetworkId: networkId } = network
  return { wallet, reached: { provider: wallet.provider, account: own, accounts: [own], networkId, network } }
}

describe('a replacement', () => {
  beforeAll(() => control('evm_setAutomine', [false]))
  afterAll(() => control('evm_setAutomine', [true]))

  test.each([
    ['with the fees of EIP-1559', { maxFeePerGas: 80_000_000_001n }],
    ['with a gas price', { gasPrice: 80_000_000_001n }],
  ] as const)('[F27] %s keeps the number and raises the fees by an eighth at least', async (_, fees) => {
    const hash = await pending(fees)
    const speedUp = await prepareReplacement({ read, hash, kind: 'speedUp' })
    const cancel = await prepareReplacement({ read, hash, kind: 'cancel' })
    const fee = 80_000_000_001n
    expect(speedUp).toMatchObject({ kind: 'speedUp', hash, formerFee: 30_000n * fee, nonce: cancel?.nonce })
    expect(speedUp?.transaction).toMatchObject({ to: other.address.toLowerCase(), value: 5n, gas: 30_000n, data: '0x' })
    expect(cancel?.transaction).toMatchObject({ to: account.address.toLowerCase(), value: 0n, gas: 21_000n })
    const { gasPrice, maxFeePerGas } = speedUp?.transaction ?? {}
    expect('gasPrice' in fees ? gasPrice : maxFeePerGas).toBeGreaterThanOrEqual(fee + fee / 8n)
    expect(speedUp?.fee).toBe(30_000n * (gasPrice ?? maxFeePerGas ?? 0n))
  })

  test('[F22] is asked for once, and mined in the place of the first', async () => {
    const hash = await pending({ maxFeePerGas: 80_000_000_000n })
    const replacement = await prepareReplacement({ read, hash, kind: 'cancel' })
    if (!replacement) throw new Error('nothing to replace')
    const { wallet, reached } = await connected()
    const sent = await sendReplacement({ wallet: reached, replacement, read, clock: systemClock })
    expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
    await control('evm_mine')
    expect(await getTransactionReceipt(client(), { hash: sent.hash })).toMatchObject({ status: 'success' })
    await expect(getTransactionReceipt(client(), { hash })).rejects.toThrow()
    expect(await prepareReplacement({ read, hash: sent.hash, kind: 'speedUp' })).toBeUndefined()
  })

  test('[F22] of what was mined meanwhile reaches no wallet', async () => {
    const hash = await pending({ maxFeePerGas: 80_000_000_000n })
    const replacement = await prepareReplacement({ read, hash, kind: 'speedUp' })
    if (!replacement) throw new Error('nothing to replace')
    await control('evm_mine')
    const { wallet, reached } = await connected()
    await expect(sendReplacement({ wallet: reached, replacement, read, clock: systemClock })).rejects.toMatchObject({
      code: 'transaction_not_pending',
    })
    expect(wallet.promptCount).toBe(1)
  })
})

// Reverts with whatever it is called with.
const revertsWithItsInput = '0x600a80600b6000396000f3366000600037366000fd' as const

test('the reason of a reverted transaction is the contract’s', async () => {
  const deployed = await deployContract(client(), { account, chain: null, abi: [], bytecode: revertsWithItsInput })
  const { contractAddress } = await vi.waitFor(() => getTransactionReceipt(client(), { hash: deployed }))
  const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['No more\u202e tickets'] })
  const call = { account, chain: null, to: contractAddress, data, gas: 100_000n } as const
  const hash = await sendTransaction(client(), call)
  expect(await vi.waitFor(() => getTransactionReceipt(client(), { hash }))).toMatchObject({ status: 'reverted' })
  expect(await failureReason({ read, hash })).toBe('No more tickets')
})

describe('the reason in an answer', () => {
  const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['No more tickets'] })
  const panic = encodeErrorResult({ abi: parseAbi(['error Panic(uint256)']), args: [0x11n] })
  test.each([
    ['bytes', { rpcData: data, text: 'execution reverted' }, 'No more tickets'],
    ['bytes in an object', { rpcData: { data }, text: 'execution reverted' }, 'No more tickets'],
    ['a panic', { rpcData: panic }, 'Panic(0x11)'],
    ['words alone', { text: 'execution reverted: too late' }, 'too late'],
    ['an error of the contract’s own', { rpcData: '0x12345678', text: 'execution reverted' }, undefined],
    ['a broken answer', { rpcData: '0x08c379a0ff', text: 'no' }, undefined],
    ['a long text', { text: `execution reverted: ${'a'.repeat(400)}` }, `${'a'.repeat(120)}…`],
  ])('is read from %s', (_, { rpcData, text }: { rpcData?: unknown; text?: string }, reason) => {
    expect(reasonIn(new JsonRpcError({ rpcCode: 3, text, rpcData }))).toBe(reason)
  })
})
