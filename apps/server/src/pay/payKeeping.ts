import type { Clock } from '@foyer/service/clock'
import type { Log } from '@foyer/service/log/createLog'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import { createRepeatedWork } from '@foyer/service/repeatedWork'

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
    const ended = await Promise.allSettled(rooms.map((room) => room.settle(signal)))
    const failed = ended.find((each) => each.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
  return createRepeatedWork({ name: 'payments', everyMs, clock, log, round })
}
