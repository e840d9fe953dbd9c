import { contextOf, securePageOf } from '@foyer/core/internal'
import { EmptyState, Link, ShieldIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'
import { type LoggedInBy, loggedInBy } from './EmailRow.js'

/** Why a login's wallet is secured, and the way to the wallet's own page, where that is done: a passkey is of that page, and no application sees a paper. */
export function UpgradeEmailWalletView(): ReactNode {
  const { say, foyer, state } = useModal()
  const page = placeOf(securePageOf(contextOf(foyer)), loggedInBy(state))
  return (
    <EmptyState
      icon={<ShieldIcon />}
      title={say('login.secureTitle')}
      text={say('login.secureWhy')}
      action={
        page && (
          <Link
            variant="button"
            data-filled=""
            partName="secure-site"
            href={page.href}
            newTabHint={say('shell.opensNewTab')}
            arrow
          >
            {say('login.secureGo', { site: page.host })}
          </Link>
        )
      }
    />
  )
}

/** Returns that page at its place, with the address that logs in: after the `#`, so that it reaches no server. */
function placeOf(page: URL | undefined, by: LoggedInBy | undefined): URL | undefined {
  if (page) page.hash = by?.provider === 'email' ? `security=${encodeURIComponent(by.name)}` : 'security'
  return page
}
