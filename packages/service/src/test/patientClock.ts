import type { Clock } from '../clock.js'

/** The machine's time without any limits: for tests of something other than limits, which a slow machine would reach. */
export const patientClock: Clock = { now: () => Date.now(), setTimeout: () => () => {} }
