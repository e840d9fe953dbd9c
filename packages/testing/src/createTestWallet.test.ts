import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { createClient, http, recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { getBalance, getTransaction, getTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestWallet } from './createTestWallet.js'
import type { TestWallet, TestWalletOptions } from './testWallet.js'

let one: StartedChain
let two: StartedChain

beforeAll(async () => {
  ;[one, two] = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
})
afterAll(() => Promise.all([one.stop(), two.stop()]))

const [alice, bob] = devAccounts
if (!alice || !bob) throw new Error('The development accounts are missing.')

const walletWith = (options: Partial<TestWalletOptions> = {}): TestWallet =>
  createTestWallet({
    name: 'Maple',
    keys: [alice.privateKey, bob.privateKey],
    chains: [{ id: 31337, rpcUrl: one.url }],
    ...options,
  })

const connected = async (options: Partial<TestWalletOptions> = {}): Promise<TestWallet> => {
  const wallet = walletWith(options)
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  return wallet
}

const typedData = {
  domain: { name: 'Foyer', version: '1', chainId: 31337 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Note: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Note',
  message: { text: 'hello' },
} as const

const addParameter = () => ({
  chainId: '0x7a6a',
  chainName: 'Foyer Local Two',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [two.url],
})

describe('accounts', () => {
  test('shows no accounts before the visitor agreed, and remembers it by origin', async () => {
    const wallet = walletWith()
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([alice.address, bob.address])
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([alice.address, bob.address])
    expect(await wallet.providerFor('https://other.test').request({ method: 'eth_accounts' })).toEqual([])
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    expect(wallet.promptCount).toBe(1)
  })

  test('a locked wallet shows none, and the same again when it is unlocked', async () => {
    const wallet = await connected()
    const received: unknown[] = []
    wallet.provider.on('accountsChanged', (accounts) => received.push(accounts))
    wallet.lock()
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    wallet.unlock()
    wallet.switchAccount(1)
    expect(received).toEqual([[], [alice.address, bob.address], [bob.address, alice.address]])
  })

  test('permissions can be read and revoked', async () => {
    const wallet = await connected()
    const permissions = await wallet.provider.request({ method: 'wallet_getPermissions' })
    expect(permissions).toMatchObject([{ parentCapability: 'eth_accounts', invoker: 'https://dapp.test' }])
    await wallet.provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    expect(await wallet.provider.request({ method: 'wallet_getPermissions' })).toEqual([])
    await wallet.provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toHaveLength(2)
  })
})

describe('keys', () => {
  test('what it signs recovers to its address', async () => {
    const wallet = await connected()
    const signature = await wallet.provider.request({ method: 'personal_sign', params: ['0x6869', alice.address] })
    expect(await recoverMessageAddress({ message: 'hi', signature: hexOf(signature) })).toBe(alice.address)
  })

  test('typed data that it signs recovers to its address', async () => {
    const wallet = await connected()
    const params = [bob.address, JSON.stringify(typedData)]
    const signature = await wallet.provider.request({ method: 'eth_signTypedData_v4', params })
    const { types, primaryType, message } = typedData
    const domain = { ...typedData.domain, chainId: 31337n }
    const signed = { domain, types, primaryType, message, signature: hexOf(signature) }
    expect(await recoverTypedDataAddress(signed)).toBe(bob.address)
  })

  test('what it sends is mined', async () => {
    const wallet = await connected()
    const client = createClient({ transport: http(one.url) })
    const to = '0x00000000000000000000000000000000000000aa'
    const transaction = { from: alice.address, to, value: '0x2a' }
    const hash = await wallet.provider.request({ method: 'eth_sendTransaction', params: [transaction] })
    const receipt = await vi.waitFor(() => getTransactionReceipt(client, { hash: hexOf(hash) }))
    expect(receipt.status).toBe('success')
    expect(await getBalance(client, { address: to })).toBe(42n)
  })

  test.each([
    { what: 'value', part: { to: '0x00000000000000000000000000000000000000aa', value: '0x1' }, percent: 100n },
    { what: 'a contract', part: { data: '0x6001600155' }, percent: 150n },
  ])('the gas of what is sent has the room that it may need: $what', async ({ part, percent }) => {
    const wallet = await connected()
    const client = createClient({ transport: http(one.url) })
    const params = [{ from: alice.address, ...part }]
    const estimate = BigInt(hexOf(await wallet.provider.request({ method: 'eth_estimateGas', params })))
    const hash = hexOf(await wallet.provider.request({ method: 'eth_sendTransaction', params }))
    expect((await getTransaction(client, { hash })).gas).toBe((estimate * percent) / 100n)
  })

  test('signs nothing for a dapp that was not let in', async () => {
    const request = { method: 'personal_sign', params: ['0x6869', alice.address] }
    await expect(walletWith().provider.request(request)).rejects.toMatchObject({ code: 4100 })
  })

  test('passes on what only reads the chain, and refuses what it does not know', async () => {
    const wallet = walletWith()
    expect(await wallet.provider.request({ method: 'eth_blockNumber' })).toMatch(/^0x/)
    await expect(wallet.provider.request({ method: 'eth_nonsense' })).rejects.toMatchObject({ code: -32601 })
    await expect(wallet.provider.request({ method: 'wallet_nonsense' })).rejects.toMatchObject({ code: 4200 })
  })
})

describe('chains', () => {
  test('an unknown chain is answered with 4902 until it is added', async () => {
    const wallet = await connected()
    const received: unknown[] = []
    wallet.provider.on('chainChanged', (id) => received.push(id))
    const goThere = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] }
    await expect(wallet.provider.request(goThere)).rejects.toMatchObject({ code: 4902 })
    expect(wallet.knows(31338)).toBe(false)
    await wallet.provider.request({ method: 'wallet_addEthereumChain', params: [addParameter()] })
    expect(wallet.knows(31338)).toBe(true)
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
    wallet.switchChain(31337)
    wallet.forget(31338)
    await expect(wallet.provider.request(goThere)).rejects.toMatchObject({ code: 4902 })
    expect(received).toEqual(['0x7a6a', '0x7a69'])
  })

  test('one that only adds stays where it is', async () => {
    const wallet = await connected({ addsOnly: true })
    await wallet.provider.request({ method: 'wallet_addEthereumChain', params: [addParameter()] })
    expect(wallet.chainId).toBe(31337)
    expect(wallet.knows(31338)).toBe(true)
  })

  test.each([
    ['decimals as text', { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: '18' } }],
    ['no address', { rpcUrls: [] }],
    ['another scheme', { rpcUrls: ['ws://127.0.0.1'] }],
    ['the id with leading zeros', { chainId: '0x07a6a' }],
    ['an RPC of another chain', { chainId: '0x1' }],
  ])('adds nothing with %s', async (_, wrong) => {
    const wallet = await connected()
    const params = [{ ...addParameter(), ...wrong }]
    const added = wallet.provider.request({ method: 'wallet_addEthereumChain', params })
    await expect(added).rejects.toMatchObject({ code: -32602 })
  })

  test('has capabilities only where it was given some', async () => {
    const request = { method: 'wallet_getCapabilities', params: [alice.address] }
    await expect(walletWith().provider.request(request)).rejects.toMatchObject({ code: 4200 })
    const capable = walletWith({ capabilities: { 31337: { atomic: { status: 'supported' } } } })
    expect(await capable.provider.request(request)).toEqual({ '0x7a69': { atomic: { status: 'supported' } } })
  })
})

