import { LinkButton, part, RefreshIcon, Skeleton, VisuallyHidden } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Balance } from './hooks/useBalance.js'
import { useModal } from './modalContext.js'

export interface BalanceLineProps {
  readonly balance: Balance
}

/** How much there is: the amount large, what is less of it dimmer. */
export function BalanceLine({ balance }: BalanceLineProps): ReactNode {
  const { say } = useModal()
  switch (balance.status) {
    case 'loading':
      return (
        <div {...part({ name: 'balance', states: { status: 'loading' } })}>
          <Skeleton />
          <VisuallyHidden>{say('button.balanceLoading')}</VisuallyHidden>
        </div>
      )
    case 'failed':
      return (
        <div {...part({ name: 'balance', states: { status: 'failed' } })}>
          <span>{say('account.balanceUnavailable')}</span>
          <LinkButton icon={<RefreshIcon />} onClick={balance.retry}>
            {say('account.balanceRetry')}
          </LinkButton>
        </div>
      )
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
