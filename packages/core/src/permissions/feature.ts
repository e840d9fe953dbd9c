import type { Feature } from '../feature/feature.js'
import type { NoParams } from '../state/viewParams.js'

/** What the account lets applications do without asking it. */
export const smartSessions = {
  feature: 'smartSessions',
  begins: { view: 'SmartSessionList' },
  views: { SmartSessionList: {}, SmartSessionCreated: {} },
} as const satisfies Feature

declare module '../config/options.js' {
  interface Features {
    /** Lists in the modal what the account lets applications do without asking it, and ends it there; off unless the host turns it on. */
    readonly smartSessions?: boolean | undefined
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    /** What the account lets applications do without asking it. */
    SmartSessionList: NoParams
    /** What was just granted, by its contexts. */
    SmartSessionCreated: { readonly contexts: readonly string[] }
  }
}