describe('faults', () => {
  test.each([
    ['reject', { code: 4001 }],
    [
      { code: -32000, message: 'busy' },
      { code: -32000, message: 'busy' },
    ],
  ] as const)('fails the next connect with %o, and the one after works', async (fault, error) => {
    const wallet = walletWith()
    wallet.next({ connect: fault })
    await expect(wallet.provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject(error)
    expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toHaveLength(2)
  })

  test('throws strings and answers garbage', async () => {
    const wallet = walletWith()
    wallet.fail('eth_chainId', { with: 'throw-string', times: 1 })
    wallet.fail('eth_chainId', { with: 'garbage', times: 1 })
    wallet.fail('eth_chainId', { with: { answer: 5 } })
    await expect(wallet.provider.request({ method: 'eth_chainId' })).rejects.toBeTypeOf('string')
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toHaveProperty('garbage')
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe(5)
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe(5)
    wallet.release()
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  test('hangs until it is released', async () => {
    const wallet = walletWith()
    wallet.next({ connect: 'hang' })
    let answered = false
    const asked = wallet.provider.request({ method: 'eth_requestAccounts' }).then(() => {
      answered = true
    })
    await wallet.provider.request({ method: 'eth_blockNumber' })
    expect(answered).toBe(false)
    wallet.release()
    await asked
    expect(answered).toBe(true)
  })

  test('what is asked next can be waited for', async () => {
    const wallet = walletWith()
    const [any, one] = [wallet.nextRequest(), wallet.nextRequest('eth_accounts')]
    await wallet.provider.request({ method: 'eth_chainId' })
    await wallet.provider.request({ method: 'eth_accounts' })
    expect(await any).toMatchObject({ method: 'eth_chainId', origin: 'https://dapp.test' })
    expect(await one).toMatchObject({ method: 'eth_accounts' })
  })

  test('in manual mode the visitor decides', async () => {
    const wallet = walletWith({ mode: 'manual' })
    const refused = wallet.provider.request({ method: 'eth_requestAccounts' })
    const [first] = wallet.pending
    expect(first).toMatchObject({ method: 'eth_requestAccounts', origin: 'https://dapp.test' })
    first?.reject()
    await expect(refused).rejects.toMatchObject({ code: 4001 })
    const agreed = wallet.provider.request({ method: 'eth_requestAccounts' })
    wallet.pending[0]?.approve()
    expect(await agreed).toHaveLength(2)
    expect(wallet.pending).toEqual([])
    expect(wallet.requests.map(({ method }) => method)).toEqual(['eth_requestAccounts', 'eth_requestAccounts'])
  })
})

function hexOf(value: unknown): `0x${string}` {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/.test(value)) throw new Error('No hex was answered.')
  return `0x${value.slice(2)}`
}
