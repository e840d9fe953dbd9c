import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a state is waited for on this machine, in milliseconds (`scripts/pace.mjs`). */
    readonly stateMs: number
  }
}

// Vitest has no setting for these two.
const defaults = { timeout: inject('stateMs') } as const
const { waitFor, waitUntil } = vi
// Read anew for each file of a worker, which shares `vi` with the files before it.
const isExtended = Symbol.for('foyer.testTimeouts')
if (!Reflect.has(vi, isExtended)) {
  Reflect.set(vi, isExtended, true)
  vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { ...defaults, ...options })
  vi.waitUntil = (callback, options) =>
    waitUntil(callback, typeof options === 'number' ? options : { ...defaults, ...options })
}
