import { estimateReviewed, revocationOf } from '../actions/send.js'
import type { DecodedCall, FeeEstimate } from '../connector/family.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import type { GivenApproval } from '../state/viewParams.js'
import { dismissRevoking, type Revoking } from './approvals.js'
import { approvalOf, requestToRevoke } from './openApproval.js'

/** An approval that is about to be taken back. */
export interface Revocation {
  /** The call that the wallet will be asked to sign, read from its bytes; undefined until known. Show it before. */
  readonly call: DecodedCall | undefined
  /** Undefined until it is known, and where it can't be. */
  readonly fee: FeeEstimate | undefined
  /** Neither a call nor a fee is on its way any more. */
  readonly isReady: boolean
  /** The progress of the revocation; undefined before it was begun. */
  readonly revoking: Revoking | undefined
  /** Has the wallet ask: once a press. Does nothing before `call` is known. */
  readonly revoke: () => void
  /** Forgets how the last attempt ended. */
  readonly dismiss: () => void
}

export type PreparedRevocation = Pick<Revocation, 'call' | 'fee' | 'isReady'>

/** Of one that isn't known yet. */
export const unprepared: PreparedRevocation = { call: undefined, fee: undefined, isReady: false }

/** Reads what will be signed to take an approval back, and then what it costs. @returns stops; the next one begins anew, and what is under way goes on */
export function watchRevocation(
  foyer: Foyer,
  given: GivenApproval,
  emit: (prepared: PreparedRevocation) => void,
): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const orNothing = (error: unknown) => {
    if (!(error instanceof AbortedError)) contextOf(foyer).report(error)
    return undefined
  }
  const prepare = async () => {
    const call = await revocationOf(foyer, { ...given, approval: approvalOf(given.approval) }).catch(orNothing)
    if (signal.aborted) return
    emit({ call, fee: undefined, isReady: call === undefined })
    // Without a fee estimate it can be taken back all the same.
    const fee = call && (await estimateReviewed(foyer, requestToRevoke(given), signal).catch(orNothing))
    if (!signal.aborted) emit({ call, fee, isReady: true })
  }
  void prepare()
  return () => {
    stopping.abort()
    dismissRevoking(foyer, given)
  }
}
