import { createFoyer } from '@foyer/core'
import { foreignError } from '@foyer/core/errors'
import { devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { createTestWallet, type Fault } from '@foyer/testing'
import { parseEther as parse6 } from 'ethers'
import {
  type Chain,
  type CustomTransport,
  defineChain,
  type PublicClient,
  parseEther,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest'
import * as six from '../ethers/index.js'
import * as five from '../ethers-5/index.js'
import { evm } from '../index.js'
import { type ConnectedWalletClient, getPublicClient, getWalletClient, watchWalletClient } from '../viem/index.js'

let one: StartedChain
let two: StartedChain
beforeAll(async () => {
  ;[one, two] = await Promise.all([startChain({ id: 31337 }), startChain({ id: 31338 })])
})
afterAll(() => Promise.all([one.stop(), two.stop()]))

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
})

const [alice, bob] = devAccounts
if (!alice || !bob) throw new Error('The development accounts are missing.')
const recipient = '0x00000000000000000000000000000000000000aa'
const networkOf = ({ id, name, nativeCurrency, url }: StartedChain) => ({
  id,
  name,
  nativeCurrency,
  rpcUrls: { default: { http: [url] } },
})

async function connected() {
  const wallet = createTestWallet({
    name: 'Maple',
    keys: [alice.privateKey, bob.privateKey],
    chains: [
      { id: one.id, rpcUrl: one.url },
      { id: two.id, rpcUrl: two.url },
    ],
  })
  const foyer = createFoyer({ projectId: 'project', networks: [networkOf(one), networkOf(two)], adapters: [evm()] })
  stops.push(wallet.appearIn(window), foyer.start())
  await vi.waitFor(() => expect(foyer.store.getState().connectors).toHaveLength(1))
  await foyer.connect({ connectorId: wallet.rdns })
  return { wallet, foyer }
}
const failure = (run: () => unknown) =>
  Promise.resolve()
    .then(run)
    .then(String, (error: unknown) => error)
const domain = { name: 'Guest book', chainId: 31337 } as const
const types = { Note: [{ name: 'text', type: 'string' }] }
const typed = { domain, types, primaryType: 'Note', message: { text: 'hello' } } as const

/** Codes after which a library asks again, or by another method: of the wallet, of its node, and none. */
const faults: readonly (readonly [string, Fault])[] = [
  ...[-32_603, -32_005, -32_007, -32_000, -32_602, -1, 429].map((code) => [`${code}`, { code }] as const),
  ['a bare string', 'throw-string'],
]
const signingMethods: readonly string[] = [
  'eth_sendTransaction',
  'wallet_sendTransaction',
  'eth_sendRawTransaction',
  'personal_sign',
  'eth_sign',
  'eth_signTypedData_v4',
]

