import { dispatchEvent } from '../attempt/runAttempt.js'
import type { Family } from '../chain/ids.js'
import { inTime } from '../clock/inTime.js'
import { DisconnectError } from '../errors/connection.js'
import { familiesOf } from '../state/connection.js'
import { keysOf } from '../store/keysOf.js'
import type { ConnectionMachine } from './connect.js'

/** The timeout for a wallet to end its side [F18]. No visitor is prompted, so it should be quick. */
export const endingMs = 10_000

/**
 * Ends a family's connection, or all. The kit's own side is clean before the wallet is asked, so that a wallet that fails or hangs leaves no half state [S4.3].
 * A connection that serves several families ends for all of them; what is under way for them is cancelled.
 *
 * @throws DisconnectError where a wallet failed to end its side, or the visitor couldn't be signed out
 */
export async function disconnect(
  { kit, signIn }: ConnectionMachine,
  { family }: { readonly family?: Family | undefined } = {},
): Promise<void> {
  const { active, pending } = kit.store.getState().connection
  const asked = family ? [family] : [...new Set([...kit.adapters.keys(), ...keysOf(active), ...keysOf(pending)])]
  const ids = new Set(asked.map((each) => active[each]).filter((id) => id !== undefined))
  for (const each of asked) {
    const underWay = pending[each]
    if (underWay) dispatchEvent(kit, { type: 'failed', attemptId: underWay.id })
  }
  const { connection } = kit.store.getState()
  const ended = new Set([...asked, ...[...ids].flatMap((id) => familiesOf(connection, id))])
  const endsAll = keysOf(active).every((each) => ended.has(each))
  const endings: Promise<void>[] = []
  const ending = (work: () => Promise<void>) => inTime({ clock: kit.clock, ms: endingMs, work })
  if (signIn && ids.size > 0) {
    // The session store comes first: no session may outlive the connection of its account.
    endings.push(ending(() => signIn.leave({ families: ended, isAll: endsAll })))
    await Promise.allSettled(endings)
  }
  // What was sent goes with the last account [S4.3], before those who show it see that the account has gone.
  if (endsAll) kit.persistence.write('transactions', undefined)
  const lives = [...ids].map((id) => kit.live.get(id)?.live)
  for (const connectionId of ids) dispatchEvent(kit, { type: 'disconnected', connectionId })
  // What a restore left for the next visit goes too.
  for (const each of ended) kit.persistence.write(`${each}:connected_connector_id`, undefined)

  for (const live of lives) if (live) endings.push(ending(() => live.disconnect()))
  const failed = (await Promise.allSettled(endings)).find((result) => result.status === 'rejected')
  if (failed) throw new DisconnectError({ cause: failed.reason })
}
