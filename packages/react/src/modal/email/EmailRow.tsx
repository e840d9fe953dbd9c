import { accountOf, type FoyerState, type LoginProfile } from '@foyer/core'
import { contextOf, securePageOf } from '@foyer/core/internal'
import { MailIcon, RowItem, ShieldIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'
import { WayRow } from '../WayRow.js'

/** Longer ones are cut. */
const longest = 30

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, -3)}...` : text)

export interface LoggedInBy extends Pick<LoginProfile, 'provider'> {
  readonly name: string
}

/** By which address or account the visitor logged in; undefined where nothing is known of it. */
export function loggedInBy(state: FoyerState): LoggedInBy | undefined {
  const { email, provider, userName } = accountOf(state).connection?.profile ?? {}
  const name = provider === 'email' ? email : (userName ?? email)
  return provider !== undefined && name !== undefined ? { provider, name } : undefined
}

/** By which address or account the visitor logged in; an address may be another [S4.24]. */
export function EmailRow({ by: { provider, name: shown } }: { readonly by: LoggedInBy }): ReactNode {
  const { say } = useModal()
  const row = { label: cut(shown), title: shown, sublabel: say('account.loggedIn'), image: <MailIcon /> }
  return provider === 'email' ? (
    <WayRow partName="login-as" {...row} to={{ view: 'UpdateEmailWallet' }} />
  ) : (
    <RowItem partName="login-as" {...row} />
  )
}

/** The way to a wallet that only its owner opens, where the wallet has a page of its own. */
export function SecureRow(): ReactNode {
  const { say, foyer } = useModal()
  if (!securePageOf(contextOf(foyer))) return null
  return (
    <WayRow
      partName="secure-wallet"
      label={say('account.secure')}
      sublabel={say('account.secureBy')}
      image={<ShieldIcon />}
      to={{ view: 'UpgradeEmailWallet' }}
    />
  )
}
