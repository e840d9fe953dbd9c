import type { TestClock } from './handClock.js'

/** The machine's time without any limits: for tests of something other than limits, which a slow machine would reach. */
export const patientClock: TestClock = { now: () => Date.now(), setTimeout: () => () => {} }
