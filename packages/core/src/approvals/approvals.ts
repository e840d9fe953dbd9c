import { dispatchEvent } from '../attempt/runAttempt.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { askReviewed } from '../review/askReviewed.js'
import { type Attempts, type Refusal, slotOf } from '../state/attempt.js'
import type { GivenApproval, RevocationRound, ViewProps } from '../state/viewParams.js'
import { currentRoute } from '../state/viewState.js'
import { goBack, replace } from '../view/navigate.js'
import { reportUnexpected } from '../view/views.js'
import { approvalKey, requestToRevoke } from './openApproval.js'

/** The progress of revoking an approval. */
export type Revoking =
  /** The wallet is being asked. */
  | { readonly status: 'asking' }
  /** Signed and sent; it holds once it is mined. */
  | { readonly status: 'mining'; readonly hash: string }
  | { readonly status: 'done' }
  /** `notice` is the visitor's sentence; the approval stands as it did, as far as is known. */
  | ({ readonly status: 'failed' } & Pick<Refusal, 'notice' | 'mayHaveBeenSent'>)

const slotFor = (given: GivenApproval): string => slotOf({ kind: 'revoke', subject: approvalKey(given) })

/**
 * Pure: how far an approval's revocation has come; undefined before it was begun.
 *
 * @example
 * const revoking = revokingOf(foyer.store.getState().connection.attempts, { approval, networkId, account })
 */
export function revokingOf(attempts: Attempts, given: GivenApproval): Revoking | undefined {
  const { step, end } = attempts[slotFor(given)] ?? {}
  switch (end?.status) {
    case 'succeeded':
      return { status: 'done' }
    case 'failed':
      return { status: 'failed', notice: end.notice, mayHaveBeenSent: end.mayHaveBeenSent }
    case 'cancelled':
      return undefined
  }
  return step && (step.type === 'sent' ? { status: 'mining', hash: step.hash } : { status: 'asking' })
}

/**
 * Has the visitor take an approval back, and follows it until it is mined. Errors are the attempt's end, which {@link revokingOf} reads, not rejections.
 * While it is under way a second call changes nothing: a signature is asked for once.
 *
 * @example
 * await revoke(foyer, { approval, networkId, account })
 */
export async function revoke(foyer: Foyer, given: GivenApproval): Promise<void> {
  const context = contextOf(foyer)
  const revoking = () => revokingOf(foyer.store.getState().connection.attempts, given)?.status
  if (revoking() === 'asking' || revoking() === 'mining') return
  try {
    const answer = await askReviewed(foyer, {
      kind: 'revoke',
      subject: approvalKey(given),
      request: requestToRevoke(given),
      onSent() {
        const view = shown(foyer, given)
        // A round waits, and goes on to the next one instead.
        if (!view || view.round) return undefined
        return { name: given.approval.name, from: 'RevokeApproval', overAccount: false }
      },
    })
    if (answer?.status === 'sent') await answer.ended
    const { round } = shown(foyer, given) ?? {}
    if (round && revoking() === 'done') passApproval(foyer, { round })
  } catch (error) {
    reportUnexpected(context, error)
  }
}

/** The view in which an approval is taken back, while it is shown. */
function shown({ store }: Pick<Foyer, 'store'>, given: GivenApproval): ViewProps<'RevokeApproval'> | undefined {
  const { view } = store.getState()
  const route = currentRoute(view)
  const isShown = view.open && route.view === 'RevokeApproval' && approvalKey(route) === approvalKey(given)
  return isShown ? route : undefined
}

/** Goes on to the next approval of a round; after the last one, and without a round, back. */
export function passApproval(
  foyer: Pick<Foyer, 'close'>,
  { round }: { readonly round?: RevocationRound | undefined },
): void {
  const [next, ...following] = round?.following ?? []
  if (round && next) replace(foyer, { view: 'RevokeApproval', ...next, round: { ...round, following } })
  else goBack(foyer)
}

/** Forgets how an approval's last attempt ended, so that it can be begun anew; one that is under way goes on. */
export function dismissRevoking(foyer: Pick<Foyer, 'close'>, given: GivenApproval): void {
  dispatchEvent(contextOf(foyer), { type: 'dismissed', slot: slotFor(given) })
}
