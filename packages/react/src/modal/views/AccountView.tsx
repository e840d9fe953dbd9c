import { accountOf, isConnected, networkOf } from '@foyer/core'
import { familyTraits } from '@foyer/core/chain'
import { contextOf, features } from '@foyer/core/internal'
import { Button, ClockIcon, EmptyState, part, RowList, ShieldIcon, WalletIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useFoyerTokens } from '../../headless/tokens.js'
import { AccountHead } from '../account/AccountHead.js'
import { AccountTabs, type AccountTabsProps } from '../account/AccountTabs.js'
import { FeatureButtons, useAccountFeatures } from '../account/FeatureButtons.js'
import { DisconnectRow } from '../DisconnectRow.js'
import { EmailRow, loggedInBy } from '../email/EmailRow.js'
import { type AccountOverview, useAccount } from '../hooks/useAccount.js'
import { useModal } from '../modalContext.js'
import { ChooseNameRow } from '../names/ChooseNameRow.js'
import { ViewSkeleton } from '../ViewSlot.js'
import { WayRow } from '../WayRow.js'

export type AccountViewProps = Pick<AccountTabsProps, 'panels'>

/** The connected account [S2.2]. */
export default function AccountView({ panels }: AccountViewProps): ReactNode {
  const account = useAccount()
  return account ? <Connected account={account} panels={panels} /> : <NoAccount />
}

function Connected({ account, panels }: AccountViewProps & { readonly account: AccountOverview }): ReactNode {
  const { say, foyer, state } = useModal()
  const tokens = useFoyerTokens()
  const offered = useAccountFeatures()
  const by = loggedInBy(state)
  // Only the operator's server knows what was approved, on the chains that it follows.
  const { hasApprovals } = familyTraits(state.family)
  const asksServer =
    hasApprovals && contextOf(foyer).api !== undefined && state.features.history && networkOf(state) !== undefined
  return (
    <>
      <AccountHead account={account} tokens={tokens} />
      <FeatureButtons features={offered} />
      <AccountTabs panels={panels} tokens={tokens} features={offered} />
      <RowList>
        {account.kept ? (
          <WayRow
            partName="account-settings"
            label={say('account.settings')}
            image={<WalletIcon />}
            to={{ view: 'AccountSettings' }}
          />
        ) : null}
        {account.kept && by ? <EmailRow by={by} /> : null}
        {account.mayChooseName ? <ChooseNameRow /> : null}
        {asksServer ? (
          <WayRow
            partName="approvals"
            label={say('account.approvals')}
            image={<ShieldIcon />}
            to={features.approvals.begins}
          />
        ) : null}
        {state.features.smartSessions && hasApprovals ? (
          <WayRow
            partName="permissions"
            label={say('account.permissions')}
            image={<ClockIcon />}
            to={features.smartSessions.begins}
          />
        ) : null}
        <DisconnectRow />
      </RowList>
    </>
  )
}

/** A session that is being taken up again, or none: then the way to one. */
export function NoAccount(): ReactNode {
  const { say, state, foyer } = useModal()
  if (accountOf(state).status === 'connecting') return <ViewSkeleton label={say('shell.loading')} />
  return (
    <EmptyState
      icon={<WalletIcon />}
      title={say('account.none')}
      action={
        <div data-look="stack-2" {...part({ name: 'actions' })}>
          <Button
            onClick={() => foyer.open({ view: 'Connect', family: isConnected(state) ? state.family : undefined })}
          >
            {say('button.connect')}
          </Button>
        </div>
      }
    />
  )
}
