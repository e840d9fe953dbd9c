import { networkOf } from '@foyer/core'
import {
  Avatar,
  CopyIcon,
  LayersIcon,
  LinkButton,
  NetworkImage,
  part,
  Row,
  RowItem,
  RowList,
  VisuallyHidden,
} from '@foyer/parts'
import type { ReactNode } from 'react'
import { networkImageOf } from '../../face/networkImage.js'
import { useFoyerAccountType } from '../../headless/accountType.js'
import { DisconnectRow } from '../DisconnectRow.js'
import { EmailRow, loggedInBy, SecureRow } from '../email/EmailRow.js'
import { type AccountOverview, useAccount } from '../hooks/useAccount.js'
import { useModal } from '../modalContext.js'
import { ChooseNameRow } from '../names/ChooseNameRow.js'
import { WayRow } from '../WayRow.js'
import { NoAccount } from './AccountView.js'

/** The account of a login: whose it is, where it is, and the way out. */
export function AccountSettingsView(): ReactNode {
  const account = useAccount()
  return account ? <Settings {...account} /> : <NoAccount />
}

function Settings(account: AccountOverview): ReactNode {
  const { say, state } = useModal()
  const { address, avatar, label, copy, copied } = account
  const by = loggedInBy(state)
  const kind = useFoyerAccountType()
  return (
    <>
      <div data-look="stack" {...part({ name: 'account' })}>
        <Avatar address={address} src={avatar} size="lg" />
        <LinkButton partName="copy-address" icon={<CopyIcon done={copied} />} title={address} onClick={copy}>
          <bdi>{label}</bdi>
          <VisuallyHidden>{say('account.copy')}</VisuallyHidden>
        </LinkButton>
      </div>
      <RowList>
        {by ? <EmailRow by={by} /> : null}
        {by ? <SecureRow /> : null}
        <NetworkRow />
        {kind.isOffered ? <SmartAccountRow {...kind} /> : null}
        {account.mayChooseName ? <ChooseNameRow /> : null}
        <DisconnectRow />
      </RowList>
    </>
  )
}

/** Whether the account is a smart one, and what that changes; only where its wallet has both kinds. The address stays. */
function SmartAccountRow({ type, isBusy, prefer }: ReturnType<typeof useFoyerAccountType>): ReactNode {
  const { say } = useModal()
  const checked = type === 'smartAccount'
  return (
    <Row
      partName="smart-account"
      role="switch"
      aria-checked={checked}
      label={say('account.typeSmartAccount')}
      sublabel={say('account.smartText')}
      image={<LayersIcon />}
      trailing={
        <span {...part({ name: 'smart-account-state', states: { checked } })}>
          <span {...part({ name: 'toggle-track' })} />
        </span>
      }
      busy={isBusy}
      onClick={() => prefer(checked ? 'eoa' : 'smartAccount')}
    />
  )
}

/** The account's network; a press offers the others, if there are any. */
function NetworkRow(): ReactNode {
  const { say, state, foyer } = useModal()
  const network = networkOf(state)
  const name = network?.name ?? say('button.unknownNetwork')
  const image = <NetworkImage name={name} src={network && networkImageOf({ network, foyer })} />
  const common = { label: name, image }
  if (network && state.networks.length < 2) return <RowItem partName="settings-network" {...common} />
  return <WayRow partName="settings-network" {...common} to={{ view: 'Networks' }} />
}
