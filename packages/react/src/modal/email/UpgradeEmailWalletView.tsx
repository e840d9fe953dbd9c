import { contextOf, securePageOf } from '@foyer/core/internal'
import { EmptyState, Link, ShieldIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'

/** Why a login's wallet is secured, and the way to the wallet's own page, where that is done: a passkey is of that page, and no application sees a paper. */
export function UpgradeEmailWalletView(): ReactNode {
  const { say, foyer } = useModal()
  const page = securePageOf(contextOf(foyer))
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
