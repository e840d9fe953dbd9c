import type { ShownRequest, WalletNetwork } from '@foyer/core/words'
import { devAccounts, devMnemonic, type StartedChain, startChain } from '@foyer/stack'
import {
  createClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseTransaction,
  stringToHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { getBalance, getTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FamilyHost, PreparedRequest } from '../family.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { createEip155 } from './eip155.js'

const keyring = { phrase: devMnemonic, count: 2, imported: [] }
const [{ address }, { address: other }] = devAccounts
const stranger = getAddress('0x00000000000000000000000000000000000f0ae2')
const family = createEip155()
const token = { symbol: 'DUSD', decimals: 6, address: '0x1111111111111111111111111111111111111111' }

let chain: StartedChain
let network: WalletNetwork
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  network = {
    chainId: chain.caipNetworkId,
    name: chain.name,
    currency: { symbol: 'ETH', decimals: 18 },
    rpcUrl: chain.url,
    tokens: [token],
  }
})
afterAll(() => chain.stop())

/** Creates a host that writes down what a family does to the wallet. */
function createHost() {
  const networks = [network]
  const switched: string[] = []
  const host: FamilyHost = {
    networks: () => networks,
    network: (chainId) => networks.find((each) => each.chainId === chainId),
    addNetwork: async (added) => void networks.push(added),
    switchNetwork: async (chainId) => void switched.push(chainId),
  }
  return { host, networks, switched }
}

interface Ask {
  readonly method: string
  readonly params?: unknown
  readonly chainId?: string
  readonly host?: FamilyHost
  readonly url?: string
}

const prepare = ({
  method,
  params,
  chainId = 'eip155:31337',
  host = createHost().host,
  url = 'https://dapp.example',
}: Ask) => family.prepare({ method, params, chainId, addresses: [address], peerUrl: url }, { keyring, host })

async function shown(
  ask: Ask,
): Promise<{ readonly shown: ShownRequest<string>; readonly perform: () => Promise<unknown> }> {
  const prepared: PreparedRequest = await prepare(ask)
  if (prepared.kind !== 'ask') throw new Error(`${ask.method} isn’t prepared to ask: ${JSON.stringify(prepared)}`)
  return { ...prepared, shown: spokenRequest(prepared.shown, sayRequestInEnglish) }
}

const asHex = (value: unknown): Hex => `0x${String(value).replace(/^0x/, '')}`

describe('messages', () => {
  test('[F13] a message is shown as it reads, and signed as it was sent', async () => {
    const message = 'Good morning\nfrom Foyer'
    const { shown: words, perform } = await shown({ method: 'personal_sign', params: [stringToHex(message), address] })
    expect(words).toMatchObject({
      act: 'Sign',
      content: { text: message, isCode: false },
      warnings: [],
      isDeliberate: false,
    })
    expect(await verifyMessage({ address, message, signature: asHex(await perform()) })).toBe(true)
  })

  test('a message is read the other way round too, and as plain text', async () => {
    const { shown: words } = await shown({ method: 'personal_sign', params: [address, stringToHex('Hello')] })
    expect(words.content?.text).toBe('Hello')
    const plain = await shown({ method: 'personal_sign', params: ['No data', address] })
    expect(await verifyMessage({ address, message: 'No data', signature: asHex(await plain.perform()) })).toBe(true)
  })

  test('[F13] bytes that are no text are shown as they are, and take a step of their own', async () => {
    const { shown: words } = await shown({ method: 'personal_sign', params: ['0xff00ff', address] })
    expect(words).toMatchObject({ content: { text: '0xff00ff', isCode: true }, isDeliberate: true })
    expect(words.warnings).toHaveLength(1)
  })

  test('[F14] letters that can’t be seen are named and warned of', async () => {
    const { shown: words } = await shown({ method: 'personal_sign', params: [stringToHex('pay\u202eyap'), address] })
    expect(words.content?.text).toBe('pay⟨U+202E⟩yap')
    expect(words.warnings.join()).toContain('can’t be seen')
  })

  test('a sign-in at another place than the application’s own is warned of', async () => {
    const text = `dapp.example wants you to sign in with your Ethereum account:\n${address}\n\nURI: https://dapp.example`
    const params = [stringToHex(text), address]
    expect((await shown({ method: 'personal_sign', params })).shown.warnings).toEqual([])
    const elsewhere = await shown({ method: 'personal_sign', params, url: 'https://evil.example' })
    expect(elsewhere.shown.warnings.join()).toContain('signs you in at dapp.example')
  })

  test.each([[[stringToHex('Hello'), other]], [[stringToHex('Hello'), stranger]]])(
    'an account that isn’t the session’s signs nothing: %s',
    async (params) => {
      expect(await prepare({ method: 'personal_sign', params })).toMatchObject({
        kind: 'refuse',
        failure: { code: 4100 },
      })
    },
  )
})

