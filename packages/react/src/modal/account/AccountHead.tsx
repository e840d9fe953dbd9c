import { isUnsupported, networkOf } from '@foyer/core'
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

/** The connected account, its wallet, and how much all of it is worth. */
export function AccountHead({ account, tokens }: AccountHeadProps): ReactNode {
  const { address, avatar, wallet } = account
  return (
    <div data-look="stack" {...part({ name: 'account' })}>
      <div data-look="line-3" {...part({ name: 'account-who' })}>
        <Avatar address={address} src={avatar} size="md" />
        <div {...part({ name: 'account-words' })}>
          <Who {...account} />
          <InWallet {...wallet} />
        </div>
        <Explorer url={account.explorerUrl} />
      </div>
      <Lead account={account} tokens={tokens} />
    </div>
  )
}

/**
 * The one figure that leads: what all coins are worth, which stand below it as rows. Where no price is known, and on a test network, it is how much there is
 * of the network's own coin; a wallet that the operator keeps is counted in dollars always, and a network that isn't supported too, where it is 0.00 [S9.45].
 */
function Lead({ account: { kept, balance }, tokens }: AccountHeadProps): ReactNode {
  const { foyer, state } = useModal()
  const mayCome = foyer.options.api !== undefined && networkOf(state)?.testnet !== true
  const isCounted = kept || isUnsupported(state) || tokens.usd !== undefined
  if (isCounted || (mayCome && tokens.status === 'loading')) return <TotalLine tokens={tokens} />
  return balance ? <BalanceLine balance={balance} /> : null
}

/** The account's name, what leads to the other accounts, and what copies its address. */
function Who({ address, label, accounts, copy, copied }: AccountOverview): ReactNode {
  const { foyer, say } = useModal()
  const several = accounts.length > 1
  return (
    <div {...part({ name: 'account-name' })}>
      {several ? (
        <>
          <Chip
            partName="switch-address"
            label={label}
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
        <LinkButton partName="copy-address" icon={<CopyIcon done={copied} />} title={address} onClick={copy}>
          <bdi>{label}</bdi>
          <VisuallyHidden>{say('account.copy')}</VisuallyHidden>
        </LinkButton>
      )}
    </div>
  )
}

/** The way to the account's page at the explorer. */
function Explorer({ url }: { readonly url: string | undefined }): ReactNode {
  const { say } = useModal()
  if (url === undefined) return null
  return (
    <Link partName="explorer" href={url} title={say('account.explorer')} newTabHint={say('shell.opensNewTab')}>
      <ExternalIcon />
      <VisuallyHidden>{say('account.explorer')}</VisuallyHidden>
    </Link>
  )
}

/** Which wallet that is. */
function InWallet({ name, icon }: AccountOverview['wallet']): ReactNode {
  return (
    <p data-look="dim" {...part({ name: 'account-wallet' })}>
      <WalletImage name={name} src={icon} />
      <bdi title={name}>{name}</bdi>
    </p>
  )
}
