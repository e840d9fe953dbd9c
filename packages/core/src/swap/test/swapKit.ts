import { nativeTokens } from '../../chain/families.js'
import type { FamilyActions, MinedTransaction, SwapTerms } from '../../connector/family.js'
import { account, fakeConnector } from '../../connector/test/fakeConnector.js'
import { type LocalAnswer, type LocalRequest, localServer } from '../../http/test/localServer.js'
import { mainnet, sepolia } from '../../networks/known.js'
import { type FakeKit, fakeAdapter, fakeKit } from '../../test/fakeKit.js'
import type { SwapBeginning, SwapState } from '../swapFigures.js'
import { type SwapRoom, swapOf, watchSwap } from '../swapRoom.js'

export const owner = '0x00000000000000000000000000000000000000A1'
export const router = '0x00000000000000000000000000000000000000f1'
export const usd = 'eip155:1:0x00000000000000000000000000000000000000d1'
export const eth: `eip155:1:${string}` = `eip155:1:${nativeTokens.eip155}`

export const token = (symbol: string, address: string, decimals: number): object => ({
  symbol,
  name: symbol,
  address,
  decimals,
  logoUri: '',
})

/** A holding as the server lists it. */
export const balanceOf = (
  symbol: 'ETH' | 'USD',
  { numeric, price }: { readonly numeric: string; readonly price: number },
): object => ({
  ...{ name: symbol, symbol, chainId: 'eip155:1', price, iconUrl: '' },
  ...(symbol === 'USD' ? { address: usd } : {}),
  quantity: { decimals: symbol === 'USD' ? '6' : '18', numeric },
})

/** The transaction that the server builds. */
export const tx = {
  from: `eip155:1:${owner}`,
  to: `eip155:1:${router}`,
  data: '0x02',
  amount: '1',
  eip155: { gas: '1', gasPrice: '1' },
}
/** A token is sold, so that an approval comes first. */
export const sold = { fromToken: 'USD', toToken: 'ETH', amount: '40' }
export const isQuoted = ({ quoting }: SwapState): boolean => quoting.status === 'ready'

/** The server's answers; a test changes what it wants changed. */
export interface SwapAnswers {
  tokens: LocalAnswer
  quote: LocalAnswer
  allowance: LocalAnswer
  approval: LocalAnswer
  transaction: LocalAnswer
  gas: LocalAnswer
  balances: LocalAnswer
}

export const quoteOf = (toAmount: string, own: object = {}): LocalAnswer => ({
  body: {
    quotes: [
      {
        id: null,
        fromAmount: '1',
        fromAccount: eth,
        toAmount,
        toAccount: usd,
        fee: { bps: 85, amount: '1' },
        target: `eip155:1:${router}`,
        spender: `eip155:1:${router}`,
        ...own,
      },
    ],
  },
})

export interface SwapKit extends FakeKit {
  readonly room: SwapRoom
  readonly answers: SwapAnswers
  readonly asked: (path: string) => readonly LocalRequest[]
  /** All that the server was asked. */
  readonly requests: () => readonly LocalRequest[]
  /** The price of each token, by its address. */
  readonly prices: Record<string, number>
  /** Paths that answer with an error. */
  readonly failing: Set<string>
  /** Waits for the next error. */
  readonly reported: () => Promise<void>
  /** Waits until the server is asked nothing any more, as far as the clock stands. */
  readonly quiet: () => Promise<void>
  /** The calls that the wallet was asked to send, and its behaviour at the next request. */
  readonly calls: unknown[]
  readonly wallet: { fails: unknown; mined: Partial<MinedTransaction> | Promise<Partial<MinedTransaction>> }
  /** The terms that the family was given to compare. */
  readonly terms: SwapTerms[]
  readonly family: Partial<FamilyActions>
  readonly watch: (beginning?: SwapBeginning) => () => void
  /** Waits for a state, going through every wait that is shorter than five seconds. */
  readonly reached: (holds: (state: SwapState) => boolean) => Promise<SwapState>
  /** From the beginning to the review, in which the next request to the wallet is prepared. */
  readonly reviewed: (beginning?: SwapBeginning) => Promise<SwapState>
  /** The functions that `close` calls. */
  readonly stops: (() => void)[]
  readonly close: () => Promise<void>
}