describe('typed data', () => {
  const types = { Mail: [{ name: 'contents', type: 'string' }] }
  const domain = { name: 'Post', chainId: 31337, verifyingContract: stranger }
  const data = { types, primaryType: 'Mail', domain, message: { contents: 'Hello' } } as const

  test.each([
    [
      'as JSON',
      JSON.stringify({ ...data, types: { ...types, EIP712Domain: [{ name: 'name', type: 'string' }] } }),
      true,
    ],
    ['as it is', data, false],
  ])('[F13] is shown with its domain, and signed: %s', async (_how, given, hasDomainType) => {
    const { shown: words, perform } = await shown({ method: 'eth_signTypedData_v4', params: [address, given] })
    expect(words.facts).toEqual(
      expect.arrayContaining([
        { label: 'What', value: 'Mail' },
        { label: 'For', value: 'Post' },
      ]),
    )
    expect(words.tree?.fields.at(-1)).toEqual({ name: 'Message', fields: [{ name: 'contents', value: 'Hello' }] })
    const signature = asHex(await perform())
    const asTyped = hasDomainType ? { ...data, domain: { name: 'Post' } } : data
    expect(await verifyTypedData({ ...asTyped, address, signature })).toBe(true)
  })

  test('a chain that is written as text is the same chain', async () => {
    const given = { ...data, domain: { ...domain, chainId: '31337' } }
    const { perform } = await shown({ method: 'eth_signTypedData_v4', params: [address, given] })
    expect(await verifyTypedData({ ...data, address, signature: asHex(await perform()) })).toBe(true)
  })

  test('what lets others spend is called so', async () => {
    const permit = {
      types: { Permit: [{ name: 'spender', type: 'address' }] },
      primaryType: 'Permit',
      domain,
      message: { spender: stranger },
    }
    const { shown: words } = await shown({ method: 'eth_signTypedData_v4', params: [address, permit] })
    expect(words.title).toBe('Allow spending by signature')
    expect(words.warnings).toHaveLength(1)
  })

  test.each([
    ['for another chain', { ...data, domain: { ...domain, chainId: 1 } }],
    ['for a chain that is none', { ...data, domain: { ...domain, chainId: 'one' } }],
    ['that doesn’t fit its types', { ...data, message: { contents: 7n.toString }, primaryType: 'Other' }],
    ['that isn’t any', 'Hello'],
  ])('data %s is refused', async (_what, given) => {
    const refused = await prepare({ method: 'eth_signTypedData_v4', params: [address, given] })
    expect(refused).toMatchObject({ kind: 'refuse', failure: { code: -32_602 } })
  })
})

