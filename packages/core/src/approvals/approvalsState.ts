import type { NetworkId } from '../chain/ids.js'
import type { OpenApproval } from '../wire/approvals.js'

/** What is known of an account's open approvals by now. */
export interface ApprovalsState {
  /** `idle`: no account is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly networkId: NetworkId | undefined
  /** Open on the chain when they were read, spam among them. */
  readonly approvals: readonly OpenApproval[]
  /** Whether the server has seen all that the account ever approved: else there may be others. */
  readonly known: boolean
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
}

/** Nothing to be asked about. */
export const idleApprovals: ApprovalsState = {
  status: 'idle',
  networkId: undefined,
  approvals: [],
  known: false,
  refetch: () => {},
}
