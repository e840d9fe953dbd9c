import { contextOf } from '@foyer/core/internal'
import { useState } from 'react'
import { useFoyer } from '../kit.js'

export interface Disconnect {
  /** Whether the wallet is being left. */
  readonly busy: boolean
  /** Leaves the wallet. */
  readonly disconnect: () => void
}

/**
 * Ends the visitor's connections. The state is clean afterwards, even where a wallet fails; its error goes to `onError` [S8.18].
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { busy, disconnect } = useDisconnect()
 * return <button disabled={busy} onClick={disconnect}>Disconnect</button>
 */
export function useDisconnect(): Disconnect {
  const foyer = useFoyer()
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
