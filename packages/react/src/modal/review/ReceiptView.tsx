import type { ViewProps } from '@foyer/core'
import { roundDown, shortenAddress } from '@foyer/core/chain'
import { goBack } from '@foyer/core/view'
import type { ReactNode } from 'react'
import { figureOf } from '../../headless/figure.js'
import { type SentReceipt, useReceipt } from '../../headless/receipt.js'
import type { Say } from '../../headless/say.js'
import { shownName } from '../../headless/walletNames.js'
import { useModal } from '../modalContext.js'
import { Receipt } from './Receipt.js'
import { receiptDetails } from './receiptDetails.js'
import type { SumProps } from './Sum.js'
import { WholeAddress } from './values.js'

/** What has become of a transaction that was sent here. */
export default function ReceiptView(sent: ViewProps<'Receipt'>): ReactNode {
  const { foyer, say } = useModal()
  const receipt = useReceipt(sent)
  const { tag } = foyer.options.locale
  const { state, tracked } = receipt
  const to = tracked?.transfer?.to
  return (
    <Receipt
      state={state}
      title={titleOf({ state, kind: sent.kind, say })}
      sum={sumOf({ sent, receipt, say, tag })}
      details={[
        ...(to === undefined
          ? []
          : [{ id: 'recipient', term: say('receipt.recipient'), value: <WholeAddress>{to}</WholeAddress> }]),
        ...receiptDetails({ receipt, say }),
      ]}
      explorerUrl={receipt.explorerUrl}
      onDone={() => goBack(foyer)}
    />
  )
}

const done = { send: 'receipt.sent', swap: 'receipt.swapped', revoke: 'receipt.revoked' } as const

function titleOf({
  state,
  kind,
  say,
}: Pick<SentReceipt, 'state'> & Pick<ViewProps<'Receipt'>, 'kind'> & { readonly say: Say }): string {
  return say(state === 'done' ? done[kind] : state === 'pending' ? 'receipt.started' : 'receipt.failed')
}

/** What went, and to whom or for what. */
function sumOf({
  sent: { name = '' },
  receipt: { tracked },
  say,
  tag,
}: {
  readonly sent: ViewProps<'Receipt'>
  readonly receipt: SentReceipt
  readonly say: Say
  readonly tag: string
}): SumProps | undefined {
  const { swap, transfer } = tracked ?? {}
  if (swap) {
    const { sold, bought } = swap
    const least = { value: bought.amount, decimals: bought.decimals }
    const amount = least.decimals <= 6 ? least : roundDown({ amount: least, decimals: 6 })
    const { whole, rest } = figureOf({ amount, locale: tag })
    const note = say('receipt.atLeast', { amount: `${whole}${rest}`, symbol: shownName(bought.symbol) })
    return { amount: { value: sold.amount, decimals: sold.decimals }, unit: shownName(sold.symbol), sign: '−', note }
  }
  if (!transfer) return name === '' ? undefined : { unit: shownName(name) }
  const { asset, amount: value, decimals, symbol = '', to } = transfer
  const short = shortenAddress({ address: to })
  const note = say('receipt.to', { name: name === '' ? short : `${shownName(name)} · ${short}` })
  if (asset.type === 'nft') return { unit: `#${asset.tokenId}`, note }
  return decimals === undefined ? undefined : { amount: { value, decimals }, unit: shownName(symbol), sign: '−', note }
}
