import { homeRoute, shownTime } from '@foyer/core/internal'
import { explorerUrl } from '@foyer/core/networks'
import type { Purchase, PurchaseRow } from '@foyer/core/onramp'
import { reset } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import type { Detail } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useFoyerPurchases } from '../../headless/onramp.js'
import { type Modal, useModal } from '../modalContext.js'
import { Receipt } from '../review/ReceiptView.js'
import { type SumProps, TransactionHash } from '../review/Review.js'
import { moneyText, purchaseFees } from './purchaseFees.js'

const ends = {
  inProgress: { state: 'pending', title: 'onramp.inProgress' },
  bought: { state: 'done', title: 'onramp.bought' },
  failed: { state: 'failed', title: 'onramp.failed' },
} as const

export interface PurchaseReceiptProps {
  readonly purchase: Purchase
  /** As the history had it first. */
  readonly row: PurchaseRow
}

/** The receipt of a purchase, followed until it is delivered or has failed. */
export function PurchaseReceipt({ purchase, row: first }: PurchaseReceiptProps): ReactNode {
  const modal = useModal()
  const { say, foyer, state } = modal
  const { purchases } = useFoyerPurchases()
  const row = purchases.find(({ id }) => id === first.id) ?? first
  const network = state.networks.find(({ caipNetworkId }) => caipNetworkId === row.networkId)
  const { state: end, title } = ends[row.status]
  return (
    <Receipt
      state={end}
      title={say(title)}
      sum={boughtSum(row)}
      details={detailsOf(modal, { purchase, row })}
      explorerUrl={row.hash === undefined ? undefined : explorerUrl({ network, page: { hash: row.hash } })}
      onDone={() => reset(foyer, homeRoute({ connected: true }))}
    />
  )
}

/** Returns the sum that came; where the provider doesn't say how much, of what. */
function boughtSum({ amount, symbol = '', status }: PurchaseRow): SumProps | undefined {
  const unit = shownName(symbol)
  if (amount === undefined) return unit === '' ? undefined : { unit }
  return { amount, unit, sign: status === 'failed' ? undefined : '+' }
}

/** From whom, for what, when, and which it is; the fees are those of the price that was agreed to. */
function detailsOf({ say, foyer }: Modal, { purchase, row: { at, hash } }: PurchaseReceiptProps): readonly Detail[] {
  const { provider, quote } = purchase
  const locale = foyer.options.locale.tag
  const name = shownName(provider.name) || say('shell.unknown')
  const which = hash === undefined ? undefined : <TransactionHash>{hash}</TransactionHash>
  return [
    { id: 'provider', term: say('onramp.provider'), value: <bdi>{name}</bdi> },
    { id: 'paid', term: say('onramp.paid'), value: quote && moneyText(quote.paymentTotal, locale) },
    ...(quote ? purchaseFees({ say, foyer }, quote) : []),
    { id: 'time', term: say('receipt.time'), value: shownTime({ at, locale }) },
    { id: 'transaction', term: say('receipt.transaction'), value: which },
  ]
}
