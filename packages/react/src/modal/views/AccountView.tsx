import { shortenAddress } from '@foyer/core/chain'
import {
  Avatar,
  CopyIcon,
  ExternalIcon,
  LinkButton,
  part,
  Row,
  RowLink,
  RowList,
  Separator,
  VisuallyHidden,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { BalanceLine } from '../BalanceLine.js'
import { DisconnectRow } from '../DisconnectRow.js'
import { type AccountOverview, useAccount } from '../hooks/useAccount.js'
import { useModal } from '../modalContext.js'
import { ViewSkeleton } from '../ViewSkeleton.js'

/** The connected account [S2.2]. */
export default function AccountView(): ReactNode {
  const { say } = useModal()
  const account = useAccount()
  if (!account) return <ViewSkeleton label={say('shell.loading')} />
  const { address, label, avatar, balance, explorerUrl, copy } = account
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
        <DisconnectRow />
      </RowList>
    </>
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
