import { delegateAddress } from '@foyer/signing/delegate'
import { deployDelegation, devAccounts, type StartedChain, startChain } from '@foyer/stack'
import { type Address, concat, createClient, createTestClient, getAddress, http, isAddress, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getBalance, getCode, getTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChainHost, startChainHost } from '../test/chainHost.js'
import { cookieJar, logIn, memoryDatabase, refusedDatabase, type TestFrame, testFrame } from '../test/testFrame.js'
import type { DeviceDatabase } from '../vault/deviceDatabase.js'

let chain: StartedChain
let host: ChainHost
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  await deployDelegation({ url: chain.url })
  host = await startChainHost(chain.url)
})
afterAll(async () => {
  await host.stop()
  await chain.stop()
})

const client = () => createClient({ transport: http(chain.url) })
const node = () => createTestClient({ mode: 'anvil', transport: http(chain.url) })
const fresh = () => privateKeyToAccount(generatePrivateKey()).address
const codeOf = (address: Address) => getCode(client(), { address })
const designator = concat(['0xef0100', delegateAddress]).toLowerCase()

const local = { currency: { symbol: 'ETH', decimals: 18 }, tokens: [], chainId: 'eip155:31337', name: 'Local' }
const solana = { chainId: 'solana:local', name: 'Solana', currency: { symbol: 'SOL', decimals: 9 }, tokens: [] }
const other = { ...local, chainId: 'eip155:1', name: 'Ethereum' }

/** A frame on the local chain, whose visitor is logged in and has some of its coin. */
async function opened({
  delegate = delegateAddress,
  ...more
}: { readonly delegate?: string } & Parameters<typeof testFrame>[0] = {}) {
  const frame = await testFrame({
    ...{ origin: host.origin, own: globalThis.fetch },
    settings: { chainId: local.chainId, networks: [{ ...local, delegate }, other, solana] },
    ...more,
  })
  await logIn(frame)
  return { ...frame, address: await addressIn(frame) }
}

async function addressIn({ ask }: Pick<TestFrame, 'ask'>): Promise<Address> {
  const { address } = Object((await ask('GET_USER', { chainId: 31337 })).payload)
  if (!isAddress(address)) throw new Error('There is no address.')
  await node().setBalance({ address, value: parseEther('1') })
  return address
}

const rpc = async ({ ask }: Pick<TestFrame, 'ask'>, method: string, params?: unknown) => {
  const { ok, payload } = await ask('RPC_REQUEST', { method, params })
  return ok ? payload : Object(payload).code
}

/** Approves what is shown next. @returns what it was */
async function approve({ frame }: TestFrame) {
  await expect.poll(() => frame.state.get().approvals.length).toBe(1)
  const [approval] = frame.state.get().approvals
  if (!approval) throw new Error('Nothing is shown.')
  frame.approvals.approve(approval.id, approval.hashes)
  return approval
}

const two = () => [
  { to: fresh(), value: '0x1' },
  { to: fresh(), value: '0x2' },
]
const batch = (calls: readonly object[], more: object = {}) => [{ version: '2.0.0', chainId: '0x7a69', calls, ...more }]

const ended = async (frame: Pick<TestFrame, 'ask'>, id: string) => {
  await expect.poll(async () => Object(await rpc(frame, 'wallet_getCallsStatus', [id])).status).not.toBe(100)
  return Object(await rpc(frame, 'wallet_getCallsStatus', [id]))
}

