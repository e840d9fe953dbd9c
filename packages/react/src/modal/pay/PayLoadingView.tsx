import { reset } from '@foyer/core/view'
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
import { useReceipt } from '../../headless/receipt.js'
import type { Say } from '../../headless/say.js'
import { shownName } from '../../headless/walletNames.js'
import { useModal } from '../modalContext.js'
import { Receipt } from '../review/Receipt.js'
import { receiptDetails } from '../review/receiptDetails.js'
import { TransactionHash, WholeAddress } from '../review/values.js'
import { WaitingFor } from '../WaitingFor.js'
import { PayTotal, payTotal } from './PayTotal.js'

/** How far the payment is. */
export default function PayLoadingView(): ReactNode {
  const { say, foyer } = useModal()
  const pay = useFoyerPay()
  const { payment, phase } = pay
  if (!payment) return <EmptyState icon={<CoinIcon />} title={say('pay.nothing')} text={say('pay.nothingWhy')} />
  if (phase === 'completed') return <Paid {...pay} />
  const { title, text } = wordsOf({ pay, say })
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
        <div {...part({ name: 'actions' })}>
          <Button
            // Whoever may have paid looks in the wallet first.
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

/** What was paid, until the visitor closes it. */
function Paid(pay: Pay): ReactNode {
  const { say, foyer } = useModal()
  const { request, payment, network } = pay
  const receipt = useReceipt({ networkId: network?.caipNetworkId, hash: payment?.hash })
  // An exchange pays from its own account: of its transaction no more is known than its name.
  const isTracked = receipt.tracked !== undefined
  const rows = isTracked
    ? receiptDetails({ receipt: { ...receipt, state: 'done' }, say })
    : exchangeRows({ payment, say })
  const to = request?.recipient ?? ''
  return (
    <Receipt
      state="done"
      title={say('pay.completed')}
      sum={{ ...payTotal({ pay, say, foyer }), sign: isTracked ? '−' : undefined, image: undefined }}
      details={[{ id: 'recipient', term: say('pay.recipient'), value: <WholeAddress>{to}</WholeAddress> }, ...rows]}
      explorerUrl={receipt.explorerUrl}
      onDone={() => foyer.close()}
    />
  )
}

function exchangeRows({ payment, say }: Pick<Pay, 'payment'> & { readonly say: Say }): readonly Detail[] {
  const { way, hash } = payment ?? {}
  const by = way?.type === 'exchange' ? shownName(way.exchange.name) : ''
  return [
    { id: 'status', term: say('receipt.status'), value: say('receipt.confirmed') },
    ...(by === '' ? [] : [{ id: 'by', term: say('pay.by'), value: <bdi>{by}</bdi> }]),
    ...(hash === undefined
      ? []
      : [{ id: 'transaction', term: say('receipt.transaction'), value: <TransactionHash>{hash}</TransactionHash> }]),
  ]
}

interface Words {
  readonly title: string
  readonly text: string
}

function wordsOf({ pay, say }: { readonly pay: Pay; readonly say: Say }): Words {
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
      return { title: say(title ?? 'pay.failed'), text: failureOf({ pay, say }) }
    }
  }
}

/** The failure's own sentence, where it says more than that it failed. */
function failureOf({ pay: { error, payment }, say }: { readonly pay: Pay; readonly say: Say }): string {
  const code = error && 'code' in error ? error.code : undefined
  if (code === 'pay_asset_not_supported') return say('pay.assetNotSupported')
  if (payment?.way.type === 'exchange' && code === 'pay_no_url') return say('pay.exchangeFailed')
  return say('pay.failedWhy')
}
