import { vi } from 'vitest'

// Where a state isn't reached the test fails; where the machine is only busy it waits. For what Vitest has no setting for.
const { waitFor, waitUntil } = vi
const patience = { timeout: 20_000 } as const
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { ...patience, ...options })
vi.waitUntil = (callback, options) =>
  waitUntil(callback, typeof options === 'number' ? options : { ...patience, ...options })