describe('of which kind the account is', () => {
  test('[S3.7 S3.8 S7.39] both kinds of the one address, where its network has the code; a key’s alone elsewhere', async () => {
    const { ask, address } = await opened()
    expect((await ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).payload).toEqual({ smartAccountEnabledNetworks: [31_337] })
    const smart = { smartAccountDeployed: false, preferredAccountType: 'smartAccount' }
    expect((await ask('GET_USER', { chainId: 31337 })).payload).toMatchObject({
      ...{ address, ...smart },
      accounts: [
        { address, type: 'smartAccount' },
        { address, type: 'eoa' },
      ],
    })
    expect((await ask('INIT_SMART_ACCOUNT')).payload).toEqual({ address, isDeployed: false })
    await node().setCode({ address, bytecode: concat(['0xef0100', delegateAddress]) })
    expect((await ask('GET_USER')).payload).toMatchObject({ smartAccountDeployed: true })
    expect((await ask('INIT_SMART_ACCOUNT')).payload).toEqual({ address, isDeployed: true })
    const plain = { smartAccountDeployed: false, preferredAccountType: 'eoa', accounts: [{ address, type: 'eoa' }] }
    expect((await ask('GET_USER', { chainId: 1 })).payload).toMatchObject(plain)
    expect((await ask('GET_USER', { chainId: 'solana:local' })).payload).toMatchObject({ preferredAccountType: 'eoa' })
  })

  test('what the visitor would have is kept by the device, and without it nothing is carried out as one', async () => {
    const database = memoryDatabase()
    const frame = await opened({ database })
    const { ask, address } = frame
    expect((await ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).payload).toEqual({ type: 'eoa', address })
    const capabilities = (own: object) => ({ '0x7a69': own, '0x1': {} })
    for (const params of [undefined, []])
      expect(await rpc(frame, 'wallet_getCapabilities', params)).toEqual(capabilities({}))
    expect(await rpc(frame, 'wallet_sendCalls', batch(two(), { atomicRequired: true }))).toBe(5760)
    const again = await testFrame({
      ...{ database, servers: frame.servers, origin: host.origin, own: globalThis.fetch },
      settings: { chainId: local.chainId, networks: [{ ...local, delegate: delegateAddress }, other, solana] },
    })
    const { payload } = await again.ask('GET_USER', { chainId: 31337 })
    expect(payload).toMatchObject({
      address,
      preferredAccountType: 'eoa',
      accounts: [{ type: 'smartAccount' }, { type: 'eoa' }],
    })
    const smart = { payload: { type: 'smartAccount', address } }
    expect(await again.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toMatchObject(smart)
    expect(await again.ask('SET_PREFERRED_ACCOUNT', { type: 'another' })).toMatchObject(smart)
    expect(await rpc(again, 'wallet_getCapabilities', [address])).toEqual(capabilities({ atomic: { status: 'ready' } }))
    expect(await rpc(again, 'wallet_getCapabilities', [address, ['0x7a69']])).toEqual({
      '0x7a69': { atomic: { status: 'ready' } },
    })
    expect(await rpc(again, 'wallet_getCapabilities', [fresh()])).toBe(4100)
  })

  test('a client that goes on from a network of one kind alone, and repeats what it was answered there, wishes for nothing', async () => {
    const { ask, address } = await opened()
    for (const [elsewhere, at] of [
      [1, address],
      ['solana:local', expect.any(String)],
    ]) {
      expect((await ask('GET_USER', { chainId: elsewhere })).payload).toMatchObject({ preferredAccountType: 'eoa' })
      // As AppKit’s client does at each change of its network, and after each login.
      expect((await ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).payload).toEqual({ type: 'eoa', address: at })
      const back = await ask('GET_USER', { chainId: 31337, preferredAccountType: 'eoa' })
      expect(back.payload).toMatchObject({ address, preferredAccountType: 'smartAccount' })
    }
    expect((await ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).payload).toEqual({ type: 'eoa', address })
    await ask('GET_USER', { chainId: 1, preferredAccountType: 'smartAccount' })
    await ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })
    expect((await ask('GET_USER', { chainId: 31337 })).payload).toMatchObject({ preferredAccountType: 'eoa' })
  })

  test('another code than the wallet’s own makes no smart account, though the page be served with it', async () => {
    const frame = await opened({ delegate: '0x00000000000000000000000000000000000f0ae3' })
    expect((await frame.ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).payload).toEqual({ smartAccountEnabledNetworks: [] })
    expect(await rpc(frame, 'wallet_sendCalls', batch(two(), { atomicRequired: true }))).toBe(5760)
  })

  test('a node that doesn’t answer holds no login up: nothing is deployed, as far as is known', async () => {
    const frame = await opened()
    host.instead.set('eth_getCode', () => ({ error: { code: -32_000, message: 'away' } }))
    expect((await frame.ask('GET_USER')).payload).toMatchObject({ smartAccountDeployed: false })
    host.instead.delete('eth_getCode')
  })
})

