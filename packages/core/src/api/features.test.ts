import { afterEach, describe, expect, test } from 'vitest'
import { nativeTokens } from '../chain/families.js'
import type { LocalAnswer } from '../http/test/localServer.js'
import { defaultPaymentCurrencies, defaultPurchaseCurrencies } from '../wire/onrampDefaults.js'
import type { Transaction } from '../wire/transaction.js'
import { history, prices, revokeSmartSession, smartSessions } from './account.js'
import { image, wallets } from './directory.js'
import { nameSuggestions, namesOf, registerName, resolveName } from './names.js'
import { onrampOptions, onrampQuote, onrampUrl, payExchanges, payStatus, payUrl } from './payments.js'
import { buildApproval, buildSwap, gasPrices, swapAllowance, swapQuotes, swapTokens } from './swaps.js'
import { answersAt, type LocalApi, openLocalApi } from './test/localApi.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' as const
const account = `eip155:1:${address}` as const
const from = `eip155:1:${nativeTokens.eip155}` as const
const to = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const pci = '5f0d5f6e-7b36-4f4f-9d86-7d9f0e7b1c11'
const common = { projectId: 'my-project', st: 'appkit', sv: 'react-evm-1.7.6' }

let local: LocalApi
afterEach(() => local?.close())

/** Opens a client on a served network, or on one that isn't. */
async function open(
  answers: Readonly<Record<string, LocalAnswer>>,
  network: 'eip155:1' | 'eip155:31337' = 'eip155:1',
): Promise<LocalApi> {
  const chains = { '/v1/supported-chains': { body: { http: ['eip155:1'], ws: [] } } }
  local = await openLocalApi({ answer: answersAt({ ...chains, ...answers }), options: { network: () => network } })
  return local
}

const query = (path: string) => Object.fromEntries(local.asked(path)[0]?.url.searchParams ?? [])
const body = (path: string): unknown => JSON.parse(local.asked(path)[0]?.body ?? 'null')

describe('history', () => {
  const path = `/v1/account/${address}/history`
  const transaction = (id: string, own: Partial<Transaction> = {}, chain = 'eip155:1'): Transaction => ({
    id,
    metadata: {
      operationType: 'receive',
      hash: `0x${id}`,
      chain,
      minedAt: '2026-01-01T00:00:00Z',
      sentFrom: '0x1',
      sentTo: '0x2',
      status: 'confirmed',
      nonce: 1,
    },
    transfers: [],
    ...own,
  })
  const nft = (spam: boolean) =>
    ({ nft_info: { flags: { is_spam: spam } }, direction: 'in', quantity: { numeric: '1' } }) as const
  const coins = { fungible_info: { symbol: 'ETH' }, direction: 'in', quantity: { numeric: '0.5' } } as const

  test('[S7.5 S3.14] a page of the network, and the next one by its cursor', async () => {
    const data = [transaction('a', { transfers: [coins] })]
    const { api } = await open({ [path]: { body: { data, next: 'older' } } })
    expect(await history(api, { address, cursor: 'this', onramp: 'coinbase' })).toEqual({ data, next: 'older' })
    expect(query(path)).toEqual({ ...common, cursor: 'this', onramp: 'coinbase', chainId: 'eip155:1' })
  })

  test('[S5.16] what moved nothing but spam is hidden; what moved something else too is not', async () => {
    const mixed = transaction('mixed', { transfers: [nft(true), coins] })
    const clean = transaction('clean', { transfers: [nft(false)] })
    const call = transaction('call')
    const spam = transaction('spam', { transfers: [nft(true), nft(true)] })
    const { api } = await open({ [path]: { body: { data: [spam, mixed, clean, call], next: null } } })
    expect((await history(api, { address })).data).toEqual([mixed, clean, call])
  })

  test('[S5.17] what happened on another network is not shown', async () => {
    const here = transaction('here')
    const { api } = await open({
      [path]: { body: { data: [transaction('there', {}, 'eip155:137'), here], next: null } },
    })
    expect((await history(api, { address })).data).toEqual([here])
  })
})

