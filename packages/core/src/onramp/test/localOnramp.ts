import { vi } from 'vitest'
import { fakeConnector } from '../../connector/test/fakeConnector.js'
import { type LocalAnswer, localServer } from '../../http/test/localServer.js'
import { type FakeKit, fakeKit } from '../../test/fakeKit.js'
import { defaultPaymentCurrencies, defaultPurchaseCurrencies } from '../../wire/onrampDefaults.js'
import type { OnrampProvider } from '../../wire/payments.js'
import type { Transaction, TransactionStatus } from '../../wire/transaction.js'

export const desk: OnrampProvider = {
  id: 'desk',
  name: 'Card desk',
  families: ['eip155'],
  feePercent: '1.5',
  methods: ['card'],
  tracked: true,
}

/** A window that was opened. */
export interface OpenedWindow {
  opener: unknown
  closed: boolean
  readonly shown: string[]
  readonly features: string
}

export interface LocalOnramp extends FakeKit {
  /** Returns the requests received at a path: the bodies, or the queries. */
  readonly asked: (path: string) => readonly string[]
  /** The server's history, which a test may change. */
  readonly purchases: Transaction[]
  readonly windows: readonly OpenedWindow[]
  /** Paths that are answered by a failure. */
  readonly failing: Set<string>
  /** The page's URL. */
  url: string
  /** The browser lets no window open from now on. */
  block(): void
  /** Waits for what the kit comes to by real requests; the kit's own waits stand still. */
  seen(holds: () => boolean): Promise<void>
  end(): Promise<void>
}

export const bought = (id: string, status: TransactionStatus, at: number): Transaction => ({
  id,
  metadata: {
    operationType: 'buy',
    hash: '',
    chain: 'eip155:1',
    minedAt: new Date(at).toISOString(),
    sentFrom: '',
    sentTo: '0xA1',
    status,
    nonce: 0,
  },
  transfers: [{ direction: 'in', quantity: { numeric: '98.5' }, fungible_info: { name: 'USD Coin', symbol: 'USDC' } }],
})

/** For tests: a connected kit whose operator's server sells, over real HTTP. Not exported by any entry. */
export async function openLocalOnramp(): Promise<LocalOnramp> {
  const purchases: Transaction[] = []
  const failing = new Set<string>()
  const asked: { readonly path: string; readonly what: string }[] = []
  const state = { url: 'https://desk.example/buy?order=1' }
  const money = (amount: string, currency: string) => ({ amount, currency })
  const answers: Readonly<Record<string, () => unknown>> = {
    '/v1/supported-chains': () => ({ http: ['eip155:1'], ws: [] }),
    '/v1/onramp/options': () => ({
      purchaseCurrencies: defaultPurchaseCurrencies,
      paymentCurrencies: defaultPaymentCurrencies,
      providers: [desk],
    }),
    '/v1/onramp/quote': () => ({
      paymentTotal: money('100', 'USD'),
      paymentSubtotal: money('98.5', 'USD'),
      purchaseAmount: money('98.5', 'USDC'),
      coinbaseFee: money('1.5', 'USD'),
      networkFee: money('0', 'USD'),
      quoteId: 'q',
    }),
    '/v1/generators/onrampurl': () => ({ url: state.url }),
    '/v1/account/0xA1/history': () => ({ data: purchases, next: null }),
  }
  const server = await localServer(({ url, body }): LocalAnswer => {
    asked.push({ path: url.pathname, what: body || url.search })
    const answer = answers[url.pathname]
    if (!answer) return { status: 404 }
    return failing.has(url.pathname) ? { status: 400, body: {} } : { body: answer() }
  })
  const windows: OpenedWindow[] = []
  let blocked = false
  const open = (_url: string, _target: string, features: string) => {
    if (blocked) return null
    const opened = { opener: window, closed: false, shown: [], features }
    windows.push(opened)
    return Object.assign(opened, {
      close: () => Object.assign(opened, { closed: true }),
      location: { replace: (url: string) => Reflect.apply(Array.prototype.push, opened.shown, [url]) },
    })
  }
  vi.stubGlobal('open', open)
  const kit = fakeKit({ api: server.origin, connectors: [fakeConnector()] })
  kit.foyer.start()
  await kit.foyer.connect({ connectorId: 'fake' })
  return {
    ...kit,
    purchases,
    windows,
    failing,
    get url() {
      return state.url
    },
    set url(url) {
      state.url = url
    },
    asked: (path) => asked.filter((each) => each.path === path).map(({ what }) => what),
    block() {
      blocked = true
    },
    async seen(holds) {
      await vi.waitUntil(holds, { interval: 1 })
    },
    async end() {
      vi.unstubAllGlobals()
      kit.foyer.stop()
      await server.close()
    },
  }
}
