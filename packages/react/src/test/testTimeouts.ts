import { configure } from '@testing-library/react'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The longest wait for a state on this machine, in milliseconds. */
    readonly stateMs: number
  }
}

configure({ asyncUtilTimeout: inject('stateMs') })
