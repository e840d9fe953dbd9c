import { createSigningKeys } from '@foyer/custody/signed'
import type { RpcRequest } from '@foyer/embedded/protocol'
import { base58 } from '@scure/base'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApprovals, type WaitingApproval } from '../approval/approvals.js'
import { approved } from './approved.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const rpcUrl = 'https://wallet.example/v1/?projectId=shop'
const networks = [
  { chainId: 'eip155:31337', name: 'Local', currency: { symbol: 'ETH', decimals: 18 }, tokens: [], rpcUrl },
  { chainId: 'solana:local', name: 'Solana', currency: { symbol: 'SOL', decimals: 9 }, tokens: [], rpcUrl },
]
const keys = await createSigningKeys()
/** Nobody's. */
const device = { version: 1, user: null, wallet: null, ceremony: null, social: null, refreshToken: null, keys } as const
const node: Readonly<Record<string, unknown>> = {
  ...{ eth_getBalance: '0xde0b6b3a7640000', eth_getTransactionCount: '0x0', eth_estimateGas: '0x5208' },
  ...{ eth_chainId: '0x7a69', eth_gasPrice: '0x3b9aca00', eth_maxPriorityFeePerGas: '0x1' },
  eth_getBlockByNumber: { number: '0x1', baseFeePerGas: '0x3b9aca00', timestamp: '0x1', transactions: [] },
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers that are there when the test says so, by what was asked. */
function slowly() {
  const held = new Map<string, (answer: unknown) => void>()
  return {
    hold: (name: string) => new Promise<unknown>((resolve) => held.set(name, resolve)),
    isAsked: (name: string) => held.has(name),
    answer: (name: string, answer: unknown) => (held.get(name) ?? expect.fail(name))(answer),
  }
}

function ask(
  request: RpcRequest,
  answers: { readonly api: (path: string) => Promise<unknown>; readonly node: (method: string) => Promise<unknown> },
) {
  vi.stubGlobal('fetch', async (_url: unknown, init: RequestInit) => {
    const { id, method } = JSON.parse(String(init.body))
    return Response.json({ jsonrpc: '2.0', id, result: await answers.node(method) })
  })
  let waiting: readonly WaitingApproval[] = []
  const approvals = createApprovals({
    site: 'https://dapp.example',
    show(now) {
      waiting = now
    },
    glance: async () => {},
  })
  const stopping = new AbortController()
  const result = approved({
    ...{ request, signal: stopping.signal, site: 'https://dapp.example', networks, approvals },
    store: { isKept: true, get: () => device, set: async () => {}, refresh: async () => {} },
    page: { cookie: '' },
    fetch: async (url) => Response.json((await answers.api(new URL(String(url)).pathname)) ?? { status: 'ERROR' }),
    chainId: () => 'eip155:31337',
    addressOn: (family) => (family === 'solana' ? base58.encode(new Uint8Array(32).fill(7)) : address),
    sign: async () => [],
    isSeen: () => false,
  }).catch((error: unknown) => error)
  return { result, first: () => waiting[0], stop: () => stopping.abort() }
}

const warningsOf = (waiting: WaitingApproval | undefined) => waiting?.shown.warnings.map(({ text }) => text) ?? []

/** Lets as much time go by as nothing waits longer for. */
const pass = () => vi.advanceTimersByTimeAsync(1_600)

test('[F13 F18] what the server says late is filled in while it is read, in its place, of the same bytes; what is another then is read anew', async () => {
  const slow = slowly()
  const request: RpcRequest = { method: 'eth_sendTransaction', params: [{ from: address, to: stranger, value: '0x5' }] }
  const { result, first, stop } = ask(request, {
    api: async (path) => (/warnings|simulation/.test(path) ? slow.hold(path) : undefined),
    node: async (method) => node[method],
  })
  await pass()
  await pass()
  await vi.waitUntil(first)
  const before = first() ?? expect.fail()
  expect(before).toMatchObject({ changes: 0, shown: { isDeliberate: true } })
  expect(warningsOf(before).join()).toContain('Not all of this is checked yet')
  slow.answer('/v1/warnings', { addresses: [stranger], sites: [] })
  await vi.waitUntil(() => warningsOf(first()).join().includes('warns of'))
  const warned = first() ?? expect.fail()
  expect(warned).toMatchObject({ id: before.id, hashes: before.hashes, changes: 1 })
  expect(warned.payloads).toBe(before.payloads)
  // The simulation is asked still.
  expect(warningsOf(warned).join()).toContain('Not all of this is checked yet')
  slow.answer(`/v1/account/${address}/simulation`, {
    ...{ status: 'known', by: 'eth_simulateV1', block: 7, names: [], allowances: [] },
    changes: [{ kind: 'coin', amount: '-5' }],
  })
  await vi.waitUntil(() => !warningsOf(first()).join().includes('checked yet'))
  const read = first() ?? expect.fail()
  // Whatever a visitor reads is read anew.
  expect(read).toMatchObject({ id: before.id, hashes: before.hashes, changes: 2, shown: { isDeliberate: true } })
  expect(read.shown.folded.facts).toContainEqual(expect.objectContaining({ label: 'Simulated at block' }))
  stop()
  expect(await result).toMatchObject({ rpcCode: 4001 })
})

test('[F18] what a node doesn’t say in time takes a step of its own until it does; what is lost stays said', async () => {
  const slow = slowly()
  const me = new Uint8Array(32).fill(7)
  const transfer = [2, 2, 0, 1, 12, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
  const message = [
    1,
    0,
    1,
    3,
    ...me,
    ...new Uint8Array(32).fill(9),
    ...new Uint8Array(32),
    ...new Uint8Array(32).fill(1),
  ]
  const transaction = base58.encode(Uint8Array.from([1, ...new Uint8Array(64), ...message, 1, ...transfer]))
  const { result, first, stop } = ask(
    { method: 'solana_signTransaction', params: { transaction } },
    { api: async () => undefined, node: (method) => slow.hold(method) },
  )
  await pass()
  await pass()
  await vi.waitUntil(first)
  expect(first()?.shown.isDeliberate).toBe(true)
  expect(warningsOf(first()).join()).toContain('Not all of this is checked yet')
  slow.answer('getFeeForMessage', { value: 5_000 })
  slow.answer('getMultipleAccounts', { value: [null] })
  slow.answer('getBalance', Promise.reject(new TypeError('gone')))
  await vi.waitUntil(() => !warningsOf(first()).join().includes('checked yet'))
  expect(warningsOf(first()).join()).toContain('Not all of this could be checked')
  expect(first()).toMatchObject({ changes: 1, shown: { isDeliberate: false } })
  stop()
  await result
})
