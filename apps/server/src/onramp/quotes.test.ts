import { expect, test } from 'vitest'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { Purchasable } from './catalogue.js'
import type { OnrampProvider, OwnQuote } from './provider.js'
import { makeQuote, type UsdPrices } from './quotes.js'
import { AmountTooSmallError, ProviderUnavailableError } from './refusals.js'
import { ether } from './test/anOrder.js'

const dollar = 10n ** 18n
const { signal } = new AbortController()
const coin: Purchasable = {
  ...ether,
  chain: { ...ether.chain, id: 'eip155:1', name: 'Ethereum' },
  asset: 'eip155:1/slip44:60',
}

/** A hundred dollars' worth at 2,000 dollars, less three. */
const good: OwnQuote = { total: 10_000n, fee: 250n, sending: 50n, purchase: 48_500_000_000_000_000n, id: 'theirs' }
const known: UsdPrices = { usd: async () => 2_000n * dollar }

const quote = ({
  own = good,
  prices = known,
  usd = dollar,
}: {
  own?: OwnQuote
  prices?: UsdPrices
  usd?: bigint
} = {}) => {
  const provider: OnrampProvider = {
    id: 'coinbase',
    name: 'Coinbase',
    families: ['eip155'],
    methods: ['card'],
    feeBasisPoints: 150,
    tracked: true,
    opensSessions: true,
    quote: async () => own,
    urlFor: () => expect.fail('no page is opened'),
  }
  const asked = { provider, coin, money: { id: 'USD', usd }, total: 10_000n, place: undefined }
  return makeQuote({ ...asked, prices, uuid: () => 'ours', signal })
}

test('[S3.20] what a provider itself offers is said as it is, and adds up', async () => {
  expect(await quote()).toEqual({
    paymentTotal: { amount: '100', currency: 'USD' },
    paymentSubtotal: { amount: '97', currency: 'USD' },
    purchaseAmount: { amount: '0.0485', currency: 'ETH' },
    coinbaseFee: { amount: '2.5', currency: 'USD' },
    networkFee: { amount: '0.5', currency: 'USD' },
    quoteId: 'theirs',
    isEstimate: true,
  })
})

test('[F27] an offer for another amount, or at a price that can’t be, is none', async () => {
  const wrong = [
    { own: { ...good, total: 10_001n } },
    { own: { ...good, purchase: good.purchase / 2n } },
    { own: { ...good, purchase: good.purchase * 10n } },
    { usd: 2n * dollar },
  ]
  for (const part of wrong) await expect(quote(part)).rejects.toBeInstanceOf(ProviderUnavailableError)
  for (const part of [{ fee: 9_950n }, { purchase: 0n }]) {
    await expect(quote({ own: { ...good, ...part } })).rejects.toBeInstanceOf(AmountTooSmallError)
  }
})

test('where the price is known to nobody here, the provider’s is taken', async () => {
  const own = { ...good, purchase: good.purchase / 2n }
  const away = async () => {
    throw new UpstreamError({ code: 'unreachable', host: 'node.example', delivered: false })
  }
  for (const usd of [async () => null, away]) {
    expect((await quote({ own, prices: { usd } })).purchaseAmount.amount).toBe('0.02425')
  }
})
