import type { AttemptId, ConnectionEvent, ConnectionId } from '../connection/connection.js'
import { nextConnection } from '../connection/nextConnection.js'
import type { FoyerContext } from '../foyer.js'

/** What the parts of a session share, beside the kit's own context. */
export interface SessionContext {
  readonly kit: FoyerContext
  /** Ends a try or a switch that is under way. */
  readonly running: Map<AttemptId, AbortController>
  /** Stops listening to a live connection. */
  readonly listening: Map<ConnectionId, () => void>
  /** Runs an event through the machine, and lets go of sessions that it ended. */
  readonly dispatch: (event: ConnectionEvent) => void
}

export function createSessionContext(kit: FoyerContext): SessionContext {
  const listening = new Map<ConnectionId, () => void>()
  return {
    kit,
    running: new Map(),
    listening,
    dispatch(event) {
      kit.update((state) => {
        const connection = nextConnection(state.connection, event)
        return connection === state.connection ? state : { connection }
      })
      const { connections } = kit.store.getState().connection
      for (const id of [...kit.live.keys()]) {
        if (connections[id]) continue
        listening.get(id)?.()
        listening.delete(id)
        kit.live.delete(id)
      }
    },
  }
}
