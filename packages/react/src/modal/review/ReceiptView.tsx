import type { ViewProps } from '@foyer/core'
import { roundDown, shortenAddress } from '@foyer/core/chain'
import { figureOf, type SentReceipt } from '@foyer/core/internal'
import { goBack } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import type { ReactNode } from 'react'
import { useReceipt } from '../../headless/receipt.js'
import { type Modal, useModal } from '../modalContext.js'
import { Receipt, receiptDetails } from './Receipt.js'
import type { SumProps } from './Sum.js'
import { WholeAddress } from './values.js'

/** The outcome of a transaction that was sent here. */
export default function ReceiptView(sent: ViewProps<'Receipt'>): ReactNode {
  const modal = useModal()
  const { foyer, say } = modal
  const receipt = useReceipt(sent)
  const { state, tracked } = receipt
  const to = tracked?.transfer?.to
  return (
    <Receipt
      state={state}
      title={say(state === 'done' ? done[sent.kind] : state === 'pending' ? 'receipt.started' : 'receipt.failed')}
      sum={sumOf(modal, { ...sent, tracked })}
      details={[
        { id: 'recipient', term: say('receipt.recipient'), value: to && <WholeAddress>{to}</WholeAddress> },
        ...receiptDetails(say, receipt),
      ]}
      explorerUrl={receipt.explorerUrl}
      onDone={() => goBack(foyer)}
    />
  )
}

const done = { send: 'receipt.sent', swap: 'receipt.swapped', revoke: 'receipt.revoked' } as const

/** Returns the sum that went, and to whom or for what. */
function sumOf(
  { foyer, say }: Modal,
  { name = '', tracked }: ViewProps<'Receipt'> & Pick<SentReceipt, 'tracked'>,
): SumProps | undefined {
  const { swap, transfer, received } = tracked ?? {}
  if (swap) {
    const { sold, bought } = swap
    const came = { value: received ?? bought.amount, decimals: bought.decimals }
    const amount = came.decimals <= 6 ? came : roundDown({ amount: came, decimals: 6 })
    const { whole, rest } = figureOf({ amount, locale: foyer.options.locale.tag })
    const values = { amount: `${whole}${rest}`, symbol: shownName(bought.symbol) }
    const note = say(received === undefined ? 'receipt.atLeast' : 'receipt.for', values)
    return { amount: { value: sold.amount, decimals: sold.decimals }, unit: shownName(sold.symbol), sign: '−', note }
  }
  if (!transfer) return name === '' ? undefined : { unit: shownName(name) }
  const { asset, amount: value, decimals, symbol = '', to } = transfer
  const short = shortenAddress({ address: to })
  const note = say('receipt.to', { name: name === '' ? short : `${shownName(name)} · ${short}` })
  if (asset.type === 'nft') return { unit: `#${asset.tokenId}`, note }
  return decimals === undefined ? undefined : { amount: { value, decimals }, unit: shownName(symbol), sign: '−', note }
}