describe('viem', () => {
  test('the public client reads the active network, or the one that is named', async () => {
    const { foyer } = await connected()
    expectTypeOf(getPublicClient(foyer)).toEqualTypeOf<PublicClient<CustomTransport, Chain>>()
    expect(await getPublicClient(foyer).getChainId()).toBe(31337)
    const other = getPublicClient(foyer, { networkId: 'eip155:31338' })
    expect([other.chain.id, await other.getChainId()]).toEqual([31338, 31338])
    expect(await other.getBalance({ address: alice.address })).toBeGreaterThan(0n)
    expect(await failure(() => getPublicClient(foyer, { networkId: 'eip155:5' }))).toMatchObject({
      code: 'network_undefined',
    })
  })

  test('a client of viem’s own chain has its contracts and its type, and is refused where the wallet or the kit is elsewhere', async () => {
    const { foyer } = await connected()
    const contracts = { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } } as const
    const first = defineChain({ ...networkOf(one), id: 31337, contracts })
    const second = defineChain({ ...networkOf(two), id: 31338, contracts })
    const reader = getPublicClient(foyer, { chain: second })
    expectTypeOf(reader.chain.id).toEqualTypeOf<31338>()
    expect([reader.chain.contracts, await reader.getChainId()]).toEqual([contracts, 31338])
    expect(await failure(() => getPublicClient(foyer, { chain: mainnet }))).toMatchObject({ code: 'network_undefined' })
    const client = getWalletClient(foyer, { chain: first })
    expectTypeOf(client).toEqualTypeOf<ConnectedWalletClient<typeof first>>()
    expect(await client.sendTransaction({ to: recipient })).toMatch(/^0x[0-9a-f]{64}$/)
    expect(
      await failure(() => getWalletClient(foyer, { chain: second }).sendTransaction({ to: recipient })),
    ).toMatchObject({ cause: { name: 'ChainMismatchError' } })
  })

  test('the wallet client signs and sends as the connected account', async () => {
    const { foyer } = await connected()
    const client = getWalletClient(foyer)
    expectTypeOf(client).toEqualTypeOf<ConnectedWalletClient>()
    const { address } = client.account
    expect([address, client.chain.id, client.chain.name]).toEqual([alice.address, 31337, one.name])
    const signature = await client.signMessage({ message: 'hello' })
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    expect(await verifyTypedData({ ...typed, address, signature: await client.signTypedData(typed) })).toBe(true)
    const hash = await client.sendTransaction({ to: recipient, value: parseEther('0.25') })
    const receipt = await getPublicClient(foyer).waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', from: alice.address.toLowerCase() })
  })

  test.each(faults)(
    '[F22] a wallet that fails with %s is asked once for a signature, and once to send',
    async (_, fault) => {
      const { foyer, wallet } = await connected()
      const client = getWalletClient(foyer)
      for (const method of signingMethods) wallet.fail(method, { with: fault })
      const asked = () =>
        wallet.requests.map(({ method }) => method).filter((method) => signingMethods.includes(method))
      const before = asked().length
      const acts = [
        () => client.sendTransaction({ to: recipient, value: 1n }),
        () => client.signMessage({ message: 'hello' }),
        () => client.signTypedData(typed),
      ]
      for (const act of acts) expect(await failure(act)).toBeInstanceOf(Error)
      expect(asked().slice(before)).toEqual(['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4'])
    },
  )

  test('a wallet whose object throws at a member that nobody asked for signs all the same', async () => {
    const { foyer } = await connected()
    const provider = foyer.provider('eip155') ?? expect.fail('No wallet is connected.')
    const get = () => {
      throw new TypeError("'get' on proxy: property is a read-only and non-configurable data property")
    }
    Object.defineProperty(provider, 'unread', { get, enumerable: true, configurable: true })
    const signature = await getWalletClient(foyer).signMessage({ message: 'hello' })
    expect(await verifyMessage({ address: alice.address, message: 'hello', signature })).toBe(true)
    expect(await (await six.getEthersSigner(foyer)).signMessage('hello')).toBe(signature)
  })

  test('a wallet that sends by the other method alone is asked by that', async () => {
    const { foyer, wallet } = await connected()
    wallet.fail('eth_sendTransaction', { with: { code: -32_601 } })
    const hash = `0x${'ab'.repeat(32)}`
    wallet.fail('wallet_sendTransaction', { with: { answer: hash } })
    expect(await getWalletClient(foyer).sendTransaction({ to: recipient })).toBe(hash)
  })

  test('follows account, network and end by a subscription, and is refused where it is of a former account', async () => {
    const { foyer, wallet } = await connected()
    const seen: (readonly [string, number] | undefined)[] = []
    stops.push(
      watchWalletClient(foyer, (client) => void seen.push(client && [client.account.address, client.chain.id])),
    )
    const former = getWalletClient(foyer)
    await foyer.switchNetwork('eip155:31338')
    expect(await failure(() => former.sendTransaction({ to: recipient }))).toMatchObject({
      cause: { name: 'ChainMismatchError' },
    })
    wallet.switchAccount(1)
    await vi.waitFor(() => expect(foyer.account('eip155').address).toBe(bob.address))
    const before = wallet.requests.length
    expect(await failure(() => former.signMessage({ message: 'hello' }))).toMatchObject({ cause: { code: 4100 } })
    expect(wallet.requests).toHaveLength(before)
    await foyer.disconnect()
    expect(seen).toEqual([[alice.address, 31337], [alice.address, 31338], [bob.address, 31338], undefined])
    expect(await failure(() => getWalletClient(foyer))).toMatchObject({ code: 'account_not_connected' })
  })
})

