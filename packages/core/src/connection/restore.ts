import type { Family } from '../chain/ids.js'
import type { Connector } from '../connector/connector.js'
import { AbortedError } from '../errors/connection.js'
import { networkOf } from '../store/selectors.js'
import { establish, wishedNetwork } from './connect.js'
import type { ConnectionMachine } from './machine.js'

/** How long a wallet of the last visit may take to show itself. Extensions may load after the page. */
export const appearanceMs = 3_000
/** How long it may take to answer. One elsewhere is reached by the tab that has the socket, which may have to be another tab first. */
const answerMs = { here: 10_000, elsewhere: 20_000 }

export interface RestoreParameters {
  readonly families: readonly Family[]
  /** What becomes of the stored id of a wallet that isn't there. Another tab's is left alone: there the wallet may well be. */
  readonly absent: 'forget' | 'keep'
}

/**
 * Takes up the connections of the last visit [S4.2]: connecting, then connected where the wallet still agrees, else disconnected. Never prompts.
 * A wallet that is there but refuses may only be locked, so it is asked again on the next visit.
 */
export async function restore(machine: ConnectionMachine, { families, absent }: RestoreParameters): Promise<void> {
  const { kit, dispatch } = machine
  const byConnector = new Map<string, Family[]>()
  const opened = kit.persistence.read('connecting_connector_id')
  if (absent === 'forget') kit.persistence.write('connecting_connector_id', undefined)
  for (const family of families) {
    const id = kit.persistence.read(`${family}:connected_connector_id`) ?? opened
    if (id) byConnector.set(id, [...(byConnector.get(id) ?? []), family])
    else dispatch({ type: 'failed', attemptId: kit.store.getState().connection.pending[family]?.id ?? 0 })
  }
  await Promise.all(
    [...byConnector].map(([id, wanted]) => restoreOne({ machine, connectorId: id, families: wanted, absent })),
  )
}

async function restoreOne({
  machine,
  connectorId,
  families: [first, ...others],
  absent,
}: RestoreParameters & {
  readonly machine: ConnectionMachine
  readonly connectorId: string
}): Promise<void> {
  if (!first) return
  const { kit, dispatch } = machine
  const drop = () => {
    const isGone = absent === 'forget' && kit.store.getState().started
    for (const family of isGone ? [first, ...others] : [])
      kit.persistence.write(`${family}:connected_connector_id`, undefined)
  }
  const waiting = kit.nextAttemptId()
  dispatch({ type: 'restoring', id: waiting, families: [first, ...others], connectorId })
  const connector = await appearance(machine, connectorId)
  if (kit.store.getState().connection.pending[first]?.id !== waiting) return // the visitor was quicker
  if (!connector) {
    drop()
    return dispatch({ type: 'failed', attemptId: waiting })
  }
  const network = wishedNetwork(machine, connector)
  const isElsewhere = connector.type === 'WALLET_CONNECT'
  const nothingLeft = new AbortedError()
  try {
    const id = kit.nextAttemptId()
    dispatch({ type: 'restoring', id, families: [first, ...others], connectorId })
    await establish({
      machine,
      connector,
      id,
      kind: 'restore',
      expiryMs: answerMs[isElsewhere ? 'elsewhere' : 'here'],
      async run(signal) {
        const live = await connector.restore({
          network,
          wished: (family) => networkOf(kit.store.getState(), family),
          signal,
          host: machine.host,
        })
        if (!live) throw nothingLeft
        return live
      },
    })
  } catch (error) {
    // A wallet in the page may only be locked; a pairing that is over doesn't come back.
    if (error === nothingLeft && isElsewhere) drop()
    // That nothing is left to restore, or that the visitor was quicker, is no failure.
    if (!(error instanceof AbortedError)) kit.report(error)
  }
}

function appearance({ kit }: ConnectionMachine, connectorId: string): Promise<Connector | undefined> {
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
