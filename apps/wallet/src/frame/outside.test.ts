import { encodeBytes, sha256 } from '@foyer/custody/bytes'
import { createSigningKeys } from '@foyer/custody/signed'
import { partsOf } from '@foyer/signing/switching'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Approvals } from '../approval/approvals.js'
import { approved } from './approved.js'
import { outsideByApi } from './outside.js'

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

const keys = await createSigningKeys()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The blockchain API by the paths that it is asked at; whatever isn’t there is no answer. */
function api(answers: Readonly<Record<string, unknown>>) {
  const asked: { url: string; body: unknown }[] = []
  const inits: (RequestInit | undefined)[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push({ url: String(url), body: init?.body ? JSON.parse(String(init.body)) : undefined })
    inits.push(init)
    const { pathname } = new URL(String(url))
    return Response.json(answers[pathname] ?? { status: 'ERROR' })
  }
  return { asked, inits, outside: outsideByApi({ fetch, network, address, paid: [], onLate() {} }) }
}
const gone = outsideByApi({
  network,
  address,
  paid: [],
  onLate() {},
  fetch: () => Promise.reject(new TypeError('gone')),
})

test('a simulation is asked for under this page’s own origin, for the account and the project; whatever isn’t an answer is unknown', async () => {
  const path = `/v1/account/${address}/simulation`
  const { asked, inits, outside } = api({ [path]: reply('-5') })
  const calls = [{ to: stranger, value: '5', data: '0x' }]
  expect(await outside.simulate?.({ calls, isAtomic: true })).toMatchObject({ status: 'known', block: 7 })
  expect(asked).toEqual([
    {
      url: `https://wallet.example${path}?projectId=shop`,
      body: { chainId: 'eip155:31337', calls, atomic: true },
    },
  ])
  const headers = { 'content-type': 'application/json' }
  expect(inits).toMatchObject([{ method: 'POST', headers, signal: expect.any(AbortSignal) }])
  await outside.simulate?.({ transaction: 'AQ==' })
  expect(asked[1]?.body).toEqual({ chainId: 'eip155:31337', transaction: 'AQ==' })
  const { outside: other } = api({ [path]: { status: 'known', by: 'somebody' } })
  expect(await other.simulate?.({ calls, isAtomic: true })).toEqual({ status: 'unknown', why: 'unreached' })
  expect(await gone.simulate?.({ transaction: 'AQ==' })).toEqual({ status: 'unknown', why: 'unreached' })
})

test('amounts are worth what the API says, in the visitor’s way of writing; what it doesn’t price has no worth', async () => {
  const fungible = (id: string, price: number) => ({ name: 'n', symbol: 's', iconUrl: '', price, address: id })
  const coin = 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
  const { asked, outside } = api({
    '/v1/fungible/price': { fungibles: [fungible(coin, 3_000.5), fungible(`eip155:31337:${stranger}`, 0)] },
  })
  const amounts = [
    { contract: undefined, amount: 15n * 10n ** 17n, decimals: 18 },
    { contract: stranger, amount: 5n, decimals: 0 },
    { contract: undefined, amount: 1n, decimals: 18 },
  ]
  expect(await outside.worthOf?.(amounts)).toEqual([
    { shown: '$4,500.75', usd: 4_500_750_000_000_000_000_000n },
    undefined,
    { shown: '<$0.01', usd: 3_000n },
  ])
  expect(asked[0]?.body).toEqual({
    currency: 'usd',
    projectId: 'shop',
    addresses: [coin, `eip155:31337:${stranger}`],
  })
  expect(await gone.worthOf?.(amounts)).toEqual([undefined, undefined, undefined])
})

test('a name, a warning and descriptors are asked for; without an answer there are none', async () => {
  const warned = { addresses: [stranger], sites: [] }
  const descriptor = {
    $schema: 'erc7730-v2.schema.json',
    context: { contract: { deployments: [{ chainId: 31337, address: stranger }] } },
    display: { formats: { 'poke()': { intent: 'Poke' } } },
  }
  const { asked, outside } = api({
    [`/v1/identity/${stranger}`]: { name: 'eve.eth', avatar: null },
    '/v1/warnings': warned,
    '/v1/descriptors': { descriptors: [descriptor] },
  })
  expect(await outside.nameOf?.(stranger)).toBe('eve.eth')
  expect(await outside.listed?.({ addresses: [stranger], sites: ['dapp.example'] })).toEqual(warned)
  expect(await outside.descriptorsOf?.(stranger)).toEqual([descriptor])
  expect(asked.at(-1)?.url).toBe(
    `https://wallet.example/v1/descriptors?projectId=shop&chainId=eip155%3A31337&address=${stranger}`,
  )
  expect(await gone.nameOf?.(stranger)).toBeUndefined()
  expect(await gone.listed?.({ addresses: [stranger], sites: [] })).toEqual({ addresses: [], sites: [] })
  expect(await gone.descriptorsOf?.(stranger)).toEqual([])
})

/** Nobody's. */
const device = { version: 1, user: null, wallet: null, ceremony: null, social: null, refreshToken: null, keys } as const

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
      seen.push(shown.warnings.map(({ text }) => text))
      // The visitor takes a while to read.
      vi.setSystemTime(Date.now() + (seen.length === 1 ? 16_000 : 1_000))
      return Promise.all(
        payloads.flatMap(partsOf).map(async (bytes) => ({
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
    store: { isKept: true, get: () => device, set: async () => {}, refresh: async () => {} },
    page: { cookie: '' },
    fetch: async (url) =>
      Response.json(String(url).includes('/simulation') ? reply(amounts.shift() ?? '') : { status: 'ERROR' }),
    chainId: () => network.chainId,
    addressOn: () => address,
    isSeen: () => false,
    approvals: {
      ...approvals,
      approve() {},
      limit() {},
      reject() {},
      fail() {},
      rejectAll() {},
      fillIn: () => true,
      finish: async () => {},
      leave() {},
    },
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
