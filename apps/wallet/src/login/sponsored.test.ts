import { delegateAddress } from '@foyer/signing/delegate'
import { deployDelegation, deployMarket, devAccounts, type Market, type StartedChain, startChain } from '@foyer/stack'
import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  http,
  isAddress,
  parseEther,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ChainHost, startChainHost } from '../test/chainHost.js'
import { scriptedServers } from '../test/scriptedServers.js'
import { scriptedSponsor } from '../test/scriptedSponsor.js'
import { logIn, memoryDatabase, type TestFrame, testFrame } from '../test/testFrame.js'
import type { DeviceDatabase } from '../vault/deviceDatabase.js'

let chain: StartedChain
let market: Market
let host: ChainHost
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  market = await deployMarket({ url: chain.url })
  await deployDelegation({ url: chain.url })
  host = await startChainHost(chain.url)
})
afterAll(async () => {
  await host.stop()
  await chain.stop()
})

afterEach(() => {
  vi.useRealTimers()
})

const client = () => createTestClient({ mode: 'anvil', transport: http(chain.url) }).extend(publicActions)
const fresh = () => privateKeyToAccount(generatePrivateKey()).address
const local = { currency: { symbol: 'ETH', decimals: 18 }, tokens: [], chainId: 'eip155:31337', name: 'Local' }

/** Where a frame reads the chain. */
const onChain = () => ({
  ...{ origin: host.origin, own: globalThis.fetch },
  settings: { chainId: local.chainId, networks: [{ ...local, delegate: delegateAddress }] },
})

/** A frame whose visitor has just logged in, with an account that has no coin, and some of a token. */
async function opened({ database }: { readonly database?: DeviceDatabase } = {}) {
  const servers = await scriptedServers()
  const sponsor = scriptedSponsor({ servers, url: chain.url })
  const frame = await testFrame({
    ...{ servers, ...onChain(), ...(database && { database }) },
  })
  await logIn(frame)
  const { address } = Object((await frame.ask('GET_USER', { chainId: 31337 })).payload)
  if (!isAddress(address)) throw new Error('There is no address.')
  const [{ privateKey }] = devAccounts
  const giver = createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(chain.url) })
  const hash = await giver.sendTransaction({ chain: null, to: token(), data: transfer(address, 100n) })
  await client().waitForTransactionReceipt({ hash, pollingInterval: 20 })
  return { ...frame, sponsor, address }
}

const token = (): Address => market.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const held = (address: Address) =>
  client().readContract({ address: token(), abi: erc20Abi, functionName: 'balanceOf', args: [address] })

const rpc = async ({ ask }: Pick<TestFrame, 'ask'>, method: string, params?: unknown) => {
  const { ok, payload } = await ask('RPC_REQUEST', { method, params })
  return ok ? payload : Object(payload).code
}

const paid = { paymasterService: { url: 'https://paymaster.example/of-the-dapp' } }
const batch = (calls: readonly object[], capabilities: object = paid) => [
  { version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls, capabilities },
]
const call = (to: Address, amount = 1n) => ({ to: token(), data: transfer(to, amount) })

/** Waits for the next approval that is shown. */
async function shownIn({ frame }: TestFrame) {
  await expect.poll(() => frame.state.get().approvals.length).toBe(1)
  const [approval] = frame.state.get().approvals
  return approval ?? expect.fail('Nothing is shown.')
}

async function approve(frame: TestFrame) {
  const approval = await shownIn(frame)
  frame.frame.approvals.approve(approval.id, approval.hashes)
  return approval.shown
}

const ended = async (frame: TestFrame, id: string) => {
  await expect.poll(async () => Object(await rpc(frame, 'wallet_getCallsStatus', [id])).status).not.toBe(100)
  return Object(await rpc(frame, 'wallet_getCallsStatus', [id]))
}