/** For tests: a connected kit at a server whose answers can be changed. */
export async function openSwapKit({
  swaps = true,
  lacks = [],
  ...own
}: Partial<FamilyActions> & {
  readonly swaps?: boolean
  /** The actions that the family lacks. */
  readonly lacks?: readonly (keyof FamilyActions)[]
} = {}): Promise<SwapKit> {
  const answers: SwapAnswers = {
    tokens: { body: { tokens: swaps ? [token('ETH', eth, 18), token('USD', usd, 6)] : [] } },
    quote: quoteOf('2900000000'),
    allowance: { body: { allowance: '0' } },
    approval: {
      body: { tx: { from: usd, to: usd, data: '0x01', value: '0', eip155: { gas: 50_000, gasPrice: '1' } } },
    },
    transaction: { body: { tx } },
    gas: { body: { standard: '1', fast: '2000000000', instant: '3' } },
    balances: {
      body: {
        balances: [balanceOf('ETH', { numeric: '5', price: 3000 }), balanceOf('USD', { numeric: '40', price: 1 })],
      },
    },
  }
  const prices: Record<string, number> = { [eth]: 3000, [usd]: 1 }
  const failing = new Set<string>()
  const server = await localServer((request) =>
    failing.has(request.url.pathname) ? { status: 400 } : answerOf({ request, answers, prices }),
  )
  const calls: unknown[] = []
  const terms: SwapTerms[] = []
  const wallet: SwapKit['wallet'] = { fails: undefined, mined: {} }
  const family: Partial<FamilyActions> = {
    isSameAddress: (one, other) => one.toLowerCase() === other.toLowerCase(),
    readApproval: (request) => {
      terms.push(request.terms)
      return { call: request.built, amount: request.terms.amount }
    },
    readSwap: (request) => {
      terms.push(request.terms)
      return { call: request.built, amount: request.terms.minimum }
    },
    sendCall: async ({ call }) => {
      calls.push(call)
      if (wallet.fails) throw await wallet.fails
      return { hash: `0x${calls.length}` }
    },
    waitForTransaction: async ({ hash }) => ({ hash, status: 'success' as const, ...(await wallet.mined) }),
    ...own,
  }
  for (const each of lacks) delete family[each]
  const connector = fakeConnector({ accounts: [account(owner), account('0x00000000000000000000000000000000000000A2')] })
  const adapter = fakeAdapter('eip155', { actions: async () => ({ nativeBalance: async () => 1n, ...family }) })
  const kit = fakeKit({
    api: server.origin,
    connectors: [connector],
    networks: [mainnet, sepolia],
    adapters: [adapter],
  })
  kit.foyer.start()
  await kit.clock.until(kit.foyer.connect({ connectorId: 'fake' }))
  const room = swapOf(kit.foyer)
  const stops: (() => void)[] = []
  const watch: SwapKit['watch'] = (beginning) => watchSwap(kit.foyer, beginning, () => {})
  const reached: SwapKit['reached'] = (holds) =>
    kit.clock.until(
      new Promise((resolve) => {
        const check = () => {
          if (!holds(room.get())) return
          stop()
          resolve(room.get())
        }
        const stop = room.subscribe(check)
        queueMicrotask(check)
      }),
    )
  return {
    ...kit,
    room,
    answers,
    requests: () => server.requests,
    prices,
    failing,
    reported: () =>
      new Promise((resolve) => {
        const stop = kit.foyer.onError(() => {
          stop()
          resolve()
        })
      }),
    quiet: async () => {
      let before = -1
      while (before !== server.requests.length) {
        before = server.requests.length
        for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve))
      }
    },
    asked: (path) => server.requests.filter(({ url }) => url.pathname === path),
    calls,
    wallet,
    terms,
    family,
    watch,
    reached,
    async reviewed(beginning = { toToken: 'USD' }) {
      stops.push(watch(beginning))
      await reached(isQuoted)
      stops.push(room.review())
      return reached(({ step: { status } }) => status !== 'preparing')
    },
    stops,
    close: async () => {
      for (const stop of stops.splice(0)) stop()
      kit.foyer.stop()
      await server.close()
    },
  }
}

/** Answers a request: what is sold is what was asked for. */
function answerOf({
  request: { url, body },
  answers,
  prices,
}: {
  request: LocalRequest
  answers: SwapAnswers
  prices: Readonly<Record<string, number>>
}): LocalAnswer {
  switch (url.pathname) {
    case '/v1/supported-chains':
      return { body: { http: ['eip155:1'], ws: [] } }
    case '/v1/convert/tokens':
      return answers.tokens
    case '/v1/convert/quotes':
      return answers.quote
    case '/v1/convert/gas-price':
      return answers.gas
    case '/v1/convert/allowance':
      return answers.allowance
    case '/v1/convert/build-approve':
      return answers.approval
    case '/v1/convert/build-transaction':
      return withAmount(answers.transaction, body)
    case '/v1/fungible/price': {
      const { addresses }: { addresses: string[] } = JSON.parse(body)
      const fungibles = addresses.map((address) => ({
        name: '',
        symbol: '',
        iconUrl: '',
        price: prices[address] ?? 0,
        address,
      }))
      return { body: { fungibles } }
    }
    default:
      return answers.balances
  }
}

function withAmount(answer: LocalAnswer, body: string): LocalAnswer {
  const { amount }: { amount: string } = JSON.parse(body)
  const text = JSON.stringify(answer.body ?? {}).replace('"amount":"1"', `"amount":"${amount}"`)
  return { ...answer, body: text }
}
