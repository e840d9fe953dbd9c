import { type AccountApprovals, revokingOf } from '@foyer/core/approvals'
import { type ShownApproval, shownApproval } from '@foyer/core/internal'
import type { Fetched } from '@foyer/core/query'
import { useMemo } from 'react'
import { useKit } from '../kit.js'
import { useFetched } from '../useFetched.js'
import { useSelect } from '../useSelect.js'
import type { OfFamily } from './account.js'

export type { ShownApproval } from '@foyer/core/internal'

export interface Approvals extends Pick<AccountApprovals, 'known'>, Pick<Fetched<never>, 'status'> {
  /** The approvals that stand. */
  readonly approvals: readonly ShownApproval[]
  /** Those that the account didn't make itself, or that advertise. */
  readonly spam: readonly ShownApproval[]
  /** Fetches again what failed. */
  readonly retry: () => void
}

/**
 * Reads the chosen account's approvals on its network, as the chain has them now. They come from the operator's server; where that can't know of all,
 * `known` is false.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { approvals } = useFoyerApprovals()
 * return <>{approvals.map(({ key, name, spender, amount }) => <p key={key}>{spender}: {amount} {name}</p>)}</>
 */
export function useFoyerApprovals({ family }: OfFamily = {}): Approvals {
  const { shown } = useKit()
  const { data: { approvals, known } = none, status, refetch } = useFetched('approvals', { family })
  const attempts = useSelect(({ connection }) => connection.attempts)
  const listed = useMemo(
    () =>
      approvals.map((given): ShownApproval => {
        const open = shownApproval(shown.options.locale.tag, given)
        return { ...open, revoking: revokingOf(attempts, given) }
      }),
    [approvals, attempts, shown],
  )
  return {
    status,
    known,
    approvals: listed.filter(({ approval }) => !approval.isSpam),
    spam: listed.filter(({ approval }) => approval.isSpam),
    retry: refetch,
  }
}

const none: AccountApprovals = { approvals: [], known: false }
