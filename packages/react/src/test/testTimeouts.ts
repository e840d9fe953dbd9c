import { configure } from '@testing-library/react'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a state is waited for on this machine, in milliseconds. */
    readonly stateMs: number
  }
}

configure({ asyncUtilTimeout: inject('stateMs') })
