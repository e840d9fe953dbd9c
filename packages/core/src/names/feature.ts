import type { Feature } from '../feature/feature.js'
import type { AttemptProgress } from '../state/attempt.js'
import type { NoParams } from '../state/viewParams.js'

/** Names of accounts. */
export const names = {
  views: { ChooseAccountName: {}, RegisterAccountName: {}, RegisterAccountNameSuccess: {} },
  attempts: ['register'],
} as const satisfies Feature

export interface RegisterAttempt extends AttemptProgress {
  readonly kind: 'register'
  /** Without its zone, in small letters. */
  readonly name: string
}

declare module '../state/attempt.js' {
  interface AttemptKinds {
    register: RegisterAttempt
  }
}

declare module '../state/viewParams.js' {
  interface ViewParams {
    ChooseAccountName: NoParams
    RegisterAccountName: NoParams
    RegisterAccountNameSuccess: {
      /** With its zone. */
      readonly name: string
    }
  }
}
