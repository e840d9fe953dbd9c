import type { Foyer } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import type { Config } from '@wagmi/core'

/**
 * Has the kit take up the connection that wagmi's own `connect` makes current, or that it restored by itself. Never prompts: what wagmi has is
 * taken as it is. Call it in the browser, for a kit with `wagmi(config)` that was started. What fails is reported to the kit's `onError`.
 *
 * @returns stops
 * @example
 * useEffect(() => followWagmi(foyer, config), [])
 */
export function followWagmi(foyer: Foyer, config: Config): () => void {
  let taking: { readonly uid: string; readonly controller: AbortController } | undefined
  const look = () => {
    const { connections, current, status } = config.state
    const connector = current === null ? undefined : connections.get(current)?.connector
    if (taking && taking.uid !== connector?.uid) taking.controller.abort()
    if (!connector || status !== 'connected' || taking?.uid === connector.uid) return
    const { connection } = foyer.store.getState()
    const active = connection.active.eip155
    if (active !== undefined && connection.connections[active]?.connector.id === connector.id) return
    // The kit is connecting or restoring this very one.
    if (connection.pending.eip155?.connectorId === connector.id) return
    const mine = { uid: connector.uid, controller: new AbortController() }
    taking = mine
    const done = () => {
      if (taking === mine) taking = undefined
    }
    foyer
      .connect({ connectorId: connector.id, signal: mine.controller.signal })
      .catch((error: unknown) => {
        if (!mine.controller.signal.aborted) contextOf(foyer).report(error)
      })
      .finally(done)
  }
  look()
  const stops = [config.subscribe((state) => state, look), () => taking?.controller.abort()]
  return () => {
    for (const stop of stops) stop()
  }
}
