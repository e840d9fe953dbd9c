import { type Family, formatAmount } from '@foyer/core/chain'
import { meldUrl, paymentMethodLimits } from '@foyer/core/wire'
import type { Clock } from '@foyer/service/clock'
import * as v from 'valibot'
import { isAddress } from 'viem'
import type { OnUnread } from '../provider/provider.js'
import { readUnits } from '../tokens/readUnits.js'
import { uuidOf, type VerifyWebhook, verifyMeld } from '../webhooks/signature.js'
import { moneyDecimals } from './amounts.js'
import type { Purchasable } from './catalogue.js'
import { createMeldApi, type MeldApi, type MeldTransaction } from './meldApi.js'
import type { MeldConfig } from './onrampConfig.js'
import { type OnrampProvider, type Order, refuse } from './provider.js'
import type { PurchaseReport } from './purchases.js'
import { NotForSaleError, ProviderUnavailableError } from './refusals.js'

export interface MeldProviderParameters {
  config: MeldConfig
  /** what of the catalogue Meld's own name of a coin means */
  coins: readonly Purchasable[]
  onUnread?: OnUnread | undefined
  clock: Clock
}

/**
 * Meld asks several sellers. With a public key alone its page is opened with the currency and the wallet [S9.20], and prices are
 * worked out here; with an API key, prices, limits and the page's session are Meld's, and signed messages say what became of it.
 * @see https://docs.meld.io
 */
export function meldProvider({ config, coins, onUnread, clock }: MeldProviderParameters): OnrampProvider {
  const { publicKey = '', url, feeBasisPoints, apiKey, webhookSecret } = config
  const plain = {
    id: 'meld',
    name: 'Meld.io',
    families: ['eip155', 'solana'],
    methods: ['card', 'ach_bank_account'],
    tracked: false,
    opensSessions: false,
    feeBasisPoints,
    async urlFor({ order }: { order: Order }) {
      const { family, address: walletAddress } = walletOf(order)
      return meldUrl({ baseUrl: url, publicKey, family, walletAddress })
    },
  } as const
  if (apiKey === undefined) return plain
  const api = createMeldApi({ config: { ...config, apiKey }, onUnread, clock })
  return {
    ...plain,
    methods: ['card'],
    tracked: webhookSecret !== undefined,
    opensSessions: true,
    async limits({ currency, place, signal }) {
      const country = place?.country ?? config.country
      if (country === undefined) return paymentMethodLimits.filter(({ id }) => id === 'card')
      return api.limits({ country, currency, signal })
    },
    async quote({ coin, currency, total, place, signal }) {
      const country = place?.country ?? config.country
      if (country === undefined) return null
      const code = await api.codeOf({ coin, signal })
      if (code === undefined) throw new NotForSaleError({ field: 'purchaseCurrency' })
      const amount = formatAmount({ value: total, decimals: moneyDecimals })
      const best = await api.bestQuote({ country, code, currency, amount, signal }).catch(refuse)
      const [paid, all, sending] = [best.sourceAmount, best.totalFee, best.networkFee].map((text) =>
        readUnits({ text, decimals: moneyDecimals }),
      )
      const purchase = readUnits({ text: best.destinationAmount, decimals: coin.decimals })
      if (paid == null || all == null || sending == null || purchase === null || all < sending) {
        throw new ProviderUnavailableError({ cause: new Error('The quote has no amounts.') })
      }
      return { total: paid, fee: all - sending, sending, purchase }
    },
    async urlFor({ order, signal }) {
      const { family, address: walletAddress } = walletOf(order)
      const country = order.place?.country ?? config.country
      if (country === undefined) throw new NotForSaleError({ field: 'country' })
      const named = order.coin && (await api.codeOf({ coin: order.coin, signal }))
      const code = named ?? usualCodes[family] ?? 'USDC'
      const { currency, paymentAmount: amount = usualAmount } = order
      const { serviceProvider } = await api.bestQuote({ country, code, currency, amount, signal }).catch(refuse)
      const session = { country, reference: referenceOf(order), customer: order.partnerUserId, serviceProvider }
      return api.session({ ...session, code, currency, amount, walletAddress, signal }).catch(refuse)
    },
    ...(webhookSecret !== undefined && {
      readReport: ({ message, signal }) => readReport({ message, signal, secret: webhookSecret, api, coins }),
    }),
  }
}