describe('transactions', () => {
  test('[F13] value is shown with its fee, signed as it was shown, sent once, and mined', async () => {
    const client = createClient({ transport: http(chain.url) })
    const before = await getBalance(client, { address: stranger })
    const params = [{ from: address, to: stranger, value: `0x${parseEther('1.5').toString(16)}` }]
    const { shown: words, perform } = await shown({ method: 'eth_sendTransaction', params })
    expect(words).toMatchObject({ title: 'Send ETH', act: 'Send', warnings: [], isDeliberate: false })
    expect(words.facts).toEqual(expect.arrayContaining([{ label: 'Value', value: '1.5 ETH' }]))
    const fee = words.facts.find(({ label }) => label === 'Fee, at most')?.value ?? ''
    const hash = asHex(await perform())
    const receipt = await vi.waitFor(() => getTransactionReceipt(client, { hash }))
    expect(receipt.status).toBe('success')
    expect((await getBalance(client, { address: stranger })) - before).toBe(parseEther('1.5'))
    expect(receipt.gasUsed * receipt.effectiveGasPrice).toBeLessThanOrEqual(parseEther(fee.replace(' ETH', '')))
  })

  test('a transaction is signed and not sent, which is said', async () => {
    const params = [{ from: address, to: stranger, value: '0x1', nonce: '0x7', gas: '0x5208', gasPrice: '0x77359400' }]
    const { shown: words, perform } = await shown({ method: 'eth_signTransaction', params })
    expect(words.act).toBe('Sign')
    expect(words.warnings.join()).toContain('whenever it likes')
    expect(parseTransaction(asHex(await perform()))).toMatchObject({
      chainId: 31337,
      nonce: 7,
      gas: 21_000n,
      gasPrice: 2_000_000_000n,
      value: 1n,
    })
  })

  test.each([
    { what: 'value takes what it takes', part: { to: stranger, value: '0x1' }, of: (estimate: bigint) => estimate },
    {
      what: 'a contract gets half as much again',
      part: { data: '0x6001600155' },
      of: (estimate: bigint) => (estimate * 3n) / 2n,
    },
  ])('where the page leaves out the gas, $what', async ({ part, of }) => {
    const { perform } = await shown({ method: 'eth_signTransaction', params: [{ from: address, ...part }] })
    const { gas } = parseTransaction(asHex(await perform()))
    const client = createClient({ transport: http(chain.url) })
    const estimate = await client.request<{ Method: string; Parameters: readonly unknown[]; ReturnType: Hex }>({
      method: 'eth_estimateGas',
      params: [{ from: address, ...part }],
    })
    expect(gas).toBe(of(BigInt(estimate)))
  })

  const abi = parseAbi([
    'function transfer(address to, uint256 amount)',
    'function approve(address spender, uint256 amount)',
  ])
  const amount = { label: 'Amount', value: '2.5 DUSD' }
  test.each([
    ['Send DUSD', encodeFunctionData({ abi, functionName: 'transfer', args: [stranger, 2_500_000n] }), [amount], 0],
    [
      'Take back an allowance of DUSD',
      encodeFunctionData({ abi, functionName: 'approve', args: [stranger, 0n] }),
      [],
      0,
    ],
  ])('what tokens have in common is read: %s', async (title, data, facts, warnings) => {
    const params = [{ from: address, to: token.address, data, gas: '0x30000' }]
    const { shown: words } = await shown({ method: 'eth_sendTransaction', params })
    expect(words).toMatchObject({ title, isDeliberate: false })
    expect(words.facts).toEqual(expect.arrayContaining(facts))
    expect(words.warnings).toHaveLength(warnings)
  })

  test.each([
    ['Call a contract', { to: token.address, data: '0xdeadbeef' }],
    ['Create a contract', { data: '0x6001600155' }],
  ])('[F13] data that can’t be read is shown whole, and takes a step of its own: %s', async (title, part) => {
    const params = [{ from: address, gas: '0x30000', ...part }]
    const { shown: words } = await shown({ method: 'eth_sendTransaction', params })
    expect(words).toMatchObject({ title, isDeliberate: true, content: { text: part.data } })
  })

  test.each([
    ['without an account', [{ to: stranger }], -32_602],
    ['of another account', [{ from: other, to: stranger }], 4100],
    ['for another chain', [{ from: address, to: stranger, chainId: '0x1' }], -32_602],
    ['whose two data differ', [{ from: address, to: stranger, data: '0x01', input: '0x02' }], -32_602],
    ['with data for the account’s own address', [{ from: address, to: address, data: '0x01' }], -32_602],
    ['that hands the account over', [{ from: address, to: stranger, authorizationList: [{}] }], -32_602],
  ])('one %s is refused', async (_what, params, code) => {
    expect(await prepare({ method: 'eth_sendTransaction', params })).toMatchObject({
      kind: 'refuse',
      failure: { code },
    })
  })
})

test('58: one that the network expects to fail is said to be, and asked for all the same, with gas named or not', async () => {
  // A contract that reverts whatever it is asked.
  const data = '0x60fd5f5ffd'
  for (const gas of [{}, { gas: '0x30000' }]) {
    const { shown: words } = await shown({ method: 'eth_sendTransaction', params: [{ from: address, data, ...gas }] })
    expect(words.warnings.join()).toContain('network refuses this')
    expect(words.isDeliberate).toBe(true)
  }
})

test('44: a fee far above the usual that the page asks for is said to be', async () => {
  const fee = { gas: '0x1c9c380', gasPrice: '0x746a528800' }
  const params = [{ from: address, to: stranger, value: '0x1', ...fee }]
  const { shown: words } = await shown({ method: 'eth_sendTransaction', params })
  expect(words.facts).toContainEqual({ label: 'Fee, at most', value: '15 ETH' })
  expect(words.warnings.join()).toContain('far higher than usual')
  expect(words.isDeliberate).toBe(true)
})

