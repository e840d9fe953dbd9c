import type { Outside, WalletNetwork } from '@foyer/core/words'
import {
  deployDelegation,
  deployMarket,
  devAccounts,
  devMnemonic,
  type Market,
  type StartedChain,
  startChain,
} from '@foyer/stack'
import {
  type Address,
  createClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  numberToHex,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FamilyHost, KeptBatch, PreparedRequest } from '../family.js'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { createEip155 } from './eip155.js'

const keyring = { phrase: devMnemonic, count: 8, imported: [] }
const family = createEip155()

let chain: StartedChain
let market: Market
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  market = await deployMarket({ url: chain.url })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())

const client = () => createClient({ transport: http(chain.url) })
const freshAddress = () => privateKeyToAccount(generatePrivateKey()).address

/** A wallet at one account of the chain; each test has its own, as an upgrade stays. */
function walletOf({ place, isAtomic = true }: { readonly place: number; readonly isAtomic?: boolean }) {
  const { address } = devAccounts[place] ?? devAccounts[0]
  const network: WalletNetwork = {
    chainId: chain.caipNetworkId,
    name: chain.name,
    currency: { symbol: 'ETH', decimals: 18 },
    rpcUrl: chain.url,
    tokens: market.tokens.map(({ symbol, decimals, address: token }) => ({ symbol, decimals, address: token })),
    ...(isAtomic ? { delegate } : {}),
  }
  const kept = new Map<string, KeptBatch>()
  const host: FamilyHost = {
    batches: { asOne: true, get: (id) => kept.get(id), set: (batch) => void kept.set(batch.id, batch) },
    networks: () => [network],
    network: (chainId) => (chainId === network.chainId ? network : undefined),
    addNetwork: async () => {},
    switchNetwork: async () => {},
  }
  const ask = (method: string, params: unknown, own: Partial<FamilyHost> = {}): Promise<PreparedRequest> =>
    family.prepare(
      { method, params, chainId: network.chainId, addresses: [address], peerUrl: 'https://dapp.example' },
      { keyring, host: { ...host, ...own } },
    )
  const answer = async (method: string, params: unknown) => {
    const prepared = await ask(method, params)
    if (prepared.kind !== 'answer') throw new Error(`${method}: ${JSON.stringify(prepared)}`)
    return prepared.result
  }
  const send = async (batch: object) => {
    const prepared = await ask('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', from: address, ...batch }])
    if (prepared.kind !== 'ask') throw new Error(JSON.stringify(prepared))
    return { shown: spokenRequest(prepared.shown, sayRequestInEnglish), perform: prepared.perform }
  }
  const status = (id: string) => answer('wallet_getCallsStatus', [id])
  const ended = (id: string) => vi.waitFor(async () => expect(await status(id)).not.toMatchObject({ status: 100 }))
  return { address, ask, answer, send, status, ended, kept, network }
}

const token = (symbol: string) => market.tokens.find((each) => each.symbol === symbol)?.address ?? '0x'
const transfer = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const held = (address: Hex) =>
  readContract(client(), { address: token('DUSD'), abi: erc20Abi, functionName: 'balanceOf', args: [address] })

describe.each([
  ['as one', true, 7],
  ['in turn', false, 1],
] as const)('a batch that is carried out %s', (_, isAtomic, place) => {
  test('and whose id is asked for twice before either is approved is carried out once, whichever is approved first', async () => {
    const wallet = walletOf({ place, isAtomic })
    const to = freshAddress()
    const calls = [1n, 2n].map((value) => ({ to, value: numberToHex(value) }))
    for (const [id, approved] of [
      ['0xAB', 0],
      ['0xcd', 1],
    ] as const) {
      const before = await getBalance(client(), { address: to })
      const asked = async (written: string) => {
        const batch = { version: '2.0.0', chainId: '0x7a69', from: wallet.address, calls, id: written }
        const prepared = await wallet.ask('wallet_sendCalls', [{ ...batch, atomicRequired: false }])
        return prepared.kind === 'ask' ? prepared : expect.fail(JSON.stringify(prepared))
      }
      // The same id in another spelling is the same.
      const both = [await asked(id), await asked(id.toLowerCase())]
      const [first, second] = approved === 0 ? both : both.toReversed()
      expect(await first?.recheck?.()).toBeUndefined()
      await first?.perform()
      expect(await second?.recheck?.()).toMatchObject({ kind: 'refuse', failure: { code: 5720 } })
      await wallet.ended(id)
      expect((await getBalance(client(), { address: to })) - before).toBe(3n)
    }
  })
})

