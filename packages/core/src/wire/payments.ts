import * as v from 'valibot'
import type { Call, Output } from './call.js'
import { JsonRpcRequest, JsonRpcResponse } from './jsonRpc.js'
import { limits } from './limits.js'

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest))

const PurchaseNetwork = v.object({
  /** The on-ramp's word for it, such as `ethereum-mainnet`. */
  name: text(limits.currencyName),
  display_name: text(limits.currencyName),
  /** The reference of the CAIP-2 id, such as `1`. */
  chain_id: text(limits.caip2),
  /** The token's; for the network's own coin the placeholder of `nativeTokens`. */
  contract_address: text(limits.address),
})
export type PurchaseNetwork = Output<typeof PurchaseNetwork>

/** A coin that can be bought, and where it can be had [S3.18]. The names are the wire's. */
export const PurchaseCurrency = v.object({
  id: text(limits.currency),
  name: text(limits.currencyName),
  symbol: text(limits.currency),
  networks: v.pipe(v.array(PurchaseNetwork), v.maxLength(limits.onrampNetworks)),
})
export type PurchaseCurrency = Output<typeof PurchaseCurrency>

const decimal = v.pipe(v.string(), v.maxLength(limits.decimal), v.regex(/^\d+(?:\.\d+)?$/, 'must be a decimal number'))

/** Money that can be paid with, and how much of it each way of paying takes [S3.19]. */
export const PaymentCurrency = v.object({
  /** ISO 4217, such as `USD`. */
  id: text(limits.currency),
  payment_method_limits: v.pipe(
    v.array(
      v.object({
        /** Such as `card`, `ach_bank_account`. */
        id: text(limits.currencyName) /** A decimal string, in whole units of the currency. */,
        min: decimal,
        max: decimal,
      }),
    ),
    v.maxLength(limits.paymentMethods),
  ),
})
export type PaymentCurrency = Output<typeof PaymentCurrency>

/** A provider of purchases: what a kit needs to offer it. */
const OnrampProvider = v.object({
  /** The id that a kit asks for it by: `coinbase`, `meld`, `desk`. */
  id: v.string(),
  name: v.string(),
  /** The chain families that it delivers to, such as `eip155`. */
  families: v.array(v.string()),
  /** The fee, in per cent of what is paid: a decimal string within {@link onrampFeePercent}. */
  feePercent: decimal,
  /** Ways of paying, as the limits name them. Other servers leave it out. */
  methods: v.optional(v.array(v.string())),
  /** Whether its purchases show in the account's history. Other servers leave it out. */
  tracked: v.optional(v.boolean()),
})
export type OnrampProvider = Output<typeof OnrampProvider>

/** The currencies to buy and to pay with [S7.19]. Both are empty where nothing can be bought. */
export const OnrampOptionsReply = v.object({
  purchaseCurrencies: v.array(PurchaseCurrency),
  paymentCurrencies: v.array(PaymentCurrency),
  /** The first is the one that a call for a URL means where it names none. Other servers leave it out. */
  providers: v.optional(v.array(OnrampProvider)),
})
export type OnrampOptionsReply = Output<typeof OnrampOptionsReply>

/** The currencies to buy, and those to pay with [S7.19]. */
export const onrampOptionsCall = {
  id: 'getOnrampOptions',
  method: 'get',
  path: '/v1/onramp/options',
  reply: OnrampOptionsReply,
} as const satisfies Call

/** A request for the quote of an amount of money [S7.20]. The currencies are sent whole. */
export const OnrampQuoteBody = v.object({
  purchaseCurrency: PurchaseCurrency,
  paymentCurrency: PaymentCurrency,
  /** The amount to pay, in the payment currency: a decimal string, as JavaScript writes a number. */
  amount: text(limits.decimal),
  /** One of the currency's networks by `name`; clients that have no choice of network send its symbol. */
  network: text(limits.currencyName),
  /** A provider's id, since each has its fee; the first of the options' where it isn't said. Kits of others don't say. */
  provider: v.optional(text(limits.currencyName)),
})
export type OnrampQuoteBody = Output<typeof OnrampQuoteBody>

/** An amount as the on-ramp writes it. */
const Money = v.object({
  /** A decimal string. */
  amount: decimal,
  currency: text(limits.currency),
})
export type Money = Output<typeof Money>

/**
 * An offer [S3.20]: `paymentTotal` is paid; `coinbaseFee`, whichever provider takes it, and `networkFee` go off;
 * `paymentSubtotal` is left, to the cent; `purchaseAmount` is what is got for it.
 */
export const OnrampQuoteReply = v.object({
  paymentTotal: Money,
  paymentSubtotal: Money,
  purchaseAmount: Money,
  coinbaseFee: Money,
  networkFee: Money,
  quoteId: v.pipe(v.string(), v.maxLength(limits.quoteId)),
  /** Whether the provider may still change it when the visitor is there. Other servers leave it out. */
  isEstimate: v.optional(v.boolean()),
})
export type OnrampQuoteReply = Output<typeof OnrampQuoteReply>

