import { deployMarket, devAccounts, type Market, type StartedChain, startChain } from '@foyer/stack'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainHost, startChainHost } from '../test/chainHost.js'
import {
  approve,
  ended,
  localNetwork,
  type Made,
  openFunded,
  rpc,
  sendCalls as send,
  statusOf,
} from '../test/framedBatches.js'
import { cookieJar, refusedDatabase } from '../test/testFrame.js'

let chain: StartedChain
let market: Market
let host: ChainHost
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  market = await deployMarket({ url: chain.url })
  host = await startChainHost(chain.url)
})
afterAll(async () => {
  await host.stop()
  await chain.stop()
})

const node = () =>
  createTestClient({ mode: 'anvil', transport: http(chain.url) })
    .extend(publicActions)
    .extend(walletActions)
const fresh = () => privateKeyToAccount(generatePrivateKey()).address
const token = () => market.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
const opened = (more: Partial<Parameters<typeof openFunded>[0]> = {}) =>
  openFunded({
    url: chain.url,
    origin: host.origin,
    settings: { chainId: localNetwork.chainId, networks: [localNetwork] },
    ...more,
  })
const balances = (calls: readonly { readonly to: Address }[]) =>
  Promise.all(calls.map(({ to }) => node().getBalance({ address: to })))
const three = () => ['0x1', '0x2', '0x3'].map((value) => ({ to: fresh(), value }))
const signed = ({ workers }: Made) => workers.posted.filter(({ to }) => to.task === 'sign').length

test('[F13] several calls that needn’t be one are approved once, listed in their order, and go one after another', async () => {
  const { made, address } = await opened()
  const calls = three()
  const asking = send(made, '0xturn', calls)
  const { shown, payloads, hashes } = await approve(made)
  expect(shown.title).toBe('Carry out 3 calls')
  expect(shown.facts.filter(({ label }) => label.startsWith('Step')).map(({ label }) => label)).toEqual([
    ...['Step 1', 'Step 2', 'Step 3'],
  ])
  expect(shown.warnings.map(({ text }) => text).join()).toContain('They are sent one after the other')
  expect([payloads.length, new Set(hashes).size]).toEqual([3, 3])
  expect(await asking).toEqual({ id: '0xturn' })
  const { status, atomic, receipts } = await ended(made, '0xturn')
  expect([status, atomic, receipts.length]).toEqual([200, false, 3])
  expect(await balances(calls)).toEqual([1n, 2n, 3n])
  expect(await node().getTransactionCount({ address })).toBe(3)
  expect(await send(made, '0xone', three(), { atomicRequired: true })).toBe(5760)
})

test('a chain that carries nothing out as one has no entry of that', async () => {
  const { made } = await opened()
  expect(await rpc(made, 'wallet_getCapabilities')).toEqual({ '0x7a69': {} })
})

test('[F13] an approval of a part of them, or of none, signs nothing', async () => {
  const { made } = await opened()
  for (const change of [(all: readonly string[]) => all.slice(0, 1), () => []]) {
    const asking = send(made, '0xpart', three())
    await expect.poll(() => made.frame.state.get().approvals.length).toBe(1)
    const [approval] = made.frame.state.get().approvals
    made.frame.approvals.approve(approval?.id ?? 0, change(approval?.hashes ?? []))
    expect(await asking).toBe(4001)
  }
  expect(signed(made)).toBe(0)
})

test('a call that works only after the one before is carried out after it', async () => {
  const { made, address } = await opened()
  const to = fresh()
  const approving = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [address, 5n] })
  // Moved by the account itself, which nobody may do before it has allowed itself that.
  const moving = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [address, to, 5n] })
  const given = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address, 9n] })
  await node().sendTransaction({ chain: null, account: devAccounts[1].address, to: token(), data: given })
  const asking = send(made, '0xafter', [
    { to: token(), data: approving },
    { to: token(), data: moving },
  ])
  await approve(made)
  await asking
  expect(await ended(made, '0xafter')).toMatchObject({ status: 200, receipts: [{}, {}] })
  expect(await node().readContract({ address: token(), abi: erc20Abi, functionName: 'balanceOf', args: [to] })).toBe(5n)
})