/** Meld's name of what a page begins with where the visitor has named no coin. */
const usualCodes: Partial<Readonly<Record<Family, string>>> = { solana: 'SOL' }
/** The amount that a page begins with where the visitor has named none. */
const usualAmount = '100'

const walletOf = ({ wallets: [wallet] }: Order) => {
  if (!wallet) throw new NotForSaleError({ field: 'destinationWallets' })
  return wallet
}

/** Meld gives it back with the purchase, which is how the purchase's project is known. */
const referenceOf = ({ id, projectId }: Pick<Order, 'id' | 'projectId'>) => `${id}:${projectId}`

const Event = v.object({
  eventType: v.string(),
  eventId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  payload: v.optional(v.object({ paymentTransactionId: v.optional(v.pipe(v.string(), v.regex(/^[-\w]{1,64}$/))) }), {}),
})

interface ReadReport extends Omit<VerifyWebhook, 'now'> {
  api: MeldApi
  coins: readonly Purchasable[]
  signal: AbortSignal
}

/** A message only says that something has happened: what, Meld is asked. */
async function readReport({ message, secret, api, coins, signal }: ReadReport): Promise<PurchaseReport | undefined> {
  verifyMeld({ message, secret })
  const event = v.safeParse(v.pipe(v.string(), v.parseJson(), Event), message.body)
  const id = event.success ? event.output.payload.paymentTransactionId : undefined
  if (!event.success || id === undefined || !event.output.eventType.startsWith('TRANSACTION_CRYPTO_')) return undefined
  const transaction = await api.transaction({ id, signal })
  const coin = await api.coinOf({ code: transaction.destinationCurrencyCode ?? '', coins, signal })
  return coin && toReport({ transaction, coin, delivery: uuidOf(event.output.eventId) })
}

interface ToReport {
  transaction: MeldTransaction
  coin: Purchasable
  delivery: string
}

function toReport({ transaction, coin, delivery }: ToReport): PurchaseReport | undefined {
  const { id, externalSessionId, sourceAmount, sourceCurrencyCode, destinationAmount, cryptoDetails } = transaction
  const [, projectId] = externalSessionId?.split(/:(.*)/s) ?? []
  const { walletAddress, blockchainTransactionId: hash } = cryptoDetails ?? {}
  const value = readUnits({ text: destinationAmount ?? '', decimals: coin.decimals })
  const paid = readUnits({ text: sourceAmount ?? '', decimals: moneyDecimals })
  const isOurs = walletAddress && isAddress(walletAddress, { strict: false })
  if (!projectId || !isOurs || value === null || paid === null || !sourceCurrencyCode) return undefined
  const txHash = hash && /^0x[0-9a-fA-F]{64}$/.test(hash) ? hash : undefined
  return {
    delivery,
    id,
    projectId,
    recipient: `${coin.chain.id}:${walletAddress}`,
    asset: coin.asset,
    amount: formatAmount({ value, decimals: coin.decimals }),
    payment: { amount: formatAmount({ value: paid, decimals: moneyDecimals }), currency: sourceCurrencyCode },
    status: statusOf({ status: transaction.status, hasHash: txHash !== undefined }),
    ...(txHash && { txHash }),
  }
}

const failed = new Set(['FAILED', 'DECLINED', 'CANCELLED', 'AUTHORIZATION_EXPIRED', 'REFUNDED', 'VOIDED'])

/** A success without its transaction isn't one yet. */
function statusOf({ status, hasHash }: { status: string; hasHash: boolean }): PurchaseReport['status'] {
  if (failed.has(status)) return 'FAILED'
  return status === 'SETTLED' && hasHash ? 'SUCCESS' : 'IN_PROGRESS'
}