describe('several calls', () => {
  test('[F13] the first batch switches the account on by one approval: both parts are signed by fields, in one worker, and all is carried out', async () => {
    const frame = await opened()
    const { address } = frame
    const calls = two()
    const asking = rpc(frame, 'wallet_sendCalls', batch(calls, { id: '0xmine', atomicRequired: true }))
    const { payloads, hashes, shown } = await approve(frame)
    expect([payloads.length, hashes.length]).toEqual([1, 2])
    expect(shown.warnings.map(({ text }) => text)).toContain(
      'This network’s code for several steps at once is switched on for your address. It stays yours.',
    )
    expect(await asking).toEqual({ id: '0xmine' })
    const signing = frame.workers.posted.filter(({ to }) => to.task === 'sign')
    expect(signing).toHaveLength(1)
    const { status, receipts } = await ended(frame, '0xmine')
    expect([status, receipts[0].type]).toEqual([200, '0x4'])
    expect((await getTransactionReceipt(client(), { hash: receipts[0].transactionHash })).gasUsed).toBeLessThanOrEqual(
      120_000n,
    )
    expect(await Promise.all(calls.map(({ to }) => getBalance(client(), { address: to })))).toEqual([1n, 2n])
    expect(await codeOf(address)).toBe(designator)
    expect(await rpc(frame, 'wallet_getCapabilities')).toMatchObject({ '0x7a69': { atomic: { status: 'supported' } } })
    expect((await frame.ask('GET_USER')).payload).toMatchObject({ smartAccountDeployed: true })
    // The next one is a plain transaction, in the former version's words.
    const next = rpc(frame, 'wallet_sendCalls', batch(calls, { version: '1.0' }))
    await approve(frame)
    const later = await ended(frame, String(await next))
    expect([later.status, Number(later.receipts[0].gasUsed) <= 62_000]).toEqual([200, true])
  })

  test('one that reverts moves nothing, and says so', async () => {
    const frame = await opened()
    const to = fresh()
    const calls = [
      { to, value: '0x1' },
      { to: fresh(), value: `0x${(10n ** 21n).toString(16)}` },
    ]
    const asking = rpc(frame, 'wallet_sendCalls', batch(calls, { id: '0xbad' }))
    const { shown } = await approve(frame)
    expect(shown.isDeliberate).toBe(true)
    await asking
    expect(await ended(frame, '0xbad')).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
    expect(await getBalance(client(), { address: to })).toBe(0n)
  })

  test('[F13] an approval of one of the two parts, of none or of another batch’s signs nothing', async () => {
    const frame = await opened()
    for (const change of [
      (all: readonly string[]) => all.slice(0, 1),
      () => [],
      (all: readonly string[]) => [...all].reverse(),
    ]) {
      const asking = rpc(frame, 'wallet_sendCalls', batch(two()))
      await expect.poll(() => frame.frame.state.get().approvals.length).toBe(1)
      const [approval] = frame.frame.state.get().approvals
      frame.frame.approvals.approve(approval?.id ?? 0, change(approval?.hashes ?? []))
      expect(await asking).toBe(4001)
    }
    expect(frame.workers.posted.filter(({ to }) => to.task === 'sign')).toEqual([])
    expect(await codeOf(frame.address)).toBeUndefined()
  })

  test('a number that was used meanwhile is asked about again', async () => {
    const frame = await opened()
    const asking = rpc(frame, 'wallet_sendCalls', batch(two(), { id: '0xagain' }))
    await expect.poll(() => frame.frame.state.get().approvals.length).toBe(1)
    await node().setNonce({ address: frame.address, nonce: 5 })
    const first = await approve(frame)
    await expect.poll(() => frame.frame.state.get().approvals[0]?.id ?? first.id).not.toBe(first.id)
    const { shown } = await approve(frame)
    expect(shown.warnings.map(({ text }) => text).join()).toContain('sent from your address meanwhile')
    expect(await asking).toEqual({ id: '0xagain' })
    expect(await ended(frame, '0xagain')).toMatchObject({ status: 200 })
  })

  test('what came of it is known to the frame that is loaded again, to its own site alone', async () => {
    const database = memoryDatabase()
    const frame = await opened({ database })
    const asking = rpc(frame, 'wallet_sendCalls', batch(two(), { id: '0xkept' }))
    await approve(frame)
    await asking
    const at = {
      ...{ servers: frame.servers, origin: host.origin, own: globalThis.fetch },
      settings: { chainId: local.chainId, networks: [{ ...local, delegate: delegateAddress }, solana] },
    }
    const again = await testFrame({ ...at, database })
    expect(await ended(again, '0xkept')).toMatchObject({ status: 200 })
    expect(await rpc(again, 'wallet_sendCalls', batch(two(), { id: '0xkept' }))).toBe(5720)
    expect(await rpc(again, 'wallet_getCallsStatus', ['0xother'])).toBe(5730)
    const elsewhere = await opened()
    expect(await rpc(elsewhere, 'wallet_getCallsStatus', ['0xkept'])).toBe(5730)
  })

  test('is sent though the device can’t keep it', async () => {
    const kept = memoryDatabase()
    let isFull = false
    const database: DeviceDatabase = {
      read: kept.read,
      write: (record) => (isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : kept.write(record)),
    }
    const frame = await opened({ database })
    isFull = true
    const asking = rpc(frame, 'wallet_sendCalls', batch(two(), { id: '0xfull' }))
    await approve(frame)
    expect(await asking).toEqual({ id: '0xfull' })
    expect(Object(await rpc(frame, 'wallet_getCallsStatus', ['0xfull'])).version).toBe('2.0.0')
  })

  test('its state is shown on request, without anything to sign', async () => {
    const frame = await opened()
    const asking = rpc(frame, 'wallet_sendCalls', batch(two(), { id: '0xseen' }))
    await approve(frame)
    await asking
    await ended(frame, '0xseen')
    const signed = () => frame.workers.posted.filter(({ to }) => to.task === 'sign').length
    expect(signed()).toBe(1)
    const showing = rpc(frame, 'wallet_showCallsStatus', ['0xseen'])
    const { shown, hashes } = await approve(frame)
    expect([shown.title, shown.act, hashes]).toEqual(['Several calls', 'Close', []])
    expect([await showing, signed()]).toEqual([null, 1])
    expect(await rpc(frame, 'wallet_showCallsStatus', ['0xnone'])).toBe(5730)
  })

  test.each([
    ['more calls than anybody reads', batch(Array(100).fill({ to: fresh(), value: '0x1' })), 5740],
    ['data to the own address', undefined, -32_602],
    ['another chain', batch(two(), { chainId: '0x1' }), 5710],
    ['another sender', batch(two(), { from: fresh() }), 4100],
    [
      'a capability that isn’t there',
      batch(two(), { capabilities: { paymasterService: { url: 'https://x.test' } } }),
      5700,
    ],
  ])('%s is refused by its number, and nothing is shown', async (_, params, code) => {
    const frame = await opened()
    const own = batch([...two(), { to: frame.address, data: '0xe9ae5c53' }])
    expect(await rpc(frame, 'wallet_sendCalls', params ?? own)).toBe(code)
    expect(frame.frame.state.get().approvals).toEqual([])
  })
})

