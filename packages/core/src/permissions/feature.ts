import type { AccountId } from '../chain/ids.js'
import type { Feature } from '../feature/feature.js'
import type { AttemptProgress } from '../state/attempt.js'
import type { NoParams } from '../state/viewParams.js'

/** The permissions of applications to act for the account without asking it. */
export const smartSessions = {
  feature: 'smartSessions',
  begins: { view: 'SmartSessionList' },
  views: { SmartSessionList: {}, SmartSessionCreated: {} },
  attempts: ['grantPermissions', 'revokePermissions'],
} as const satisfies Feature

/** Permissions to act for an account, which a host's own code asks a wallet for or gives back. */
export interface PermissionsAttempt extends AttemptProgress {
  readonly kind: 'grantPermissions' | 'revokePermissions'
  /** Whose account it is about, on which network. */
  readonly accountId: AccountId
  /** Numbers what is asked for while another is: neither takes the other's place. */
  readonly subject?: string | undefined
}

declare module '../config/options.js' {
  interface Features {
    /** Lists in the modal what the account lets applications do without asking it, and ends it there; off unless the host turns it on. */
    readonly smartSessions?: boolean | undefined
  }
}

declare module '../state/attempt.js' {
  interface AttemptKinds {
    grantPermissions: PermissionsAttempt
    revokePermissions: PermissionsAttempt
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    /** The permissions of applications to act for the account. */
    SmartSessionList: NoParams
    /** The permissions just granted, by their contexts. */
    SmartSessionCreated: { readonly contexts: readonly string[] }
  }
}