describe('a batch as one', () => {
  test('[F13] lists each call, upgrades the account in the same transaction, and carries all out; after that it says that it can', async () => {
    const wallet = walletOf({ place: 2 })
    const [first, second] = [freshAddress(), freshAddress()]
    expect(await wallet.answer('wallet_getCapabilities', [wallet.address])).toEqual({
      '0x7a69': { atomic: { status: 'ready' } },
    })
    const calls = [
      { to: first, value: '0x1' },
      { to: token('DUSD'), data: transfer(second, 2_000_000n) },
      { to: second, value: '0x3' },
    ]
    const { shown, perform } = await wallet.send({ calls, atomicRequired: true, id: '0xmine' })
    expect(shown.title).toBe('Carry out 3 calls')
    expect(shown.facts.filter(({ label }) => label.startsWith('Step')).map(({ value }) => value)).toEqual([
      'Send ETH',
      'Send DUSD',
      'Send ETH',
    ])
    expect(shown.facts).toContainEqual({ label: 'New code', value: delegate, isCode: true })
    expect(shown.facts.some(({ label }) => label === 'Fee, at most')).toBe(true)
    expect(shown.facts).toContainEqual({ label: 'If a call fails', value: 'Nothing of it happens' })
    expect(shown.warnings.slice(0, 1)).toEqual([
      'This network’s code for several steps at once is switched on for your address. It stays yours.',
    ])
    expect(shown.isDeliberate).toBe(false)
    expect(await perform()).toEqual({ id: '0xmine' })
    await wallet.ended('0xmine')
    expect(await wallet.status('0xmine')).toMatchObject({
      ...{ version: '2.0.0', id: '0xmine', chainId: '0x7a69', status: 200, atomic: true },
      receipts: [{ status: '0x1', transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }],
    })
    expect([await getBalance(client(), { address: first }), await held(second)]).toEqual([1n, 2_000_000n])
    expect(await wallet.answer('wallet_getCapabilities', [wallet.address, ['0x7a69']])).toEqual({
      '0x7a69': { atomic: { status: 'supported' } },
    })
    const again = await wallet.send({
      calls: [
        { to: first, value: '0x1' },
        { to: second, value: '0x1' },
      ],
    })
    expect(again.shown.facts.some(({ label }) => label === 'New code')).toBe(false)
    expect(again.shown.isDeliberate).toBe(false)
  })

  test('one that the network refuses is said to be, and leaves nothing: 500', async () => {
    const wallet = walletOf({ place: 3 })
    const to = freshAddress()
    const calls = [
      { to, value: '0x1' },
      { to: token('DUSD'), data: transfer(to, 10n ** 30n) },
    ]
    const { shown, perform } = await wallet.send({ calls, id: '0xbad' })
    expect(shown.warnings).toContain('As things stand, the network refuses this.')
    expect(shown.isDeliberate).toBe(true)
    await perform()
    await wallet.ended('0xbad')
    expect(await wallet.status('0xbad')).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
    expect(await getBalance(client(), { address: to })).toBe(0n)
  })

  test('no call of it runs the account’s own code', async () => {
    const wallet = walletOf({ place: 2 })
    const send = (to: string, data: Hex) =>
      wallet.send({
        calls: [
          { to: freshAddress(), value: '0x1' },
          { to, data },
        ],
      })
    await expect(send(wallet.address, '0xe9ae5c53')).rejects.toThrow('own address')
    await expect(send(wallet.address.toLowerCase(), '0x00')).rejects.toThrow('own address')
    expect((await send(wallet.address, '0x')).shown.title).toBeDefined()
  })
})