test('[F11] the most dangerous of them counts: with one that lets another take everything all of them take a step of their own', async () => {
  const { made } = await opened()
  const all = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [fresh(), maxUint256] })
  const deliberate = async (calls: readonly object[]) => {
    const asking = send(made, '0xshown', calls)
    await expect.poll(() => made.frame.state.get().approvals.length).toBe(1)
    const [approval] = made.frame.state.get().approvals
    made.frame.approvals.reject(approval?.id ?? 0)
    expect(await asking).toBe(4001)
    expect(approval?.shown.asksFor).toBeUndefined()
    return approval?.shown.isDeliberate
  }
  expect(await deliberate(three())).toBe(false)
  expect(await deliberate([...three(), { to: token(), data: all }])).toBe(true)
})

test('what fails meanwhile isn’t sent, nor what follows: 600', async () => {
  const { made } = await opened()
  const calls = three()
  await node().setAutomine(false)
  try {
    const asking = send(made, '0xhalf', [calls[0] ?? {}, { ...calls[1], value: `0x${parseEther('0.5').toString(16)}` }])
    const { id } = await approve(made)
    expect(id).toBeGreaterThan(0)
    await asking
    expect(await statusOf(made, '0xhalf')).toMatchObject({ status: 100, atomic: false })
    const { address } = Object((await made.ask('GET_USER', { chainId: 31337 })).payload)
    await node().setBalance({ address, value: parseEther('0.1') })
  } finally {
    await node().setAutomine(true)
    await node().mine({ blocks: 1 })
  }
  expect(await ended(made, '0xhalf')).toMatchObject({ status: 600, receipts: [{ status: '0x1' }] })
  expect([await balances(calls), signed(made)]).toEqual([[1n, 0n, 0n], 1])
})

test('another transaction of the account’s that is asked for meanwhile goes after them', async () => {
  const { made, address } = await opened()
  const calls = three()
  const [last] = three()
  await node().setAutomine(false)
  let after: Promise<unknown> | undefined
  try {
    const asking = send(made, '0xfirst', calls)
    const { id } = await approve(made)
    await asking
    after = rpc(made, 'eth_sendTransaction', [{ from: address, ...last }])
    const { shown } = await approve(made, id)
    expect(shown.warnings.map(({ text }) => text).join()).toContain('pending')
  } finally {
    await node().setAutomine(true)
    await node().mine({ blocks: 1 })
  }
  expect(await ended(made, '0xfirst')).toMatchObject({ status: 200, receipts: [{}, {}, {}] })
  const hash = await after
  const { nonce } = await node().getTransaction({
    hash: String(hash).startsWith('0x') ? `0x${String(hash).slice(2)}` : '0x',
  })
  expect(nonce).toBe(3)
  expect(await balances([...calls, ...(last ? [last] : [])])).toEqual([1n, 2n, 3n, 1n])
})

test('[F16] a frame that is loaded again meanwhile sends nothing twice, and doesn’t say that all was done', async () => {
  const { made, again } = await opened()
  const calls = three()
  await node().setAutomine(false)
  try {
    const asking = send(made, '0xleft', calls)
    await approve(made)
    await asking
    const next = await again()
    expect(await statusOf(next, '0xleft')).toMatchObject({ status: 100, atomic: false })
    expect(await send(next, '0xleft', calls)).toBe(5720)
  } finally {
    await node().setAutomine(true)
    await node().mine({ blocks: 1 })
  }
  expect(await ended(made, '0xleft')).toMatchObject({ status: 200 })
})

test('where the browser keeps nothing, a cookie knows how many calls they were', async () => {
  const document = cookieJar()
  const { made, again } = await opened({ database: refusedDatabase, document })
  const calls = three()
  const asking = send(made, '0xcookie', calls)
  await approve(made)
  await asking
  await ended(made, '0xcookie')
  expect(await statusOf(await again(), '0xcookie')).toMatchObject({
    status: 200,
    atomic: false,
    receipts: [{}, {}, {}],
  })
})
