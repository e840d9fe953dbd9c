import {
  defaultPaymentCurrencies,
  nativeTokens,
  OnrampOptionsReply,
  OnrampQuoteReply,
  onrampUrlCall,
} from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { devAccounts } from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MeldConfig } from '../onramp/onrampConfig.js'
import { openTestDatabase, type TestApi } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'
import { common, openSales, type Sales } from '../webhooks/test/openSales.js'

const [{ address }] = devAccounts

let database: Database
let sales: Sales
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
  sales = await openSales()
  api = await sales.open({ database })
})
afterAll(() => Promise.all([sales?.stop(), database?.close()]))

async function options(from = api): Promise<OnrampOptionsReply> {
  const answer = await from.get(`/v1/onramp/options?${common}`)
  expect(answer.status).toBe(200)
  return v.parse(OnrampOptionsReply, await answer.json())
}

/** Asks as kits do: with the objects of the options, whole. */
async function askQuote({
  symbol,
  currency = 'USD',
  amount = '100',
  network = symbol,
  provider,
}: {
  symbol: string
  currency?: string | undefined
  amount?: string | undefined
  network?: string | undefined
  provider?: string | undefined
}) {
  const { purchaseCurrencies, paymentCurrencies } = await options()
  return api.post(`/v1/onramp/quote?${common}`, {
    purchaseCurrency: purchaseCurrencies.find((each) => each.symbol === symbol) ?? { ...purchaseCurrencies[0], symbol },
    paymentCurrency: paymentCurrencies.find(({ id }) => id === currency) ?? { ...paymentCurrencies[0], id: currency },
    amount,
    network,
    provider,
  })
}

const meld = (part = {}) => v.parse(MeldConfig, { kind: 'meld', publicKey: 'k', ...part })

describe('[S7.19] what can be bought', () => {
  test('[S3.18] is every coin and token of the networks, each with where it is', async () => {
    const { purchaseCurrencies, providers } = await options()
    expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['ETH', 'WETH', 'DUSD', 'FYR', 'WBTC'])
    const place = { name: 'foyer-local', display_name: 'Foyer Local', chain_id: '31337' }
    expect(purchaseCurrencies[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: 'Ether',
      symbol: 'ETH',
      networks: [{ ...place, contract_address: nativeTokens.eip155 }],
    })
    expect(purchaseCurrencies[2]?.networks).toEqual([{ ...place, contract_address: sales.dollar }])
    expect(providers).toEqual([
      { id: 'desk', name: 'Card desk', families: ['eip155'], feePercent: '1.5', methods: ['card'], tracked: true },
    ])
  })

  test('[S3.19 S9.18] is paid in the configured money, by the ways that the providers take, within their limits', async () => {
    const card = [{ id: 'card', min: '10.00', max: '7500.00' }]
    expect((await options()).paymentCurrencies).toEqual([
      { id: 'USD', payment_method_limits: card },
      { id: 'EUR', payment_method_limits: card },
    ])
    const providers = [meld()]
    const currencies = ['USD', 'EUR'].map((id) => ({ id, usd: '1' }))
    const other = await sales.open({ database, config: { onramp: { providers, currencies } } })
    expect((await options(other)).paymentCurrencies).toEqual(defaultPaymentCurrencies)
  })

  test('is as little as the operator names', async () => {
    const assets = [`eip155:31337/erc20:${sales.dollar.toLowerCase()}`]
    const onramp = { providers: [meld()], assets, currencies: [{ id: 'USD', usd: '1' }] }
    const other = await sales.open({ database, config: { onramp } })
    expect((await options(other)).purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['DUSD'])
  })

  test('is nothing where no provider is configured, and asking on is refused in words', async () => {
    const bare = await sales.open({ database, config: { onramp: undefined } })
    expect(await options(bare)).toEqual({ purchaseCurrencies: [], paymentCurrencies: [], providers: [] })
    const { purchaseCurrencies, paymentCurrencies } = await options()
    const body = { purchaseCurrency: purchaseCurrencies[0], paymentCurrency: paymentCurrencies[0] }
    const quote = await bare.post(`/v1/onramp/quote?${common}`, { ...body, amount: '100', network: 'ETH' })
    expect(await refusalOf(quote)).toEqual([404, 'provider'])
    const wallets = { destinationWallets: [{ address }], partnerUserId: address, defaultExperience: 'buy' }
    expect(await refusalOf(await bare.post(`/v1/generators/onrampurl?${common}`, wallets))).toEqual([404, 'provider'])
  })
})

