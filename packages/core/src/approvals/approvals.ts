import { shortTokenId } from '../account/shownNft.js'
import { dispatchEvent } from '../attempt/runAttempt.js'
import { displayQuantity, shortenAddress } from '../chain/display.js'
import { shownName } from '../connector/listedWallet.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { askReviewed } from '../review/askReviewed.js'
import { type Attempts, type Refusal, slotOf } from '../state/attempt.js'
import type { GivenApproval, RevocationRound, ViewProps } from '../state/viewParams.js'
import { currentRoute } from '../state/viewState.js'
import { goBack, replace } from '../view/navigate.js'
import { reportUnexpected } from '../view/views.js'
import type { OpenApproval } from '../wire/account.js'
import { approvalKey, isUnlimited, requestToRevoke } from './openApproval.js'

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

/** An approval, ready to be shown: names of what isn't listed are a stranger's. */
export interface ShownApproval extends GivenApproval {
  /** Distinguishes it in a list. */
  readonly key: string
  /** The token's or the collection's name without what could pose as another, else its address, shortened. */
  readonly name: string
  /** The spender: a name that the server knows, else the address, shortened. */
  readonly spender: string
  /** The amount: of a token `12.500 DUSD` or `unlimited`; of one NFT its id; undefined for a collection. */
  readonly amount: string | 'unlimited' | undefined
  /** The progress of its revocation; undefined before the first try. */
  readonly revoking: Revoking | undefined
}

/** Pure: an approval as it may be shown [F14]. */
export function shownApproval(locale: string, given: GivenApproval): Omit<ShownApproval, 'revoking'> {
  const { approval } = given
  const { contract, spender, spenderName = '' } = approval
  return {
    ...given,
    key: approvalKey(given),
    name: shownName(approval.name) || shortenAddress({ address: contract }),
    spender: shownName(spenderName) || shortenAddress({ address: spender }),
    amount: amountOf(locale, approval),
  }
}

function amountOf(locale: string, approval: OpenApproval): string | 'unlimited' | undefined {
  switch (approval.kind) {
    case 'collection':
      return undefined
    case 'nft':
      return shortTokenId(approval.tokenId)
    case 'token': {
      const value = BigInt(approval.amount)
      if (isUnlimited(value)) return 'unlimited'
      const { decimals, symbol } = approval
      return displayQuantity({ quantity: { value, decimals }, symbol: shownName(symbol), locale })
    }
  }
}
