import type { Network } from '@foyer/core'
import { ChainNotSupportedError, UserRejectedError } from '@foyer/core/errors'
import { defineNetwork } from '@foyer/core/networks'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { createTestWallet, type TestWallet, type TestWalletOptions } from '@foyer/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const host = { rpc: {} }
const methods = (wallet: TestWallet) => wallet.requests.map(({ method }) => method)
const goTo = (wallet: TestWallet, signal = new AbortController().signal, asked?: (what: string) => void) =>
  switchNetwork({ provider: wallet.provider, host, network: there, signal, asked })

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
  expect(wallet.requests).toMatchObject([{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] }])
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
  expect(methods(wallet)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_chainId'])
  expect(wallet.promptCount).toBe(1)
})

test('switches once more where the wallet only adds, and says what it asks of the wallet', async () => {
  const wallet = walletWith({ addsOnly: true })
  const asked: string[] = []
  await goTo(wallet, undefined, (what) => asked.push(what))
  expect(asked).toEqual(['addingNetwork', 'walletPrompt'])
  expect(wallet.chainId).toBe(31338)
  expect(methods(wallet).filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(2)
})

describe('falls back to adding', () => {
  test.each([
    ['4902', { code: 4902 }],
    ['32603', { code: 32603 }],
    ['-32603', { code: -32603 }],
    ['5000', { code: 5000 }],
    ['a nested data.originalError.code', { code: -32603, data: { originalError: { code: 4902 } } }],
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
    ['a wallet that is locked', { code: 4100 }, 'unauthorized'],
  ])('[S8.39] on %s', async (_, fault, code) => {
    const wallet = walletWith()
    wallet.next({ switchChain: fault })
    await expect(goTo(wallet)).rejects.toMatchObject({ code })
    expect(methods(wallet)).toEqual(['wallet_switchEthereumChain'])
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
    const error: unknown = await goTo(wallet).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ChainNotSupportedError)
    expect(error).toMatchObject({ message: 'Chain is not supported' })
    expect(wallet.chainId).toBe(31337)
  })

  test('when the wallet cannot switch at all', async () => {
    const wallet = walletWith()
    wallet.next({ switchChain: { code: 4200 } })
    await expect(goTo(wallet)).rejects.toThrow('Chain is not supported')
  })

  test.each([
    ['says that it went there, and did not', { answer: '0x7a69' }],
    ['says nonsense about where it is', 'garbage'],
  ] as const)('when the wallet %s', async (_, fault) => {
    const wallet = walletWith()
    wallet.fail('eth_chainId', { with: fault })
    await expect(goTo(wallet)).rejects.toBeInstanceOf(ChainNotSupportedError)
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