test('[S7.8] prices are asked in the body, project and all', async () => {
  const fungibles = [{ name: 'Ether', symbol: 'ETH', iconUrl: '', price: 3000, address: from }]
  const { api } = await open({ '/v1/fungible/price': { body: { fungibles } } })
  expect(await prices(api, { addresses: [from] })).toEqual({ fungibles })
  expect(body('/v1/fungible/price')).toEqual({ currency: 'usd', addresses: [from], projectId: 'my-project' })
  expect(query('/v1/fungible/price')).toEqual({})
})

describe('swaps', () => {
  const tx = { from: to, to, data: '0x01', value: '0', eip155: { gas: 1, gasPrice: '2' } }

  test('[S7.7 S3.16] tokens', async () => {
    const tokens = [{ name: 'USD Coin', symbol: 'USDC', address: to, decimals: 6, logoUri: '' }]
    const { api } = await open({ '/v1/convert/tokens': { body: { tokens } } })
    expect(await swapTokens(api)).toEqual({ tokens })
    expect(query('/v1/convert/tokens')).toEqual({ ...common, chainId: 'eip155:1' })
  })

  test('[S7.6] quotes: amounts in base units, the account plain', async () => {
    const quote = { id: null, fromAmount: '1', fromAccount: from, toAmount: '2', toAccount: to }
    const { api } = await open({ '/v1/convert/quotes': { body: { quotes: [quote] } } })
    const amount = 10n ** 30n
    expect(await swapQuotes(api, { amount, userAddress: address, from, to, gasPrice: 7n })).toEqual({ quotes: [quote] })
    const asked = { amount: '1000000000000000000000000000000', userAddress: address, from, to, gasPrice: '7' }
    expect(query('/v1/convert/quotes')).toEqual({ ...common, ...asked })
  })

  test('[S7.9] allowance', async () => {
    const { api } = await open({ '/v1/convert/allowance': { body: { allowance: `${2n ** 256n - 1n}` } } })
    expect(await swapAllowance(api, { tokenAddress: to, userAddress: account })).toBe(2n ** 256n - 1n)
    expect(query('/v1/convert/allowance')).toEqual({ ...common, tokenAddress: to, userAddress: account })
  })

  test('[S7.10] gas prices', async () => {
    const { api } = await open({ '/v1/convert/gas-price': { body: { standard: '1', fast: '2', instant: '3' } } })
    expect(await gasPrices(api)).toEqual({ standard: 1n, fast: 2n, instant: 3n })
    expect(query('/v1/convert/gas-price')).toEqual({ ...common, chainId: 'eip155:1' })
  })

  test('[S7.11 S9.10] a swap is built with a slippage of 1 %, project in the body', async () => {
    const built = { from: account, to, data: '0x', amount: '5', eip155: { gas: '1', gasPrice: '2' } }
    const { api } = await open({ '/v1/convert/build-transaction': { body: { tx: built } } })
    const swap = { amount: 5n, userAddress: account, from, to, minAmount: 4n } as const
    expect(await buildSwap(api, swap)).toEqual({ tx: built })
    expect(body('/v1/convert/build-transaction')).toEqual({
      amount: '5',
      eip155: { slippage: 1 },
      projectId: 'my-project',
      from,
      to,
      userAddress: account,
      disableEstimate: true,
      minAmount: '4',
    })
    expect(query('/v1/convert/build-transaction')).toEqual({})
  })

  test('[S7.11] a swap is built with the slippage that was set', async () => {
    const built = { from: account, to, data: '0x', amount: '5', eip155: { gas: '1', gasPrice: '2' } }
    const { api } = await open({ '/v1/convert/build-transaction': { body: { tx: built } } })
    await buildSwap(api, { amount: 5n, userAddress: account, from, to, slippagePercent: 0.5 })
    expect(body('/v1/convert/build-transaction')).toMatchObject({ eip155: { slippage: 0.5 } })
  })

  test('[S7.12] an approval is built for exactly the amount', async () => {
    const { api } = await open({ '/v1/convert/build-approve': { body: { tx } } })
    expect(await buildApproval(api, { userAddress: account, from: to, to: from, amount: 5n })).toEqual({ tx })
    const asked = { userAddress: account, from: to, to: from, amount: '5' }
    expect(query('/v1/convert/build-approve')).toEqual({ ...common, ...asked })
  })

  test('[F22] what is built is asked for once, whatever comes', async () => {
    const { api, settled, asked } = await open({ '/v1/convert/build-transaction': { status: 503 } })
    const ended = await settled(buildSwap(api, { amount: 5n, userAddress: account, from, to }))
    expect(ended).toMatchObject({ error: { code: 'http', status: 503 } })
    expect(asked('/v1/convert/build-transaction')).toHaveLength(1)
  })
})

