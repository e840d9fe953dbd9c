import { type Clock, createFoyer, type Foyer, systemClock } from '@foyer/core'
import { capabilities } from '@foyer/core/actions'
import { deployDelegation, deployMarket, devAccounts, type Market, type StartedChain, startChain } from '@foyer/stack'
import { createTestWallet, type TestWallet, type TestWalletOptions } from '@foyer/testing'
import { createClient, encodeFunctionData, erc20Abi, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, sendTransaction } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pollMs } from './actions/untilMined.js'
import { delegateAddress } from './delegate.js'
import { evm, getCallsStatus, getCapabilities, sendCalls, showCallsStatus, waitForCallsStatus } from './index.js'

let chain: StartedChain
let market: Market
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  market = await deployMarket({ url: chain.url })
  await deployDelegation({ url: chain.url })
})
afterAll(() => chain.stop())

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
})

const client = () => createClient({ transport: http(chain.url) })
const freshAddress = () => privateKeyToAccount(generatePrivateKey()).address
const [rich] = devAccounts

/** A second until the next look lasts a moment; all else as long as it does. */
const clock: Clock = {
  ...systemClock,
  setTimeout: (callback, ms) => systemClock.setTimeout(callback, ms === pollMs ? 20 : ms),
}

/** A connected wallet with an account of its own, which has 10 ETH. */
async function connected(options: Partial<TestWalletOptions> = {}): Promise<{ wallet: TestWallet; foyer: Foyer }> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  const account = privateKeyToAccount(rich?.privateKey ?? '0x')
  await sendTransaction(client(), { account, chain: null, to: address, value: parseEther('10') })
  await vi.waitFor(async () => expect(await getBalance(client(), { address })).toBe(parseEther('10')))
  const wallet = createTestWallet({
    name: 'Maple',
    keys: [key],
    chains: [{ id: chain.id, rpcUrl: chain.url }],
    ...options,
  })
  const { id, name, nativeCurrency, url } = chain
  const foyer = createFoyer({
    projectId: 'project',
    networks: [{ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }],
    adapters: [evm()],
    clock,
  })
  stops.push(wallet.appearIn(window), foyer.start())
  await vi.waitFor(() => expect(foyer.store.getState().connectors).toHaveLength(1))
  await foyer.connect({ connectorId: wallet.rdns })
  return { wallet, foyer }
}

const asked = (wallet: TestWallet, method: string) => wallet.requests.filter((request) => request.method === method)
const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)
const paid = (to: readonly Hex[]) => Promise.all(to.map((address) => getBalance(client(), { address })))

/** Three payments of 1, 2 and 3 wei; the second reverts where that is wanted. */
function threeCalls({ secondReverts = false } = {}) {
  const to = [freshAddress(), freshAddress(), freshAddress()] as const
  const [token] = market.tokens
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to[1], 1n] })
  const second = secondReverts && token ? { to: token.address, data } : { to: to[1], value: 2n }
  return { to, calls: [{ to: to[0], value: 1n }, second, { to: to[2], value: 3n }] as const }
}

