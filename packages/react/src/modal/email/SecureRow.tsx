import { contextOf, securePageOf } from '@foyer/core/internal'
import { ShieldIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'
import { WayRow } from '../WayRow.js'

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
