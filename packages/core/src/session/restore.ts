import type { Family } from '../chain/ids.js'
import type { Connector } from '../connector/connector.js'
import { AbortedError } from '../errors/AbortedError.js'
import { FoyerError } from '../errors/FoyerError.js'
import { attempt, wishedNetwork } from './connect.js'
import type { SessionContext } from './sessionContext.js'

/** How long a wallet of the last visit may take to show itself. Extensions may load after the page. */
export const appearanceMs = 3_000
/** How long it may take to answer. */
const answerMs = 10_000

/**
 * Takes up the sessions of the last visit [S4.2]: connecting, then connected where the wallet still agrees, else disconnected. Never prompts.
 */
export async function restore(session: SessionContext, families: readonly Family[]): Promise<void> {
  const { kit } = session
  const byConnector = new Map<string, Family[]>()
  for (const family of families) {
    const id = kit.persistence.read(`${family}:connected_connector_id`)
    if (id) byConnector.set(id, [...(byConnector.get(id) ?? []), family])
  }
  await Promise.all([...byConnector].map(([id, wanted]) => restoreOne({ session, connectorId: id, families: wanted })))
}

async function restoreOne({
  session,
  connectorId,
  families: [first, ...others],
}: {
  readonly session: SessionContext
  readonly connectorId: string
  readonly families: readonly Family[]
}): Promise<void> {
  if (!first) return
  const { kit, dispatch } = session
  const waiting = kit.nextAttemptId()
  dispatch({ type: 'started', families: [first, ...others], attempt: { id: waiting, connectorId, kind: 'restore' } })
  const connector = await appearance(session, connectorId)
  if (kit.store.getState().connection.attempts[first]?.id !== waiting) return // the visitor was quicker
  if (!connector) return dispatch({ type: 'failed', attemptId: waiting })
  const network = wishedNetwork(session, connector)
  try {
    await attempt({
      session,
      connector,
      kind: 'restore',
      expiryMs: answerMs,
      async run(signal) {
        const live = await connector.restore({ network, signal })
        if (!live) throw new NoSessionError({ connectorId })
        return live
      },
    })
  } catch (error) {
    // That nothing is left to restore, or that the visitor was quicker, is no failure.
    if (!(error instanceof NoSessionError) && !(error instanceof AbortedError)) kit.report(error)
  }
}

/** The wallet no longer agrees to the session that was stored. */
class NoSessionError extends FoyerError {
  override readonly name = 'NoSessionError'
  readonly code = 'no_session'

  constructor({ connectorId }: { connectorId: string }) {
    super(`The wallet ${connectorId} holds no session for this page any more.`, { facts: { connectorId } })
  }
}

function appearance({ kit }: SessionContext, connectorId: string): Promise<Connector | undefined> {
  return new Promise((resolve) => {
    const found = () => kit.connectors.get(connectorId)
    if (found()) return resolve(found())
    const end = () => {
      stopClock()
      stopWatching()
      resolve(found())
    }
    const stopClock = kit.clock.setTimeout(end, appearanceMs)
    const stopWatching = kit.store.subscribe(() => {
      if (found() || !kit.store.getState().started) end()
    })
  })
}
