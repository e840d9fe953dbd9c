import { LinkButton, part, RefreshIcon, Skeleton, VisuallyHidden } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Balance } from '../../headless/account.js'
import type { Tokens } from '../../headless/tokens.js'
import { useModal } from '../modalContext.js'

export interface BalanceLineProps {
  readonly balance: Balance
}

/** How much there is of the network's own coin: the amount large, what is less of it dimmer. */
export function BalanceLine({ balance }: BalanceLineProps): ReactNode {
  const { say } = useModal()
  switch (balance.status) {
    case 'idle':
    case 'loading':
      return <BalanceSkeleton />
    case 'failed':
      return <BalanceMissing retry={balance.retry} />
    case 'ready':
      return (
        <p dir="ltr" {...part({ name: 'balance', states: { status: 'ready' } })}>
          <VisuallyHidden>{say('account.balance')} </VisuallyHidden>
          {balance.whole}
          <span {...part({ name: 'balance-fraction' })}>.{balance.fraction}</span>{' '}
          <span {...part({ name: 'balance-symbol' })}>{balance.symbol}</span>
        </p>
      )
  }
}

export interface TotalLineProps {
  readonly tokens: Pick<Tokens, 'status' | 'tokens' | 'total' | 'retry'>
}

/** What all of it is worth, as large: the first figure of a wallet that the operator keeps. */
export function TotalLine({ tokens: { status, tokens, total, retry } }: TotalLineProps): ReactNode {
  const { say } = useModal()
  if (status === 'loading') return <BalanceSkeleton />
  if (status === 'failed' && tokens.length === 0) return <BalanceMissing retry={retry} />
  const [whole, fraction] = total.split('.')
  return (
    <p dir="ltr" {...part({ name: 'balance', states: { status: 'ready' } })}>
      <VisuallyHidden>{say('account.total')} </VisuallyHidden>
      {whole}
      <span {...part({ name: 'balance-fraction' })}>.{fraction}</span>
    </p>
  )
}

function BalanceSkeleton(): ReactNode {
  const { say } = useModal()
  return (
    <div {...part({ name: 'balance', states: { status: 'loading' } })}>
      <Skeleton />
      <VisuallyHidden>{say('button.balanceLoading')}</VisuallyHidden>
    </div>
  )
}

function BalanceMissing({ retry }: { readonly retry: () => void }): ReactNode {
  const { say } = useModal()
  return (
    <div {...part({ name: 'balance', states: { status: 'failed' } })}>
      <span>{say('account.balanceUnavailable')}</span>
      <LinkButton icon={<RefreshIcon />} onClick={retry}>
        {say('account.balanceRetry')}
      </LinkButton>
    </div>
  )
}