describe('a batch in turn', () => {
  test('is said to be, and ends with 200 once all are mined', async () => {
    const wallet = walletOf({ place: 4, isAtomic: false })
    expect(await wallet.answer('wallet_getCapabilities', [wallet.address])).toEqual({
      '0x7a69': {},
    })
    const to = [freshAddress(), freshAddress(), freshAddress()]
    const { shown, perform } = await wallet.send({
      calls: to.map((each) => ({ to: each, value: '0x1' })),
      version: '1.0',
    })
    expect(shown.warnings[0]).toMatch(/^They are sent one after the other/)
    const id = String(await perform())
    await wallet.ended(id)
    expect(await wallet.status(id)).toMatchObject({ status: 200, atomic: false, receipts: [{}, {}, {}] })
    expect(await Promise.all(to.map((address) => getBalance(client(), { address })))).toEqual([1n, 1n, 1n])
  })

  test('32: says which call the network is seen to refuse, what stands then, and asks all the same', async () => {
    const wallet = walletOf({ place: 5, isAtomic: false })
    const to = freshAddress()
    const calls = [
      { to, value: '0x7' },
      { to: token('DUSD'), data: transfer(to, 10n ** 30n) },
    ]
    const simulate: Outside['simulate'] = async () => ({
      ...{ status: 'known', by: 'eth_simulateV1', block: 7, names: [], allowances: [] },
      ...{ failed: { index: 1, reason: '' }, changes: [{ kind: 'coin', amount: '-7' }] },
    })
    const prepared = await wallet.ask(
      'wallet_sendCalls',
      [{ version: '2.0.0', chainId: '0x7a69', from: wallet.address, calls }],
      { outside: () => ({ simulate }) },
    )
    const { facts, warnings, isDeliberate } =
      prepared.kind === 'ask' ? spokenRequest(prepared.shown, sayRequestInEnglish) : expect.fail()
    expect(isDeliberate).toBe(true)
    expect(warnings).toContainEqual(expect.stringContaining('refuses call 2. Those before it are done, and stand'))
    expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual(
      expect.arrayContaining(['You give: 0.000000000000000007 ETH', 'Step 2, which the network refuses: Send DUSD']),
    )
  })

  test('stops before one that would revert by then: 600, and neither it nor what follows is sent', async () => {
    const wallet = walletOf({ place: 5, isAtomic: false })
    const to = freshAddress()
    const calls = [
      { to, value: '0x1' },
      { to: token('DUSD'), data: transfer(to, 10n ** 30n) },
      { to, value: '0x1' },
    ]
    const { perform } = await wallet.send({ calls, id: '0xhalf' })
    await perform()
    await wallet.ended('0xhalf')
    expect(await wallet.status('0xhalf')).toMatchObject({
      status: 600,
      receipts: [{ status: '0x1' }],
    })
    expect(await getBalance(client(), { address: to })).toBe(1n)
  })
})

describe('what isn’t taken', () => {
  const call = { to: getAddress('0x00000000000000000000000000000000000f0ae2'), value: '0x1' }
  const batch = (own: object = {}) => [{ version: '2.0.0', chainId: '0x7a69', calls: [call, call], ...own }]
  const codeOf = async (prepared: Promise<PreparedRequest>) => {
    const done = await prepared
    return done.kind === 'refuse' ? done.failure.code : done.kind
  }

  test.each([
    ['another version', batch({ version: '3.0.0' }), -32_602],
    ['no calls', batch({ calls: [] }), -32_602],
    ['a call without a recipient', batch({ calls: [{ data: '0x6000' }] }), -32_602],
    ['calls within a call', batch({ calls: [{ ...call, calls: Array(100).fill(call) }] }), -32_602],
    ['odd data', batch({ calls: [{ ...call, data: '0x123' }] }), -32_602],
    ['more calls than anybody reads', batch({ calls: Array(100).fill(call) }), 5740],
    ['another chain', batch({ chainId: '0x1' }), 5710],
    ['somebody else’s account', batch({ from: call.to }), 4100],
    ['an unknown capability', batch({ capabilities: { paymasterService: { url: 'https://x.test' } } }), 5700],
    ['one of a call', batch({ calls: [{ ...call, capabilities: { gift: {} } }] }), 5700],
    ['one that may be left out', batch({ capabilities: { gift: { optional: true } } }), 'ask'],
    ['nothing', undefined, -32_602],
  ])('[F18] %s is answered by its number', async (_, params, code) => {
    expect(await codeOf(walletOf({ place: 6 }).ask('wallet_sendCalls', params))).toBe(code)
  })

  test('what must be one where the network has no contract for it (5760), an id twice (5720), one that isn’t known (5730), and all of it in a wallet without batches', async () => {
    const wallet = walletOf({ place: 6, isAtomic: false })
    expect(await codeOf(wallet.ask('wallet_sendCalls', batch({ atomicRequired: true })))).toBe(5760)
    const { chainId } = wallet.network
    wallet.kept.set('0x1', { id: '0x1', chainId, from: wallet.address, atomic: false, hashes: [], isOver: true })
    expect(await codeOf(wallet.ask('wallet_sendCalls', batch({ id: '0x1' })))).toBe(5720)
    for (const method of ['wallet_getCallsStatus', 'wallet_showCallsStatus']) {
      expect(await codeOf(wallet.ask(method, ['0x2']))).toBe(5730)
      expect(await codeOf(wallet.ask(method, ['0x1'], { batches: undefined }))).toBe(4200)
    }
    expect(await codeOf(wallet.ask('wallet_sendCalls', batch(), { batches: undefined }))).toBe(4200)
    expect(await wallet.status('0x1')).toMatchObject({ status: 400, receipts: [] })
    expect(await codeOf(wallet.ask('wallet_showCallsStatus', ['0x1']))).toBe('ask')
    expect(await getBalance(client(), { address: wallet.address })).toBe(parseEther('10000'))
  })
})
