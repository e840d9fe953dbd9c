import { accountOf } from '@foyer/core'
import { MailIcon, RowItem } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from './modalContext.js'
import { WayRow } from './WayRow.js'

/** Longer ones are cut. */
const longest = 30

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, -3)}...` : text)

/** By which address or account the visitor logged in; an address may be another [S4.24]. */
export function EmailRow(): ReactNode {
  const { say, state } = useModal()
  const { email, provider, userName } = accountOf(state).connection?.profile ?? {}
  const shown = provider === 'email' ? email : (userName ?? email)
  if (shown === undefined) return null
  const row = { label: cut(shown), title: shown, sublabel: say('account.loggedIn'), image: <MailIcon /> }
  return provider === 'email' ? (
    <WayRow partName="login-as" {...row} to={{ view: 'UpdateEmailWallet' }} />
  ) : (
    <RowItem partName="login-as" {...row} />
  )
}
