import { readSwap } from '@foyer/evm/swaps'
import type { Database } from '@foyer/service/db/database'
import { type StandInFailure, type StartedZeroX, startZeroX, type ZeroXBody } from '@foyer/stack'
import { type Address, getAddress, type Hex, parseEther, parseUnits, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allowanceHolder } from '../../chains/swapsConfig.js'
import { type Behaviour, placeContract, returns } from '../../contracts/test/strangeContracts.js'
import { openTestDatabase } from '../../test/openApi.js'
import { type OpenMarket, openMarket } from '../test/openMarket.js'
import { common, openSwapClient, plain, type SwapClient } from '../test/openSwapClient.js'
import { settlerRegistry } from './checks.js'

const settler: Address = '0x00000000000000000000000000000000000005e7'
const feeRecipient: Address = '0x000000000000000000000000000000000000fee0'

let local: OpenMarket
let database: Database
let zeroX: StartedZeroX
let client: SwapClient
/** Dollars for an ether. */
let dollars = 3_000n
/** The part of a price that is left, of a thousand. */
let left = 1_000n
beforeAll(async () => {
  ;[local, database] = await Promise.all([openMarket(), openTestDatabase()])
})
afterAll(() => Promise.all([local?.stop(), database?.close()]))
beforeEach(async () => {
  dollars = 3_000n
  left = 1_000n
  zeroX = await startZeroX({ apiKey: 'planted', chainId: 31337, allowanceHolder, settler, rate: rateOf })
  await registryNames(settler)
  client = await open()
})
afterEach(() => zeroX.stop())

/** By symbols: ether and dollars for each other, and FYR at half a dollar. */
function rateOf({ sell, buy }: { sell: Address; buy: Address }): readonly [bigint, bigint] | null {
  const worth: Readonly<Record<string, readonly [bigint, bigint]>> = {
    [getAddress(local.addressOf('ETH'))]: [dollars * 1_000_000n, 10n ** 18n],
    [getAddress(local.addressOf('DUSD'))]: [1n, 1n],
    [getAddress(local.addressOf('FYR'))]: [500_000n, 10n ** 18n],
  }
  const [from, to] = [worth[sell], worth[buy]]
  return from && to ? [from[0] * to[1] * left, from[1] * to[0] * 1_000n] : null
}

async function registryNames(current: Address, previous: Address = zeroAddress): Promise<void> {
  const word = (address: Address): Behaviour => returns.words(BigInt(address))
  const functions = { 'ownerOf(uint256)': word(current), 'prev(uint128)': word(previous) }
  await placeContract({ url: local.chain.url, address: settlerRegistry, functions })
}

const open = (said: Readonly<Record<string, unknown>> = {}) => {
  const { market } = local
  const stable = { address: plain(local.named('DUSD')), decimals: 6 }
  const chain = {
    ...local.config(),
    uniswapV2: { factory: market.factory, weth: market.weth, stable },
    swaps: {
      venue: '0x',
      apiKey: 'planted',
      url: zeroX.url,
      wrapped: market.weth,
      allowanceHolder,
      feeRecipient,
      feeBps: 85,
      mostPriceImpactBps: 1_500,
      ...said,
    },
  } as const
  return openSwapClient({ local, database, chains: [chain] })
}

const ask = (sale: { from: string; to: string; amount: bigint }) =>
  client.api.get(
    `/v1/convert/quotes?${common}&amount=${sale.amount}&userAddress=${local.account}&from=${local.named(sale.from)}&to=${local.named(sale.to)}`,
  )
const build = (sale: { from: string; to: string; amount: bigint; minAmount?: string | undefined }) => {
  const { from, to, amount, minAmount } = sale
  const pair = { from: local.named(from), to: local.named(to), userAddress: local.user }
  const body = { ...pair, amount: String(amount), projectId: 'demo', minAmount, disableEstimate: true }
  return client.api.post('/v1/convert/build-transaction?st=appkit&sv=x', body)
}

const sales = [
  { from: 'DUSD', to: 'FYR', amount: parseUnits('1000', 6) },
  { from: 'ETH', to: 'DUSD', amount: parseEther('1') },
  { from: 'DUSD', to: 'ETH', amount: parseUnits('1000', 6) },
] as const
const [tokens] = sales

