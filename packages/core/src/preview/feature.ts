import type { Feature } from '../feature/feature.js'
import type { AttemptId } from '../state/attempt.js'

/** What a wallet is about to be asked for, in words. */
export const preview = { feature: 'preview', views: { Preview: {} } } as const satisfies Feature

declare module '../config/options.js' {
  interface Features {
    /**
     * Shows in words what a wallet is about to be asked for, before it is asked: what is given and got, who may take what, what it costs, and what speaks against it. Off unless
     * the host turns it on; what reads a family's data is passed as `words`.
     */
    readonly preview?: boolean | undefined
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    /** What a running attempt is about to ask the wallet for, in words. */
    Preview: { readonly attemptId: AttemptId }
  }
}
