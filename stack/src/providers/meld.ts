import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { type StandIn, StandInRefusal, type StandInRequest, startStandIn } from './standIn.js'

/** A coin that Meld sells. */
export interface MeldCoin {
  readonly currencyCode: string
  readonly chainId: string
  readonly contractAddress: string | null
  /** in dollars */
  readonly price: number
}

/** Meld as its documents describe it: its sellers' coins, limits and quotes, the sessions of its page, transactions and messages. */
export interface LocalMeld extends StandIn {
  coins: readonly MeldCoin[]
  readonly transactions: Map<string, Readonly<Record<string, unknown>>>
  /** A signed message, as its webhooks send them to an address. */
  message(request: { event: Readonly<Record<string, unknown>>; url: string }): {
    body: string
    headers: Readonly<Record<string, string>>
  }
}

export interface StartMeldParameters {
  apiKey: string
  webhookSecret: string
  coins: readonly MeldCoin[]
  /** milliseconds since 1970 */
  now: () => number
}

/**
 * Starts it on this machine.
 * @see https://docs.meld.io
 */
export async function startMeld({ apiKey, webhookSecret, coins, now }: StartMeldParameters): Promise<LocalMeld> {
  const transactions: LocalMeld['transactions'] = new Map()
  const provider = await startStandIn({
    answer(call) {
      if (call.header('authorization') !== `BASIC ${apiKey}`) throw refusal(401, 'UNAUTHORIZED', 'Invalid credentials')
      if (!/^\d{4}-\d{2}-\d{2}$/.test(call.header('meld-version'))) throw refusal(400, 'BAD_REQUEST', 'No version.')
      return { body: answer({ call, local }) }
    },
  })
  const local: LocalMeld = Object.assign(provider, {
    coins,
    transactions,
    message({ event, url }: { event: Readonly<Record<string, unknown>>; url: string }) {
      const body = JSON.stringify(event)
      const timestamp = new Date(now()).toISOString()
      const hash = createHmac('sha256', webhookSecret).update(`${timestamp}.${url}.${body}`).digest('base64')
      const signature = hash.replaceAll('+', '-').replaceAll('/', '_')
      const headers = { 'meld-signature': signature, 'meld-signature-timestamp': timestamp }
      return { body, headers: { 'content-type': 'application/json', ...headers } }
    },
  })
  return local
}

const refusal = (status: number, code: string, message: string): StandInRefusal =>
  new StandInRefusal({ status, body: { code, message, errors: [], requestId: 'request', timestamp: '' } })

const QuoteBody = v.object({
  countryCode: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  sourceCurrencyCode: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  sourceAmount: v.pipe(v.number(), v.minValue(0)),
  destinationCurrencyCode: v.pipe(v.string(), v.minLength(1)),
  paymentMethodType: v.optional(v.string()),
})
const SessionBody = v.object({
  sessionType: v.literal('BUY'),
  externalSessionId: v.pipe(v.string(), v.minLength(1)),
  externalCustomerId: v.string(),
  sessionData: v.object({
    serviceProvider: v.pipe(v.string(), v.minLength(1)),
    walletAddress: v.pipe(v.string(), v.minLength(1)),
    countryCode: v.string(),
    sourceAmount: v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/)),
    sourceCurrencyCode: v.string(),
    destinationCurrencyCode: v.string(),
    paymentMethodType: v.string(),
    lockFields: v.array(
      v.picklist([
        'cryptoCurrency',
        'destinationCurrencyCode',
        'paymentMethodType',
        'sourceAmount',
        'sourceCurrencyCode',
        'walletAddress',
      ]),
    ),
  }),
})

function parsed<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown): Value {
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  throw refusal(400, 'BAD_REQUEST', 'Bad Request: check request values and format')
}

function answer({ call, local }: { call: StandInRequest; local: LocalMeld }): unknown {
  const [, id] = /^\/payments\/transactions\/([-\w]+)$/.exec(call.path) ?? []
  if (call.method === 'GET' && id !== undefined) {
    const transaction = local.transactions.get(id)
    if (transaction === undefined) throw refusal(404, 'NOT_FOUND', 'There is no such transaction.')
    return { transaction: { id, ...transaction } }
  }
  switch (`${call.method} ${call.path}`) {
    case 'GET /service-providers/properties/crypto-currencies':
      return local.coins.map(({ price: _price, ...coin }) => ({ ...coin, name: coin.currencyCode, chainCode: 'LOCAL' }))
    case 'GET /service-providers/limits/fiat-currency-purchases':
      return [{ currencyCode: 'USD', defaultAmount: 200, minimumAmount: 20, maximumAmount: 1234.5 }]
    case 'POST /payments/crypto/quote':
      return quotes({ body: parsed(QuoteBody, call.body), coins: local.coins })
    case 'POST /crypto/session/widget': {
      const { externalSessionId } = parsed(SessionBody, call.body)
      const widgetUrl = `https://meldcrypto.example/?token=${encodeURIComponent(externalSessionId.slice(0, 8))}`
      return { id: 'session', externalSessionId, token: 'one-use', widgetUrl, serviceProviderWidgetUrl: widgetUrl }
    }
    default:
      throw refusal(404, 'NOT_FOUND', 'There is no such call.')
  }
}

/** Two sellers, and one whose answer can't be read. */
function quotes({ body, coins }: { body: v.InferOutput<typeof QuoteBody>; coins: readonly MeldCoin[] }) {
  const { sourceAmount, sourceCurrencyCode, destinationCurrencyCode } = body
  const coin = coins.find(({ currencyCode }) => currencyCode === destinationCurrencyCode)
  if (!coin || sourceCurrencyCode !== 'USD') throw refusal(400, 'NO_VALID_QUOTES', 'No valid quotes.')
  const offer = (serviceProvider: string, feePart: number) => {
    const totalFee = Number((sourceAmount * feePart + 0.4).toFixed(2))
    const shared = { transactionType: 'CRYPTO_PURCHASE', sourceAmount, sourceCurrencyCode, destinationCurrencyCode }
    const destinationAmount = (sourceAmount - totalFee) / coin.price
    return { ...shared, serviceProvider, destinationAmount, totalFee, networkFee: 0.4, transactionFee: totalFee - 0.4 }
  }
  return {
    quotes: [offer('DEAR', 0.05), { serviceProvider: 'ODD' }, offer('CHEAP', 0.015)],
    message: null,
    error: null,
  }
}
