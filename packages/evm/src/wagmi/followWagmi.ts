import type { Foyer, FoyerState } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import type { Config } from '@wagmi/core'
import { offerKitConnectors } from './kitConnectors.js'
import { ofKit } from './ofKit.js'

/**
 * Has the kit take up the connection that wagmi's own `connect` makes current, or that it restored by itself, and wagmi those of the kit's own wallets, which are
 * connectors of wagmi from then on. Never prompts: what there is, is taken as it is. Call it in the browser, for a kit with `wagmi(config)` that was started. What fails is reported to the kit's `onError`.
 *
 * @returns stops
 * @throws TypeError where the kit was made by another copy of `@foyer/core`
 * @example
 * useEffect(() => followWagmi(foyer, config), [])
 */
export function followWagmi(foyer: Foyer, config: Config): () => void {
  const { report } = contextOf(foyer)
  let taking: { readonly uid: string; readonly controller: AbortController } | undefined
  const look = () => {
    const { connections, current, status } = config.state
    const connector = current === null ? undefined : connections.get(current)?.connector
    if (taking && taking.uid !== connector?.uid) taking.controller.abort()
    // The kit's own it has already.
    if (connector?.type === ofKit) return
    if (!connector || status !== 'connected' || taking?.uid === connector.uid) return
    const { connection } = foyer.store.getState()
    const active = connection.active.eip155
    if (active !== undefined && connection.connections[active]?.connector.id === connector.id) return
    // The kit is connecting or restoring this very one.
    if (connection.pending.eip155?.kind && connection.pending.eip155.connectorId === connector.id) return
    const mine = { uid: connector.uid, controller: new AbortController() }
    taking = mine
    const done = () => {
      if (taking === mine) taking = undefined
    }
    foyer
      .connect({ connectorId: connector.id, signal: mine.controller.signal })
      .catch((error: unknown) => {
        if (!mine.controller.signal.aborted) report(error)
      })
      .finally(done)
  }
  const stopOffering = offerKitConnectors({ foyer, config })
  look()
  const stops = [
    stopOffering,
    config.subscribe((state) => state, look),
    foyer.subscribe(connectorIdOf, (id, former) => {
      // By then the kit's own disconnect has asked the wallet, and wagmi has gone back to the connection before.
      if (id === undefined && former !== undefined) queueMicrotask(() => forgetInWagmi({ foyer, config, id: former }))
    }),
    () => taking?.controller.abort(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function connectorIdOf({ connection: { active, connections } }: FoyerState): string | undefined {
  return active.eip155 === undefined ? undefined : connections[active.eip155]?.connector.id
}

/** Takes out of wagmi's state what the kit has no more, such as what was ended in another tab, of which wagmi isn't notified. No wallet is asked. */
function forgetInWagmi({
  foyer,
  config,
  id,
}: {
  readonly foyer: Foyer
  readonly config: Config
  readonly id: string
}): void {
  const state = foyer.store.getState()
  // A kit that was stopped leaves wagmi as it is.
  if (!state.started || connectorIdOf(state) !== undefined || state.connection.pending.eip155?.kind) return
  const { connections, current } = config.state
  if (current === null || connections.get(current)?.connector.id !== id) return
  config.setState((before) => ({ ...before, connections: new Map(), current: null, status: 'disconnected' }))
}
