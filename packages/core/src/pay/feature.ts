import type { Feature } from '../feature/feature.js'
import type { TransactionOf } from '../state/attempt.js'
import type { NoParams } from '../state/viewParams.js'

/** Payments that the host asks for. */
export const pay = {
  feature: 'pay',
  views: { Pay: {}, PayLoading: { saysEnds: true } },
  attempts: ['pay'],
} as const satisfies Feature

declare module '../config/options.js' {
  interface Features {
    /** Payments that the host asks for; off unless the host turns them on. */
    readonly pay: boolean
  }
}

declare module '../state/attempt.js' {
  interface AttemptKinds {
    pay: TransactionOf<'pay'>
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    Pay: NoParams
    PayLoading: {
      /** The head says that it is paid. */
      readonly isCompleted?: boolean | undefined
    }
  }
}
