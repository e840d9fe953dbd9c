import { createHmac, type KeyObject, verify } from 'node:crypto'
import * as v from 'valibot'
import { type StandIn, StandInRefusal, type StandInRequest, startStandIn } from './standIn.js'

/** Coinbase Onramp as its documents describe it: tokens of one use, options, quotes, and what became of purchases. */
export interface LocalCoinbase extends StandIn {
  /** What its users have done, by the reference that a page was opened with; the newest first. */
  readonly transactions: Map<string, readonly Readonly<Record<string, unknown>>[]>
  /** What one coin costs, in dollars. */
  prices: Readonly<Record<string, number>>
  /** A signed message, as its webhooks send them. */
  message(event: Readonly<Record<string, unknown>>): { body: string; headers: Readonly<Record<string, string>> }
}

export interface StartCoinbaseParameters {
  apiKeyId: string
  /** of the operator's Secret API key */
  publicKey: KeyObject
  webhookSecret: string
  /** milliseconds since 1970 */
  now: () => number
}

/**
 * Starts it on this machine.
 * @see https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp
 */
export async function startCoinbase(parameters: StartCoinbaseParameters): Promise<LocalCoinbase> {
  const transactions: LocalCoinbase['transactions'] = new Map()
  const provider = await startStandIn({
    answer(call) {
      refuseUnsigned({ call, ...parameters })
      return { body: answer({ call, transactions, prices: local.prices }) }
    },
  })
  const local: LocalCoinbase = Object.assign(provider, {
    transactions,
    prices: { ETH: 2_000, USDC: 1 },
    message(event: Readonly<Record<string, unknown>>) {
      const body = JSON.stringify(event)
      const t = Math.floor(parameters.now() / 1000)
      const covered = { 'content-type': 'application/json', 'x-event-id': `event-${t}` }
      const h = Object.keys(covered).join(' ')
      const signed = `${t}.${h}.${Object.values(covered).join('.')}.${body}`
      const v1 = createHmac('sha256', parameters.webhookSecret).update(signed).digest('hex')
      return { body, headers: { ...covered, 'x-hook0-signature': `t=${t},h=${h},v1=${v1}` } }
    },
  })
  return local
}

const refusal = (status: number, code: string, message: string): StandInRefusal =>
  new StandInRefusal({ status, body: { code, message, details: [] } })

const Header = v.object({
  alg: v.picklist(['ES256', 'EdDSA']),
  kid: v.string(),
  typ: v.literal('JWT'),
  nonce: v.pipe(v.string(), v.minLength(1)),
})
const Claims = v.object({
  sub: v.string(),
  iss: v.literal('cdp'),
  aud: v.tuple([v.literal('cdp_service')]),
  nbf: v.number(),
  exp: v.number(),
  uris: v.array(v.string()),
})

