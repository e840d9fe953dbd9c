import { Details, NetworkImage, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import type { Pay } from '../../headless/pay.js'
import { shownName } from '../../headless/walletNames.js'
import { CoinImage } from '../CoinImage.js'
import { useModal } from '../modalContext.js'

/** How many characters of an amount stand in large figures. */
const longest = 12

/** How much, of what, on which network, and to whom. */
export function PayTotal({ request, amount, network, recipient }: Pay): ReactNode {
  const { say, foyer } = useModal()
  if (!request) return null
  const symbol = shownName(request.asset.metadata.symbol)
  const networkName = network?.name ?? request.asset.networkId
  const src = network && networkImageOf({ network, foyer })
  const image = <NetworkImage name={networkName} src={src} size="chip" />
  return (
    <>
      <div {...part({ name: 'pay-total' })}>
        <CoinImage symbol={symbol} network={image} />
        <p dir="ltr" {...part({ name: 'pay-amount', states: { long: amount.length > longest } })}>
          <span title={amount} {...part({ name: 'pay-figure' })}>
            {amount}
          </span>{' '}
          <bdi {...part({ name: 'pay-symbol' })}>{symbol}</bdi>
        </p>
        <p {...part({ name: 'pay-network' })}>{say('pay.on', { network: networkName })}</p>
      </div>
      <Details
        details={[
          {
            id: 'recipient',
            term: say('pay.recipient'),
            value: (
              <bdi dir="ltr" title={request.recipient}>
                {recipient}
              </bdi>
            ),
          },
        ]}
      />
    </>
  )
}
