import type { ShownPayTerms } from '@foyer/core/internal'
import { shownName } from '@foyer/core/wallets'
import { type Detail, Details, NetworkImage, part, Skeleton } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { type Pay, usePayTerms } from '../../headless/pay.js'
import type { Say } from '../../headless/say.js'
import { CoinImage } from '../CoinImage.js'
import { type Modal, useModal } from '../modalContext.js'
import { Fee, Sum, type SumProps, WholeAddress } from '../review/Review.js'

/** The amount, the asset, the network and the recipient; with the terms, before it is paid. */
export function PayTotal(pay: Pay): ReactNode {
  const modal = useModal()
  const { request } = pay
  const terms = usePayTerms(request)
  if (!request) return null
  return (
    <div data-look="stack" {...part({ name: 'review', also: 'pay-total' })}>
      <Sum {...payTotal(modal, { ...pay, worth: terms.worth })} />
      <Details partName="review-details" details={detailsOf(modal.say, { ...pay, ...terms })} />
    </div>
  )
}

interface Worth extends Pick<Pay, 'request' | 'network'> {
  readonly worth?: string | undefined
}

/** The amount with its worth and its network. */
export function payTotal({ say, foyer }: Modal, { request, network, worth }: Worth): SumProps {
  const symbol = shownName(request?.asset.metadata.symbol ?? '')
  const networkName = network?.name ?? request?.asset.networkId ?? ''
  const src = network && networkImageOf({ network, foyer })
  const image = <NetworkImage name={networkName} src={src} size="chip" />
  const on = say('pay.on', { network: networkName })
  return {
    amount: request?.exact,
    unit: symbol,
    image: <CoinImage symbol={symbol} network={image} />,
    note: worth ? (
      <>
        <bdi dir="ltr">{worth}</bdi> {on}
      </>
    ) : (
      on
    ),
  }
}

function detailsOf(say: Say, { request, payment, ...terms }: Pay & ShownPayTerms): readonly Detail[] {
  const { balance, fee, isReady, hasAccount } = terms
  const recipient = <WholeAddress>{request?.recipient ?? ''}</WholeAddress>
  const to = { id: 'recipient', term: say('pay.recipient'), value: recipient }
  // An exchange asks for what it takes by itself.
  if (!hasAccount || payment?.way.type === 'exchange') return [to]
  return [
    to,
    {
      id: 'balance',
      term: say('pay.balance'),
      value: <Awaited isReady={isReady}>{balance && <bdi dir="ltr">{balance}</bdi>}</Awaited>,
    },
    { id: 'fee', term: say('pay.fee'), value: <Awaited isReady={isReady}>{fee && <Fee {...fee} />}</Awaited> },
  ]
}

/** A place for what is on its way. */
function Awaited({ children, isReady }: { readonly children: ReactNode; readonly isReady: boolean }): ReactNode {
  const { say } = useModal()
  return children ?? (isReady ? say('pay.feeUnknown') : <Skeleton />)
}
