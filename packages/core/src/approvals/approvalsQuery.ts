import type { QueryObserverOptions } from '@tanstack/query-core'
import { type Subject, statusOf, watchAccount } from '../account/watchAccount.js'
import { approvals as askForApprovals } from '../api/account.js'
import type { Family } from '../chain/ids.js'
import { contextOf, type FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { ApprovalsReply } from '../wire/account.js'
import type { ApprovalsState } from './openApproval.js'

/** What may be taken of an account is never shown as it was. */
const freshMs = 5_000

function approvalsQuery(
  { api }: Pick<FoyerContext, 'api'>,
  { address, network: { caipNetworkId: networkId } }: Subject,
): QueryObserverOptions<ApprovalsReply> & { readonly queryKey: readonly string[] } {
  return {
    queryKey: ['approvals', networkId, address],
    staleTime: freshMs,
    async queryFn({ signal }) {
      const server = await api?.()
      return server ? askForApprovals(server, { address, networkId, signal }) : { known: false, approvals: [] }
    },
  }
}

/** What `watchApprovals` does. */
export function startApprovals(
  foyer: Foyer,
  { family }: { readonly family?: Family | undefined },
  onApprovals: (approvals: ApprovalsState) => void,
): () => void {
  return watchAccount({
    foyer,
    family,
    query: (subject) => approvalsQuery(contextOf(foyer), subject),
    listener(known) {
      if (!known) return onApprovals({ status: 'idle', approvals: [], known: false, refetch: () => {} })
      const { subject, result, refetch } = known
      const { approvals = [], known: isAll = false } = result.data ?? {}
      const { address: account, network } = subject
      const { caipNetworkId: networkId } = network
      const given = approvals.map((approval) => ({ approval, networkId, account }))
      onApprovals({ status: statusOf(result), approvals: given, known: isAll, refetch })
    },
  })
}