const free = 'Free for you: this wallet’s operator pays it for dapp.example'
const notFree = 'This was to be free for you, but it isn’t paid for: you pay the network’s fee yourself.'
const says = ({ facts, warnings }: Awaited<ReturnType<typeof approve>>) => ({
  isFree: facts.some(({ value }) => value === free),
  isOwn: warnings.some(({ text }) => text === notFree),
  hasFee: facts.some(({ label }) => label === 'Fee, at most'),
})

test('[F10] an account without coin carries a first batch of two out, then a single call, at no cost: it is said before it is signed, switches the account once, and the dapp’s paymaster is asked nothing', async () => {
  const frame = await opened()
  const { address, sponsor } = frame
  expect(await rpc(frame, 'wallet_getCapabilities', [address])).toEqual({
    '0x7a69': { atomic: { status: 'ready' }, paymasterService: { supported: true } },
  })
  const [one, other] = [fresh(), fresh()]
  const first = rpc(frame, 'wallet_sendCalls', batch([call(one), call(other, 2n)]))
  const shown = await approve(frame)
  expect([shown.title, says(shown)]).toEqual(['Carry out 2 calls', { isFree: true, isOwn: false, hasFee: false }])
  expect(shown.warnings.map(({ text }) => text)).toContainEqual(expect.stringContaining('switched on for your address'))
  const came = await ended(frame, Object(await first).id)
  expect(came).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] })
  expect([await held(one), await held(other), await client().getBalance({ address })]).toEqual([1n, 2n, 0n])
  const second = rpc(
    frame,
    'wallet_sendCalls',
    batch([call(one)], { paymasterService: { context: { token: 'of the backend' } } }),
  )
  const alone = await approve(frame)
  expect(says(alone)).toEqual({ isFree: true, isOwn: false, hasFee: false })
  expect(alone.warnings.some(({ text }) => text.includes('switched on'))).toBe(false)
  const { status, receipts } = await ended(frame, Object(await second).id)
  expect([status, await held(one)]).toEqual([200, 2n])
  expect(Number(receipts[0].gasUsed)).toBeLessThanOrEqual(92_000)
  expect(sponsor.asked.map((each) => each.token)).toEqual([undefined, 'of the backend'])
  expect(sponsor.sent.map(({ authorization }) => authorization !== undefined)).toEqual([true, false])
})

test('where the budget is spent, before or after the visitor has approved, it is asked for once with one’s own fee, and says so; nothing is sent until then', async () => {
  const frame = await opened()
  const { address, sponsor } = frame
  await client().setBalance({ address, value: parseEther('1') })
  const to = fresh()
  sponsor.unquoted = 'budget'
  const first = rpc(frame, 'wallet_sendCalls', batch([call(to), call(to)]))
  expect(says(await approve(frame))).toEqual({ isFree: false, isOwn: true, hasFee: true })
  expect(await ended(frame, Object(await first).id)).toMatchObject({ status: 200 })
  sponsor.unquoted = undefined
  sponsor.unsent = 'budget'
  const mine = [{ ...Object(batch([call(to)])[0]), id: '0xmine' }]
  const second = rpc(frame, 'wallet_sendCalls', mine)
  expect(says(await approve(frame)).isFree).toBe(true)
  await expect.poll(() => frame.frame.state.get().approvals[0]?.shown.warnings[0]?.text).toBe(notFree)
  expect([await held(to), sponsor.sent]).toEqual([2n, []])
  expect(says(await approve(frame))).toEqual({ isFree: false, isOwn: true, hasFee: true })
  expect(await second).toEqual({ id: '0xmine' })
  expect(await ended(frame, '0xmine')).toMatchObject({ status: 200 })
  expect([await held(to), sponsor.sent]).toEqual([3n, []])
})

