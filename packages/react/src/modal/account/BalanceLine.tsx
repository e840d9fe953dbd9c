import { displayExact } from '@foyer/core/chain'
import { LinkButton, part, RefreshIcon, Skeleton, VisuallyHidden } from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Balance } from '../../headless/account.js'
import type { Tokens } from '../../headless/tokens.js'
import { useModal } from '../modalContext.js'

/** The balance in the network's own coin: the amount large, what is less than one dimmer. */
export function BalanceLine({ balance }: { readonly balance: Balance }): ReactNode {
  const { say, foyer } = useModal()
  const locale = foyer.options.locale.tag
  switch (balance.status) {
    case 'idle':
    case 'loading':
      return <BalanceSkeleton />
    case 'failed':
      return <BalanceMissing retry={balance.retry} />
    case 'ready':
      return (
        <Figure
          label={say('account.balance')}
          figure={balance.figure}
          symbol={balance.symbol}
          exact={displayExact({ amount: balance, symbol: balance.symbol, locale })}
        />
      )
  }
}

export interface TotalLineProps {
  readonly tokens: Pick<Tokens, 'status' | 'tokens' | 'total' | 'retry'>
}

/** The worth of all of it, as large. */
export function TotalLine({ tokens: { status, tokens, total, retry } }: TotalLineProps): ReactNode {
  const { say } = useModal()
  if (status === 'loading') return <BalanceSkeleton />
  if (status === 'failed' && tokens.length === 0) return <BalanceMissing retry={retry} />
  return <Figure label={say('account.total')} figure={total} />
}

interface FigureProps {
  /** The label of the figure. */
  readonly label: string
  readonly figure: string
  readonly symbol?: string | undefined
  /** To the last unit. */
  readonly exact?: string | undefined
}

/** From how many characters on a figure is set smaller, so that it stays on its line. */
const longFigure = 12

/** A figure, large, under the word for it: what is after its point is dimmer, but for a letter that says of how many, and a sign. */
function Figure({ label, figure, symbol, exact }: FigureProps): ReactNode {
  const [, whole = figure, fraction = '', rest = ''] = /^(.*)(\D\d+)(\D*)$/.exec(figure) ?? []
  return (
    <div {...part({ name: 'account-lead' })}>
      <p data-look="dim" {...part({ name: 'account-lead-label' })}>
        {label}
      </p>
      <p
        title={exact ?? figure}
        data-look="cut"
        {...part({ name: 'balance', states: { status: 'ready', long: figure.length >= longFigure } })}
      >
        <bdi dir="ltr">
          {whole}
          <span {...part({ name: 'balance-fraction' })}>{fraction}</span>
          {rest}
          {symbol ? (
            <>
              {' '}
              <span {...part({ name: 'balance-symbol' })}>{symbol}</span>
            </>
          ) : null}
        </bdi>
      </p>
    </div>
  )
}

function BalanceSkeleton(): ReactNode {
  const { say } = useModal()
  return (
    <div data-look="cut" {...part({ name: 'balance', states: { status: 'loading' } })}>
      <Skeleton />
      <VisuallyHidden>{say('button.balanceLoading')}</VisuallyHidden>
    </div>
  )
}

function BalanceMissing({ retry }: { readonly retry: () => void }): ReactNode {
  const { say } = useModal()
  return (
    <div data-look="cut" {...part({ name: 'balance', states: { status: 'failed' } })}>
      <span>{say('account.balanceUnavailable')}</span>
      <LinkButton icon={<RefreshIcon />} onClick={retry}>
        {say('account.balanceRetry')}
      </LinkButton>
    </div>
  )
}
