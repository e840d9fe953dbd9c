import { isUnsupported, networkOf } from '@foyer/core'
import { displayWorth, type HeldToken } from '@foyer/core/account'
import { displayExact, displayQuantity, formatAmount } from '@foyer/core/chain'
import { shownName } from '@foyer/core/wallets'
import {
  CoinIcon,
  EmptyState,
  ErrorState,
  part,
  RowList,
  Tag,
  TokenImage,
  TokenRow,
  TokenRowSkeleton,
  VisuallyHidden,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Tokens } from '../../headless/tokens.js'
import { Failed, Missing } from '../Failed.js'
import { LookAlike } from '../LookAlike.js'
import { useModal } from '../modalContext.js'
import { WayRow } from '../WayRow.js'
import type { AccountFeature } from './FeatureButtons.js'

export interface TokensPanelProps extends Tokens {
  readonly features: readonly AccountFeature[]
}

/** The account's tokens on its network. Figures that have grown old stay, under a word that says so. */
export function TokensPanel({ status, tokens, retry, features }: TokensPanelProps): ReactNode {
  const { say, state } = useModal()
  const failure = { message: say('account.balanceUnavailable'), words: 'account.balanceRetry', retry } as const
  if (isUnsupported(state)) return <ErrorState message={say('account.balanceUnavailable')} />
  if (tokens.length === 0 && (status === 'loading' || status === 'idle')) return <TokensSkeleton />
  if (tokens.length === 0 && status === 'failed') return <Failed {...failure} />
  if (tokens.every(({ value }) => value === 0n)) return <NoTokens features={features} />
  return (
    <>
      {status === 'failed' ? <Missing partName="tokens-stale" {...failure} /> : null}
      <ul {...part({ name: 'token-list', states: { stale: status === 'failed' } })}>
        {tokens.map((token) => (
          <li key={token.key}>
            <TokenLine token={token} testnet={networkOf(state)?.testnet === true} />
          </li>
        ))}
      </ul>
    </>
  )
}

function TokenLine({ token, testnet }: { readonly token: HeldToken; readonly testnet: boolean }): ReactNode {
  const { say, foyer } = useModal()
  const locale = foyer.options.locale.tag
  const { value, decimals, usd } = token
  const symbol = shownName(token.symbol)
  const amount = { value, decimals }
  return (
    <TokenRow
      image={<TokenImage symbol={symbol} src={token.iconUrl} />}
      label={shownName(token.name) || symbol || say('shell.unknown')}
      amount={
        <>
          <data dir="ltr" value={formatAmount(amount)} title={displayExact({ amount, symbol, locale })}>
            <bdi>{displayQuantity({ quantity: token, locale })}</bdi> <bdi>{symbol}</bdi>
          </data>
          <LookAlike name={token.name} symbol={token.symbol} />
        </>
      }
      worth={testnet || usd ? displayWorth({ usd: testnet ? undefined : usd, locale }) : undefined}
    />
  )
}

function TokensSkeleton(): ReactNode {
  const { say } = useModal()
  return (
    <>
      <VisuallyHidden>{say('shell.loading')}</VisuallyHidden>
      <TokenRowSkeleton />
      <TokenRowSkeleton />
      <TokenRowSkeleton />
    </>
  )
}

/** Nothing is held yet, and the ways to change that; where there is none, what will be here. */
function NoTokens({ features }: Pick<TokensPanelProps, 'features'>): ReactNode {
  const { say, state } = useModal()
  const network = networkOf(state)?.name ?? ''
  const ways = features.flatMap(({ funds, ...feature }) => (funds ? [{ ...feature, funds }] : []))
  if (ways.length === 0)
    return (
      <EmptyState icon={<CoinIcon />} title={say('account.noTokens')} text={say('account.noTokensText', { network })} />
    )
  return (
    <>
      <p {...part({ name: 'lead' })}>{say('account.noTokens')}</p>
      <RowList>
        {ways.map(({ feature, route, icon: Icon, funds }) => (
          <WayRow
            key={feature}
            partName="get-funds"
            data-feature={feature}
            label={say(funds.label)}
            sublabel={say(funds.text)}
            image={<Icon />}
            trailing={funds.tag ? <Tag variant="main">{say(funds.tag)}</Tag> : undefined}
            to={route}
          />
        ))}
      </RowList>
    </>
  )
}