describe('where the browser keeps nothing for the frame', () => {
  test('a cookie of the frame’s knows what came of it, and nobody else’s', async () => {
    const document = cookieJar()
    const frame = await opened({ database: refusedDatabase, document })
    const asking = rpc(frame, 'wallet_sendCalls', batch(two(), { id: 'any id at all; really' }))
    await approve(frame)
    await asking
    const again = await testFrame({
      ...{ servers: frame.servers, origin: host.origin, own: globalThis.fetch, database: refusedDatabase, document },
      settings: { chainId: local.chainId, networks: [{ ...local, delegate: delegateAddress }, solana] },
    })
    expect(await ended(again, 'any id at all; really')).toMatchObject({ status: 200, atomic: true })
    expect(await rpc(again, 'wallet_getCallsStatus', ['another'])).toBe(5730)
    expect(document.cookie).not.toContain('any id')
  })
})

test('[S3.13] what the account has is read from the chain, with the operator’s prices where there are some', async () => {
  const token = getAddress('0x00000000000000000000000000000000000f0bb1')
  const listed = { symbol: 'DUSD', decimals: 6, address: token }
  const frame = await opened({
    settings: { chainId: local.chainId, networks: [{ ...local, tokens: [listed], delegate: delegateAddress }, solana] },
  })
  const { address: account } = frame
  // A contract that answers each call with 7.
  await node().setCode({ address: token, bytecode: '0x600760005260206000f3' })
  const coin = (balance: string, price: number) => ({
    ...{ address: 'native', balance, type: 'NATIVE' },
    metadata: { name: 'ETH', symbol: 'ETH', decimals: 18, price, iconUrl: '' },
  })
  const one = `0x${parseEther('1').toString(16)}`
  const held = {
    address: token,
    balance: '0x7',
    type: 'ERC20',
    metadata: { name: 'DUSD', symbol: 'DUSD', decimals: 6, price: 0, iconUrl: '' },
  }
  const assets = (more: object = {}) => rpc(frame, 'wallet_getAssets', [{ account, chainFilter: ['0x7a69'], ...more }])
  expect(await assets()).toEqual({ '0x7a69': [coin(one, 0), held] })
  expect(await assets({ assetTypeFilter: ['NATIVE'] })).toEqual({ '0x7a69': [coin(one, 0)] })
  expect(await assets({ assetFilter: { '0x7a69': [token] } })).toEqual({ '0x7a69': [held] })
  expect(await rpc(frame, 'wallet_getAssets', [{ account, chainFilter: ['0x5'] }])).toEqual({})
  host.balances = [
    {
      name: 'ETH',
      symbol: 'ETH',
      chainId: local.chainId,
      price: 2,
      quantity: { decimals: '18', numeric: '9' },
      iconUrl: '',
    },
  ]
  // The chain says how much there is; the server what it is worth.
  expect(await assets({ assetTypeFilter: ['NATIVE'] })).toEqual({ '0x7a69': [coin(one, 2)] })
  host.balances = undefined
  expect(await rpc(frame, 'wallet_getAssets', [{ account: devAccounts[0].address }])).toBe(4100)
  expect(await rpc(frame, 'wallet_getAssets', {})).toBe(-32_602)
})
