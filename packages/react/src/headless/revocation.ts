import { dismissRevoking, type GivenApproval, revoke, revokingOf } from '@foyer/core/approvals'
import { type PreparedRevocation, type Revocation, unprepared, watchRevocation } from '@foyer/core/internal'
import { useCallback } from 'react'
import { useKit } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'

export type { Revocation } from '@foyer/core/internal'

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
    (emit: (prepared: PreparedRevocation) => void) => watchRevocation(foyer, { approval, networkId, account }, emit),
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
