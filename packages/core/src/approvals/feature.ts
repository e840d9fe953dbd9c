import type { Feature } from '../feature/feature.js'
import type { TransactionOf } from '../state/attempt.js'
import type { GivenApproval, NoParams, RevocationRound } from '../state/viewParams.js'

/** The approvals of an account, and their revocation. */
export const approvals = {
  begins: { view: 'Approvals' },
  views: { Approvals: {}, RevokeApproval: {} },
  attempts: ['revoke'],
} as const satisfies Feature

/** An account's open approvals, as far as they are known. */
export interface AccountApprovals {
  /** Open on the chain when they were read, spam among them. */
  readonly approvals: readonly GivenApproval[]
  /** Whether the server has seen all that the account ever approved: else there may be others. */
  readonly known: boolean
}

declare module '../query/definition.js' {
  interface Fetchable {
    /** The open approvals. */
    readonly approvals: AccountApprovals
  }
}

declare module '../state/attempt.js' {
  interface AttemptKinds {
    revoke: TransactionOf<'revoke'>
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    Approvals: NoParams
    /** The revocation of one of the account's approvals; in a round the next one follows. */
    RevokeApproval: GivenApproval & { readonly round?: RevocationRound | undefined }
  }
}
