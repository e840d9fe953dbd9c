import { displayQuantity } from '../chain/display.js'
import { type ShownFee, shownFee, shownWorth } from '../connector/figure.js'
import { shownName } from '../connector/listedWallet.js'
import type { Foyer } from '../foyer.js'
import type { CheckedPayRequest } from './payAsset.js'
import { type PayTerms, readPayTerms } from './payFromWallet.js'

/** The terms of a payment, ready to be shown. */
export interface ShownPayTerms {
  /** The worth, such as `$12.50`. */
  readonly worth: string | undefined
  /** The account's balance of the asset. */
  readonly balance: string | undefined
  readonly fee: ShownFee | undefined
  /** Nothing more is on its way. */
  readonly isReady: boolean
  /** Somebody is connected who could pay. */
  readonly hasAccount: boolean
}

/** Asks for what a payment takes: the terms without one as long as there is none. @returns stops */
export function watchPayTerms(
  foyer: Foyer,
  { request, account }: { readonly request: CheckedPayRequest | undefined; readonly account: string | undefined },
  emit: (terms: PayTerms) => void,
): () => void {
  const stopping = new AbortController()
  if (request) void readPayTerms(foyer, { request, account, signal: stopping.signal }, emit)
  return () => stopping.abort()
}

/** Pure: what a payment takes, as it is shown. */
export function shownPayTerms({
  request,
  account,
  terms: { price, coinPrice, balance, fee, isReady },
  locale,
}: {
  readonly request: CheckedPayRequest | undefined
  readonly account: string | undefined
  readonly terms: PayTerms
  /** BCP 47 */
  readonly locale: string
}): ShownPayTerms {
  const { decimals, symbol } = request?.asset.metadata ?? { decimals: 0, symbol: '' }
  return {
    worth: request && shownWorth({ amount: request.exact, price, locale }),
    balance:
      balance === undefined
        ? undefined
        : displayQuantity({ quantity: { value: balance, decimals }, symbol: shownName(symbol), locale }),
    fee: fee && shownFee({ fee, symbol: fee.symbol, price: coinPrice, locale }),
    isReady,
    hasAccount: account !== undefined,
  }
}