describe.each([
  ['2.0.0, as one', () => ({ version: '2.0.0', executor: delegateAddress }) as const, true],
  ['2.0.0, one after the other', () => ({ version: '2.0.0' }) as const, false],
  ['1.0, as one', () => ({ version: '1.0', executor: delegateAddress }) as const, true],
  ['1.0, one after the other', () => ({ version: '1.0' }) as const, false],
] as const)('a wallet of EIP-5792 %s', (name, calls, isAtomic) => {
  const isFormer = name.startsWith('1.0')

  test('carries out three, with status 200 and one prompt', async () => {
    const { wallet, foyer } = await connected({ calls: calls() })
    const prompts = wallet.promptCount
    const { to, calls: three } = threeCalls()
    const { id } = await sendCalls(foyer, { calls: three })
    const ended = await waitForCallsStatus(foyer, { id })
    expect(ended).toMatchObject({ id, networkId: 'eip155:31337', status: 'success', statusCode: 200 })
    expect(ended.receipts.map(({ status }) => status)).toEqual(
      isAtomic ? ['success'] : ['success', 'success', 'success'],
    )
    expect(await paid(to)).toEqual([1n, 2n, 3n])
    expect(asked(wallet, 'wallet_sendCalls')).toHaveLength(1)
    expect(asked(wallet, 'eth_sendTransaction')).toHaveLength(0)
    // The first time the account is upgraded for it as well.
    expect(wallet.promptCount - prompts).toBe(isAtomic ? 2 : 1)
  })

  test('says how it ended where the second reverts: all of it, or in part', async () => {
    const { foyer } = await connected({ calls: calls() })
    const { to, calls: three } = threeCalls({ secondReverts: true })
    const { id } = await sendCalls(foyer, { calls: three })
    const { status, statusCode } = await waitForCallsStatus(foyer, { id })
    expect({ status, statusCode }).toEqual({ status: 'failure', statusCode: isAtomic ? 500 : 600 })
    expect(await paid(to)).toEqual([isAtomic ? 0n : 1n, 0n, 0n])
  })

  test('[F22] says beforehand what it can do, and is asked for what must be one only where it can', async () => {
    const { wallet, foyer } = await connected({ calls: calls() })
    const { 'eip155:31337': here } = await getCapabilities(foyer)
    expect(here?.atomic).toBe(isAtomic ? (isFormer ? 'supported' : 'ready') : 'unsupported')
    expect(await capabilities(foyer)).toMatchObject({ sendCalls: true, atomic: here?.atomic })
    const { calls: three } = threeCalls()
    const sent = sendCalls(foyer, { calls: three, atomicRequired: true })
    if (!isAtomic) {
      expect(await failure(sent)).toMatchObject({
        ...{ code: 'wallet_capability', walletCode: 5760, capability: 'AtomicityNotSupportedError' },
        notice: 'error.notAtomic',
      })
      return
    }
    const { id } = await sent
    expect((await waitForCallsStatus(foyer, { id })).statusCode).toBe(200)
    if (!isFormer) expect((await getCapabilities(foyer))['eip155:31337']?.atomic).toBe('supported')
    expect(asked(wallet, 'wallet_sendCalls')).toHaveLength(1)
  })

  test('a capability that it hasn’t is refused, unless it may be left out', async () => {
    const { foyer } = await connected({ calls: calls() })
    const { calls: three } = threeCalls()
    const paymasterService = { url: 'https://paymaster.test' }
    expect(await failure(sendCalls(foyer, { calls: three, capabilities: { paymasterService } }))).toMatchObject({
      capability: 'UnsupportedNonOptionalCapabilityError',
    })
    const optional = { paymasterService: { ...paymasterService, optional: true } }
    const { id } = await sendCalls(foyer, { calls: three, capabilities: optional })
    expect((await waitForCallsStatus(foyer, { id })).statusCode).toBe(200)
  })
})

test('a wallet without batches is asked for one after the other, and for no more after one that reverted', async () => {
  const { wallet, foyer } = await connected()
  expect(await capabilities(foyer)).toMatchObject({ sendCalls: false, atomic: 'unsupported' })
  const { to, calls } = threeCalls()
  const { id } = await sendCalls(foyer, { calls })
  const { statusCode, atomic, receipts } = await waitForCallsStatus(foyer, { id })
  expect({ statusCode, atomic }).toEqual({ statusCode: 200, atomic: false })
  expect(receipts.map(({ status, gasUsed }) => [status, gasUsed])).toEqual(Array(3).fill(['success', 21_000n]))
  expect(await paid(to)).toEqual([1n, 2n, 3n])
  expect(asked(wallet, 'eth_sendTransaction')).toHaveLength(3)
  expect(await failure(showCallsStatus(foyer, { id }))).toMatchObject({ code: 'action_unsupported' })
  wallet.fail('eth_sendTransaction', { with: { code: -32_003, message: 'Transaction rejected' } })
  expect(await failure(sendCalls(foyer, { calls }))).toMatchObject({ code: 'json_rpc' })
  expect(asked(wallet, 'eth_sendTransaction')).toHaveLength(4)
})