describe('[S7.20] an offer', () => {
  test('[S3.20] gives fees, subtotal, total, the amount bought, and its id', async () => {
    const answer = await askQuote({ symbol: 'DUSD' })
    expect(answer.status).toBe(200)
    const quote = v.parse(OnrampQuoteReply, await answer.json())
    expect(quote).toMatchObject({
      paymentTotal: { amount: '100', currency: 'USD' },
      coinbaseFee: { amount: '1.5', currency: 'USD' },
      networkFee: { currency: 'USD' },
      purchaseAmount: { currency: 'DUSD' },
      isEstimate: true,
    })
    expect(quote.quoteId).toMatch(/^[0-9a-f-]{36}$/)
    // A Digital Dollar is a dollar: what is got is what is left.
    expect(quote.purchaseAmount.amount).toBe(quote.paymentSubtotal.amount)
    expect(Number(quote.networkFee.amount)).toBeGreaterThan(0)
  })

  test('[S3.20] follows the price of the coin and of the money', async () => {
    const [dollars, euros] = await Promise.all(
      ['USD', 'EUR'].map(async (currency) => {
        const answer = await askQuote({ symbol: 'ETH', amount: '3000', currency, network: 'foyer-local' })
        return v.parse(OnrampQuoteReply, await answer.json())
      }),
    )
    expect(Number(dollars?.purchaseAmount.amount)).toBeCloseTo(0.985, 2)
    expect(Number(euros?.purchaseAmount.amount)).toBeCloseTo(0.985 * 1.1, 2)
  })

  test.each([
    [{ amount: '9.99' }, 400, 'amount'],
    [{ amount: '7500.01' }, 400, 'amount'],
    [{ amount: '10.001' }, 400, 'amount'],
    [{ amount: '-10' }, 400, 'amount'],
    [{ amount: '1e99' }, 400, 'amount'],
    [{ amount: 'ten' }, 400, 'amount'],
    [{ amount: '0' }, 400, 'amount'],
    [{ symbol: 'NONE' }, 404, 'purchaseCurrency'],
    [{ provider: 'nobody' }, 404, 'provider'],
    [{ currency: 'GBP' }, 404, 'paymentCurrency'],
  ])('is refused for %j', async (part, status, name) => {
    expect(await refusalOf(await askQuote({ symbol: 'ETH', ...part }))).toEqual([status, name])
  })

  test('is that of the provider that is asked for, each with its own fee', async () => {
    const currencies = [{ id: 'USD', usd: '1' }]
    const desk = { kind: 'desk', url: 'http://desk.example/', secret: 's'.repeat(32) } as const
    const providers = [meld({ feeBasisPoints: 100 }), { ...desk, feeBasisPoints: 200 }]
    const two = await sales.open({ database, config: { onramp: { providers, currencies } } })
    const { purchaseCurrencies, paymentCurrencies } = await options(two)
    const body = { purchaseCurrency: purchaseCurrencies[0], paymentCurrency: paymentCurrencies[0], amount: '100' }
    const fee = async (part: Readonly<Record<string, unknown>>) => {
      const answer = await two.post(`/v1/onramp/quote?${common}`, { ...body, network: 'ETH', ...part })
      return v.parse(OnrampQuoteReply, await answer.json()).coinbaseFee.amount
    }
    expect([await fee({}), await fee({ provider: 'meld' }), await fee({ provider: 'desk' })]).toEqual(['1', '1', '2'])
  })

  test.each(['10', '1e1', '10.00', '7500', '7.5e3'])('takes the amount %s as JavaScript writes it', async (amount) => {
    expect((await askQuote({ symbol: 'ETH', amount })).status).toBe(200)
  })

  test('is refused for a body that is none, and never repeats it', async () => {
    for (const body of ['', '{', '[]', '{"amount":"secret"}', JSON.stringify({ amount: 5 })]) {
      const answer = await api.post(`/v1/onramp/quote?${common}`, body)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain('secret')
    }
  })
})

describe('[S7.18] where a visitor goes to buy', () => {
  const wallets = { destinationWallets: [{ address, blockchains: ['ethereum'], assets: ['ETH'] }] }
  const asked = { ...wallets, partnerUserId: address, defaultExperience: 'buy' }
  const ask = (part: Readonly<Record<string, unknown>> = {}) =>
    api.post(`/v1/generators/onrampurl?${common}`, { ...asked, ...part })
  const orderOf = async (answer: Response) => {
    const { searchParams } = new URL(v.parse(onrampUrlCall.reply, await answer.json()).url)
    return JSON.parse(Buffer.from(searchParams.get('order') ?? '', 'base64url').toString())
  }

  test('is the provider’s page, with the wallet, the coin and the amount', async () => {
    const answer = await ask({ defaultNetwork: 'foyer-local', presetFiatAmount: 25.5 })
    expect(answer.status).toBe(200)
    expect(await orderOf(answer)).toMatchObject({
      projectId: 'demo',
      address,
      assets: ['ETH'],
      defaultNetwork: 'foyer-local',
      paymentAmount: '25.5',
    })
  })

  test('[F27] small amounts stay exact', async () => {
    expect(await orderOf(await ask({ presetCryptoAmount: 1e-7 }))).toMatchObject({ purchaseAmount: '0.0000001' })
    expect(await orderOf(await ask({ presetCryptoAmount: null }))).not.toHaveProperty('purchaseAmount')
  })

  test.each([
    [{ provider: 'meld' }, 404, 'provider'],
    [{ destinationWallets: [] }, 400, 'destinationWallets'],
    [{ destinationWallets: [{ address: '0x12' }] }, 400, 'destinationWallets.0.address'],
    [{ destinationWallets: [{ address: address.slice(2) }] }, 400, 'destinationWallets.0.address'],
    [{ presetFiatAmount: 10.001 }, 400, 'presetFiatAmount'],
    [{ presetFiatAmount: -5 }, 400, 'presetFiatAmount'],
    [{ defaultExperience: 'sell' }, 400, 'defaultExperience'],
    [{ partnerUserId: undefined }, 400, 'partnerUserId'],
  ])('is refused for %j', async (part, status, name) => {
    expect(await refusalOf(await ask(part))).toEqual([status, name])
  })

  test('[F28] no address is in the log', async () => {
    await ask({ presetFiatAmount: 25.5 })
    expect(api.logged.join('')).not.toContain(address.slice(2, 20))
  })
})
