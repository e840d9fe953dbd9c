import { networkOf } from '@foyer/core'
import { push } from '@foyer/core/view'
import {
  Avatar,
  Chip,
  CopyIcon,
  ExternalIcon,
  IconButton,
  Link,
  LinkButton,
  part,
  Skeleton,
  VisuallyHidden,
  WalletImage,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Tokens } from '../../headless/tokens.js'
import type { AccountOverview } from '../hooks/useAccount.js'
import { useModal } from '../modalContext.js'
import { BalanceLine, TotalLine } from './BalanceLine.js'

export interface AccountHeadProps {
  readonly account: AccountOverview
  readonly tokens: Tokens
}

/** Who is connected, and with how much: a wallet that the operator keeps is a purse, counted in dollars; any other shows its coin first. */
export function AccountHead({ account, tokens }: AccountHeadProps): ReactNode {
  const { address, avatar, balance, kept, wallet } = account
  return (
    <div {...part({ name: 'account', states: { kept } })}>
      {kept ? null : <Avatar address={address} src={avatar} />}
      <Who {...account} />
      <InWallet {...wallet} />
      {kept ? (
        <>
          <TotalLine tokens={tokens} />
          {balance?.status === 'ready' ? (
            <p dir="ltr" {...part({ name: 'account-second' })}>
              {balance.whole}.{balance.fraction} {balance.symbol}
            </p>
          ) : null}
        </>
      ) : (
        <>
          {balance ? <BalanceLine balance={balance} /> : null}
          <Worth {...tokens} />
        </>
      )}
    </div>
  )
}

/** The account's name, what leads to the other accounts, and what is done with its address. */
function Who({ address, label, avatar, accounts, explorerUrl, copy, copied, kept }: AccountOverview): ReactNode {
  const { foyer, say } = useModal()
  const several = accounts.length > 1
  const image = kept ? <Avatar address={address} src={avatar} size="sm" /> : undefined
  return (
    <div {...part({ name: 'account-name' })}>
      {several ? (
        <>
          <Chip
            partName="switch-address"
            label={label}
            image={image}
            chevron
            accessibleName={say('account.switch', { name: label })}
            onClick={() => push(foyer, { view: 'SwitchAddress' })}
          />
          <IconButton
            partName="copy-address"
            label={say('account.copy')}
            icon={<CopyIcon done={copied} />}
            onClick={copy}
          />
        </>
      ) : (
        <>
          {image}
          <LinkButton partName="copy-address" icon={<CopyIcon done={copied} />} title={address} onClick={copy}>
            <bdi>{label}</bdi>
            <VisuallyHidden>{say('account.copy')}</VisuallyHidden>
          </LinkButton>
        </>
      )}
      {explorerUrl ? (
        <Link
          partName="explorer"
          href={explorerUrl}
          title={say('account.explorer')}
          newTabHint={say('shell.opensNewTab')}
        >
          <ExternalIcon />
          <VisuallyHidden>{say('account.explorer')}</VisuallyHidden>
        </Link>
      ) : null}
    </div>
  )
}

/** Which wallet that is. */
function InWallet({ name, icon }: AccountOverview['wallet']): ReactNode {
  return (
    <p {...part({ name: 'account-wallet' })}>
      <WalletImage name={name} src={icon} />
      <bdi title={name}>{name}</bdi>
    </p>
  )
}

/** What all of it is worth, under the coin: only where the operator's server has prices. */
function Worth({ status, usd, total }: Tokens): ReactNode {
  const { foyer, say, state } = useModal()
  const mayCome = foyer.options.api !== undefined && networkOf(state)?.testnet !== true
  if (usd === undefined && !(mayCome && status === 'loading')) return null
  return (
    <div {...part({ name: 'account-second', states: { status: usd ? 'ready' : 'loading' } })}>
      {usd ? (
        <p dir="ltr">
          <VisuallyHidden>{say('account.total')} </VisuallyHidden>
          {total}
        </p>
      ) : (
        <Skeleton />
      )}
    </div>
  )
}
