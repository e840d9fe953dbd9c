import * as v from 'valibot'
import { limits } from './limits.js'

/** A coin that can be bought, and where it can be had [S3.18]. The names are the wire's. */
export interface PurchaseCurrency {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly networks: readonly PurchaseNetwork[]
}

export interface PurchaseNetwork {
  /** The on-ramp's word for it, such as `ethereum-mainnet`. */
  readonly name: string
  readonly display_name: string
  /** The reference of the CAIP-2 id, such as `1`. */
  readonly chain_id: string
  /** The token's; for the network's own coin the placeholder of `nativeTokens`. */
  readonly contract_address: string
}

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest))

export const PurchaseCurrency: v.GenericSchema<unknown, PurchaseCurrency> = v.object({
  id: text(limits.currency),
  name: text(limits.currencyName),
  symbol: text(limits.currency),
  networks: v.pipe(
    v.array(
      v.object({
        name: text(limits.currencyName),
        display_name: text(limits.currencyName),
        chain_id: text(limits.caip2),
        contract_address: text(limits.address),
      }),
    ),
    v.maxLength(limits.onrampNetworks),
  ),
})

/** Money that can be paid with, and how much of it each way of paying takes [S3.19]. */
export interface PaymentCurrency {
  /** ISO 4217, such as `USD`. */
  readonly id: string
  readonly payment_method_limits: readonly {
    /** Such as `card`, `ach_bank_account`. */
    readonly id: string
    /** A decimal string, in whole units of the currency. */
    readonly min: string
    readonly max: string
  }[]
}

const decimal = v.pipe(v.string(), v.maxLength(limits.decimal), v.regex(/^\d+(?:\.\d+)?$/, 'must be a decimal number'))

export const PaymentCurrency: v.GenericSchema<unknown, PaymentCurrency> = v.object({
  id: text(limits.currency),
  payment_method_limits: v.pipe(
    v.array(v.object({ id: text(limits.currencyName), min: decimal, max: decimal })),
    v.maxLength(limits.paymentMethods),
  ),
})

/** Who sells: what a kit needs to offer it. */
export interface OnrampProvider {
  /** What a kit asks for it by: `coinbase`, `meld`, `desk`. */
  readonly id: string
  readonly name: string
  /** The chain families that it delivers to, such as `eip155`. */
  readonly families: readonly string[]
  /** What it takes, in per cent of what is paid: a decimal string within {@link onrampFeePercent}. */
  readonly feePercent: string
  /** Ways of paying, as the limits name them. Other servers leave it out. */
  readonly methods?: readonly string[] | undefined
  /** Whether its purchases show in the account's history. Other servers leave it out. */
  readonly tracked?: boolean | undefined
}

/** What can be bought and paid with [S7.19]. Both are empty where nothing can be bought. */
export interface OnrampOptionsReply {
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  readonly paymentCurrencies: readonly PaymentCurrency[]
  /** The first is the one that a call for a URL means where it names none. Other servers leave it out. */
  readonly providers?: readonly OnrampProvider[] | undefined
}

export const OnrampOptionsReply: v.GenericSchema<unknown, OnrampOptionsReply> = v.object({
  purchaseCurrencies: v.array(PurchaseCurrency),
  paymentCurrencies: v.array(PaymentCurrency),
  providers: v.optional(
    v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        families: v.array(v.string()),
        feePercent: decimal,
        methods: v.optional(v.array(v.string())),
        tracked: v.optional(v.boolean()),
      }),
    ),
  ),
})

/** What would be got for an amount of money [S7.20]. The currencies are sent whole. */
export interface OnrampQuoteBody {
  readonly purchaseCurrency: PurchaseCurrency
  readonly paymentCurrency: PaymentCurrency
  /** What is paid, in the payment currency: a decimal string, as JavaScript writes a number. */
  readonly amount: string
  /** One of the currency's networks by `name`; clients that have no choice of network send its symbol. */
  readonly network: string
  /** A provider's id, since each has its fee; the first of the options' where it isn't said. Kits of others don't say. */
  readonly provider?: string | undefined
}

export const OnrampQuoteBody: v.GenericSchema<unknown, OnrampQuoteBody> = v.object({
  purchaseCurrency: PurchaseCurrency,
  paymentCurrency: PaymentCurrency,
  amount: text(limits.decimal),
  network: text(limits.currencyName),
  provider: v.optional(text(limits.currencyName)),
})

/** An amount as the on-ramp writes it. */
export interface Money {
  /** A decimal string. */
  readonly amount: string
  readonly currency: string
}

const Money: v.GenericSchema<unknown, Money> = v.object({ amount: decimal, currency: text(limits.currency) })

/**
 * An offer [S3.20]: `paymentTotal` is paid; `coinbaseFee`, whichever provider takes it, and `networkFee` go off;
 * `paymentSubtotal` is left, to the cent; `purchaseAmount` is what is got for it.
 */
export interface OnrampQuoteReply {
  readonly paymentTotal: Money
  readonly paymentSubtotal: Money
  readonly purchaseAmount: Money
  readonly coinbaseFee: Money
  readonly networkFee: Money
  readonly quoteId: string
  /** Whether the provider may still change it when the visitor is there. Other servers leave it out. */
  readonly isEstimate?: boolean | undefined
}

export const OnrampQuoteReply: v.GenericSchema<unknown, OnrampQuoteReply> = v.object({
  paymentTotal: Money,
  paymentSubtotal: Money,
  purchaseAmount: Money,
  coinbaseFee: Money,
  networkFee: Money,
  quoteId: v.pipe(v.string(), v.maxLength(limits.quoteId)),
  isEstimate: v.optional(v.boolean()),
})

