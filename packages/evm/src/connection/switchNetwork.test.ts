import type { Network } from '@foyer/core'
import { ChainNotSupportedError, UserRejectedError } from '@foyer/core/errors'
import { defineNetwork } from '@foyer/core/networks'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { createTestClock, createTestWallet, type TestWallet, type TestWalletOptions } from '@foyer/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { switchNetwork } from './switchNetwork.js'

let one: StartedChain
let two: StartedChain
let there: Network

const proxy = 'https://api.test/v1/?chainId=eip155%3A31338&projectId=p'

beforeAll(async () => {
  ;[one, two] = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
  there = defineNetwork({
    id: 31338,
    name: 'Foyer Local Two',
    nativeCurrency: two.nativeCurrency,
    rpcUrls: { default: { http: [proxy] }, chainDefault: { http: [two.url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'http://explorer.test' } },
  })
})
afterAll(() => Promise.all([one.stop(), two.stop()]))

const clock = createTestClock()
const host = { rpc: {}, clock }
const asksToGo = 'wallet_switchEthereumChain'
/** Returns the methods that the wallet was asked; that it is asked where it is counts for nothing. */
const methods = (wallet: TestWallet) =>
  wallet.requests.flatMap(({ method }) => (method === 'eth_chainId' ? [] : [method]))
const goTo = (wallet: TestWallet, signal = new AbortController().signal, asked?: (what: string) => void) =>
  switchNetwork({ provider: wallet.provider, host, network: there, signal, asked })
/** The same, while time passes: a wallet that agreed has a moment to be there. */
async function goToInTime(wallet: TestWallet): Promise<unknown> {
  let end: { readonly error?: unknown } | undefined
  goTo(wallet).then(
    () => (end = {}),
    (error: unknown) => (end = { error }),
  )
  await vi.waitFor(
    () => {
      clock.advance(250)
      if (!end) throw new Error('It goes on.')
    },
    { interval: 5 },
  )
  return end?.error
}

const [alice] = devAccounts
if (!alice) throw new Error('The development accounts are missing.')
const { privateKey } = alice
const walletWith = (options: Partial<TestWalletOptions> = {}): TestWallet =>
  createTestWallet({ name: 'Maple', keys: [privateKey], chains: [{ id: 31337, rpcUrl: one.url }], ...options })
const knowing = () =>
  walletWith({
    chains: [
      { id: 31337, rpcUrl: one.url },
      { id: 31338, rpcUrl: two.url },
    ],
  })

test('[S1.4 S7.36] goes to a network that the wallet knows', async () => {
  const wallet = knowing()
  await goTo(wallet)
  expect(wallet.chainId).toBe(31338)
  const [, asked] = wallet.requests
  expect(asked).toMatchObject({ method: asksToGo, params: [{ chainId: '0x7a6a' }] })
  expect(methods(wallet)).toEqual([asksToGo])
})

test("[S7.36] adds a network that the wallet doesn't know, with the network's own address, never the proxy's", async () => {
  const wallet = walletWith()
  await goTo(wallet)
  expect(wallet.chainId).toBe(31338)
  const added = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')
  expect(added?.params).toEqual([
    {
      chainId: '0x7a6a',
      chainName: 'Foyer Local Two',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [two.url],
      blockExplorerUrls: ['http://explorer.test'],
    },
  ])
})

test('a wallet that goes there as it adds prompts once more, not twice', async () => {
  const wallet = walletWith()
  await goTo(wallet)
  expect(methods(wallet)).toEqual([asksToGo, 'wallet_addEthereumChain'])
  expect(wallet.promptCount).toBe(1)
})

test('switches once more where the wallet only adds, and says what it asks of the wallet', async () => {
  const wallet = walletWith({ addsOnly: true })
  const asked: string[] = []
  await goTo(wallet, undefined, (what) => asked.push(what))
  expect(asked).toEqual(['addingNetwork', 'walletPrompt'])
  expect(wallet.chainId).toBe(31338)
  expect(methods(wallet).filter((method) => method === asksToGo)).toHaveLength(2)
})

describe('falls back to adding', () => {
  test.each([
    ['4902', { code: 4902 }],
    ['32603', { code: 32603 }],
    ['-32603', { code: -32603 }],
    ['5000', { code: 5000 }],
    ['a nested data.originalError.code', { code: -32603, data: { originalError: { code: 4902 } } }],
    ['-32602', { code: -32602 }],
    ['-32000', { code: -32000 }],
    ['words alone', { code: 1, message: 'Unrecognized chain ID "0x7a6a". Try adding the chain first.' }],
    ['other words', { code: 1, message: 'The chain 31338 has not been added' }],
    ['a nested data.cause.code', { code: -32000, data: { cause: { code: 4902 } } }],
  ])('[S4.34 S8.39] on %s', async (_, fault) => {
    const wallet = walletWith()
    wallet.next({ switchChain: fault })
    await goTo(wallet)
    expect(methods(wallet)).toContain('wallet_addEthereumChain')
    expect(wallet.chainId).toBe(31338)
  })
})

describe('does not add', () => {
  test.each([
    ['the refusal of a switch', { code: 4001 }, 'user_rejected'],
    ['a nested refusal', { code: -32603, data: { originalError: { code: 4001 } } }, 'user_rejected'],
    ['an open request', { code: -32002 }, 'request_pending'],
    ['a refusal in words', { code: -32000, message: 'User rejected the request.' }, 'user_rejected'],
    ['any other failure', { code: 1, message: 'The chain of trust is broken' }, 'json_rpc'],
    ['a wallet that is locked', { code: 4100 }, 'unauthorized'],
  ])('[S8.39] on %s', async (_, fault, code) => {
    const wallet = walletWith()
    wallet.next({ switchChain: fault })
    await expect(goTo(wallet)).rejects.toMatchObject({ code })
    expect(methods(wallet)).toEqual([asksToGo])
  })
})

describe("says 'Chain is not supported'", () => {
  test.each([
    ['adding fails', { code: -32602 }],
    ['a string is thrown', 'throw-string'],
    ['adding is not supported', { code: 4200 }],
    ['adding answers, but the wallet stays where it is', { answer: null }],
  ] as const)('[S4.35] when %s', async (_, addChain) => {
    const wallet = walletWith()
    wallet.next({ addChain })
    const error = await goToInTime(wallet)
    expect(error).toBeInstanceOf(ChainNotSupportedError)
    expect(error).toMatchObject({ message: 'Chain is not supported' })
    expect(wallet.chainId).toBe(31337)
  })

  test.each([
    ['a number', { code: 4200 }],
    ['words alone, as Safe’s provider does', { code: 1, message: '"wallet_switchEthereumChain" not implemented' }],
    ['other words', { code: 1, message: 'Method wallet_switchEthereumChain is not supported' }],
  ])('when the wallet cannot switch at all, and says so by %s', async (_, fault) => {
    const wallet = walletWith()
    wallet.next({ switchChain: fault })
    await expect(goTo(wallet)).rejects.toThrow('Chain is not supported')
    expect(methods(wallet)).toEqual([asksToGo])
  })

  test.each([
    ['says that it went there, and did not', { answer: '0x7a69' }],
    ['says nonsense about where it is', 'garbage'],
  ] as const)('when the wallet %s', async (_, fault) => {
    const wallet = walletWith()
    wallet.fail('eth_chainId', { with: fault })
    expect(await goToInTime(wallet)).toBeInstanceOf(ChainNotSupportedError)
  })
})

describe('where the wallet is counts, not what it answers', () => {
  test('one that agrees and stays hasn’t gone, and is asked again the next time', async () => {
    const wallet = knowing()
    wallet.fail(asksToGo, { with: { answer: null }, times: 1 })
    expect(await goToInTime(wallet)).toBeInstanceOf(ChainNotSupportedError)
    expect(methods(wallet)).toEqual([asksToGo])
    await goTo(wallet)
    expect(wallet.chainId).toBe(31338)
  })

  test('one that agrees before it goes has a moment to be there', async () => {
    const wallet = knowing()
    wallet.fail(asksToGo, { with: { answer: null } })
    const going = goTo(wallet)
    await vi.waitFor(() => expect(wallet.requests.filter(({ method }) => method === 'eth_chainId')).toHaveLength(2))
    wallet.switchChain(31338)
    await vi.waitFor(() => expect(clock.pending).toBe(1))
    clock.advance(250)
    await going
  })

  test('one that is there already is asked nothing, and so needn’t be able to go anywhere', async () => {
    const wallet = knowing()
    wallet.switchChain(31338)
    wallet.fail(asksToGo, { with: { code: 4200 } })
    await goTo(wallet)
    expect(methods(wallet)).toEqual([])
  })

  test('one that doesn’t say where it is within a moment is asked to go', async () => {
    const wallet = knowing()
    wallet.fail('eth_chainId', { with: 'hang', times: 1 })
    const going = goTo(wallet)
    await vi.waitFor(() => expect(wallet.requests).toHaveLength(1))
    clock.advance(1000)
    await going
    expect(wallet.chainId).toBe(31338)
    wallet.release()
  })
})

test.each([4001, 5000])('[S8.39] the refusal of adding, %i, stays a refusal', async (code) => {
  const wallet = walletWith()
  wallet.next({ addChain: { code } })
  await expect(goTo(wallet)).rejects.toBeInstanceOf(UserRejectedError)
})

test.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
  '[F18] rejects when it is aborted while %s hangs',
  async (method) => {
    const wallet = walletWith()
    wallet.fail(method, { with: 'hang' })
    const controller = new AbortController()
    const failed = expect(goTo(wallet, controller.signal)).rejects.toMatchObject({ code: 'aborted' })
    await expect.poll(() => methods(wallet)).toContain(method)
    controller.abort()
    await failed
    wallet.release()
  },
)