describe('a wallet that fails', () => {
  const batching = () => connected({ calls: { version: '2.0.0', executor: delegateAddress, most: 3 } })

  test.each([
    ['refuses', 'reject', { code: 'user_rejected' }],
    [
      'refuses the upgrade',
      { code: 5750 },
      { capability: 'AtomicReadyWalletRejectedUpgradeError', notice: 'error.upgradeDeclined' },
    ],
    ['answers nonsense', 'garbage', { code: 'wallet_answer' }],
    ['throws a string', 'throw-string', { code: 'unknown_wallet' }],
    ['has another chain', { code: 5710 }, { capability: 'UnsupportedChainIdError', notice: 'error.chainNotSupported' }],
  ] as const)('[S8.39] [F22] and %s, is asked once and for nothing instead', async (_, fault, expected) => {
    const { wallet, foyer } = await batching()
    wallet.next({ sendCalls: fault })
    expect(await failure(sendCalls(foyer, { calls: threeCalls().calls }))).toMatchObject(expected)
    expect(asked(wallet, 'wallet_sendCalls')).toHaveLength(1)
    expect(asked(wallet, 'eth_sendTransaction')).toHaveLength(0)
  })

  test('takes no more calls than it can, no id twice, and knows only its own', async () => {
    const { wallet, foyer } = await batching()
    const { calls } = threeCalls()
    expect(await failure(sendCalls(foyer, { calls: [...calls, ...calls] }))).toMatchObject({
      ...{ walletCode: 5740, capability: 'BundleTooLargeError', notice: 'error.tooManyCalls' },
    })
    const own = {
      version: '2.0.0',
      chainId: '0x7a69',
      atomicRequired: false,
      calls: [{ to: freshAddress(), value: '0x1' }],
    }
    const byPage = { method: 'wallet_sendCalls', params: [{ ...own, id: '0xtaken' }] }
    await foyer.provider('eip155')?.request(byPage)
    expect(await failure(sendCalls(foyer, { calls, id: '0xtaken' }))).toMatchObject({ capability: 'DuplicateIdError' })
    expect(await failure(getCallsStatus(foyer, { id: '0xnone' }))).toMatchObject({
      ...{ capability: 'UnknownBundleIdError', notice: 'error.callsUnknown' },
    })
    const nested = { ...own, calls: [{ ...own, to: freshAddress() }] }
    const provider = wallet.provider.request({ method: 'wallet_sendCalls', params: [nested] })
    expect(await failure(provider)).toMatchObject({ code: expect.any(Number) })
  })

  test('never answers, or says nonsense of a status: the request can be given up, the answer is refused', async () => {
    const { wallet, foyer } = await batching()
    wallet.next({ sendCalls: 'hang' })
    const controller = new AbortController()
    const sending = failure(sendCalls(foyer, { calls: threeCalls().calls, signal: controller.signal }))
    await wallet.nextRequest('wallet_sendCalls')
    controller.abort()
    expect(await sending).toMatchObject({ code: 'aborted' })
    const attempt = () => foyer.store.getState().connection.attempts.batch
    expect(attempt()?.end).toMatchObject({ notice: 'error.mayHaveBeenSent', mayHaveBeenSent: true })
    wallet.release()
    wallet.fail('wallet_getCallsStatus', { with: 'garbage', times: 1 })
    expect(await failure(getCallsStatus(foyer, { id: '0x1' }))).toMatchObject({ code: 'wallet_answer' })
  })

  test('says of capabilities nothing in time: its prompt isn’t held up, in the newest version', async () => {
    const { wallet, foyer } = await batching()
    wallet.fail('wallet_getCapabilities', { with: 'hang', times: 1 })
    const { id } = await sendCalls(foyer, { calls: threeCalls().calls })
    expect((await waitForCallsStatus(foyer, { id })).statusCode).toBe(200)
    wallet.release()
  })

  test('a wallet of 1.0 that says nothing of itself is asked again in its own version, as it has shown nothing', async () => {
    const { wallet, foyer } = await connected({ calls: { version: '1.0' } })
    wallet.fail('wallet_getCapabilities', { with: { code: 4200 } })
    const prompts = wallet.promptCount
    const { id } = await sendCalls(foyer, { calls: threeCalls().calls })
    expect((await waitForCallsStatus(foyer, { id })).statusCode).toBe(200)
    expect(wallet.promptCount - prompts).toBe(1)
  })
})