describe('names', () => {
  const record = {
    name: 'alice.foyer.id',
    registered: 1,
    updated: 2,
    addresses: { '2147483649': { address, created: '2026-01-01T00:00:00Z' } },
    attributes: [{}],
  }
  const registration = { coin_type: 2147483649, address, message: '{}', signature: '0x1111' } as const
  const refusal = {
    status: 404,
    body: {
      status: 'FAILED',
      reasons: [
        { name: 'name', description: 'It is not registered.' },
        { name: 'name', description: 'Another.' },
      ],
    },
  }

  test('[S7.14] a name’s record', async () => {
    const { api } = await open({ '/v1/profile/account/alice.foyer.id': { body: record } })
    expect(await resolveName(api, { name: 'alice.foyer.id' })).toEqual(record)
    expect(query('/v1/profile/account/alice.foyer.id')).toEqual({ ...common, apiVersion: '2' })
  })

  test('[S7.15] an address’s names', async () => {
    const path = `/v1/profile/reverse/${address}`
    const { api } = await open({ [path]: { body: [record] } })
    expect(await namesOf(api, { address, sender: address })).toEqual([record])
    expect(query(path)).toEqual({ ...common, sender: address, apiVersion: '2' })
  })

  test('[S7.16 S3.21] suggestions in a zone', async () => {
    const suggestions = [{ name: 'alice1.foyer.id', registered: false }]
    const { api } = await open({ '/v1/profile/suggestions/alice': { body: { suggestions } } })
    expect(await nameSuggestions(api, { name: 'alice', zone: 'foyer.id' })).toEqual({ suggestions })
    expect(query('/v1/profile/suggestions/alice')).toEqual({ ...common, zone: 'foyer.id' })
  })

  test('[S7.17] a registration is sent as it was signed', async () => {
    const { api } = await open({ '/v1/profile/account': { body: { success: true } } })
    expect(await registerName(api, { name: record.name, registration })).toBe(true)
    expect(body('/v1/profile/account')).toEqual(registration)
    expect(query('/v1/profile/account')).toEqual({})
  })

  const calls = {
    'Error resolving name': (local: LocalApi) => resolveName(local.api, { name: 'alice.foyer.id' }),
    'Error fetching names for address': (local: LocalApi) => namesOf(local.api, { address }),
    'Error fetching name suggestions': (local: LocalApi) => nameSuggestions(local.api, { name: 'a', zone: 'z' }),
    'Error registering name alice.foyer.id': (local: LocalApi) =>
      registerName(local.api, { name: 'alice.foyer.id', registration }),
  }

  test.each(Object.entries(calls))('[S8.19] %s, unless the server says why', async (sentence, call) => {
    const silent = await openLocalApi({ answer: gated({ status: 500 }) })
    expect(await silent.settled(call(silent))).toMatchObject({ error: { code: 'name_service', message: sentence } })
    await silent.close()
    const saying = await openLocalApi({ answer: gated(refusal) })
    expect(await saying.settled(call(saying))).toMatchObject({ error: { message: 'It is not registered.' } })
    await saying.close()
  })

  const gated =
    (answer: LocalAnswer) =>
    ({ url }: { readonly url: URL }): LocalAnswer =>
      url.pathname === '/v1/supported-chains' ? { body: { http: ['eip155:1'], ws: [] } } : answer

  test('an aborted call rejects with AbortedError, not with the name’s failure', async () => {
    const { api } = await open({ '/v1/profile/account/alice.foyer.id': { end: 'never' } })
    const controller = new AbortController()
    const call = resolveName(api, { name: 'alice.foyer.id', signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toMatchObject({ code: 'aborted' })
  })
})

describe('buying', () => {
  const [paymentCurrency] = defaultPaymentCurrencies
  const [purchaseCurrency] = defaultPurchaseCurrencies

  test('[S7.19 S3.18 S3.19] options', async () => {
    const reply = { purchaseCurrencies: [purchaseCurrency], paymentCurrencies: [paymentCurrency] }
    const { api } = await open({ '/v1/onramp/options': { body: reply } })
    expect(await onrampOptions(api)).toEqual(reply)
    expect(query('/v1/onramp/options')).toEqual(common)
  })

  test('[S7.20 S3.20] a quote, both currencies sent whole', async () => {
    const money = { amount: '1.00', currency: 'USD' }
    const quote = {
      paymentTotal: money,
      paymentSubtotal: money,
      purchaseAmount: money,
      coinbaseFee: money,
      networkFee: money,
      quoteId: 'q',
    }
    const { api } = await open({ '/v1/onramp/quote': { body: quote } })
    const asked = { purchaseCurrency, paymentCurrency, amount: '100', network: 'USDC' }
    expect(await onrampQuote(api, asked)).toEqual(quote)
    expect(body('/v1/onramp/quote')).toEqual(asked)
    expect(query('/v1/onramp/quote')).toEqual(common)
  })

  test('[S7.18] where to buy', async () => {
    const { api } = await open({ '/v1/generators/onrampurl': { body: { url: 'https://desk.example' } } })
    const asked = {
      destinationWallets: [{ address }],
      defaultNetwork: 'base',
      partnerUserId: address,
      presetCryptoAmount: 2,
      presetFiatAmount: 100,
    }
    expect(await onrampUrl(api, asked)).toBe('https://desk.example')
    expect(body('/v1/generators/onrampurl')).toEqual({ ...asked, defaultExperience: 'buy' })
  })
})

describe('paying from an exchange', () => {
  const path = '/v1/json-rpc'
  const result = (value: unknown): LocalAnswer => ({ body: { jsonrpc: '2.0', id: 1, result: value } })

  test('the three methods, as JSON-RPC', async () => {
    const exchanges = { exchanges: [{ id: 'x', name: 'X', imageUrl: '' }], total: 1 }
    const first = await open({ [path]: result(exchanges) })
    expect(await payExchanges(first.api)).toEqual(exchanges)
    expect(body(path)).toEqual({ jsonrpc: '2.0', id: 1, method: 'reown_getExchanges', params: { page: 0 } })
    await first.close()
    const params = { exchangeId: 'x', asset: 'eip155:1/slip44:60', amount: '1', recipient: account }
    const second = await open({ [path]: result({ url: 'https://x.example', sessionId: 's' }) })
    expect(await payUrl(second.api, params)).toEqual({ url: 'https://x.example', sessionId: 's' })
    expect(body(path)).toMatchObject({ method: 'reown_getExchangePayUrl', params })
    await second.close()
    const third = await open({ [path]: result({ status: 'SUCCESS', txHash: '0x1' }) })
    expect(await payStatus(third.api, { sessionId: 's', exchangeId: 'x' })).toEqual({
      status: 'SUCCESS',
      txHash: '0x1',
    })
    expect(body(path)).toMatchObject({ method: 'reown_getExchangeBuyStatus' })
  })

  test('an error is the server’s own; an answer of another shape rejects with the field’s name', async () => {
    const failing = await open({ [path]: { body: { id: 1, error: { code: -32602, message: 'X is not supported' } } } })
    await expect(payExchanges(failing.api)).rejects.toMatchObject({ code: 'json_rpc', rpcCode: -32602 })
    await failing.close()
    const { api } = await open({ [path]: result({ status: 'MAYBE' }) })
    const call = payStatus(api, { sessionId: 's', exchangeId: 'x' })
    await expect(call).rejects.toMatchObject({ code: 'invalid_response', field: 'status' })
  })
})

describe('smart sessions', () => {
  test('[S7.21] an account’s', async () => {
    const path = `/v1/sessions/${encodeURIComponent(account)}`
    const { api } = await open({ [path]: { body: [] } })
    expect(await smartSessions(api, { account })).toEqual([])
    expect(query(path)).toEqual(common)
  })

  test('[S7.22 S3.22] one is revoked by its id and the account’s signature', async () => {
    const path = `/v1/sessions/${encodeURIComponent(account)}/revoke`
    const { api } = await open({ [path]: { body: { success: true } } })
    expect(await revokeSmartSession(api, { account, pci, signature: '0x11' })).toBe(true)
    expect(body(path)).toEqual({ pci, signature: '0x11' })
  })
})

describe('the directory', () => {
  const wallet = { id: 'a'.repeat(64), name: 'Maple' }

  test('[S7.23 S7.24 S3.1 S9.3] a page of 40 unless said, whatever the network', async () => {
    const { api } = await open({ '/getWallets': { body: { data: [wallet], count: 1 } } }, 'eip155:31337')
    expect(await wallets(api)).toEqual({ data: [wallet], count: 1 })
    expect(query('/getWallets')).toEqual({ ...common, page: '1', entries: '40' })
  })

  test('[S7.23] every filter travels as text', async () => {
    const { api } = await open({ '/getWallets': { body: { data: [], count: 0 } } })
    await wallets(api, {
      page: 2,
      entries: 100,
      include: ['a', 'b'],
      exclude: ['c'],
      networks: ['eip155:1', 'eip155:10'],
      search: ' map ',
      certified: true,
    })
    const lists = { include: 'a,b', exclude: 'c', chains: 'eip155:1,eip155:10', search: 'map', badge_type: 'certified' }
    expect(query('/getWallets')).toEqual({ ...common, page: '2', entries: '100', ...lists })
  })

  test.each([
    ['wallet', '/getWalletImage/x'],
    ['asset', '/public/getAssetImage/x'],
    ['currency', '/public/getCurrencyImage/x'],
    ['token', '/public/getTokenImage/x'],
  ] as const)('[S7.25 S7.26] the picture of a %s is a blob', async (of, path) => {
    const { api } = await open({ [path]: { body: '<svg/>', headers: { 'content-type': 'image/svg+xml' } } })
    const blob = await image(api, { of, id: 'x' })
    expect([blob.type, await blob.text()]).toEqual(['image/svg+xml', '<svg/>'])
    expect(query(path)).toEqual(common)
  })
})

test('[S7.2 S8.15 S8.16] on a network that isn’t served each call answers what stands for nothing, and asks nothing', async () => {
  const { api, requests } = await open({}, 'eip155:31337')
  const [paymentCurrency] = defaultPaymentCurrencies
  const [purchaseCurrency] = defaultPurchaseCurrencies
  const registration = { coin_type: 1, address, message: '{}', signature: '0x' } as const
  expect(await history(api, { address })).toEqual({ data: [], next: null })
  expect(await prices(api, { addresses: [from] })).toEqual({ fungibles: [] })
  expect(await swapTokens(api)).toEqual({ tokens: [] })
  expect(await swapQuotes(api, { amount: 1n, userAddress: address, from, to })).toEqual({ quotes: [] })
  expect(await swapAllowance(api, { tokenAddress: to, userAddress: account })).toBe(0n)
  const unsupported = (asked: string) => ({ code: 'swap_not_supported', message: `Network not supported for ${asked}` })
  const swap = { amount: 1n, userAddress: account, from, to } as const
  await expect(gasPrices(api)).rejects.toMatchObject(unsupported('Gas Price'))
  await expect(buildSwap(api, swap)).rejects.toMatchObject(unsupported('Swaps'))
  await expect(buildApproval(api, swap)).rejects.toMatchObject(unsupported('Swaps'))
  expect(await resolveName(api, { name: 'alice.foyer.id' })).toBeNull()
  expect(await namesOf(api, { address })).toEqual([])
  expect(await nameSuggestions(api, { name: 'alice', zone: 'z' })).toEqual({ suggestions: [] })
  expect(await registerName(api, { name: 'alice.foyer.id', registration })).toBe(false)
  expect(await onrampOptions(api)).toEqual({ purchaseCurrencies: [], paymentCurrencies: [] })
  expect(await onrampQuote(api, { purchaseCurrency, paymentCurrency, amount: '1', network: 'x' })).toBeNull()
  expect(await onrampUrl(api, { destinationWallets: [{ address }], partnerUserId: address })).toBe('')
  expect(await smartSessions(api, { account })).toEqual([])
  expect(await revokeSmartSession(api, { account, pci, signature: '0x' })).toBe(false)
  expect(requests.map(({ url }) => url.pathname)).toEqual(['/v1/supported-chains'])
})
