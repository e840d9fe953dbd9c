import { accountOf } from '@foyer/core'
import { displayQuantity, displayUsd, usdValue } from '@foyer/core/chain'
import { type CheckedPayRequest, type PayTerms, readPayTerms } from '@foyer/core/pay'
import { useCallback } from 'react'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'
import { type ShownFee, shownFee } from './figure.js'
import { shownName } from './walletNames.js'

/** What a payment takes, ready to be shown. */
export interface ShownPayTerms {
  /** What it is worth, such as `$12.50`. */
  readonly worth: string | undefined
  /** What the account has of the asset. */
  readonly balance: string | undefined
  readonly fee: ShownFee | undefined
  /** Nothing more is on its way. */
  readonly isReady: boolean
  /** Somebody is connected who could pay. */
  readonly hasAccount: boolean
}

const unread: PayTerms = { isReady: false }

/** What a payment takes: in dollars, and for who is connected the balance and the network's fee. */
export function usePayTerms(request: CheckedPayRequest | undefined): ShownPayTerms {
  const { foyer } = useKit()
  const account = useSelect((state) => (request ? accountOf(state, request.family).address : undefined))
  const watch = useCallback(
    (emit: (terms: PayTerms) => void) => {
      const stopping = new AbortController()
      if (request) void readPayTerms(foyer, { request, account, signal: stopping.signal }, emit)
      return () => stopping.abort()
    },
    [foyer, request, account],
  )
  const { price, coinPrice, balance, fee, isReady } = useWatched({ initial: unread, watch })
  const locale = foyer.options.locale.tag
  const { decimals, symbol } = request?.asset.metadata ?? { decimals: 0, symbol: '' }
  const worth = request && usdValue({ amount: request.exact, price })
  return {
    worth: worth && displayUsd({ amount: worth, locale }),
    balance:
      balance === undefined
        ? undefined
        : displayQuantity({ quantity: { value: balance, decimals }, symbol: shownName(symbol), locale }),
    fee: fee && shownFee({ fee, symbol: fee.symbol, price: coinPrice, locale }),
    isReady,
    hasAccount: account !== undefined,
  }
}
