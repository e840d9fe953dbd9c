import { contextOf } from '@foyer/core/internal'
import { useState } from 'react'
import { useModal } from '../modalContext.js'

export interface Disconnect {
  readonly busy: boolean
  readonly disconnect: () => void
}

/** Ends the visitor's sessions; where that fails, the visitor is told if still there [S8.18]. */
export function useDisconnect(): Disconnect {
  const { foyer } = useModal()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    disconnect() {
      setBusy(true)
      foyer.disconnect().then(
        () => setBusy(false),
        (error: unknown) => {
          setBusy(false)
          const { report, track, update } = contextOf(foyer)
          report(error)
          track({ event: 'DISCONNECT_ERROR', properties: { message: error instanceof Error ? error.name : 'unknown' } })
          update(({ view }) =>
            view.open ? { snackbar: { variant: 'error', message: 'account.disconnectFailed' } } : {},
          )
        },
      )
    },
  }
}
