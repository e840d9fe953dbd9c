import { revokeApproval } from '../actions/revoke.js'
import { waitForTransaction } from '../actions/send.js'
import type { Family } from '../chain/ids.js'
import { contextOf, type FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import { type Observable, type ObservableValue, observable } from '../store/observable.js'
import { roomOf } from '../store/roomOf.js'
import { goBack, replace } from '../view/navigate.js'
import { reportUnexpected } from '../view/shownAttempt.js'
import { currentRoute } from '../view/viewState.js'
import {
  type ApprovalsState,
  approvalKey,
  approvalOf,
  type GivenApproval,
  type RevocationRound,
} from './openApproval.js'

/**
 * Follows what others may take of a family's chosen account on its network, over changes of account and network, and after a transaction of this page.
 * It is asked for at the operator's server, which checks each approval against the chain; where it can't know of all, `known` is false.
 *
 * @returns stops
 * @example
 * const stop = watchApprovals(foyer, {}, ({ approvals, known }) => console.log(approvals.length, known))
 */
export function watchApprovals(
  foyer: Foyer,
  options: { readonly family?: Family | undefined },
  listener: (approvals: ApprovalsState) => void,
): () => void {
  return whenLoaded(foyer, {
    start: ({ startApprovals }) => startApprovals(foyer, options, listener),
    failed: (refetch) => listener({ status: 'failed', approvals: [], known: false, refetch }),
  })
}

/** How far taking an approval back has come. */
export type Revoking =
  /** The wallet was asked. */
  | { readonly status: 'asking' }
  /** Signed and sent; it holds once it is mined. */
  | { readonly status: 'mining'; readonly hash: string }
  | { readonly status: 'done'; readonly hash: string }
  /** `notice` is the visitor's sentence; the approval stands as it did, as far as is known. */
  | { readonly status: 'failed'; readonly notice: PlainSentenceKey; readonly hash?: string | undefined }

/** By `approvalKey`. */
export type Revokings = Readonly<Record<string, Revoking>>

/** What is being taken back, for as long as the kit runs. */
export function revokings(foyer: object): Observable<Revokings> {
  return revokingRoom(contextOf(foyer)).state
}

class RevokingRoom {
  readonly state: ObservableValue<Revokings> = observable<Revokings>({})
  readonly stopping = new AbortController()
}

const revokingRoom = (context: FoyerContext): RevokingRoom =>
  roomOf({
    context,
    name: 'approvals',
    Room: RevokingRoom,
    make: () => new RevokingRoom(),
    end: ({ stopping }) => stopping.abort(),
  })

/**
 * Has the visitor take an approval back, and follows it until it is mined. Errors are states of {@link revokings}, not rejections. While it is
 * under way a second call changes nothing: a signature is asked for once.
 *
 * @example
 * await revoke(foyer, { approval, networkId, account })
 */
export async function revoke(foyer: Foyer, given: GivenApproval): Promise<void> {
  const { approval, networkId, account } = given
  const context = contextOf(foyer)
  const { state, stopping } = revokingRoom(context)
  const key = approvalKey(given)
  const set = (revoking: Revoking) => state.set({ ...state.get(), [key]: revoking })
  const former = state.get()[key]?.status
  if (former === 'asking' || former === 'mining') return
  set({ status: 'asking' })
  const { signal } = stopping
  let hash: string | undefined
  try {
    const sent = await revokeApproval(foyer, { approval: approvalOf(approval), networkId, account, signal })
    hash = sent.hash
    set({ status: 'mining', hash })
    const mined = await waitForTransaction(foyer, { hash, networkId, signal })
    const isDone = mined.status === 'success'
    set(isDone ? { status: 'done', hash: mined.hash } : { status: 'failed', notice: 'approvals.reverted', hash })
    if (!isDone || (await leave({ foyer, given, hash: mined.hash }))) return
    context.update(({ view }) => (view.open ? { snackbar: { variant: 'success', message: 'approvals.revoked' } } : {}))
  } catch (error) {
    if (error instanceof AbortedError && signal.aborted) return
    reportUnexpected(context, error)
    set({ status: 'failed', notice: noticeOf(error), hash })
  }
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

/** Where it was taken back there is nothing more to do: a round goes on, and of one by itself there is a receipt. @returns whether that shows */
async function leave({
  foyer,
  given,
  hash,
}: {
  readonly foyer: Foyer
  readonly given: GivenApproval
  readonly hash: string
}): Promise<boolean> {
  const { showReceipt } = await contextOf(foyer).queries()
  const { view } = foyer.store.getState()
  const route = currentRoute(view)
  if (!view.open || route.view !== 'RevokeApproval' || approvalKey(route) !== approvalKey(given)) return false
  const { networkId, approval } = given
  if (!route.round)
    return showReceipt(foyer, {
      ...{ networkId, hash, kind: 'revoke', from: 'RevokeApproval', overAccount: false },
      name: approval.name,
    })
  passApproval(foyer, route)
  return false
}

const noticeOf = (error: unknown): PlainSentenceKey =>
  (error instanceof FoyerError ? error.notice : undefined) ?? 'error.unknown'

/** Forgets how an approval's last attempt ended, so that it can be begun anew; one that is under way goes on. */
export function dismissRevoking(foyer: object, given: GivenApproval): void {
  const { state } = revokingRoom(contextOf(foyer))
  const key = approvalKey(given)
  const { [key]: former, ...others } = state.get()
  if (former?.status === 'done' || former?.status === 'failed') state.set(others)
}
