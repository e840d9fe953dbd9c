import type { DecodedCall, FeeEstimate } from '@foyer/core'
import { estimateRevocation, revocationOf } from '@foyer/core/actions'
import {
  approvalOf,
  dismissRevoking,
  type GivenApproval,
  type Revoking,
  revoke,
  revokingOf,
} from '@foyer/core/approvals'
import { AbortedError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import { useCallback } from 'react'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'

/** An approval that is about to be taken back. */
export interface Revocation {
  /** What the wallet will be asked to sign, read from its bytes; undefined until it is known. Show it before. */
  readonly call: DecodedCall | undefined
  /** Undefined until it is known, and where it can't be. */
  readonly fee: FeeEstimate | undefined
  /** Neither a call nor a fee is on its way any more. */
  readonly isReady: boolean
  /** How far it has come; undefined before it was begun. */
  readonly revoking: Revoking | undefined
  /** Has the wallet ask: once a press. Does nothing before `call` is known. */
  readonly revoke: () => void
  /** Forgets how the last attempt ended. */
  readonly dismiss: () => void
}

type Prepared = Pick<Revocation, 'call' | 'fee' | 'isReady'>

const unprepared: Prepared = { call: undefined, fee: undefined, isReady: false }

/**
 * Takes one of the chosen account's approvals back: what will be signed, what it costs, and how far it has come.
 *
 * @param given - its approval is the same object for as long as it is mounted
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { call, revoke, revoking } = useFoyerRevocation({ approval, networkId, account })
 * return <button disabled={!call} onClick={revoke}>{call?.method}</button>
 */
export function useFoyerRevocation({ approval, networkId, account }: GivenApproval): Revocation {
  const { foyer } = useKit()
  const watch = useCallback(
    (emit: (prepared: Prepared) => void) => {
      const stopping = new AbortController()
      const { signal } = stopping
      const request = { approval: approvalOf(approval), networkId, account, signal }
      const orNothing = (error: unknown) => {
        if (!(error instanceof AbortedError)) contextOf(foyer).report(error)
        return undefined
      }
      const prepare = async () => {
        const call = await revocationOf(foyer, request).catch(orNothing)
        if (signal.aborted) return
        emit({ call, fee: undefined, isReady: call === undefined })
        // Without a fee estimate it can be taken back all the same.
        const fee = call && (await estimateRevocation(foyer, request).catch(orNothing))
        if (!signal.aborted) emit({ call, fee, isReady: true })
      }
      void prepare()
      return () => {
        stopping.abort()
        // The next visit begins anew; what is under way goes on.
        dismissRevoking(foyer, { approval, networkId, account })
      }
    },
    [foyer, approval, networkId, account],
  )
  const given = { approval, networkId, account }
  const prepared = useWatched({ initial: unprepared, watch })
  const revoking = useSelect(({ connection }) => revokingOf(connection.attempts, given))
  return {
    ...prepared,
    revoking,
    revoke() {
      if (prepared.call) void revoke(foyer, given)
    },
    dismiss: () => dismissRevoking(foyer, given),
  }
}
