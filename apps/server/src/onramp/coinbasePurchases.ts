import { coinbaseNetworks, type Transaction, transactionStatuses } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Purchases } from '../history/purchases.js'
import { askCoinbase } from './askCoinbase.js'
import type { CoinbaseConfig } from './onrampConfig.js'

export interface CoinbasePurchasesParameters {
  config: CoinbaseConfig
  now: () => number
  nonce: () => string
}

/** A decimal string, or an object that holds one: Coinbase's documents show both. */
const Amount = v.pipe(
  v.union([
    v.string(),
    v.pipe(
      v.object({ value: v.string() }),
      v.transform(({ value }) => value),
    ),
  ]),
  v.regex(/^\d+(?:\.\d+)?$/),
)

const Bought = v.object({
  status: v.picklist(transactionStatuses),
  transaction_id: v.string(),
  purchase_currency: v.string(),
  purchase_network: v.string(),
  purchase_amount: Amount,
  wallet_address: v.string(),
  tx_hash: v.optional(v.string(), ''),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
})
type Bought = v.InferOutput<typeof Bought>

const Reply = v.object({ transactions: v.array(v.unknown()) })

/** How many purchases are asked for. */
const most = 50

/**
 * What Coinbase knows of the purchases of an account: it is asked by the reference that the page was opened with, which is the
 * address.
 * @see https://docs.cdp.coinbase.com/onramp/core-features/transaction-status
 */
export function coinbasePurchases({ config, now, nonce }: CoinbasePurchasesParameters): Purchases {
  return {
    async of({ address, chainId, signal }) {
      const path = `/onramp/v1/buy/user/${encodeURIComponent(address)}/transactions?page_size=${most}`
      const { transactions } = await askCoinbase({ config, method: 'GET', path, schema: Reply, now, nonce, signal })
      return transactions.flatMap((each) => {
        // A kind that these lines don't know is none that a history could show. Anyone may name a reference, but not a wallet.
        const parsed = v.safeParse(Bought, each)
        if (!parsed.success || parsed.output.wallet_address.toLowerCase() !== address.toLowerCase()) return []
        const chain = networkOf(parsed.output)
        return chain === undefined || (chainId ?? chain) !== chain
          ? []
          : [toTransaction({ bought: parsed.output, chain })]
      })
    },
  }
}

function networkOf({ purchase_network: name }: Bought): string | undefined {
  return Object.entries(coinbaseNetworks).find(([, network]) => network === name)?.[0]
}

function toTransaction({ bought, chain }: { bought: Bought; chain: string }): Transaction {
  return {
    id: `coinbase:${bought.transaction_id}`,
    metadata: {
      operationType: 'buy',
      hash: bought.tx_hash,
      chain,
      minedAt: bought.created_at,
      sentFrom: '',
      sentTo: bought.wallet_address,
      status: bought.status,
      nonce: 0,
    },
    transfers: [
      {
        direction: 'in',
        quantity: { numeric: bought.purchase_amount },
        fungible_info: { name: bought.purchase_currency, symbol: bought.purchase_currency },
      },
    ],
  }
}
