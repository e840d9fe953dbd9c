import type { Outside, WalletNetwork } from '@foyer/core/words'
import { devAccounts, devMnemonic, type StartedChain, startChain } from '@foyer/stack'
import { createTestClient, type Hex, http, numberToHex, publicActions, walletActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FamilyHost, KeptBatch, PreparedRequest } from '../family.js'
import { createEip155 } from './eip155.js'

const keyring = { phrase: devMnemonic, count: 8, imported: [] }
const family = createEip155()

let chain: StartedChain
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
})
afterAll(() => chain.stop())

const node = () =>
  createTestClient({ mode: 'anvil', transport: http(chain.url) })
    .extend(publicActions)
    .extend(walletActions)
const fresh = () => privateKeyToAccount(generatePrivateKey()).address

/** A wallet on a network without code for several calls at once, as a key of its own place. */
function walletOf(place: number, outside?: Partial<Outside>) {
  const { address } = devAccounts[place] ?? devAccounts[0]
  const network: WalletNetwork = {
    chainId: chain.caipNetworkId,
    name: chain.name,
    rpcUrl: chain.url,
    tokens: [],
    currency: { symbol: 'ETH', decimals: 18 },
  }
  const kept = new Map<string, KeptBatch>()
  const host: FamilyHost = {
    batches: { asOne: true, get: (id) => kept.get(id), set: (batch) => void kept.set(batch.id, batch) },
    networks: () => [network],
    network: (chainId) => (chainId === network.chainId ? network : undefined),
    addNetwork: async () => {},
    switchNetwork: async () => {},
    ...(outside && { outside: () => outside }),
  }
  const ask = (method: string, params: unknown): Promise<PreparedRequest> =>
    family.prepare(
      { method, params, chainId: network.chainId, addresses: [address], peerUrl: 'https://dapp.example' },
      { keyring, host },
    )
  const asked = async (method: string, params: unknown) => {
    const prepared = await ask(method, params)
    return prepared.kind === 'ask' ? prepared : expect.fail(JSON.stringify(prepared))
  }
  const status = async (id: string) => {
    const prepared = await ask('wallet_getCallsStatus', [id])
    return prepared.kind === 'answer' ? Object(prepared.result) : expect.fail(JSON.stringify(prepared))
  }
  return {
    address,
    asked,
    status,
    kept,
    send: (id: string, calls: readonly object[]) =>
      asked('wallet_sendCalls', [{ version: '2.0.0', chainId: '0x7a69', from: address, id, calls }]),
    over: (id: string) => vi.waitFor(() => expect(kept.get(id)?.isOver).toBe(true)),
  }
}

const sendingTo = (to: readonly Hex[]) => to.map((each, index) => ({ to: each, value: numberToHex(index + 1) }))
const held = (to: readonly Hex[]) => Promise.all(to.map((address) => node().getBalance({ address })))

/** Says in one simulation what each of some calls sends, and more of those that some have changed meanwhile. */
function simulating() {
  const more = { value: 0n, failed: false }
  const simulate: Outside['simulate'] = async (work) => {
    const calls = 'calls' in work ? work.calls : []
    const amount = calls.reduce((sum, { value }) => sum + BigInt(value) + (BigInt(value) > 1n ? more.value : 0n), 0n)
    return {
      status: 'known',
      by: 'eth_simulateV1',
      block: 7,
      names: [],
      allowances: [],
      changes: [{ kind: 'coin', amount: `${-amount}` }],
      ...(more.failed && calls.length > 1 ? { failed: { index: 1, reason: '' } } : {}),
    }
  }
  return { more, simulate }
}

test('each is simulated again after those before it: one that does what was shown is sent', async () => {
  const { simulate } = simulating()
  const wallet = walletOf(1, { simulate })
  const to = [fresh(), fresh(), fresh()]
  await (await wallet.send('0xsame', sendingTo(to))).perform()
  await wallet.over('0xsame')
  expect([await held(to), (await wallet.status('0xsame')).status]).toEqual([[1n, 2n, 3n], 200])
})