/** The quote for an amount of money [S7.20]. */
export const onrampQuoteCall = {
  id: 'getOnrampQuote',
  method: 'post',
  path: '/v1/onramp/quote',
  body: OnrampQuoteBody,
  reply: OnrampQuoteReply,
} as const satisfies Call

const preset = v.nullish(v.pipe(v.number(), v.finite(), v.minValue(0)))

/** A request for the page where a visitor buys [S7.18]. */
export const OnrampUrlBody = v.object({
  destinationWallets: v.pipe(
    v.array(
      v.object({
        address: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.address)),
        /** The on-ramp's words for networks, or CAIP-2 ids. */
        blockchains: v.optional(v.pipe(v.array(text(limits.currencyName)), v.maxLength(limits.onrampNetworks))),
        /** Symbols; none or an empty list means any. */
        assets: v.optional(v.pipe(v.array(text(limits.currency)), v.maxLength(limits.onrampAssets))),
      }),
    ),
    v.minLength(1),
    v.maxLength(limits.onrampWallets),
  ),
  defaultNetwork: v.optional(text(limits.currencyName)),
  /** The buyer; kits send the address. */
  partnerUserId: text(limits.address),
  defaultExperience: v.literal('buy'),
  presetCryptoAmount: preset,
  presetFiatAmount: preset,
  /** A provider's id; the first of the options' where it isn't said. Kits of others don't say. */
  provider: v.optional(text(limits.currencyName)),
})
export type OnrampUrlBody = Output<typeof OnrampUrlBody>

/** The URL of the page where a visitor buys [S7.18]. */
export const onrampUrlCall = {
  id: 'getOnrampUrl',
  method: 'post',
  path: '/v1/generators/onrampurl',
  body: OnrampUrlBody,
  reply: v.object({ url: v.string() }),
} as const satisfies Call

/** The JSON-RPC methods by which a payment from an exchange is made. */
export const payMethods = {
  exchanges: 'reown_getExchanges',
  url: 'reown_getExchangePayUrl',
  status: 'reown_getExchangeBuyStatus',
} as const

/** Payments from exchanges, by JSON-RPC. */
export const payCall = {
  id: 'callPay',
  method: 'post',
  path: '/v1/json-rpc',
  body: JsonRpcRequest,
  reply: JsonRpcResponse,
} as const satisfies Call

const someText = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest))
const exchangeId = someText(limits.exchangeId)
const exchangeIds = v.optional(v.pipe(v.array(exchangeId), v.maxLength(limits.exchanges)))
/** As JavaScript writes a number: small ones come as `1e-7`. */
const amount = someText(limits.decimal)

/** Asks which exchanges can be paid from. */
export const PayExchangesParams = v.object({
  /** From 0. */
  page: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** Only these ids. */
  includeOnly: exchangeIds,
  /** All but these ids. */
  exclude: exchangeIds,
  /** CAIP-19: only those that pay with it. */
  asset: v.optional(someText(limits.caip19)),
  /** Decimal, in whole units of the asset. */
  amount: v.optional(amount),
})
export type PayExchangesParams = Output<typeof PayExchangesParams>

/** An exchange to pay from. */
const PayExchange = v.object({
  id: exchangeId,
  name: v.string(),
  /** Not trusted before it is checked; may be empty. */
  imageUrl: v.string(),
})
export type PayExchange = Output<typeof PayExchange>

export const PayExchangesResult = v.object({
  exchanges: v.array(PayExchange),
  /** The number of exchanges on all pages. */
  total: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})
export type PayExchangesResult = Output<typeof PayExchangesResult>

/** Asks for the page of an exchange where a visitor pays. */
export const PayUrlParams = v.object({
  exchangeId,
  /** CAIP-19. */
  asset: someText(limits.caip19),
  /** Decimal, in whole units of the asset. */
  amount,
  /** CAIP-10. */
  recipient: someText(limits.accountId),
})
export type PayUrlParams = Output<typeof PayUrlParams>

export const PayUrlResult = v.object({
  url: v.string(),
  sessionId: someText(limits.paySessionId),
})
export type PayUrlResult = Output<typeof PayUrlResult>

/** Asks how far a payment is. */
export const PayStatusParams = v.object({
  sessionId: someText(limits.paySessionId),
  exchangeId,
})
export type PayStatusParams = Output<typeof PayStatusParams>

/** `UNKNOWN` until the exchange has said anything; the last two are final. */
export const payStatuses = ['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED'] as const
export type PayStatus = (typeof payStatuses)[number]

export const PayStatusResult = v.object({
  status: v.picklist(payStatuses),
  txHash: v.optional(v.string()),
})
export type PayStatusResult = Output<typeof PayStatusResult>
