import { accountOf } from '@foyer/core'
import { requestToPay } from '@foyer/core/internal'
import type { PreviewedRequest } from '@foyer/core/preview'
import { reset } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import {
  BankIcon,
  Button,
  CoinIcon,
  EmptyState,
  part,
  Row,
  RowList,
  Separator,
  Skeleton,
  VisuallyHidden,
  WalletIcon,
  WalletImage,
} from '@foyer/parts'
import { type ReactNode, useMemo } from 'react'
import { useFoyerAvailableExchanges } from '../../headless/exchanges.js'
import { type Pay, useFoyerPay } from '../../headless/pay.js'
import { DisconnectRow } from '../DisconnectRow.js'
import { Retry } from '../Failed.js'
import { useModal } from '../modalContext.js'
import { useReviewWords } from '../review/Review.js'
import { PayTotal } from './PayTotal.js'

/** The payment that is asked for, and the ways to pay it. */
export default function PayView(): ReactNode {
  const { say, foyer } = useModal()
  const pay = useFoyerPay()
  if (pay.phase === 'none')
    return <EmptyState icon={<CoinIcon />} title={say('pay.nothing')} text={say('pay.nothingWhy')} />
  // One that is under way, or done, is not begun again by a slip.
  const isClosed = pay.isSuccess || (pay.isPending && pay.payment?.way.type === 'wallet')
  return (
    <>
      <PayTotal {...pay} />
      {isClosed ? (
        <Button variant="quiet" partName="go-on" onClick={() => reset(foyer, { view: 'PayLoading' })}>
          {say(pay.isSuccess ? 'pay.completed' : 'pay.goOn')}
        </Button>
      ) : (
        <Ways {...pay} />
      )}
    </>
  )
}

function Ways(pay: Pay): ReactNode {
  const { say } = useModal()
  const { takesWallets, wallet, connect, payFromWallet, leave } = pay
  const request = useWalletRequest(pay)
  const { words, isBlocked, confirm } = useReviewWords(request)
  return (
    <>
      {words}
      {takesWallets ? (
        <>
          <RowList>
            {wallet ? (
              <Row
                partName="pay-from-wallet"
                label={say('pay.withWallet', { wallet: wallet.name })}
                image={<WalletImage name={wallet.name} src={wallet.icon} />}
                chevron
                disabled={isBlocked}
                onClick={() =>
                  confirm(() => {
                    leave()
                    payFromWallet()
                  })
                }
              />
            ) : (
              <Row
                partName="connect-to-pay"
                label={say('pay.fromWallet')}
                image={<WalletImage name="" icon={<WalletIcon />} />}
                chevron
                onClick={connect}
              />
            )}
          </RowList>
          <Separator label={say('pay.or')} />
        </>
      ) : null}
      <Exchanges {...pay} />
      {wallet ? (
        <RowList>
          <DisconnectRow />
        </RowList>
      ) : null}
    </>
  )
}

/** Returns the request that the connected wallet would be asked. */
function useWalletRequest({ request, wallet }: Pay): PreviewedRequest | undefined {
  const { address } = accountOf(useModal().state, request?.family)
  const isConnected = wallet !== undefined
  return useMemo(() => {
    return request && isConnected && address !== undefined ? requestToPay(request, { address }) : undefined
  }, [request, address, isConnected])
}

function Exchanges({ request, payFromExchange, leave }: Pay): ReactNode {
  const { say } = useModal()
  const { status, exchanges, retry } = useFoyerAvailableExchanges({
    asset: request?.asset,
    amount: request?.amount,
    include: request?.includeExchanges,
    exclude: request?.excludeExchanges,
  })
  if (status === 'failed')
    return (
      <div role="alert" data-look="stack-2 centred" {...part({ name: 'pay-note' })}>
        <span>{say('pay.exchangesFailed')}</span>
        <Retry retry={retry} />
      </div>
    )
  if (status !== 'ready')
    return (
      <div role="status">
        <VisuallyHidden>{say('pay.exchangesLoading')}</VisuallyHidden>
        <Skeleton shape="row" />
      </div>
    )
  if (exchanges.length === 0)
    return (
      <p role="status" data-look="stack-2 centred" {...part({ name: 'pay-note' })}>
        {say('pay.noExchanges')}
      </p>
    )
  return (
    <RowList label={say('pay.exchanges')}>
      {exchanges.map((exchange) => (
        <Row
          key={exchange.id}
          partName="exchange-option"
          data-exchange={exchange.id}
          label={say('pay.withExchange', { exchange: shownName(exchange.name) || exchange.id })}
          image={
            exchange.imageUrl ? (
              <WalletImage name={exchange.name} src={exchange.imageUrl} />
            ) : (
              <WalletImage name={exchange.name} icon={<BankIcon />} />
            )
          }
          chevron
          onClick={() => {
            leave()
            payFromExchange(exchange)
          }}
        />
      ))}
    </RowList>
  )
}
