import { type AttemptId, isRunning } from '../connection/attempt.js'
import type { ConnectionEvent, ConnectionId } from '../connection/connection.js'
import { nextConnection } from '../connection/nextConnection.js'
import type { ConnectorHost } from '../connector/connector.js'
import { AbortedError } from '../errors/connection.js'
import type { FoyerContext } from '../foyer.js'
import { connectorHostOf } from './connectorHost.js'

/** What the parts of a session share, beside the kit's own context. */
export interface SessionContext {
  readonly kit: FoyerContext
  /** The kit as connectors see it. */
  readonly host: ConnectorHost
  /** Ends a try or a switch that is under way. */
  readonly running: Map<AttemptId, AbortController>
  /** Stops listening to a live connection. */
  readonly listening: Map<ConnectionId, () => void>
  /** Told of a connection that another page has put another in the place of. */
  readonly replaced: (connectionId: ConnectionId) => void
  /** Runs an event through the machine, calls off what it superseded, and lets go of sessions that it ended. */
  readonly dispatch: (event: ConnectionEvent) => void
}

export function createSessionContext({ kit, replaced }: Pick<SessionContext, 'kit' | 'replaced'>): SessionContext {
  const running = new Map<AttemptId, AbortController>()
  const listening = new Map<ConnectionId, () => void>()
  return {
    kit,
    host: connectorHostOf(kit),
    running,
    listening,
    replaced,
    dispatch(event) {
      kit.update((state) => {
        const connection = nextConnection(state.connection, event)
        return connection === state.connection ? state : { connection }
      })
      const { connections, pending, attempts } = kit.store.getState().connection
      const underWay = new Set(
        [...Object.values(pending), ...Object.values(attempts).filter(isRunning)].map((each) => each?.id),
      )
      for (const [id, controller] of running) if (!underWay.has(id)) controller.abort(new AbortedError())
      for (const id of [...kit.live.keys()]) {
        if (connections[id]) continue
        listening.get(id)?.()
        listening.delete(id)
        kit.live.delete(id)
      }
    },
  }
}
