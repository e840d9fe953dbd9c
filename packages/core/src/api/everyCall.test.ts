import { afterEach, expect, test } from 'vitest'
import type { NetworkId } from '../chain/ids.js'
import * as wire from '../wire/index.js'
import { defaultPaymentCurrencies, defaultPurchaseCurrencies } from '../wire/onrampDefaults.js'
import { approvals, balance, history, identity, nfts, prices, revokeSmartSession, smartSessions } from './account.js'
import { nameSuggestions, namesOf, nameZone, registerName, resolveName } from './names.js'
import { onrampOptions, onrampQuote, onrampUrl } from './payments.js'
import type { Api } from './project.js'
import { buildApproval, buildSwap, gasPrices, swapAllowance, swapQuotes, swapTokens } from './swaps.js'
import { answersAt, type LocalApi, openLocalApi } from './test/localApi.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' as const
const account = `eip155:1:${address}` as const
const [from, to] = [account, 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'] as const
const pair = { userAddress: account, from, to, amount: 1n }
const registration = { coin_type: 60, address, message: '{}', signature: '0x' } as const
const [purchaseCurrency = expect.fail()] = defaultPurchaseCurrencies
const [paymentCurrency = expect.fail()] = defaultPaymentCurrencies

/** Each call of the blockchain API [S7.4–S7.22] and of ours beside it, by its id. */
const calls: Readonly<Record<string, (api: Api, networkId: NetworkId) => Promise<unknown>>> = {
  getIdentity: (api) => identity(api, { address }),
  getBalance: (api) => balance(api, { address }),
  getHistory: (api) => history(api, { address }),
  listNfts: (api, networkId) => nfts(api, { address, networkId }),
  listApprovals: (api, networkId) => approvals(api, { address, networkId }),
  getFungiblePrice: (api) => prices(api, { addresses: [from] }),
  listSmartSessions: (api) => smartSessions(api, { account }),
  revokeSmartSession: (api) => revokeSmartSession(api, { account, pci: 'pci', signature: '0x' }),
  resolveName: (api) => resolveName(api, { name: 'ada.foyer.id' }),
  listNamesOfAddress: (api) => namesOf(api, { address }),
  getNameZone: (api) => nameZone(api),
  suggestNames: (api) => nameSuggestions(api, { name: 'ada', zone: 'foyer.id' }),
  registerName: (api) => registerName(api, { name: 'ada.foyer.id', registration }),
  getOnrampOptions: (api) => onrampOptions(api),
  getOnrampQuote: (api) => onrampQuote(api, { purchaseCurrency, paymentCurrency, amount: '1', network: 'USDC' }),
  getOnrampUrl: (api) => onrampUrl(api, { destinationWallets: [{ address }], partnerUserId: address }),
  listSwapTokens: (api) => swapTokens(api),
  getSwapQuotes: (api) => swapQuotes(api, { ...pair, userAddress: address }),
  getGasPrice: (api) => gasPrices(api),
  getSwapAllowance: (api) => swapAllowance(api, { tokenAddress: from, userAddress: account }),
  buildSwapApproval: (api) => buildApproval(api, pair),
  buildSwapTransaction: (api) => buildSwap(api, { ...pair, minAmount: 1n }),
}

/** Which say their project in the body, and the one whose body is signed for the project: on the original's wire they have no query. */
const withoutQuery = { getFungiblePrice: 'my-project', buildSwapTransaction: 'my-project', registerName: undefined }

/** Of the server's own: asked for the network of a request, whichever is active, and by wallets. */
const notAsked = [
  ...['simulate', 'grantSmartSession', 'activateSmartSession'],
  ...['quoteRedeeming', 'readRedeeming', 'redeemSmartSession'],
]

let local: LocalApi
afterEach(() => local?.close())

test('no call of the blockchain API is left out here', () => {
  const folders = /^\/v1\/(identity|account|convert|fungible|profile|generators|onramp|sessions)\//
  const isCall = (each: unknown): each is wire.Call => Object(each).path !== undefined && Object(each).id !== undefined
  const ids = Object.values(wire).flatMap((each) => (isCall(each) && folders.test(each.path) ? [each.id] : []))
  expect(Object.keys(calls).sort()).toEqual(ids.filter((id) => !notAsked.includes(id)).sort())
})

test.each(Object.entries(calls))(
  '[S7.1] %s looks first whether the network is supported, and says kit, version and project',
  async (id, call) => {
    let network: 'eip155:1' | 'eip155:31337' = 'eip155:31337'
    const answer = answersAt({ '/v1/supported-chains': { body: { http: ['eip155:1'], ws: [] } } })
    local = await openLocalApi({ answer, options: { network: () => network } })
    const paths = () => local.requests.map(({ url }) => url.pathname)
    await local.settled(call(local.api, network))
    expect(paths()).toEqual(['/v1/supported-chains'])
    network = 'eip155:1'
    await local.settled(call(local.api, network))
    expect(paths()[0]).toBe('/v1/supported-chains')
    expect(local.requests.length).toBeGreaterThan(1)
    for (const { url, body } of local.requests.slice(1)) {
      if (Object.hasOwn(withoutQuery, id))
        expect(Object(JSON.parse(body || '{}')).projectId).toBe(Reflect.get(withoutQuery, id))
      else
        expect(Object.fromEntries(url.searchParams)).toMatchObject({
          projectId: 'my-project',
          st: 'appkit',
          sv: 'react-evm-1.7.6',
        })
    }
  },
)
