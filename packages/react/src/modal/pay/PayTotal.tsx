import { type Detail, Details, NetworkImage, part, Skeleton } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import type { Pay } from '../../headless/pay.js'
import { type ShownPayTerms, usePayTerms } from '../../headless/payTerms.js'
import { shownName } from '../../headless/walletNames.js'
import { CoinImage } from '../CoinImage.js'
import { type Modal, useModal } from '../modalContext.js'
import { Sum, type SumProps } from '../review/Sum.js'
import { Fee, WholeAddress } from '../review/values.js'

/** How much, of what, on which network, and to whom; with what it takes, before it is paid. */
export function PayTotal(pay: Pay): ReactNode {
  const { say, foyer } = useModal()
  const { request } = pay
  const terms = usePayTerms(request)
  if (!request) return null
  return (
    <div {...part({ name: 'review', also: 'pay-total' })}>
      <Sum {...payTotal({ pay, worth: terms.worth, say, foyer })} />
      <Details partName="review-details" details={detailsOf({ pay, terms, say })} />
    </div>
  )
}

/** The amount with its worth and its network. */
export function payTotal({
  pay: { request, network },
  worth,
  say,
  foyer,
}: Pick<Modal, 'say' | 'foyer'> & { readonly pay: Pay; readonly worth?: string | undefined }): SumProps {
  const symbol = shownName(request?.asset.metadata.symbol ?? '')
  const networkName = network?.name ?? request?.asset.networkId ?? ''
  const src = network && networkImageOf({ network, foyer })
  const image = <NetworkImage name={networkName} src={src} size="chip" />
  const on = say('pay.on', { network: networkName })
  return {
    amount: request?.exact,
    unit: symbol,
    image: <CoinImage symbol={symbol} network={image} />,
    note: worth ? `${worth} ${on}` : on,
  }
}

function detailsOf({
  pay: { request, payment },
  terms: { balance, fee, isReady, hasAccount },
  say,
}: Pick<Modal, 'say'> & { readonly pay: Pay; readonly terms: ShownPayTerms }): readonly Detail[] {
  const to = {
    id: 'recipient',
    term: say('pay.recipient'),
    value: <WholeAddress>{request?.recipient ?? ''}</WholeAddress>,
  }
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

/** What is on its way has its place. */
function Awaited({ children, isReady }: { readonly children: ReactNode; readonly isReady: boolean }): ReactNode {
  const { say } = useModal()
  return children ?? (isReady ? say('pay.feeUnknown') : <Skeleton />)
}