test('what was overtaken is asked for again and stays free; what got lost on its way is sent once', async () => {
  const frame = await opened()
  const { sponsor } = frame
  const to = fresh()
  sponsor.unsent = 'operation'
  const sending = rpc(frame, 'wallet_sendCalls', batch([call(to), call(to)]))
  await approve(frame)
  await expect.poll(() => frame.frame.state.get().approvals[0]?.shown.warnings[0]?.text).toContain('meanwhile')
  sponsor.unsent = undefined
  sponsor.loses = 1
  expect(says(await approve(frame)).isFree).toBe(true)
  expect(await ended(frame, Object(await sending).id)).toMatchObject({ status: 200 })
  expect([await held(to), sponsor.sent.length]).toEqual([2n, 2])
})

/** Lets a time be over by the visitor's clock and by the network's. */
async function reach(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1_000 })
  const { timestamp } = await client().getBlock()
  const next = BigInt(seconds) > timestamp ? BigInt(seconds) : timestamp + 1n
  await client().setNextBlockTimestamp({ timestamp: next })
  await client().mine({ blocks: 1 })
}
test('calls that fail in the block are 500, though their transaction succeeds; what its sponsor says is dropped is 400 at once', async () => {
  const frame = await opened()
  const sending = rpc(frame, 'wallet_sendCalls', batch([call(fresh(), 1n), call(fresh(), 10n ** 30n)]))
  await approve(frame)
  expect(await ended(frame, Object(await sending).id)).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
  const dropped = { status: 'dropped', transactionHash: null, succeeded: null }
  frame.servers.more.set('/login/v1/sponsored/read', () => dropped)
  expect(await ended(frame, Object(await sending).id)).toMatchObject({ status: 400, receipts: [] })
})

test('while it is on its way to the server, which knows nothing of it yet, it is pending and not dropped, in another tab too, until nobody can carry it out any more: by the visitor’s clock and the network’s', async () => {
  const database = memoryDatabase()
  const frame = await opened({ database })
  const mine = [{ ...Object(batch([call(fresh()), call(fresh())])[0]), id: '0xunderway' }]
  const taken = frame.servers.more.get('/login/v1/sponsored') ?? expect.fail()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isThere = false
  frame.servers.more.set('/login/v1/sponsored', async (said) => {
    isThere = true
    await held
    return taken(said)
  })
  const sending = rpc(frame, 'wallet_sendCalls', mine)
  await approve(frame)
  await expect.poll(() => isThere).toBe(true)
  const otherTab = await testFrame({ servers: frame.servers, database, ...onChain() })
  await otherTab.ask('GET_USER', { chainId: 31337 })
  const statuses = async () => {
    const said = [frame, otherTab].map((each) => rpc(each, 'wallet_getCallsStatus', ['0xunderway']))
    return (await Promise.all(said)).map((each) => Object(each).status)
  }
  expect(await statuses()).toEqual([100, 100])
  const until = Number((await client().getBlock()).timestamp) + 600
  // A visitor's clock that is wrong ends nothing.
  vi.useFakeTimers({ toFake: ['Date'], now: (until + 1_000) * 1_000 })
  expect(await statuses()).toEqual([100, 100])
  await reach(until + 60)
  expect(await statuses()).toEqual([100, 100])
  await reach(until + 180)
  expect(await statuses()).toEqual([400, 400])
  // What comes now comes too late.
  letGo()
  await sending
  expect(await ended(frame, '0xunderway')).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
})

test('where nothing is paid for, a batch that has to be is 5700, and another goes on by its own fee', async () => {
  const frame = await opened()
  const { address, sponsor } = frame
  await client().setBalance({ address, value: parseEther('1') })
  sponsor.unquoted = 'project'
  sponsor.networks = []
  expect(await rpc(frame, 'wallet_getCapabilities', [address])).toEqual({ '0x7a69': { atomic: { status: 'ready' } } })
  expect(await rpc(frame, 'wallet_sendCalls', batch([call(fresh())]))).toBe(5700)
  const optional = { paymasterService: { url: 'https://paymaster.example', optional: true } }
  const sending = rpc(frame, 'wallet_sendCalls', batch([call(fresh())], optional))
  expect(says(await approve(frame))).toEqual({ isFree: false, isOwn: false, hasFee: true })
  expect(Object(await sending).id).toMatch(/^0x/)
})
