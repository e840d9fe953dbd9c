import { accountOf } from '@foyer/core'
import { shortenAddress } from '@foyer/core/chain'
import { push, reset } from '@foyer/core/view'
import {
  Avatar,
  Button,
  CopyIcon,
  EmptyState,
  ExternalIcon,
  LinkButton,
  part,
  RefreshIcon,
  Row,
  RowLink,
  RowList,
  SealIcon,
  Separator,
  Skeleton,
  VisuallyHidden,
  WalletIcon,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import type { Balance } from '../../headless/account.js'
import { DisconnectRow } from '../DisconnectRow.js'
import { type AccountOverview, useAccount } from '../hooks/useAccount.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSlot.js'

/** The connected account [S2.2]. */
export default function AccountView(): ReactNode {
  const { say, foyer } = useModal()
  const account = useAccount()
  if (!account) return <NoAccount />
  const { mayChooseName, address, label, avatar, balance, explorerUrl, copy } = account
  return (
    <>
      <div {...part({ name: 'account' })}>
        <Avatar address={address} src={avatar} />
        <LinkButton partName="copy-address" icon={<CopyIcon />} title={address} onClick={copy}>
          <bdi>{label}</bdi>
          <VisuallyHidden>{say('account.copy')}</VisuallyHidden>
        </LinkButton>
        {balance ? <BalanceLine balance={balance} /> : null}
      </div>
      {account.accounts.length > 1 ? <Accounts {...account} /> : null}
      <RowList>
        {explorerUrl ? (
          <RowLink
            partName="explorer"
            label={say('account.explorer')}
            image={<ExternalIcon />}
            href={explorerUrl}
            newTabHint={say('shell.opensNewTab')}
          />
        ) : null}
        {mayChooseName ? (
          <Row
            partName="choose-name"
            label={say('account.chooseName')}
            image={<SealIcon />}
            chevron
            onClick={() => push(foyer, { view: 'ChooseAccountName' })}
          />
        ) : null}
        <DisconnectRow />
      </RowList>
    </>
  )
}

/** A session that is being taken up again, or none: then the way to one. */
function NoAccount(): ReactNode {
  const { say, state, foyer } = useModal()
  if (accountOf(state).status === 'connecting') return <ViewSkeleton label={say('shell.loading')} />
  return (
    <EmptyState
      icon={<WalletIcon />}
      title={say('account.none')}
      action={
        <div {...part({ name: 'actions' })}>
          <Button onClick={() => reset(foyer, { view: 'Connect' })}>{say('button.connect')}</Button>
        </div>
      }
    />
  )
}

/** The accounts of the wallet, of which one is in use. */
function Accounts({ accounts, address, choose }: AccountOverview): ReactNode {
  const { say } = useModal()
  return (
    <>
      <p aria-hidden="true" {...part({ name: 'list-title' })}>
        {say('account.accounts')}
      </p>
      <RowList label={say('account.accounts')} scrolls>
        {accounts.map((each) => (
          <Row
            key={each.address}
            partName="account-choice"
            data-address={each.address}
            label={shortenAddress({ address: each.address })}
            image={<Avatar address={each.address} size="md" />}
            selected={each.address === address}
            onClick={() => choose(each.address)}
          />
        ))}
      </RowList>
      <Separator />
    </>
  )
}

export interface BalanceLineProps {
  readonly balance: Balance
}

/** How much there is: the amount large, what is less of it dimmer. */
export function BalanceLine({ balance }: BalanceLineProps): ReactNode {
  const { say } = useModal()
  switch (balance.status) {
    case 'idle':
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
