import type { BackgroundWork } from '../background.js'
import type { Clock } from '../clock.js'
import type { Log } from '../log/createLog.js'
import { createRepeatedWork } from '../repeatedWork.js'

export interface PayKeepingParameters {
  /** what was paid and what was bought */
  rooms: readonly { settle(signal: AbortSignal): Promise<void> }[]
  clock: Clock
  log: Pick<Log, 'warn'>
}

const everyMs = 15_000

/** Follows what was paid until it is final, and forgets what never was. */
export function createPayKeeping({ rooms, clock, log }: PayKeepingParameters): BackgroundWork {
  const round = async (signal: AbortSignal) => {
    for (const room of rooms) await room.settle(signal)
  }
  return createRepeatedWork({ name: 'payments', everyMs, clock, log, round })
}
