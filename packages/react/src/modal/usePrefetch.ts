import type { Clock } from '@foyer/core'
import { useEffect } from 'react'
import type { ModalScope } from './modalContext.js'

/** How long the first view has the line to itself where the browser doesn't say when it's idle. */
const quietMs = 1_000

/** Fetches the other views while the visitor reads the first. */
export function usePrefetch({
  views,
  online,
  clock,
}: Pick<ModalScope, 'views'> & { readonly online: boolean; readonly clock: Clock }): void {
  useEffect(() => {
    if (!online) return
    const load = () => {
      // The list of all wallets and the drawn code are chunks that few need, fetched when they are.
      const { AllWallets: _, code: __, ...ahead } = views
      for (const view of Object.values(ahead)) view.load()
    }
    if (typeof requestIdleCallback !== 'function') return clock.setTimeout(load, quietMs)
    const idle = requestIdleCallback(load, { timeout: 2 * quietMs })
    return () => cancelIdleCallback(idle)
  }, [views, online, clock])
}
