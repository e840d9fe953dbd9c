import type { ReachedWallet } from '../connection/reach.js'
import type { Asked, FamilyWallet } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import { RequestTimeoutError, requestExpiryMs, UserRejectedError } from '../errors/wallet.js'
import type { AttemptId, AttemptReporter } from '../state/attempt.js'

export interface PreviewFirstParameters extends Pick<ReachedWallet, 'connectorId'> {
  readonly reporter: AttemptReporter
  readonly asked: Asked
  readonly wallet: Pick<FamilyWallet, 'account' | 'networkId'>
  readonly purpose?: string | undefined
}

/** As many letters of a page's own words as leave room for what was read. */
const longestPurpose = 200

/**
 * Has the visitor see in words what the wallet is about to be asked for, where {@link isPreviewed} says so; the modal shows it. Leaving the
 * view is a no.
 *
 * @throws UserRejectedError · RequestTimeoutError where no answer comes · AbortedError
 */
export async function previewFirst(
  kit: FoyerContext,
  { reporter, asked, wallet: { account, networkId }, connectorId, purpose }: PreviewFirstParameters,
): Promise<void> {
  if (!isPreviewed(kit, connectorId)) return
  const running = kit.running.get(reporter.id)
  if (running) running.previewed = { asked, networkId, address: account.address, purpose: shortened(purpose) }
  let stop = () => {}
  try {
    const left = new Promise<undefined>((resolve, reject) => {
      const stopWatching = onceLeft(kit, reporter.id, () => resolve(undefined))
      const late = () => reject(new RequestTimeoutError({ timeoutMs: requestExpiryMs }))
      const stopClock = kit.clock.setTimeout(late, requestExpiryMs)
      stop = () => {
        stopWatching()
        stopClock()
      }
    })
    const answer = await Promise.race([reporter.ask({ type: 'preview' }), left])
    if (!answer || !('approved' in answer) || !answer.approved) throw new UserRejectedError()
  } finally {
    stop()
    if (running) running.previewed = undefined
  }
}

/** A page may give anything; what is cut off is seen to be. */
function shortened(purpose: unknown): string | undefined {
  if (typeof purpose !== 'string') return undefined
  const letters = [...purpose.trim()]
  return letters.length > longestPurpose
    ? `${letters.slice(0, longestPurpose).join('')}…`
    : letters.join('') || undefined
}

/** Calls back once the view of an attempt was shown and is no more. */
function onceLeft({ store }: FoyerContext, attemptId: AttemptId, left: () => void): () => void {
  let wasShown = false
  return store.subscribe(({ view }) => {
    const isShown = view.open && view.history.some((each) => each.view === 'Preview' && each.attemptId === attemptId)
    if (wasShown && !isShown) left()
    wasShown = isShown
  })
}

/** Checks whether a request is shown to the visitor before the wallet is asked: where the host wants that (`features.preview`), and the wallet's connector shows no words of its own. */
export const isPreviewed = (
  { store, connectors }: Pick<FoyerContext, 'store' | 'connectors'>,
  connectorId: string | undefined,
): boolean => store.getState().features.preview === true && !connectors.get(connectorId ?? '')?.showsWords
