import type { Family } from '../chain/ids.js'
import { familiesOf } from '../connection/nextConnection.js'
import { AbortedError } from '../errors/AbortedError.js'
import { DisconnectError } from '../errors/DisconnectError.js'
import { keysOf } from '../store/keysOf.js'
import type { SessionContext } from './sessionContext.js'

/**
 * Ends a family's session, or all. The kit's own side is clean before the wallet is asked, so that a wallet that fails or hangs leaves no half state [S4.3].
 * A session that serves several families ends for all of them.
 *
 * @throws DisconnectError where a wallet failed to end its side
 */
export async function disconnect(
  { kit, dispatch, running }: SessionContext,
  { family }: { readonly family?: Family | undefined } = {},
): Promise<void> {
  const { active, attempts } = kit.store.getState().connection
  for (const each of family ? [family] : keysOf(attempts)) {
    const under = attempts[each]
    if (under) running.get(under.id)?.abort(new AbortedError())
  }
  const ids = new Set((family ? [family] : keysOf(active)).map((each) => active[each]).filter((id) => id !== undefined))
  const ending: Promise<void>[] = []
  for (const connectionId of ids) {
    const live = kit.live.get(connectionId)
    dispatch({ type: 'disconnected', connectionId })
    if (live) ending.push(live.disconnect())
  }
  const failed = (await Promise.allSettled(ending)).find((result) => result.status === 'rejected')
  if (failed) throw new DisconnectError({ cause: failed.reason })
}

/** Forgets a session that another tab has ended; the wallet isn't asked again. */
export function forget({ kit, dispatch }: SessionContext, family: Family): void {
  const { connection } = kit.store.getState()
  const connectionId = connection.active[family]
  if (connectionId === undefined) return
  const whole = familiesOf(connection, connectionId).length === 1
  dispatch({ type: 'disconnected', connectionId, family: whole ? undefined : family })
}
