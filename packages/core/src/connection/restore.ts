import { dispatchEvent, runToEnd } from '../attempt/runAttempt.js'
import { type Family, families } from '../chain/ids.js'
import type { AwaitAccounts, Connector } from '../connector/connector.js'
import type { FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { isRunning } from '../state/attempt.js'
import { connectionOf, networkIdOf, networkOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import type { StorageKey } from '../storage/persistence.js'
import { openProviders } from './channelProvider.js'
import { awaitUnlock, type ConnectionMachine, connect, settle, wishedNetwork } from './connect.js'

/**
 * Keeps what the next visit needs, field by field: never what is in flight. Only what this tab itself has stored is ever erased here:
 * what a restore found, or another tab put there, stays until the visitor disconnects. @returns stops
 */
export function persist({ store, persistence }: FoyerContext): () => void {
  const written = new Map<StorageKey, string | undefined>([['connecting_connector_id', undefined]])
  for (const family of families) written.set(`${family}:connected_connector_id`, undefined)
  const write = () => {
    const state = store.getState()
    if (!state.started) return // what is stored hasn't been read yet
    for (const [key, value, isAwaited] of kept(state)) {
      if (written.has(key) && written.get(key) === value) continue
      written.set(key, value)
      // While something is tried, what is stored may be another tab's, which this one follows.
      if (value !== undefined || !isAwaited) persistence.write(key, value)
    }
  }
  return store.subscribe(write)
}

/** Each family's network of the last visit [S4.6], as far as it is configured; the active family is where it is by now. */
export function recalledNetworks(
  { persistence }: Pick<FoyerContext, 'persistence'>,
  { networks, chosen, family: active }: FoyerState,
): FoyerState['chosen'] {
  const recalled = { ...chosen }
  for (const { chainNamespace: family, caipNetworkId } of networks)
    if (family !== active && persistence.read(`${family}:network_id`) === caipNetworkId)
      recalled[family] = caipNetworkId
  return recalled
}

/** Keys and values; and whether something is tried that the value is to come of. */
function* kept(state: FoyerState): Generator<[StorageKey, string | undefined, unknown?]> {
  const { connection } = state
  const { connect } = connection.attempts
  const isRestoring = (family: FoyerState['family']) => connection.pending[family]?.kind === 'restore'
  const connected = families.filter((family) => connection.active[family] !== undefined || isRestoring(family))
  for (const family of families) {
    yield [
      `${family}:connected_connector_id`,
      connectionOf(connection, family)?.connector.id,
      connection.pending[family],
    ]
    if (state.chosen[family]) yield [`${family}:network_id`, state.chosen[family]]
  }
  // A phone's browser may drop the page while the wallet is in front, and a login may lead away from it: the next one goes on with it.
  const isLeft = connect && isRunning(connect) && (connect.wallet?.href || connect.step.type === 'redirect')
  yield ['connecting_connector_id', isLeft ? connect.connectorId : undefined]
  yield ['connected_namespaces', connected.join(',') || undefined]
  yield ['connection_status', connected.length > 0 ? 'connected' : 'disconnected']
  yield ['active_namespace', state.family]
  const networkId = networkIdOf(state)
  const known = state.networks.some(({ caipNetworkId }) => caipNetworkId === networkId)
  if (known) yield ['active_caip_network_id', networkId]
  if (state.recents.length > 0) yield ['recent_wallets', JSON.stringify(state.recents)]
}

/** The timeout for a wallet of the last visit to show itself. Extensions may load after the page. */
export const appearanceMs = 3_000
/** The timeout for its answer, unless its connector says otherwise. */
export const answerMs = 10_000

export interface RestoreParameters {
  readonly families: readonly Family[]
  /** Where the stored ids are from: what another tab has stored is its own, to resume and to forget. */
  readonly from: 'lastVisit' | 'otherTab'
}

/**
 * Takes up the connections of the last visit [S4.2]: connecting, then connected where the wallet still agrees, else disconnected. Never prompts.
 * A wallet that refuses may only be locked, and one that isn't there may be slow or switched off: what is stored of it stays, for when it comes and for the
 * next visit.
 */
export async function restore(machine: ConnectionMachine, { families, from }: RestoreParameters): Promise<void> {
  const { kit } = machine
  const opened = kit.persistence.read('connecting_connector_id')
  const isOwn = from === 'lastVisit'
  if (isOwn) kit.persistence.write('connecting_connector_id', undefined)
  const connector = isOwn && opened !== undefined ? kit.connectors.get(opened) : undefined
  if (!connector?.resume) return restoreEach({ machine, families, from, opened })
  return (await kit.queries()).takeUp({ machine, connector, families, connect, restoreEach })
}

export interface RestoreEachParameters extends RestoreParameters {
  readonly machine: ConnectionMachine
  /** Whose wallet was opened when the page was last seen. */
  readonly opened?: string | undefined
}

async function restoreEach({ machine, families, from, opened }: RestoreEachParameters): Promise<void> {
  const { kit } = machine
  const byConnector = new Map<string, Family[]>()
  for (const family of families) {
    const id = kit.persistence.read(`${family}:connected_connector_id`) ?? opened
    if (id) byConnector.set(id, [...(byConnector.get(id) ?? []), family])
    else dispatchEvent(kit, { type: 'failed', attemptId: kit.store.getState().connection.pending[family]?.id ?? 0 })
  }
  await Promise.all(
    [...byConnector].map(([id, wanted]) => restoreOne({ machine, connectorId: id, families: wanted, from })),
  )
}

async function restoreOne({
  machine,
  connectorId,
  families,
  from,
}: RestoreParameters & {
  readonly machine: ConnectionMachine
  readonly connectorId: string
}): Promise<void> {
  const [first] = families
  if (!first) return
  const { kit } = machine
  const drop = () => {
    const isGone = from === 'lastVisit' && kit.store.getState().started
    for (const family of isGone ? families : []) kit.persistence.write(`${family}:connected_connector_id`, undefined)
  }
  const id = kit.nextAttemptId()
  dispatchEvent(kit, { type: 'restoring', id, families, connectorId })
  const connector = await appearance(machine, connectorId)
  if (kit.store.getState().connection.pending[first]?.id !== id) return // the visitor was quicker
  if (!connector) {
    dispatchEvent(kit, { type: 'failed', attemptId: id })
    return takeUpLate(machine, { connectorId, families })
  }
  const network = wishedNetwork(machine, connector)
  const { withinMs = answerMs, isFinal } = connector.restores ?? {}
  const nothingLeft = new AbortedError()
  let awaitAccounts: AwaitAccounts | undefined
  try {
    await runToEnd(kit, {
      id,
      expiryMs: (waitedMs) => withinMs - waitedMs,
      facts: { connectorId },
      async run({ signal }) {
        const live = await connector.restore({
          network,
          wished: (family) => networkOf(kit.store.getState(), family),
          signal,
          host: machine.host,
          locked(wait) {
            awaitAccounts = wait
          },
        })
        if (!live) throw nothingLeft
        await openProviders(kit, live)
        return live
      },
      settle: (live) => settle({ machine, attempt: { id, kind: 'restore' }, connector, live }),
    })
  } catch (error) {
    if (error === nothingLeft && isFinal) drop()
    if (error === nothingLeft && awaitAccounts) awaitUnlock(machine, { families, connectorId, awaitAccounts })
    // That nothing is left to restore, or that the visitor was quicker, is no failure.
    if (!(error instanceof AbortedError)) kit.report(error)
  }
}

/** Takes up a wallet that shows itself after all, for the families whose last one it still is then. */
function takeUpLate(
  { kit: { store, persistence, connectors }, takeUp }: ConnectionMachine,
  { connectorId, families }: { readonly connectorId: string; readonly families: readonly Family[] },
): void {
  const stop = store.subscribe(({ started, connection: { active, pending } }) => {
    if (started && !connectors.has(connectorId)) return
    stop()
    if (!started) return
    const isItsOwn = (family: Family) => persistence.read(`${family}:connected_connector_id`) === connectorId
    takeUp(families.filter((family) => !active[family] && !pending[family] && isItsOwn(family)))
  })
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