describe.each(sales)('[S7.6 S7.11] [F27] 0x, $from for $to', (sale) => {
  const contractOf = (symbol: string) => (symbol === 'ETH' ? undefined : plain(local.named(symbol)))

  test('quotes with its minimum and spender, and what it builds is read by the kit as what was quoted', async () => {
    const quote = (await client.quote(sale)) ?? expect.fail()
    const held = `${local.chain.caipNetworkId}:${allowanceHolder}`
    const fee = (sale.amount * 85n) / 10_000n
    expect(quote).toMatchObject({ fee: { bps: 85, amount: String(fee) }, target: held })
    expect(quote.spender).toBe(sale.from === 'ETH' ? null : held)
    const least = BigInt(quote.minAmount ?? expect.fail())
    expect(least * 100n).toBeGreaterThanOrEqual(BigInt(quote.toAmount) * 99n)
    const tx = await client.transaction({ ...sale, minAmount: String(least), disableEstimate: true })
    const value = sale.from === 'ETH' ? sale.amount : 0n
    const terms = {
      account: local.account,
      source: contractOf(sale.from),
      to: contractOf(sale.to),
      amount: sale.amount,
      quoted: BigInt(quote.toAmount),
      minimum: least,
      target: plain(quote.target ?? expect.fail()),
      spender: sale.from === 'ETH' ? null : allowanceHolder,
    }
    const read = readSwap({ built: { to: plain(tx.to), data: tx.data, value }, terms })
    expect(read).toMatchObject({ amount: BigInt(tx.minAmount ?? 0) })
    expect(BigInt(tx.minAmount ?? 0)).toBeGreaterThanOrEqual(least)
    expect(BigInt(tx.eip155.gas)).toBe((288_079n * 4n) / 3n)
  })

  test('builds what was promised where the price moved a little, and nothing where it moved far', async () => {
    const quote = (await client.quote(sale)) ?? expect.fail()
    left = 998n
    expect((await build({ ...sale, minAmount: quote.minAmount })).status).toBe(200)
    left = 985n
    client.api.time += 5_000
    expect(await (await build({ ...sale, minAmount: quote.minAmount })).json()).toMatchObject({
      reasons: [{ name: 'minAmount' }],
    })
  })
})

const changed = (data: Hex, from: string, to: string): Hex => `0x${data.slice(2).split(from).join(to)}`
const word = (value: bigint | Address) => BigInt(value).toString(16).padStart(64, '0')
const inTransaction = (change: (said: NonNullable<ZeroXBody['transaction']>) => object) => (body: ZeroXBody) =>
  body.transaction === undefined ? body : { ...body, transaction: { ...body.transaction, ...change(body.transaction) } }

describe('[F27] a route that lies isn’t built', () => {
  const minimumOf = (body: ZeroXBody) => BigInt(String(body.minBuyAmount))
  const lies: readonly (readonly [name: string, twist: (body: ZeroXBody) => ZeroXBody])[] = [
    [
      'to another recipient',
      inTransaction(({ data }) => ({ data: changed(data, word(local.account), word(feeRecipient)) })),
    ],
    [
      'by a contract that the registry doesn’t know',
      inTransaction(({ data }) => ({ data: changed(data, word(settler), word(feeRecipient)) })),
    ],
    ['lent to another', inTransaction(({ data }) => ({ data: data.replace(word(settler), word(feeRecipient)) }))],
    ['of another contract', inTransaction(() => ({ to: settler }))],
    ['with another value', inTransaction(() => ({ value: '1' }))],
    [
      'with calldata that can’t be read',
      inTransaction(({ data }) => ({ data: changed(data, '1fff991f', 'deadbeef') })),
    ],
    [
      'without a minimum',
      (body) => inTransaction(({ data }) => ({ data: changed(data, word(minimumOf(body)), word(0n)) }))(body),
    ],
    ['of less than what was asked for', (body) => ({ ...body, sellAmount: '999999999' })],
    ['of another token', (body) => ({ ...body, buyToken: feeRecipient })],
    [
      'with a higher fee',
      (body) => ({ ...body, fees: { integratorFee: { amount: '10000000', token: body.sellToken } } }),
    ],
    ['of a token that keeps a part', (body) => ({ ...body, tokenMetadata: { buyToken: { buyTaxBps: '100' } } })],
  ]
  test.each(lies)('%s', async (_, twist) => {
    zeroX.twist = twist
    expect(await (await build(tokens)).json()).toMatchObject({ reasons: [{ name: 'to' }] })
  })

  test('a minimum below the promise is asked for anew once, and not believed', async () => {
    zeroX.twist = (body) =>
      inTransaction(({ data }) => ({ data: changed(data, word(minimumOf(body)), word(minimumOf(body) / 2n)) }))(body)
    expect((await build(tokens)).status).toBe(409)
    expect(zeroX.asked.map(({ path }) => path.split('/').at(-1))).toEqual(['price', 'quote', 'quote'])
  })

  test('another spender than the configured one stops the venue, which the log explains', async () => {
    zeroX.twist = (body) => ({ ...body, allowanceTarget: feeRecipient })
    expect((await ask(tokens)).status).toBe(503)
    expect(client.api.logged.join('')).toContain('venue_spender_of_another')
  })

  test('a price far below what our own sources say is no quote', async () => {
    dollars = 2_000n
    expect(await client.quote({ from: 'ETH', to: 'DUSD', amount: parseEther('1') })).toBeUndefined()
    dollars = 2_700n
    client.api.time += 5_000
    const quote = await client.quote({ from: 'ETH', to: 'DUSD', amount: parseEther('1') })
    expect(quote?.priceImpactBps).toBeGreaterThan(950)
  })
})

