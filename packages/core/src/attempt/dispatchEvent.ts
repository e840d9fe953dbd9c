import type { Family } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { isRunning } from '../state/attempt.js'
import type { ConnectionEvent, ConnectionState } from '../state/connection.js'
import { nextConnection } from '../state/nextConnection.js'
import type { FoyerState } from '../state/state.js'

/** Applies an event, aborts what it superseded, and drops the live connections that it ended. */
export function dispatchEvent(kit: FoyerContext, event: ConnectionEvent): void {
  const { live, running, store, update } = kit
  update((state) => {
    const connection = nextConnection(state.connection, event)
    return connection === state.connection ? state : { connection, family: familyAfter(state, connection) }
  })
  const { connections, pending, attempts } = store.getState().connection
  const underWay = new Set(
    [...Object.values(pending), ...Object.values(attempts).filter(isRunning)].map((each) => each?.id),
  )
  for (const [id, { controller }] of running) if (!underWay.has(id)) controller.abort(new AbortedError())
  for (const [id, { stopListening }] of [...live]) {
    if (connections[id]) continue
    live.delete(id)
    stopListening()
  }
}

/** Returns the active family: where its connection ends, that of the first connected network, so the visitor is left with what there is. */
function familyAfter(
  { family, networks, connection: before }: FoyerState,
  { active, pending }: ConnectionState,
): Family {
  if (!before.active[family] || active[family] || pending[family]) return family
  return networks.find(({ chainNamespace }) => active[chainNamespace])?.chainNamespace ?? family
}
