import type { Feature } from '../feature/feature.js'
import type { TransactionOf } from '../state/attempt.js'

/** Several calls at once: a host's own code sends them, and no view is theirs. */
export const calls = { views: {}, attempts: ['batch'] } as const satisfies Feature

declare module '../state/attempt.js' {
  interface AttemptKinds {
    batch: TransactionOf<'batch'>
  }
}