describe('the registry of 0x', () => {
  test('names the Settler of now and the one before', async () => {
    await registryNames(feeRecipient, settler)
    expect((await build(tokens)).status).toBe(200)
    await registryNames(feeRecipient)
    client.api.time += 30_000
    expect((await build(tokens)).status).toBe(400)
  })

  test('that names none has swaps stopped, which the log explains', async () => {
    await registryNames(zeroAddress)
    expect((await build(tokens)).status).toBe(503)
    expect(client.api.logged.join('')).toContain('venue_no_settler')
  })
})

describe('0x as a provider', () => {
  const moods: readonly (readonly [mood: StandInFailure, fault: string, retryAfter: string | null])[] = [
    ['expired', 'key_refused', null],
    ['limited', 'limited', '7'],
    ['limitedWithoutWord', 'limited', null],
    ['nonsense', 'not_understood', null],
    ['html', 'not_understood', null],
    ['endless', 'too_large', null],
    ['dripping', 'silent', null],
    ['silent', 'silent', null],
  ]
  test.each(moods)(
    '[F22 F28] that is %s gives a 503, and the log says why and nothing secret',
    async (mood, fault, after) => {
      zeroX.instead = mood
      const answer = ask(tokens)
      await expect.poll(() => zeroX.asked.length).toBe(1)
      if (mood === 'dripping' || mood === 'silent') client.api.expire()
      const reply = await answer
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, after])
      const logged = client.api.logged.join('')
      expect(logged).toContain(`"ProviderError","code":"${fault}"`)
      expect(logged.toLowerCase()).not.toMatch(/planted|0x[0-9a-f]{40}/)
    },
  )

  test.each(['DUSD', 'STR'])('without a way from %s gives no quote', async (from) => {
    const to = from === 'DUSD' ? 'WBTC' : 'DUSD'
    expect(await client.quote({ from, to, amount: 1_000n })).toBeUndefined()
  })

  test('is asked once by all that want the same within five seconds', async () => {
    await Promise.all([client.quote(tokens), client.quote(tokens), client.quote(tokens)])
    client.api.time += 4_999
    await client.quote(tokens)
    expect(zeroX.asked.length).toBe(1)
  })

  test('isn’t asked about the wrapped coin, nor about tokens that aren’t listed', async () => {
    const quote = await client.quote({ from: 'ETH', to: 'WETH', amount: 1_000n })
    expect(quote).toMatchObject({ toAmount: '1000', spender: null })
    expect(zeroX.asked).toEqual([])
  })

  test('[S7.12] is approved exactly what is sold, and takes no fee without a recipient', async () => {
    const approval = await client.approval({ from: 'DUSD', to: 'FYR', amount: tokens.amount })
    expect(approval.data).toContain(`${word(allowanceHolder)}${word(tokens.amount)}`)
    client = await open({ feeRecipient: undefined })
    expect((await client.quote(tokens))?.fee).toEqual({ bps: 0, amount: '0' })
    expect(zeroX.asked.at(-1)?.query.has('swapFeeBps')).toBe(false)
  })
})