/** Where a visitor goes to buy [S7.18]. */
export interface OnrampUrlBody {
  readonly destinationWallets: readonly {
    readonly address: string
    /** The on-ramp's words for networks, or CAIP-2 ids. */
    readonly blockchains?: readonly string[] | undefined
    /** Symbols; none or an empty list means any. */
    readonly assets?: readonly string[] | undefined
  }[]
  readonly defaultNetwork?: string | undefined
  /** Who buys; kits send the address. */
  readonly partnerUserId: string
  readonly defaultExperience: 'buy'
  readonly presetCryptoAmount?: number | null | undefined
  readonly presetFiatAmount?: number | null | undefined
  /** A provider's id; the first of the options' where it isn't said. Kits of others don't say. */
  readonly provider?: string | undefined
}

const preset = v.nullish(v.pipe(v.number(), v.finite(), v.minValue(0)))

export const OnrampUrlBody: v.GenericSchema<unknown, OnrampUrlBody> = v.object({
  destinationWallets: v.pipe(
    v.array(
      v.object({
        address: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.address)),
        blockchains: v.optional(v.pipe(v.array(text(limits.currencyName)), v.maxLength(limits.onrampNetworks))),
        assets: v.optional(v.pipe(v.array(text(limits.currency)), v.maxLength(limits.onrampAssets))),
      }),
    ),
    v.minLength(1),
    v.maxLength(limits.onrampWallets),
  ),
  defaultNetwork: v.optional(text(limits.currencyName)),
  partnerUserId: text(limits.address),
  defaultExperience: v.literal('buy'),
  presetCryptoAmount: preset,
  presetFiatAmount: preset,
  provider: v.optional(text(limits.currencyName)),
})

export interface OnrampUrlReply {
  readonly url: string
}

export const OnrampUrlReply: v.GenericSchema<unknown, OnrampUrlReply> = v.object({ url: v.string() })

/** The JSON-RPC methods by which a payment from an exchange is made. */
export const payMethods = {
  exchanges: 'reown_getExchanges',
  url: 'reown_getExchangePayUrl',
  status: 'reown_getExchangeBuyStatus',
} as const

const someText = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest))
const exchangeId = someText(limits.exchangeId)
const exchangeIds = v.optional(v.pipe(v.array(exchangeId), v.maxLength(limits.exchanges)))
/** As JavaScript writes a number: small ones come as `1e-7`. */
const amount = someText(limits.decimal)

/** Asks which exchanges can be paid from. */
export interface PayExchangesParams {
  /** From 0. */
  readonly page?: number | undefined
  /** Only these ids. */
  readonly includeOnly?: readonly string[] | undefined
  /** All but these ids. */
  readonly exclude?: readonly string[] | undefined
  /** CAIP-19: only those that pay with it. */
  readonly asset?: string | undefined
  /** Decimal, in whole units of the asset. */
  readonly amount?: string | undefined
}

export const PayExchangesParams: v.GenericSchema<unknown, PayExchangesParams> = v.object({
  page: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  includeOnly: exchangeIds,
  exclude: exchangeIds,
  asset: v.optional(someText(limits.caip19)),
  amount: v.optional(amount),
})

/** An exchange to pay from. */
export interface PayExchange {
  readonly id: string
  readonly name: string
  /** Not trusted before it is checked; may be empty. */
  readonly imageUrl: string
}

export interface PayExchangesResult {
  readonly exchanges: readonly PayExchange[]
  /** How many there are on all pages. */
  readonly total: number
}

export const PayExchangesResult: v.GenericSchema<unknown, PayExchangesResult> = v.object({
  exchanges: v.array(v.object({ id: exchangeId, name: v.string(), imageUrl: v.string() })),
  total: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

/** Asks for the page of an exchange where a visitor pays. */
export interface PayUrlParams {
  readonly exchangeId: string
  /** CAIP-19. */
  readonly asset: string
  /** Decimal, in whole units of the asset. */
  readonly amount: string
  /** CAIP-10. */
  readonly recipient: string
}

export const PayUrlParams: v.GenericSchema<unknown, PayUrlParams> = v.object({
  exchangeId,
  asset: someText(limits.caip19),
  amount,
  recipient: someText(limits.accountId),
})

export interface PayUrlResult {
  readonly url: string
  readonly sessionId: string
}

export const PayUrlResult: v.GenericSchema<unknown, PayUrlResult> = v.object({
  url: v.string(),
  sessionId: someText(limits.paySessionId),
})

/** Asks how far a payment is. */
export interface PayStatusParams {
  readonly sessionId: string
  readonly exchangeId: string
}

export const PayStatusParams: v.GenericSchema<unknown, PayStatusParams> = v.object({
  sessionId: someText(limits.paySessionId),
  exchangeId,
})

/** `UNKNOWN` until the exchange has said anything; the last two are final. */
export const payStatuses = ['UNKNOWN', 'IN_PROGRESS', 'SUCCESS', 'FAILED'] as const
export type PayStatus = (typeof payStatuses)[number]

export interface PayStatusResult {
  readonly status: PayStatus
  readonly txHash?: string | undefined
}

export const PayStatusResult: v.GenericSchema<unknown, PayStatusResult> = v.object({
  status: v.picklist(payStatuses),
  txHash: v.optional(v.string()),
})