/** @throws {@link StandInRefusal} 401, as for a key that has expired */
function refuseUnsigned({ call, apiKeyId, publicKey, now }: StartCoinbaseParameters & { call: StandInRequest }): void {
  const [header = '', claims = '', signature = ''] = call
    .header('authorization')
    .replace(/^Bearer /, '')
    .split('.')
  const part = (text: string) => Buffer.from(text, 'base64url').toString()
  const read = v.safeParse(
    v.tuple([v.pipe(v.string(), v.parseJson(), Header), v.pipe(v.string(), v.parseJson(), Claims)]),
    [part(header), part(claims)],
  )
  if (!read.success) throw refusal(401, 'unauthorized', 'The token is no JWT as documented.')
  const [{ alg, kid }, { sub, nbf, exp, uris }] = read.output
  const key = alg === 'EdDSA' ? publicKey : ({ key: publicKey, dsaEncoding: 'ieee-p1363' } as const)
  const isSigned = verify(
    alg === 'EdDSA' ? null : 'sha256',
    Buffer.from(`${header}.${claims}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  const seconds = now() / 1000
  const isNow = nbf <= seconds + 1 && exp > seconds && exp - nbf <= 120
  const isThisCall = uris.includes(`${call.method} ${call.host}${call.path}`)
  if (isSigned && isNow && isThisCall && kid === apiKeyId && sub === apiKeyId) return
  throw refusal(401, 'unauthorized', 'The token is not for this call, or not now.')
}

const networks = ['ethereum', 'arbitrum', 'polygon', 'avalanche-c-chain', 'optimism', 'celo', 'base', 'solana']

const TokenBody = v.object({
  addresses: v.pipe(
    v.array(v.object({ address: v.string(), blockchains: v.pipe(v.array(v.picklist(networks)), v.minLength(1)) })),
    v.minLength(1),
  ),
  assets: v.optional(v.array(v.string())),
  clientIp: v.pipe(v.string(), v.ip()),
})
const money = v.pipe(v.string(), v.regex(/^\d+(\.\d{1,2})?$/))
const QuoteBody = v.object({
  purchaseCurrency: v.string(),
  purchaseNetwork: v.optional(v.picklist(networks)),
  paymentAmount: money,
  paymentCurrency: v.string(),
  paymentMethod: v.picklist(['CARD', 'ACH_BANK_ACCOUNT', 'APPLE_PAY', 'FIAT_WALLET', 'CRYPTO_ACCOUNT']),
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  subdivision: v.optional(v.string()),
})

function parsed<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown): Value {
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  throw refusal(400, 'invalid_argument', 'The body is not as documented.')
}

interface Answering {
  call: StandInRequest
  transactions: LocalCoinbase['transactions']
  prices: Readonly<Record<string, number>>
}

function answer({ call, transactions, prices }: Answering): unknown {
  const user = /^\/onramp\/v1\/buy\/user\/([^/]{1,150})\/transactions$/.exec(call.path)
  if (call.method === 'GET' && user) {
    const all = transactions.get(decodeURIComponent(user[1] ?? '')) ?? []
    return { transactions: all, next_page_key: '', total_count: all.length }
  }
  switch (`${call.method} ${call.path}`) {
    case 'POST /onramp/v1/token':
      parsed(TokenBody, call.body)
      return { token: 'one-use', channel_id: '' }
    case 'GET /onramp/v1/buy/options':
      if (!/^[A-Z]{2}$/.test(call.query.get('country') ?? '')) throw refusal(400, 'invalid_argument', 'No country.')
      return {
        payment_currencies: [
          {
            id: 'USD',
            limits: [
              { id: 'CARD', min: '2', max: '500' },
              { id: 'ACH_BANK_ACCOUNT', min: '5', max: '2500' },
              { id: 'APPLE_PAY', min: '5', max: '500' },
            ],
            icon_url: '',
          },
        ],
        purchase_currencies: [],
      }
    case 'POST /onramp/v1/buy/quote':
      return quote({ body: parsed(QuoteBody, call.body), prices })
    default:
      throw refusal(404, 'not_found', 'There is no such call.')
  }
}

function quote({ body, prices }: { body: v.InferOutput<typeof QuoteBody>; prices: Readonly<Record<string, number>> }) {
  const price = prices[body.purchaseCurrency]
  if (price === undefined) throw refusal(400, 'invalid_argument', 'The asset is not supported.')
  const total = Number(body.paymentAmount)
  const fee = Math.round(total * 2.5) / 100
  const network = 0.05
  const of = (value: number, currency: string) => ({ value: String(value), currency })
  const inMoney = (value: number) => ({ value: value.toFixed(2), currency: 'USD' })
  return {
    payment_total: inMoney(total),
    payment_subtotal: inMoney(total - fee - network),
    purchase_amount: of((total - fee - network) / price, body.purchaseCurrency),
    coinbase_fee: inMoney(fee),
    network_fee: inMoney(network),
    quote_id: 'quote-1',
  }
}
