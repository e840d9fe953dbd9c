import { approvals as askForApprovals } from '../api/account.js'
import { type AccountSubject, accountSubject, type Definition, type OfAccount } from '../query/definition.js'
import type { ApprovalsReply } from '../wire/account.js'
import type { AccountApprovals } from './feature.js'

/** The open approvals of an account. The operator's server checks each approval against the chain. */
export const approvals: Definition<OfAccount, AccountApprovals, AccountSubject, ApprovalsReply> = {
  subject: accountSubject,
  key: ({ network, address }) => ['approvals', network.caipNetworkId, address],
  freshMs: 5_000, // what may be taken is never shown as it was
  staleBy: 'transaction',
  pollMs: () => 10_000, // nor as the index knew it, a block behind, when it was opened
  async read({ context: { api }, subject: { address, network }, signal }) {
    const server = await api?.()
    if (!server) return { known: false, approvals: [] }
    return askForApprovals(server, { address, networkId: network.caipNetworkId, signal })
  },
  data([reply], { subject: { address: account, network } }) {
    const { caipNetworkId: networkId } = network
    return reply && { ...reply, approvals: reply.approvals.map((approval) => ({ approval, networkId, account })) }
  },
}
