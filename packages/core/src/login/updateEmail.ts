import { refuseAttempt, runAttempt } from '../attempt/runAttempt.js'
import { contextOf, type FoyerContext } from '../context.js'
import { InvalidLoginError } from '../errors/action.js'
import { AbortedError } from '../errors/connection.js'
import { EmailNotUpdatableError } from '../errors/feature.js'
import type { Foyer } from '../foyer.js'
import { accountOf } from '../state/selectors.js'
import { currentRoute } from '../state/viewState.js'
import { isAnsweringUpdate, isOfUpdate, loginEmailOf } from './emailRules.js'

export interface UpdateEmailParameters {
  /** The new address. */
  readonly email: string
  readonly signal?: AbortSignal | undefined
}

/** Two codes, each of which may be good for 20 minutes, and two links. */
const expiryMs = 60 * 60_000

/**
 * Has the embedded wallet of a login by e-mail be opened by another address: a code is asked for that was sent to the old one, then one that was sent to the new
 * one, as steps of the attempt `updateEmail`; the operator's wallet may want more. A newer one takes the place of one that runs.
 *
 * @returns the new address, which the connection's profile has from then on [S4.24 S4.25]
 * @throws EmailNotUpdatableError · InvalidLoginError · what the connector throws · RequestTimeoutError after an hour · AbortedError
 * @example
 * const { email } = await updateEmail(foyer, { email: 'ada@example.org' })
 */
export async function updateEmail(
  foyer: Foyer,
  { email: typed, signal }: UpdateEmailParameters,
): Promise<{ readonly email: string }> {
  const kit = contextOf(foyer)
  const state = foyer.store.getState()
  const { connection } = accountOf(state)
  const live = connection && kit.live.get(connection.id)?.live
  if (!connection || !live?.updateEmail || loginEmailOf(state) === undefined) throw new EmailNotUpdatableError()
  const email = typed.trim()
  const attempt = { kind: 'updateEmail', email } as const
  cancelUpdateIn(kit)
  if (!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email)) {
    const { id: connectorId } = connection.connector
    return refuseAttempt(kit, { attempt, cause: new InvalidLoginError({ connectorId, field: 'email' }) })
  }
  const { updateEmail: update } = live
  const stop = onceLeft(kit, () => cancelUpdateIn(kit))
  try {
    return await runAttempt(kit, {
      attempt,
      signal,
      expiryMs: (waitedMs) => expiryMs - waitedMs,
      run: ({ signal: ended, step, ask }) => update({ email, signal: ended, step, ask }),
      settle: () => ({ email }),
    })
  } finally {
    stop()
  }
}

/** Gives up an update of the address that runs. */
export const cancelEmailUpdate = (foyer: Pick<Foyer, 'close'>): void => cancelUpdateIn(contextOf(foyer))

/** The same of a kit. */
function cancelUpdateIn({ store, running }: Pick<FoyerContext, 'store' | 'running'>): void {
  const { updateEmail: attempt } = store.getState().connection.attempts
  if (attempt && !attempt.end) running.get(attempt.id)?.controller.abort(new AbortedError())
}

/**
 * Calls back when the views of an update are left: it would stay unanswered. One that a host has begun without them goes on, and so does one over which the wallet shows
 * something of its own: they lie below that. @returns stops
 */
const onceLeft = ({ store }: Pick<FoyerContext, 'store'>, left: () => void): (() => void) =>
  store.subscribe(({ view }, { view: before }) => {
    const [shown, former] = [view, before].map((each) => (each.open ? currentRoute(each) : undefined))
    if (former === undefined || shown === former || !isOfUpdate(former) || shown?.view === 'ApproveTransaction') return
    const goesOn = shown !== undefined && isOfUpdate(shown) && (isAnsweringUpdate(shown) || !isAnsweringUpdate(former))
    if (!goesOn) left()
  })