test('one that costs more than there is is pointed out', async () => {
  const params = [{ from: address, to: stranger, gas: '0x5208', value: `0x${(10n ** 30n).toString(16)}` }]
  const { shown: words } = await shown({ method: 'eth_sendTransaction', params })
  expect(words.warnings.join()).toContain('costs more than')
})

describe('networks', () => {
  test('going to a network that is unknown is refused by the number that asks to add it', async () => {
    const { host, switched } = createHost()
    const refused = await prepare({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }], host })
    expect(refused).toMatchObject({ kind: 'refuse', failure: { code: 4902 } })
    const { perform } = await shown({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }], host })
    expect(await perform()).toBeNull()
    expect(switched).toEqual(['eip155:31337'])
  })

  test('a network is added where its node is what it says, and gone to', async () => {
    const second = await startChain({ id: 31338 })
    const { host, networks, switched } = createHost()
    const asked = {
      chainId: '0x7a6a',
      chainName: 'Sec\u202eond',
      rpcUrls: [second.url],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    }
    const { shown: words, perform } = await shown({ method: 'wallet_addEthereumChain', params: [asked], host })
    expect(words.facts).toEqual(expect.arrayContaining([{ label: 'Name', value: 'Second' }]))
    expect(await perform()).toBeNull()
    expect(networks.at(-1)).toMatchObject({ chainId: 'eip155:31338', name: 'Second', rpcUrl: second.url })
    expect(switched).toEqual(['eip155:31338'])
    expect(words.isDeliberate).toBe(false)
    // One that is called as a network that is known poses as that.
    const posing = { ...asked, chainId: '0x539', chainName: `${networks[0]?.name.toUpperCase()}!` }
    const posed = await shown({ method: 'wallet_addEthereumChain', params: [posing], host })
    expect(posed.shown).toMatchObject({
      isDeliberate: true,
      warnings: [expect.stringContaining('isn’t the'), expect.anything()],
    })
    // A node that is another chain's would show a visitor what isn't there.
    const wrong = { ...asked, chainId: '0x1' }
    const lying = await shown({ method: 'wallet_addEthereumChain', params: [wrong], host })
    await expect(lying.perform()).rejects.toThrow('31338')
    expect(networks).toHaveLength(2)
    await second.stop()
    const silent = await shown({ method: 'wallet_addEthereumChain', params: [wrong], host })
    await expect(silent.perform()).rejects.toThrow('can be reached')
  })

  test.each([
    [undefined],
    [[{}]],
    [[{ chainId: 1 }]],
    [[{ chainId: '0x7a6a', chainName: 'X', rpcUrls: ['javascript:1'] }]],
  ])('what isn’t a network is refused: %s', async (params) => {
    for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain']) {
      expect(await prepare({ method, params })).toMatchObject({ kind: 'refuse' })
    }
  })
})

describe('requests that need no approval', () => {
  test('the accounts, and what the wallet can do', async () => {
    expect(await prepare({ method: 'eth_accounts' })).toEqual({ kind: 'answer', result: [address] })
    expect(await prepare({ method: 'wallet_getCapabilities', params: [address] })).toEqual({
      kind: 'answer',
      result: { '0x7a69': {} },
    })
  })

  test.each(['eth_sign', 'wallet_sendCalls', 'toString', '__proto__'])('%s isn’t done', async (method) => {
    expect(await prepare({ method, params: [address, '0x00'] })).toMatchObject({
      kind: 'refuse',
      failure: { code: 4200 },
    })
  })

  test('a network that has gone is refused', async () => {
    expect(await prepare({ method: 'eth_accounts', chainId: 'eip155:1' })).toMatchObject({ failure: { code: 4901 } })
  })
})

test('signing in signs the text as it stands, by the account that is named', async () => {
  const text = 'dapp.example wants you to sign in with your Ethereum account:'
  const signed = await family.signSignIn?.({ keyring, address, text })
  expect(signed?.type).toBe('eip191')
  expect(await verifyMessage({ address, message: text, signature: asHex(signed?.signature) })).toBe(true)
  expect(await family.signSignIn?.({ keyring, address: stranger, text })).toBeUndefined()
})
