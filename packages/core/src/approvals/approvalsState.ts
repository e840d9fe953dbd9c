import type { GivenApproval } from './openApproval.js'

/** What is known of an account's open approvals by now. */
export interface ApprovalsState {
  /** `idle`: no account is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Open on the chain when they were read, spam among them. */
  readonly approvals: readonly GivenApproval[]
  /** Whether the server has seen all that the account ever approved: else there may be others. */
  readonly known: boolean
  /** Asks again, whatever the age of what is known. */
  readonly refetch: () => void
}
