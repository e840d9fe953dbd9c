import { parseAccountId, parseFungible } from '@foyer/core/chain'
import * as v from 'valibot'
import { normalAsset } from '../onramp/catalogue.js'
import { type CoinbaseApi, toCoinbase } from '../onramp/coinbaseApi.js'
import { TxHash } from '../onramp/purchases.js'
import { readBody, verifyHook0 } from '../webhooks/signature.js'
import type { Exchange, PayOutcome } from './exchange.js'
import type { CoinbaseExchangeConfig } from './payConfig.js'

/**
 * Pays from a visitor's account at Coinbase to whichever account is to be paid: its page is opened for that account alone, with the
 * asset and the amount. What became of it is asked for by the payment's id, and reported in signed messages where a webhook is set up.
 * @see https://docs.cdp.coinbase.com/onramp · https://docs.cdp.coinbase.com/webhooks/onramp
 */
export function coinbaseExchange({ config, api }: { config: CoinbaseExchangeConfig; api: CoinbaseApi }): Exchange {
  const { name, imageUrl, webhookSecret: secret } = config
  const assets = new Set(config.assets.map(normalAsset))
  return {
    id: 'coinbase',
    name,
    imageUrl,
    opensSessions: true,
    pays: (asset) => assets.has(asset) && toCoinbase(parseFungible(asset).networkId) !== undefined,
    async urlFor({ session: { id, asset, symbol, amount, recipient, clientIp }, signal }) {
      const network = toCoinbase(parseFungible(asset).networkId) ?? ''
      const addresses = [{ address: parseAccountId(recipient).address, blockchains: [network] }]
      const sessionToken = await api.sessionToken({ addresses, assets: [symbol], clientIp, signal })
      const url = new URL('/buy/select-asset', config.payUrl)
      const asked = { sessionToken, defaultAsset: symbol, defaultNetwork: network, presetCryptoAmount: amount }
      for (const [key, value] of Object.entries(asked)) url.searchParams.set(key, value)
      url.searchParams.set('defaultExperience', 'send')
      url.searchParams.set('partnerUserRef', id)
      return url.href
    },
    async outcomeOf({ sessionId, signal }) {
      const all = await api.bought({ reference: sessionId, signal })
      // A visitor may try again after one that failed: the furthest counts.
      const outcomes = all.map(({ status, tx_hash }) => toOutcome({ status, txHash: tx_hash }))
      return order.map((status) => outcomes.find((each) => each.status === status)).find((each) => each !== undefined)
    },
    ...(secret !== undefined && {
      readReport(message) {
        const delivery = verifyHook0({ message, secret })
        const parsed = v.safeParse(Event, readBody(message))
        if (!parsed.success) return undefined
        const { partnerUserRef: sessionId, status, txHash } = parsed.output
        return { delivery, sessionId, ...toOutcome({ status, txHash }) }
      },
    }),
  }
}

const order = ['SUCCESS', 'IN_PROGRESS', 'FAILED'] as const

/** Of one that belongs to a payment of ours, by its id; purchases have an address there. */
const Event = v.object({
  eventType: v.pipe(v.string(), v.startsWith('onramp.transaction.')),
  partnerUserRef: v.pipe(v.string(), v.uuid()),
  status: v.string(),
  txHash: v.optional(v.string(), ''),
})

/** A success without its transaction isn't one yet. */
function toOutcome({ status, txHash: text }: { status: string; txHash: string }): PayOutcome {
  const txHash = v.is(TxHash, text) ? text : undefined
  if (status.endsWith('_FAILED')) return { status: 'FAILED' }
  const isPaid = status.endsWith('_SUCCESS') && txHash !== undefined
  return { status: isPaid ? 'SUCCESS' : 'IN_PROGRESS', ...(txHash && { txHash }) }
}