test('a client of one wallet is refused once another has the same account', async () => {
  const { foyer, wallet } = await connected()
  const chains = [
    { id: one.id, rpcUrl: one.url },
    { id: two.id, rpcUrl: two.url },
  ] as const
  const birch = createTestWallet({ name: 'Birch', keys: [alice.privateKey], chains })
  stops.push(birch.appearIn(window))
  await vi.waitFor(() => expect(foyer.store.getState().connectors).toHaveLength(2))
  const former = getWalletClient(foyer)
  await foyer.connect({ connectorId: birch.rdns })
  expect(foyer.account('eip155').address).toBe(alice.address)
  const before = wallet.requests.length
  expect(await failure(() => former.signMessage({ message: 'hello' }))).toMatchObject({ cause: { code: 4100 } })
  expect([wallet.requests.length, birch.requests.some(({ method }) => method === 'personal_sign')]).toEqual([
    before,
    false,
  ])
})

describe.each([
  ['ethers 6', six],
  ['ethers 5', five],
])('%s', (library, { getEthersProvider, getEthersSigner, watchEthersSigner }) => {
  test('reads, signs and sends as the connected account, and is refused once another is', async () => {
    const { foyer, wallet } = await connected()
    const signers: (string | undefined)[] = []
    const addressOf = async (signer: { getAddress(): Promise<string> } | undefined) => signer?.getAddress()
    const waiting: Promise<unknown>[] = []
    stops.push(
      watchEthersSigner(foyer, (signer) => {
        const at = signers.push(undefined) - 1
        waiting.push(
          addressOf(signer).then((address) => {
            signers[at] = address
          }),
        )
      }),
    )
    const signer = getEthersSigner(foyer)
    expect(await signer.getAddress()).toBe(alice.address)
    expect(BigInt(`${await getEthersProvider(foyer).getBalance(alice.address)}`)).toBeGreaterThan(0n)
    const signature = await signer.signMessage('hello')
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    const sent = await signer.sendTransaction({ to: recipient, value: parse6('0.25').toString() })
    expect(await sent.wait()).toMatchObject({ status: 1 })
    wallet.switchAccount(1)
    await vi.waitFor(() => expect(foyer.account('eip155').address).toBe(bob.address))
    const refused = await failure(() => signer.signMessage('hello'))
    expect(refused).toMatchObject({ message: expect.stringContaining('Another account') })
    // ethers 6 names it an unknown error; what the wallet said is read through it.
    expect(refused).toMatchObject(
      library === 'ethers 6' ? { code: 'UNKNOWN_ERROR', error: { code: 4100 } } : { code: 4100 },
    )
    expect(foreignError(refused)).toMatchObject({ code: 'unauthorized' })
    await foyer.disconnect()
    await Promise.all(waiting)
    expect(signers).toEqual([alice.address, bob.address, undefined])
    expect(await failure(() => getEthersProvider(foyer))).toMatchObject({ code: 'account_not_connected' })
  })

  test.each(faults)(
    '[F22] a wallet that fails with %s is asked once for a signature, and once to send',
    async (_, fault) => {
      const { foyer, wallet } = await connected()
      const signer = getEthersSigner(foyer)
      for (const method of signingMethods) wallet.fail(method, { with: fault })
      const asked = () =>
        wallet.requests.map(({ method }) => method).filter((method) => signingMethods.includes(method))
      const before = asked().length
      await expect(signer.sendTransaction({ to: recipient, value: '1' })).rejects.toBeDefined()
      await expect(signer.signMessage('hello')).rejects.toBeDefined()
      expect(asked().slice(before)).toEqual(['eth_sendTransaction', 'personal_sign'])
    },
  )
})
