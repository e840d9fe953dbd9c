import { Snackbar } from '@foyer/parts'
import { type ReactNode, useEffect } from 'react'
import type { Wallet } from '../wallet/createWallet.js'
import type { Notice } from '../wallet/state.js'

/** How long a notice stays: errors take longer to read. */
const shownMs = { success: 6_000, error: 12_000, loading: 60_000 } as const

/** The current notice. */
export function NoticeBar({
  wallet,
  notice,
}: {
  readonly wallet: Wallet
  readonly notice: Notice | undefined
}): ReactNode {
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => wallet.dismiss(), shownMs[notice.variant])
    return () => clearTimeout(timer)
  }, [wallet, notice])
  return (
    <div className="notice">
      <Snackbar message={notice} />
    </div>
  )
}
