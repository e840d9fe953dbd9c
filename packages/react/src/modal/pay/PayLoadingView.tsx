import { reset } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import {
  BankIcon,
  Button,
  CoinIcon,
  type Detail,
  EmptyState,
  ExternalIcon,
  part,
  RowLink,
  RowList,
  WalletImage,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { type Pay, useFoyerPay } from '../../headless/pay.js'
import type { Say } from '../../headless/say.js'
import { useReceipt } from '../../headless/transactions.js'
import { useModal } from '../modalContext.js'
import { Receipt, receiptDetails } from '../review/ReceiptView.js'
import { TransactionHash, WholeAddress } from '../review/Review.js'
import { WaitingFor } from '../WaitingFor.js'
import { PayTotal, payTotal } from './PayTotal.js'

/** The progress of the payment. */
export default function PayLoadingView(): ReactNode {
  const { say, foyer } = useModal()
  const pay = useFoyerPay()
  const { payment, phase } = pay
  if (!payment) return <EmptyState icon={<CoinIcon />} title={say('pay.nothing')} text={say('pay.nothingWhy')} />
  if (phase === 'completed') return <Paid {...pay} />
  const { title, text } = wordsOf(say, pay)
  return (
    <>
      <PayTotal {...pay} />
      <WaitingFor
        image={<WayImage {...pay} />}
        shape="square"
        state={pay.isPending ? 'waiting' : 'failed'}
        title={title}
        text={text}
      />
      {phase === 'following' && payment.url && payment.way.type === 'exchange' ? (
        <RowList>
          <RowLink
            partName="open-exchange"
            label={say('pay.openExchange', { exchange: shownName(payment.way.exchange.name) })}
            image={<ExternalIcon />}
            href={payment.url}
            newTabHint={say('shell.opensNewTab')}
          />
        </RowList>
      ) : null}
      {pay.canLeave ? (
        <div data-look="stack-2" {...part({ name: 'actions' })}>
          <Button
            // A visitor who may have paid looks in the wallet first.
            variant={pay.isPending || phase === 'unclear' ? 'quiet' : 'filled'}
            partName="other-way"
            onClick={() => {
              pay.leave()
              reset(foyer, { view: 'Pay' })
            }}
          >
            {say('pay.otherWay')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function WayImage({ payment, wallet }: Pay): ReactNode {
  if (payment?.way.type !== 'exchange')
    return <WalletImage size="lg" name={payment?.way.name ?? ''} src={wallet?.icon} />
  const { name, imageUrl } = payment.way.exchange
  return imageUrl ? (
    <WalletImage size="lg" name={name} src={imageUrl} />
  ) : (
    <WalletImage size="lg" name={name} icon={<BankIcon />} />
  )
}

/** The completed payment, until the visitor closes it. */
function Paid(pay: Pay): ReactNode {
  const modal = useModal()
  const { say, foyer } = modal
  const { request, payment, network } = pay
  const receipt = useReceipt({ networkId: network?.caipNetworkId, hash: payment?.hash })
  // An exchange pays from its own account: of its transaction no more is known than its name.
  const isTracked = receipt.tracked !== undefined
  const rows = isTracked ? receiptDetails(say, { ...receipt, state: 'done' }) : exchangeRows(say, pay)
  const to = request?.recipient ?? ''
  return (
    <Receipt
      state="done"
      title={say('pay.completed')}
      sum={{ ...payTotal(modal, pay), sign: isTracked ? '−' : undefined, image: undefined }}
      details={[{ id: 'recipient', term: say('pay.recipient'), value: <WholeAddress>{to}</WholeAddress> }, ...rows]}
      explorerUrl={receipt.explorerUrl}
      onDone={() => foyer.close()}
    />
  )
}

function exchangeRows(say: Say, { payment }: Pay): readonly Detail[] {
  const { way, hash } = payment ?? {}
  const by = way?.type === 'exchange' ? shownName(way.exchange.name) : ''
  return [
    { id: 'status', term: say('receipt.status'), value: say('receipt.confirmed') },
    { id: 'by', term: say('pay.by'), value: by === '' ? undefined : <bdi>{by}</bdi> },
    { id: 'transaction', term: say('receipt.transaction'), value: hash && <TransactionHash>{hash}</TransactionHash> },
  ]
}

function wordsOf(say: Say, pay: Pay) {
  const { payment, network } = pay
  const way = payment?.way
  const wallet = way?.type === 'wallet' ? shownName(way.name) : ''
  const exchange = way?.type === 'exchange' ? shownName(way.exchange.name) : ''
  switch (pay.phase) {
    case 'switching':
      return { title: say('pay.switching'), text: say('pay.switchingWhy', { wallet, network: network?.name ?? '' }) }
    case 'confirming':
      return { title: say('pay.wallet'), text: say('pay.walletWhy', { wallet }) }
    case 'mining':
      return { title: say('pay.sent'), text: say('pay.sentWhy') }
    case 'opening':
    case 'following':
      return {
        title: say('pay.exchange'),
        text: payment?.isStale ? say('pay.statusUnknown') : say('pay.exchangeWhy', { exchange }),
      }
    case 'declined':
      return { title: say('pay.failed'), text: say('pay.declined') }
    case 'reverted':
      return { title: say('pay.failed'), text: say('pay.reverted') }
    case 'unclear':
      return { title: say('pay.failed'), text: say('error.mayHaveBeenSent') }
    default: {
      const { code, notice } = payment?.end?.status === 'failed' ? payment.end.error : {}
      // What was done to it in the wallet.
      const title = code === 'transaction_failed' ? notice : undefined
      return { title: say(title ?? 'pay.failed'), text: failureOf(say, pay) }
    }
  }
}

/** The failure's own sentence, where it says more than that it failed. */
function failureOf(say: Say, { error, payment }: Pay): string {
  const code = error && 'code' in error ? error.code : undefined
  if (code === 'pay_asset_not_supported') return say('pay.assetNotSupported')
  if (payment?.way.type === 'exchange' && code === 'pay_no_url') return say('pay.exchangeFailed')
  return say('pay.failedWhy')
}
