import { afterEach, expect, test } from 'vitest'
import { nativeTokens } from '../chain/families.js'
import type { FamilyActions } from '../connector/family.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { type LocalAnswer, type LocalRequest, localServer } from '../http/test/localServer.js'
import { mainnet, sepolia } from '../networks/known.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { checkPayRequest } from './payAsset.js'
import { type PayTerms, readPayTerms } from './payFromWallet.js'

const dollar = `0x${'cd'.repeat(20)}` as const
const coinId = `eip155:1:${nativeTokens.eip155}`
const usdId = `eip155:1:${dollar}`
const to = { amount: '12.5', recipient: `0x${'ab'.repeat(20)}` } as const
const inDollars = checkPayRequest({
  ...to,
  asset: { networkId: 'eip155:1', asset: dollar, metadata: { name: 'Dollar', symbol: 'USD', decimals: 6 } },
})
const inEther = checkPayRequest({
  ...to,
  asset: { networkId: 'eip155:1', asset: 'native', metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
})
const fee = { value: 21_000n, most: 42_000n, decimals: 18, symbol: 'ETH' }

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const priceOf = (address: string, price: number) => ({ name: '', symbol: '', iconUrl: '', price, address })

/** A connected kit, whose server knows the prices, and whose chain the rest. */
async function payer({
  prices = { body: { fungibles: [priceOf(usdId, 0.99), priceOf(coinId, 3000)] } },
  ...actions
}: Partial<FamilyActions> & { readonly prices?: LocalAnswer } = {}) {
  const asked: LocalRequest[] = []
  const server = await localServer((request) => {
    asked.push(request)
    if (request.url.pathname === '/v1/supported-chains') return { body: { http: ['eip155:1'], ws: [] } }
    if (request.url.pathname === '/v1/fungible/price') return prices
    return { body: { balances: [] } }
  })
  const adapter = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => 7n,
      tokenBalances: async () => [{ address: dollar, value: 40_000_000n, decimals: 6, symbol: 'USD', name: 'Dollar' }],
      estimateFee: async () => fee,
      ...actions,
    }),
  })
  const kit = fakeKit({
    api: server.origin,
    connectors: [fakeConnector()],
    adapters: [adapter],
    networks: [mainnet, sepolia],
  })
  kit.foyer.start()
  ends.push(() => kit.foyer.stop(), server.close)
  const { accounts } = await kit.foyer.connect({ connectorId: 'fake' })
  return { ...kit, asked, account: accounts[0]?.address }
}

type Payer = Awaited<ReturnType<typeof payer>>

/** All that is emitted until nothing more is on its way. */
async function read(
  { foyer, account }: Pick<Payer, 'foyer'> & { readonly account: string | undefined },
  request = inDollars,
): Promise<PayTerms[]> {
  const emitted: PayTerms[] = []
  const { signal } = new AbortController()
  await readPayTerms(foyer, { request, account, signal }, (terms) => emitted.push(terms))
  return emitted
}

test('a token’s price, the coin’s, what the account has of the token, and the fee: each as it comes, and at last all', async () => {
  const works: unknown[] = []
  const kit = await payer({
    estimateFee: async ({ work }) => {
      works.push(work)
      return fee
    },
  })
  const emitted = await read(kit)
  expect(works).toEqual([
    { transfer: { to: to.recipient, asset: { type: 'token', address: dollar }, amount: 12_500_000n } },
  ])
  const priced = kit.asked.filter(({ url }) => url.pathname === '/v1/fungible/price')
  expect(priced.map(({ body }) => JSON.parse(body).addresses)).toEqual([[usdId, coinId]])
  expect(emitted).toHaveLength(4)
  expect(emitted.at(-1)).toEqual({ isReady: true, price: 0.99, coinPrice: 3000, balance: 40_000_000n, fee })
  // Nothing that was there goes again, and it isn't ready before its end.
  const counts = emitted.map((terms) => Object.keys(terms).length)
  expect(counts).toEqual([...counts].sort())
  expect(emitted.map(({ isReady }) => isReady)).toEqual([...emitted.slice(1).map(() => false), true])
})

test('the network’s own coin has one price, and its balance is the chain’s', async () => {
  const emitted = await read(await payer(), inEther)
  expect(emitted.at(-1)).toMatchObject({ price: 3000, coinPrice: 3000, balance: 7n })
})

test('a token that the account doesn’t have is a balance of 0', async () => {
  const emitted = await read(await payer({ tokenBalances: async () => [] }))
  expect(emitted.at(-1)?.balance).toBe(0n)
})

test('without an account only prices are asked for', async () => {
  const { foyer, asked } = await payer()
  const before = asked.length
  const emitted = await read({ foyer, account: undefined })
  expect(emitted.at(-1)).toEqual({ isReady: true, price: 0.99, coinPrice: 3000 })
  expect(asked.slice(before).map(({ url }) => url.pathname)).not.toContain(expect.stringContaining('balance'))
})

test('what can’t be had is reported and left out, and holds nothing else up', async () => {
  const kit = await payer({
    prices: { status: 400 },
    estimateFee: async () => {
      throw new Error('no fee')
    },
  })
  expect((await read(kit)).at(-1)).toEqual({ isReady: true, balance: 40_000_000n })
  expect(kit.errors).toHaveLength(2)
})

test('a price of 0 says that none is known', async () => {
  const kit = await payer({ prices: { body: { fungibles: [priceOf(usdId, 0)] } } })
  expect((await read(kit)).at(-1)).toEqual({
    isReady: true,
    price: undefined,
    coinPrice: undefined,
    balance: 40_000_000n,
    fee,
  })
})

test('who has left gets no terms any more, and nothing is reported for it', async () => {
  const leaving = new AbortController()
  const { foyer, account, errors } = await payer({
    estimateFee: async () => {
      leaving.abort()
      throw new Error('too late')
    },
  })
  const emitted: PayTerms[] = []
  await readPayTerms(foyer, { request: inDollars, account, signal: leaving.signal }, (terms) => emitted.push(terms))
  expect([emitted, errors]).toEqual([[], []])
})

test('without a server there are no prices, and what comes too late isn’t emitted', async () => {
  const leaving = new AbortController()
  const adapter = fakeAdapter('eip155', {
    actions: async () => ({ nativeBalance: async () => 7n, estimateFee: async () => fee }),
  })
  const { foyer, errors } = fakeKit({ connectors: [fakeConnector()], adapters: [adapter], networks: [mainnet] })
  foyer.start()
  ends.push(() => foyer.stop())
  await foyer.connect({ connectorId: 'fake' })
  expect((await read({ foyer, account: '0xA1' }, inEther)).at(-1)).toEqual({ isReady: true, balance: 7n, fee })
  const emitted: PayTerms[] = []
  await readPayTerms(foyer, { request: inEther, account: '0xA1', signal: leaving.signal }, (terms) => {
    emitted.push(terms)
    leaving.abort()
  })
  expect([emitted.length, errors]).toEqual([1, []])
})
