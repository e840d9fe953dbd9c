import type { FoyerContext } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { Foyer } from '../foyer.js'
import { type Attempt, type AttemptId, type Attempts, attemptById, isRunning } from '../state/attempt.js'
import type { ConnectionState } from '../state/connection.js'
import type { FoyerState } from '../state/state.js'
import { currentRoute } from '../state/viewState.js'
import { type AttemptTarget, rulesOf, type ShownAttempt, type ViewKit } from './views.js'

/** The attempt that the shown view shows, by its rules; undefined where it shows none. */
export function shownAttempt(kit: ViewKit, state: FoyerState): ShownAttempt | undefined {
  if (!state.view.open) return undefined
  const route = currentRoute(state.view)
  return rulesOf(kit, route)?.attempt?.({ kit, state, route })
}

type Aimed = AttemptTarget | Attempt | undefined

function isAt(attempt: Aimed, target: AttemptTarget | undefined): boolean {
  if (target?.kind === 'switch') return attempt?.kind === 'switch' && attempt.networkId === target.networkId
  return target !== undefined && attempt?.kind === 'connect' && attempt.connectorId === target.connectorId
}

/** Is it for the same wallet too, where the connector is only the way to it, and the same login? */
export function isSameTarget(attempt: Aimed, target: AttemptTarget | undefined): boolean {
  if (!isAt(attempt, target)) return false
  if (attempt?.kind !== 'connect' || target?.kind !== 'connect') return true
  const [ours, theirs] = [attempt, target].map(({ wallet, login }) => JSON.stringify([wallet?.id, login]))
  return ours === theirs
}

/** Does a view show an attempt? One that starts none by itself shows its connector's for whichever wallet. */
export const isShownBy = (attempt: Aimed, shown: ShownAttempt | undefined): boolean =>
  shown?.startsByItself ? isSameTarget(attempt, shown) : isAt(attempt, shown)

/** The store's attempt at a target, running or ended, for whichever wallet. */
export function attemptAt(attempts: Attempts, target: AttemptTarget | undefined): Attempt | undefined {
  const attempt = target && attempts[target.kind]
  return isAt(attempt, target) ? attempt : undefined
}

/** Returns the attempts that run at a view's target and aren't shown by another one. */
export function leftAttempts(
  { attempts, pending, connections }: Pick<ConnectionState, 'attempts' | 'pending' | 'connections'>,
  { former, shown }: { readonly former: ShownAttempt | undefined; readonly shown: ShownAttempt | undefined },
): readonly AttemptId[] {
  const connecting = Object.values(pending).flatMap(({ kind, id, connectorId }) =>
    kind === 'connect' && connectorId !== undefined
      ? [{ id, aim: attemptById(attempts, id) ?? { kind, connectorId } }]
      : [],
  )
  const { switch: aim } = attempts
  // The wallet emits the new network before it answers; then the view has done its work, and the answer is on its way.
  const isThere = Object.values(connections).some(
    ({ networks }) => aim && Object.values(networks).includes(aim.networkId),
  )
  const switching = aim && isRunning(aim) && !isThere ? [{ id: aim.id, aim }] : []
  return [...connecting, ...switching].flatMap(({ id, aim }) =>
    isAt(aim, former) && !isShownBy(aim, shown) ? [id] : [],
  )
}

export type Attempting = Pick<Foyer, 'connect' | 'switchNetwork' | 'store'>

/**
 * Starts an attempt at a target: whatever is pressed, drawn or ruled comes by here. One that runs there already goes on, unless it is given up for a new one.
 *
 * @throws as {@link Foyer.connect} and {@link Foyer.switchNetwork}
 */
export async function startAttempt(
  { store, connect, switchNetwork }: Attempting,
  target: AttemptTarget,
  { signal, anew = false }: { readonly signal?: AbortSignal | undefined; readonly anew?: boolean | undefined } = {},
): Promise<void> {
  const attempt = attemptAt(store.getState().connection.attempts, target)
  if (!anew && isRunning(attempt) && isSameTarget(attempt, target)) return
  if (target.kind === 'switch') await switchNetwork({ networkId: target.networkId, signal })
  else await connect({ ...target, signal })
}

/** Reports what an attempt rejected with, unless it was cancelled or refused by the visitor: the store has its end. */
export function reportUnexpected({ report }: Pick<FoyerContext, 'report'>, error: unknown): void {
  const isExpected = error instanceof FoyerError && (error.code === 'aborted' || error.code === 'user_rejected')
  if (!isExpected) report(error)
}
