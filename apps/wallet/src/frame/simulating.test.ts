import { encodeBytes, sha256 } from '@foyer/embedded/custody'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Approvals } from '../approval/approvals.js'
import { approved } from './approved.js'
import { simulating } from './simulating.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const network = {
  ...{ chainId: 'eip155:31337', name: 'Local', currency: { symbol: 'ETH', decimals: 18 }, tokens: [] },
  rpcUrl: 'https://wallet.example/v1/?chainId=eip155%3A31337&projectId=shop',
}
const reply = (amount: string) => ({
  ...{ status: 'known', by: 'eth_simulateV1', block: 7, names: [], allowances: [] },
  changes: [{ kind: 'coin', amount }],
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('asks under this page’s own origin, for the account and the project; whatever isn’t an answer is unknown', async () => {
  const asked: { url: string; body: unknown }[] = []
  const inits: (RequestInit | undefined)[] = []
  let answer: unknown = reply('-5')
  const simulate = simulating({
    ...{ network, address },
    async fetch(url, init) {
      asked.push({ url: String(url), body: JSON.parse(String(init?.body)) })
      inits.push(init)
      return Response.json(answer)
    },
  })
  const calls = [{ to: stranger, value: '5', data: '0x' }]
  expect(await simulate({ calls, isAtomic: true })).toMatchObject({ status: 'known', block: 7 })
  expect(asked).toEqual([
    {
      url: `https://wallet.example/v1/account/${address}/simulation?chainId=eip155%3A31337&projectId=shop`,
      body: { chainId: 'eip155:31337', calls, atomic: true },
    },
  ])
  const headers = { 'content-type': 'application/json' }
  expect(inits).toMatchObject([{ method: 'POST', headers, signal: expect.any(AbortSignal) }])
  await simulate({ transaction: 'AQ==' })
  expect(asked[1]?.body).toEqual({ chainId: 'eip155:31337', transaction: 'AQ==' })
  answer = { status: 'known', by: 'somebody' }
  expect(await simulate({ calls, isAtomic: true })).toEqual({ status: 'unknown', why: 'unreached' })
  const gone = simulating({ network, address, fetch: () => Promise.reject(new TypeError('gone')) })
  expect(await gone({ transaction: 'AQ==' })).toEqual({ status: 'unknown', why: 'unreached' })
})

/** The answers of a node to what a transfer of the coin asks. */
const node: Readonly<Record<string, unknown>> = {
  ...{
    eth_getBalance: '0xde0b6b3a7640000',
    eth_getTransactionCount: '0x0',
    eth_estimateGas: '0x5208',
    eth_chainId: '0x7a69',
  },
  ...{ eth_gasPrice: '0x3b9aca00', eth_maxPriorityFeePerGas: '0x1', eth_sendRawTransaction: `0x${'ab'.repeat(32)}` },
  eth_getBlockByNumber: { number: '0x1', baseFeePerGas: '0x3b9aca00', timestamp: '0x1', transactions: [] },
}

test('[F13] what an approved request would do is asked again after 15 seconds, and worse is shown again before it is signed', async () => {
  vi.stubGlobal('fetch', async (_url: unknown, init: RequestInit) => {
    const { id, method } = JSON.parse(String(init.body))
    return Response.json({ jsonrpc: '2.0', id, result: node[method] })
  })
  const amounts = ['-5', '-6', '-6']
  const seen: (readonly string[])[] = []
  const approvals: Pick<Approvals, 'ask'> = {
    async ask({ shown, payloads = [] }) {
      seen.push(shown.warnings)
      // The visitor takes a while to read.
      vi.setSystemTime(Date.now() + (seen.length === 1 ? 16_000 : 1_000))
      return Promise.all(
        payloads.map(async (bytes) => ({
          hash: encodeBytes(await sha256(Uint8Array.from(bytes))),
          signature: undefined,
        })),
      )
    },
  }
  const signed: number[] = []
  const result = await approved({
    request: { method: 'eth_sendTransaction', params: [{ from: address, to: stranger, value: '0x5' }] },
    ...{ signal: new AbortController().signal, site: 'https://dapp.example', networks: [network] },
    fetch: async () => Response.json(reply(amounts.shift() ?? '')),
    chainId: () => network.chainId,
    addressOf: () => address,
    approvals: { ...approvals, approve() {}, reject() {}, rejectAll() {} },
    async sign() {
      signed.push(seen.length)
      return [Uint8Array.from([...new Uint8Array(31), 1, ...new Uint8Array(31), 1, 27])]
    },
  })
  expect(result).toBe(node.eth_sendRawTransaction)
  // Once for what was shown, and once more for what has changed; nothing is signed in between.
  expect(seen).toEqual([[], [expect.stringContaining('Read it again'), expect.stringContaining('something else')]])
  expect(signed).toEqual([2])
})