test.each([
  ['more leaves', { value: 5n, failed: false }],
  ['one after it would be refused', { value: 0n, failed: true }],
])('[F13] one by which %s than was shown isn’t sent, nor what follows: 600', async (_, meanwhile) => {
  const { more, simulate } = simulating()
  const wallet = walletOf(2, { simulate })
  const to = [fresh(), fresh(), fresh()]
  const prepared = await wallet.send('0xworse', sendingTo(to))
  await node().setAutomine(false)
  try {
    await prepared.perform()
    Object.assign(more, meanwhile)
  } finally {
    await node().setAutomine(true)
    await node().mine({ blocks: 1 })
  }
  await wallet.over('0xworse')
  expect(await wallet.status('0xworse')).toMatchObject({ status: 600, receipts: [{ status: '0x1' }] })
  expect(await held(to)).toEqual([1n, 0n, 0n])
})

test('[F13] after one whose number another transaction took none is sent: 400', async () => {
  const wallet = walletOf(3)
  const to = [fresh(), fresh()]
  const prepared = await wallet.send('0xtaken', sendingTo(to))
  await node().setAutomine(false)
  try {
    await prepared.perform()
    const [hash = ''] = wallet.kept.get('0xtaken')?.hashes ?? []
    await node().dropTransaction({ hash: `0x${hash.slice(2)}` })
    const other = { chain: null, account: wallet.address, to: fresh(), value: 9n } as const
    await node().sendTransaction(other)
  } finally {
    await node().setAutomine(true)
    await node().mine({ blocks: 1 })
  }
  await wallet.over('0xtaken')
  expect([await held(to), (await wallet.status('0xtaken')).status]).toEqual([[0n, 0n], 400])
})

test('a later one whose number is taken meanwhile isn’t sent: 600', async () => {
  const wallet = walletOf(4)
  const to = [fresh(), fresh()]
  const prepared = await wallet.send('0xlater', sendingTo(to))
  await node().setAutomine(false)
  try {
    await prepared.perform()
    await node().sendTransaction({ chain: null, account: wallet.address, to: fresh(), value: 9n })
  } finally {
    await node().setAutomine(true)
    await node().mine({ blocks: 1 })
  }
  await wallet.over('0xlater')
  expect([await held(to), (await wallet.status('0xlater')).status]).toEqual([[1n, 0n], 600])
})

test('of one that a page was left with, nothing more is said to come once its time is over', async () => {
  const wallet = walletOf(5)
  const sent = await wallet.asked('eth_sendTransaction', [{ from: wallet.address, to: fresh(), value: '0x1' }])
  const hashes = [String(await sent.perform())]
  const left = {
    id: '0xleft',
    chainId: chain.caipNetworkId,
    from: wallet.address,
    atomic: false,
    isOver: false,
    count: 3,
  }
  for (const [underwayUntil, status] of [
    [Date.now() + 60_000, 100],
    [Date.now() - 1, 600],
  ] as const) {
    wallet.kept.set('0xleft', { ...left, hashes, underwayUntil })
    expect((await wallet.status('0xleft')).status).toBe(status)
  }
})

test('what was to go after calls that weren’t sent isn’t sent into a gap', async () => {
  const wallet = walletOf(6)
  const to = [fresh(), fresh()]
  const last = fresh()
  const half = numberToHex(10n ** 24n)
  const prepared = await wallet.send('0xgap', [
    { to: to[0], value: '0x1' },
    { to: to[1], value: half },
  ])
  await node().setAutomine(false)
  try {
    await prepared.perform()
    const after = await wallet.asked('eth_sendTransaction', [{ from: wallet.address, to: last, value: '0x1' }])
    const done = after.perform()
    await node().setAutomine(true)
    await node().mine({ blocks: 1 })
    await expect(done).rejects.toThrow('weren’t sent')
  } finally {
    await node().setAutomine(true)
  }
  expect([await held([...to, last]), (await wallet.status('0xgap')).status]).toEqual([[1n, 0n, 0n], 600])
  // The number is free again.
  await (await wallet.asked('eth_sendTransaction', [{ from: wallet.address, to: last, value: '0x1' }])).perform()
  await vi.waitFor(async () => expect(await held([last])).toEqual([1n]))
})
